/**
 * Proves of how an outcome is written:
 * 1. a row has its code, the name that matched, the probability to four places and the decision
 * 2. hints that were not understood are listed where there are any
 * 3. an explanation accounts for the words by the name that proves most, and says which it is where the row has another
 * 4. what would have to be known is said where there is such a question, and nowhere else
 * 5. an explanation names the rows that were passed over where there are any
 */

import { expect, onTestFinished, test } from 'vitest'
import {
  type ExplainedResult,
  linkRequestSchema,
  parseRequest,
  readHints,
} from '../../src/contract.ts'
import { Work } from '../../src/index/work.ts'
import { Aligner, lightnessOf } from '../../src/linker/align.ts'
import { answer } from '../../src/linker/answer.ts'
import type { Verdict } from '../../src/linker/decide.ts'
import type { ProofAccount } from '../../src/linker/prove.ts'
import { Ranker } from '../../src/linker/rank.ts'
import type { Passed } from '../../src/linker/sift.ts'
import { icd10cm } from '../../src/ontologies/icd10cm/icd10cm.ts'
import type { NamedOntology } from '../../src/ontologies/ontology.ts'
import { lemmaOf, matchOf, openNames } from '../support/linker.ts'

const ontology = icd10cm as NamedOntology

type Decision = Pick<Verdict, 'probability' | 'reason' | 'question'>

const LINKED: Decision = { probability: 0.9, reason: 'linked', question: undefined }

const ACCOUNT: ProofAccount = { words: [{ word: 'heart', by: 'left_over' }], added: ['lung'] }

/** What is written for a verdict on "Heart failure". */
function resultOf(given: Decision, metadata: Record<string, unknown> = {}) {
  const { write, candidateOf } = openWriter(metadata)
  const candidate = candidateOf('Heart failure')
  return write([{ candidate, concept: candidate.match.concept, ...given }], false)
}

/** The explanations of a verdict on "Heart failure" that the name `proven` proves. */
function explainedBy(proven: string | undefined) {
  const { write, candidateOf } = openWriter({})
  const candidate = candidateOf('Heart failure')
  const verdict = { candidate, concept: candidate.match.concept, ...LINKED }
  const by = proven === undefined ? {} : { proven: candidateOf(proven) }
  return (write([{ ...verdict, ...by }], true) as ExplainedResult).explanations
}

function openWriter(metadata: Record<string, unknown>) {
  const { index, termOf } = openNames(['Heart failure', 'Asthma'])
  onTestFinished(() => index.close())
  const aligner = new Aligner(index, lightnessOf(index, new Map()), [], lemmaOf)
  const reading = { slots: [], replaced: [], words: [], certainty: 1, isCut: false, needed: [] }
  const alignment = aligner.align(reading)
  const candidateOf = (name: string) => ({
    score: 1,
    match: matchOf({ term: termOf(name), concept: index.arrays.termConcept[termOf(name)]! }),
    ...{ reading, alignment },
    query: null,
    scorer: new Ranker([], {}).scorer(null),
  })
  const request = parseRequest(linkRequestSchema, {
    query: 'heart',
    ontology: 'icd-10-cm',
    metadata,
  })
  const tools = { index, ontology, modelVersion: 'm', siteNames: undefined }
  const write = (
    verdicts: readonly Verdict[],
    explains: boolean,
    passedOver: readonly Passed[] = [],
  ) => {
    const mention = { text: 'heart', written: [], interpretations: [] }
    const decided = {
      mention,
      verdicts,
      emptyBecause: undefined,
      passedOver,
      query: { traits: 0 },
      isTruncated: false,
    }
    const hints = readHints('icd-10-cm', metadata)
    const task = { request, requestId: 'r', hints, tools, explains, work: new Work(), minDice: 0 }
    return answer({ ...decided, accountOf: () => ACCOUNT }, { ...task, eachName: false })
  }
  return { write, candidateOf }
}

const rowOf = (given: Decision) => resultOf(given).results[0]!

test.each([
  { probability: 0, score: 0 },
  { probability: 0.12344, score: 0.1234 },
  { probability: 0.12345678, score: 0.1235 },
  { probability: 0.99996, score: 1 },
])('the probability $probability is written $score', ({ probability, score }) => {
  const row = rowOf({ ...LINKED, probability })
  expect(row).toMatchObject({ term_id: 'A00', term_name: 'Heart failure', score })
})

test.each([
  { reason: 'linked', is_linked: true },
  { reason: 'ambiguous', is_linked: false },
  { reason: 'not_first', is_linked: false },
] as const)('what is $reason is linked $is_linked', ({ reason, is_linked }) => {
  const row = rowOf({ ...LINKED, reason })
  expect(row).toMatchObject({ is_linked, metadata: { link_reason: reason } })
})

test.each([{ question: 'unit' }, { question: undefined }])('asks for $question', ({ question }) => {
  const { metadata } = rowOf({ probability: 0.5, reason: 'ambiguous', question })
  expect('needed' in metadata).toBe(question !== undefined)
  expect(metadata.needed).toBe(question)
})

test.each([
  { metadata: {}, written: undefined },
  { metadata: { shoe_size: '42' }, written: ['shoe_size'] },
])('of $metadata the hints that are ignored are $written', ({ metadata, written }) => {
  const result = resultOf(LINKED, metadata)
  expect('ignored_hints' in result).toBe(written !== undefined)
  expect(result.ignored_hints).toEqual(written)
})

test.each([
  { proven: undefined, account: undefined, account_of: undefined },
  { proven: 'Heart failure', account: ACCOUNT.words, account_of: undefined },
  { proven: 'Asthma', account: ACCOUNT.words, account_of: 'Asthma' },
])('proven by $proven, the words are accounted for by $account_of', (row) => {
  const { proven, account, account_of } = row
  const [explanation] = explainedBy(proven)
  expect(explanation!.account).toEqual(account)
  expect(explanation!.added).toEqual(account && ACCOUNT.added)
  expect(explanation!.account_of).toBe(account_of)
  expect('account_of' in explanation!).toBe(account_of !== undefined)
})

test.each([
  { because: 'far_off', misfit: 0.12345 },
  { because: 'misleading', misfit: undefined },
] as const)('a row passed over as $because is written with its misfit $misfit', (given) => {
  const { write, candidateOf } = openWriter({})
  const candidate = candidateOf('Asthma')
  const verdict = { candidate, concept: candidate.match.concept, ...LINKED }
  const written = write([], true, [{ verdict, ...given }]) as ExplainedResult
  const misfit = given.misfit === undefined ? {} : { misfit: 0.1235 }
  const row = { term_id: 'A01', term_name: 'Asthma', because: given.because, ...misfit }
  expect(written.passed_over).toEqual([row])
  expect(write([], true)).not.toHaveProperty('passed_over')
})
