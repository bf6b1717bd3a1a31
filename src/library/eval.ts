/** The public API of evaluation, `medlink/eval`: cases with known answers, and figures of how well they are answered. */

export {
  type Answered,
  answerCases,
  type CaseOverrides,
  type Evaluation,
  type EvaluationCase,
  evaluate,
  parseCase,
} from './evaluate.ts'
export {
  type AnsweredDocument,
  answerDocuments,
  type DocumentCase,
  type DocumentEvaluation,
  evaluateDocuments,
  parseDocument,
} from './evaluate-documents.ts'
export {
  type AnsweredSentence,
  answerSentences,
  evaluateSentences,
  parseSentence,
  type SentenceCase,
  type SentenceEvaluation,
} from './evaluate-sentences.ts'
export type { Proportion } from './proportion.ts'
