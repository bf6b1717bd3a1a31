import { type Answered, answerCases, type EvaluationCase } from '../../library/evaluate.ts'
import { openMedlink } from '../../medlink.ts'

/** Which indexes answer; both kinds of override stand above what a case says. */
export interface AnswerSource {
  readonly dir: string
  readonly overrides: { ontology?: string | undefined; version?: string | undefined }
}

/**
 * Answers to cases, one at a time. Every index is opened, by one answer that is thrown away, before the first answer
 * that counts: opening is not part of the time a case takes.
 */
export function* answersOf(
  cases: readonly EvaluationCase[],
  { dir, overrides }: AnswerSource,
): Generator<Answered> {
  const medlink = openMedlink({ dir })
  try {
    const opened = new Set<string>()
    for (const each of cases) {
      const index = `${each.request.ontology} ${each.request.version}`
      if (opened.has(index)) continue
      opened.add(index)
      answerCases(medlink, [each], overrides).next()
    }
    yield* answerCases(medlink, cases, overrides)
  } finally {
    medlink.close()
  }
}
