/**
 * Proves of the rows of an answer:
 * 1. they are the best candidates of each concept, or all names, as many as asked for
 * 2. the first is measured against the best other concept, every other one against the first
 * 3. a rival counts as a relative when it is of the same family, as a twin when the ontology says so
 * 4. probabilities do not rise from row to row
 * 5. only the first row is decided on; it comes with a question when it is not linked
 * 6. candidates of one answer are one row and no rivals; what an answer lacks keeps the first from a yes, and is asked
 * 7. by proof: the first concept is proven by its best name, unless another line has the mention as its name, too
 */

import { describe, expect, test } from 'vitest'
import type { LinkBasis, Rejection, Strictness } from '../../src/contract.ts'
import { Work } from '../../src/index/work.ts'
import type { Alignment } from '../../src/linker/alignment.ts'
import { decide, REGIMES, type Verdict } from '../../src/linker/decide.ts'
import type { Logistic, Model } from '../../src/linker/model.ts'
import { type Prover, proveFirst } from '../../src/linker/prove.ts'
import { type Candidate, Ranker, rankingOf } from '../../src/linker/rank.ts'
import type { ReadMention } from '../../src/linker/task.ts'
import type { LinkPolicy, Match, Substitute } from '../../src/ontologies/ontology.ts'
import { matchOf } from '../support/linker.ts'

type Query = null
interface Sketch {
  readonly concept: number
  readonly score: number
  readonly family?: number
}

const scorer = new Ranker([], {}).scorer(null)
const reading = { slots: [], replaced: [], words: [], certainty: 1, isCut: false, needed: [] }
/** No verdict looks at it. */
const alignment = {} as Alignment

function candidatesOf(sketches: readonly Sketch[]): Candidate[] {
  return sketches.map(({ concept, score, family = 0 }, term) => ({
    ...{ score, reading, alignment, query: null, scorer },
    match: matchOf({ term, concept, family }),
  }))
}

const MENTION: ReadMention = {
  text: '',
  written: [],
  interpretations: [{ words: [], understand: () => null }],
}

interface Options {
  readonly model: Model
  readonly prover: Prover
  readonly policy?: LinkPolicy<Query> | undefined
  readonly strictness?: Strictness
  readonly substituteOf?: (candidate: Candidate) => Substitute
  readonly isTruncated?: boolean
  readonly isUnder?: (concept: number, ancestor: number) => boolean
}

/** The verdicts on candidates by a prover. */
function judge(
  candidates: readonly Candidate[],
  asked: { readonly top_k: number; readonly collapse: 'concept' | 'term' },
  {
    model,
    prover,
    policy,
    strictness = 'high',
    substituteOf,
    isTruncated = false,
    // A concept of two digits is below that of the first one.
    isUnder = (concept, ancestor) => concept > 9 && Math.floor(concept / 10) === ancestor,
  }: Options,
): readonly Verdict[] {
  const ranking = rankingOf(MENTION, candidates, substituteOf)
  const { links } = model.proofs.strictness[strictness]
  const accountOf = () => ({ words: [], added: [] })
  const work = new Work()
  if (isTruncated) work.truncate()
  const tools = { model, ontology: { policy }, index: { hasOfficialSynonyms: true } }
  const task = { request: { ...asked, strictness }, tools, work } as unknown as Parameters<
    typeof decide
  >[1]
  const proven = { ranking, accountOf, ...proveFirst(ranking, prover, { links, policy, isUnder }) }
  return decide(proven, task).verdicts
}

const STRICTNESS = { precision: 1, interval: [0, 1] as [number, number], coverage: 1 }
const PROOFS: Model['proofs'] = {
  ...{ date: '2026-11-22', counted_on: 'nothing' },
  counts: {
    official_name: { cases: 98, errors: 0, headers: 0 },
    synonym: { cases: 98, errors: 0, headers: 0 },
  },
  strictness: {
    high: { ...STRICTNESS, links: ['official_name', 'synonym'] },
    balanced: { ...STRICTNESS, links: ['official_name', 'synonym', 'lay'] },
  },
}

const NO_FLOOR: Model['floor'] = {
  ...{ no_word: 0, no_head: 0, one_head: 0, both_heads: 0, left_head: 0, added_head: 0 },
  ...{ likely: 0, no_thing: 0 },
}

/** Each regime is calibrated alike; what is proven is linked, however small its lead. */
function modelOf(coefficients: Logistic['coefficients'], intercept = 0): Model {
  const each = <T>(value: T) =>
    Object.fromEntries(REGIMES.map((regime) => [regime, value])) as Record<
      (typeof REGIMES)[number],
      T
    >
  return {
    ...{ id: 'test', date: '2026-11-21', fitted_on: 'nothing', weights: {}, margin: 0 },
    calibration: each({ intercept, coefficients }),
    proofs: PROOFS,
    floor: NO_FLOOR,
  }
}

interface Asked {
  readonly top_k?: number
  readonly collapse?: 'concept' | 'term'
  readonly model?: Model
  readonly policy?: LinkPolicy<Query>
  readonly basis?: LinkBasis
  readonly isTruncated?: boolean
}

function judged(
  sketches: readonly Sketch[],
  {
    top_k = 10,
    collapse = 'concept',
    model = modelOf({}),
    policy,
    basis = 'partial',
    isTruncated = false,
  }: Asked = {},
) {
  const prover = () => ({ basis, left: [], added: [] })
  const options = { model, policy, prover, isTruncated }
  return judge(candidatesOf(sketches), { top_k, collapse }, options)
}

test.each([
  { isTruncated: false, reason: 'linked' },
  { isTruncated: true, reason: 'truncated' },
])('what is proven, truncated: $isTruncated, is $reason', ({ isTruncated, reason }) => {
  const [first] = judged([{ concept: 1, score: 0.9 }], { basis: 'official_name', isTruncated })
  expect(first!.reason).toBe(reason)
})

/** Judges with a substitute for each concept. */
function answered(
  sketches: readonly Sketch[],
  substitute: (concept: number) => Substitute,
  { basis = 'official_name', ...model }: { readonly basis?: LinkBasis } & Partial<Model> = {},
) {
  const options: Options = {
    policy: { question: () => 'which unit?' },
    model: { ...modelOf({ margin: 1 }), proofs: PROOFS, ...model },
    prover: () => ({ basis, left: [], added: [] }),
    substituteOf: ({ match }) => substitute(match.concept),
  }
  return judge(candidatesOf(sketches), { top_k: 10, collapse: 'concept' }, options)
}

describe('answers:', () => {
  const sketches = [
    { concept: 1, score: 0.9 },
    { concept: 2, score: 0.899 },
    { concept: 3, score: 0.5 },
  ]
  const toTwo = (concept: number) => ({ concept: concept === 1 ? 2 : concept })

  test('candidates of one are one row, with the first of them', () => {
    const rows = answered(sketches, toTwo)
    expect(rows.map(({ concept, candidate }) => [concept, candidate.match.concept])).toEqual([
      [2, 1],
      [3, 3],
    ])
  })

  test('candidates of one are no rivals', () => {
    const margin = 0.01
    expect(answered(sketches, toTwo, { margin })[0]).toMatchObject({ reason: 'linked' })
    const itself = (concept: number) => ({ concept })
    expect(answered(sketches, itself, { margin })[0]).toMatchObject({ reason: 'ambiguous' })
  })

  const lacking = (concept: number): Substitute => ({
    ...{ concept, rejection: 'not_billable', question: 'which encounter?' },
  })

  test.each<{ basis: LinkBasis; reason: string; question: string }>([
    { basis: 'official_name', reason: 'not_billable', question: 'which encounter?' },
    { basis: 'partial', reason: 'below_threshold', question: 'which unit?' },
  ])('one that lacks something is $reason on $basis: $question', ({ basis, ...said }) => {
    expect(answered(sketches, lacking, { basis })[0]).toMatchObject(said)
  })

  test('a rival that is as good comes before what is lacking', () => {
    const [first] = answered(sketches, lacking, { margin: 0.01 })
    expect(first).toMatchObject({ reason: 'ambiguous', question: 'which unit?' })
  })
})

/** What a probability was calibrated from, where it is the only input. */
const inputOf = ({ probability }: { readonly probability: number }) =>
  Math.log(probability / (1 - probability))

const FOUR = [
  { concept: 7, score: 0.9 },
  { concept: 7, score: 0.88 },
  { concept: 3, score: 0.86 },
  { concept: 5, score: 0.8 },
]

test.each([
  { collapse: 'concept', top_k: 10, terms: [0, 2, 3] },
  { collapse: 'concept', top_k: 1, terms: [0, 2, 3] },
  { collapse: 'term', top_k: 10, terms: [0, 1, 2, 3] },
  { collapse: 'term', top_k: 1, terms: [0, 1, 2] },
] as const)(
  'by $collapse, $top_k asked for, the rows and their spares are $terms',
  ({ terms, ...asked }) => {
    expect(judged(FOUR, asked).map(({ candidate }) => candidate.match.term)).toEqual(terms)
  },
)

test('nothing found is no row', () => {
  expect(judged([])).toEqual([])
})

test.each([
  { sketches: FOUR, margins: [0.04, 0.02, -0.04, -0.1], why: 'names of the first have its rival' },
  { sketches: FOUR.slice(0, 2), margins: [0.1, 0.1], why: 'there is no other concept' },
  {
    sketches: [FOUR[0]!, { concept: 3, score: 0.9 }],
    margins: [0, 0],
    why: 'there is another one as good',
  },
])('rows lead by $margins: $why', ({ sketches, margins }) => {
  const rows = judged(sketches, { collapse: 'term', model: modelOf({ margin: 1 }) })
  for (const [i, row] of rows.entries()) expect(inputOf(row)).toBeCloseTo(margins[i]!, 9)
})

test.each([
  { families: [1, 1], related: [1, 1], why: 'both are of one' },
  { families: [1, 2], related: [0, 0], why: 'they are of two' },
  { families: [1, 2, 1], related: [0, 0, 0], why: 'the first is compared with the second' },
  { families: [1], related: [0], why: 'there is no other' },
])('of families $families the rivals are related $related: $why', ({ families, related }) => {
  const sketches = families.map((family, concept) => ({ concept, family, score: 0.9 }))
  const rows = judged(sketches, { model: modelOf({ related_rival: 1 }) })
  expect(rows.map((row) => Math.round(inputOf(row)))).toEqual(related)
})

test.each([
  { twins: [0, 1], input: 1 },
  { twins: [0, 2], input: 0 },
  { twins: [], input: 0 },
])('of the twins $twins the first row has $input next to it', ({ twins, input }) => {
  const sketches = [0, 1, 2].map((concept) => ({ concept, score: 0.9, family: concept }))
  const policy: LinkPolicy<Query> = {
    indistinguishable: (one, other) => twins.includes(one.family) && twins.includes(other.family),
  }
  const [first] = judged(sketches, { policy, model: modelOf({ indistinguishable_rival: 1 }) })
  expect(inputOf(first!)).toBeCloseTo(input, 9)
})

test.each([
  { what: 'the ontology says of no two', policy: {}, sketches: FOUR },
  {
    what: 'there is no other one',
    policy: { indistinguishable: () => true },
    sketches: [FOUR[0]!],
  },
])('that rivals do not differ, $what', ({ policy, sketches }) => {
  const [first] = judged(sketches, { policy, model: modelOf({ indistinguishable_rival: 1 }) })
  expect(inputOf(first!)).toBe(0)
})

test('a row that is likelier than the one before is as likely as that', () => {
  const scores = [0.2, 0.6, 0.1, 0.15]
  const sketches = scores.map((score, concept) => ({ concept, score }))
  const rows = judged(sketches, { model: modelOf({ score: 1 }) })
  expect(rows.map((row) => Number(inputOf(row).toFixed(9)))).toEqual([0.2, 0.2, 0.1, 0.1])
})

test.each([
  { basis: 'synonym', rejection: undefined, reason: 'linked', question: undefined },
  { basis: 'partial', rejection: undefined, reason: 'below_threshold', question: 'which of 2?' },
  { basis: 'synonym', rejection: 'unit_missing', reason: 'unit_missing', question: 'which of 2?' },
] as const)('the first row is $reason and asks $question', ({ basis, ...row }) => {
  const policy: LinkPolicy<Query> = {
    rejection: (): Rejection | undefined => row.rejection,
    question: (_, __, others) => `which of ${others.length}?`,
  }
  const rows = judged(FOUR, { policy, basis })
  expect(rows.map(({ reason, question }) => ({ reason, question }))).toEqual([
    { reason: row.reason, question: row.question },
    { reason: 'not_first', question: undefined },
    { reason: 'not_first', question: undefined },
  ])
})

test('the others that a question tells the first from are concepts, best first', () => {
  const families: number[][] = []
  const policy: LinkPolicy<Query> = {
    question: (_, first, others) => {
      families.push([first, ...others].map(({ family }) => family))
      return undefined
    },
  }
  judged(
    FOUR.map((each) => ({ ...each, family: each.concept })),
    { policy, top_k: 1 },
  )
  expect(families).toEqual([[7, 3, 5]])
})

describe('by proof', () => {
  interface Name extends Sketch {
    readonly basis: LinkBasis
    readonly match?: Partial<Match>
  }

  /** The rows for names that prove so much each. */
  function proven(names: readonly Name[], given: Partial<Options> = {}) {
    const candidates = candidatesOf(names).map((candidate, i) => ({
      ...candidate,
      match: { ...candidate.match, exactness: 0, ...names[i]!.match },
    }))
    const prover = ({ match }: Candidate) => ({
      ...{ basis: names[match.term]!.basis, left: [], added: [] },
    })
    const options: Options = { model: modelOf({}), prover, ...given }
    return judge(candidates, { top_k: 10, collapse: 'concept' }, options)
  }

  const exact = { exactness: 1 }
  const half = { queryMass: 10, matchedQueryMass: 5.9 }

  test.each<{ what: string; names: Name[]; basis: LinkBasis; reason: string }>([
    {
      what: 'the first name is enough',
      names: [{ concept: 1, score: 0.9, basis: 'official_name' }],
      ...{ basis: 'official_name', reason: 'linked' },
    },
    {
      what: 'a later name of the concept proves more',
      names: [
        { concept: 1, score: 0.9, basis: 'partial' },
        { concept: 2, score: 0.8, basis: 'abbreviation' },
        { concept: 1, score: 0.7, basis: 'synonym' },
      ],
      ...{ basis: 'synonym', reason: 'linked' },
    },
    {
      what: 'a later name with little in common is not looked at',
      names: [
        { concept: 1, score: 0.9, basis: 'partial' },
        { concept: 1, score: 0.7, basis: 'synonym', match: half },
      ],
      ...{ basis: 'partial', reason: 'below_threshold' },
    },
    {
      what: 'the fourth name comes too late',
      names: [
        { concept: 1, score: 0.9, basis: 'partial' },
        { concept: 1, score: 0.8, basis: 'partial' },
        { concept: 1, score: 0.7, basis: 'partial' },
        { concept: 1, score: 0.6, basis: 'synonym' },
      ],
      ...{ basis: 'partial', reason: 'below_threshold' },
    },
    {
      what: 'another line has the mention’s own words',
      names: [
        { concept: 1, score: 0.9, family: 1, basis: 'synonym' },
        { concept: 2, score: 0.8, family: 2, basis: 'same_words' },
      ],
      ...{ basis: 'synonym', reason: 'ambiguous' },
    },
    {
      what: 'the fifth concept has the mention’s own words',
      names: [
        { concept: 1, score: 0.9, family: 1, basis: 'synonym' },
        { concept: 2, score: 0.8, family: 2, basis: 'partial' },
        { concept: 3, score: 0.7, family: 3, basis: 'partial' },
        { concept: 4, score: 0.6, family: 4, basis: 'partial' },
        { concept: 5, score: 0.5, family: 5, basis: 'same_words' },
      ],
      ...{ basis: 'synonym', reason: 'ambiguous' },
    },
    {
      what: 'another line has little of the mention',
      names: [
        { concept: 1, score: 0.9, family: 1, basis: 'synonym' },
        { concept: 2, score: 0.8, family: 2, basis: 'same_words', match: half },
      ],
      ...{ basis: 'synonym', reason: 'linked' },
    },
    {
      what: 'both lines have the mention’s own words',
      names: [
        { concept: 1, score: 0.9, family: 1, basis: 'official_name' },
        { concept: 2, score: 0.8, family: 2, basis: 'same_words' },
      ],
      ...{ basis: 'official_name', reason: 'linked' },
    },
    {
      what: 'the third name of the concept proves it',
      names: [
        { concept: 1, score: 0.9, basis: 'partial' },
        { concept: 1, score: 0.8, basis: 'partial' },
        { concept: 1, score: 0.7, basis: 'synonym' },
      ],
      ...{ basis: 'synonym', reason: 'linked' },
    },
    {
      what: 'the same line has the mention’s own words',
      names: [
        { concept: 1, score: 0.9, family: 1, basis: 'synonym' },
        { concept: 2, score: 0.8, family: 1, basis: 'same_words' },
      ],
      ...{ basis: 'synonym', reason: 'ambiguous' },
    },
    {
      what: 'what is above has the mention’s own words',
      names: [
        { concept: 12, score: 0.9, family: 1, basis: 'synonym' },
        { concept: 1, score: 0.8, family: 1, basis: 'same_words' },
      ],
      ...{ basis: 'synonym', reason: 'linked' },
    },
    {
      what: 'what is below has the mention’s own words',
      names: [
        { concept: 1, score: 0.9, family: 1, basis: 'synonym' },
        { concept: 12, score: 0.8, family: 1, basis: 'same_words' },
      ],
      ...{ basis: 'synonym', reason: 'linked' },
    },
    {
      what: 'the third of the same line comes too late',
      names: [
        { concept: 1, score: 0.9, family: 1, basis: 'synonym' },
        { concept: 2, score: 0.8, family: 1, basis: 'partial' },
        { concept: 3, score: 0.7, family: 1, basis: 'partial' },
        { concept: 4, score: 0.6, family: 1, basis: 'same_words' },
      ],
      ...{ basis: 'synonym', reason: 'linked' },
    },
    {
      what: 'another line has the mention as its name, too',
      names: [
        { concept: 1, score: 0.9, family: 1, basis: 'official_name', match: exact },
        { concept: 2, score: 0.8, family: 2, basis: 'official_name', match: exact },
      ],
      ...{ basis: 'official_name', reason: 'ambiguous' },
    },
    {
      what: 'only Medlink calls another line so',
      names: [
        { concept: 1, score: 0.9, family: 1, basis: 'official_name', match: exact },
        {
          ...{ concept: 2, score: 0.8, family: 2, basis: 'curated_name' },
          match: { ...exact, kind: 'curated' },
        },
      ],
      ...{ basis: 'official_name', reason: 'linked' },
    },
  ])('$what: $basis, $reason', ({ names, basis, reason }) => {
    const [first] = proven(names)
    expect(first).toMatchObject({ basis, reason })
    const { concept } = first!.candidate.match
    const by = names.findIndex((each) => each.basis === basis && each.concept === concept)
    expect(first!.proven!.match.term).toBe(by)
  })

  test.each([
    { strictness: 'high', reason: 'below_threshold' },
    { strictness: 'balanced', reason: 'linked' },
  ] as const)('what patients say is $reason where strictness is $strictness', (row) => {
    const names = [{ concept: 1, score: 0.9, basis: 'lay' as const }]
    expect(proven(names, { strictness: row.strictness })[0]!.reason).toBe(row.reason)
  })

  const TWO: Name[] = [
    { concept: 1, score: 0.9, family: 1, basis: 'official_name', match: exact },
    { concept: 2, score: 0.8, family: 2, basis: 'official_name', match: exact },
  ]
  test.each<{ what: string; policy: LinkPolicy<Query>; reason: string }>([
    { what: 'is no rival to the ontology', policy: { isRival: () => false }, reason: 'linked' },
    { what: 'is one to the ontology', policy: { isRival: () => true }, reason: 'ambiguous' },
    {
      what: 'contests it in the ontology’s eyes',
      policy: {
        isRival: () => false,
        isContested: (_, __, others) => others.length === 1,
      },
      reason: 'ambiguous',
    },
  ])('another line that $what: $reason', ({ policy, reason }) => {
    expect(proven(TWO, { policy })[0]!.reason).toBe(reason)
  })

  test('the eighth concept is not looked at, whatever is asked for', () => {
    const far = Array.from({ length: 7 }, (_, concept) => ({
      ...{ concept, score: 0.9 - concept / 100, family: concept, basis: 'official_name' as const },
    }))
    const seen: number[] = []
    const isContested = (_: Query, __: Match, others: readonly Match[]) => {
      seen.push(others.length)
      return false
    }
    proven([...far, { ...far[0]!, concept: 7, family: 7, score: 0.1 }], { policy: { isContested } })
    expect(seen).toEqual([6])
  })

  test.each<{ name: Omit<Name, 'concept' | 'score'>; intercept: number; probability: number }>([
    { name: { basis: 'official_name' }, intercept: 0, probability: 0.99 },
    { name: { basis: 'synonym' }, intercept: 9, probability: 0.9 },
    { name: { basis: 'partial' }, intercept: 0, probability: 0.5 },
    { name: { basis: 'partial' }, intercept: 9, probability: 0.89 },
  ])('$name of the likelihood of $intercept is right with $probability', (row) => {
    const counts = { ...PROOFS.counts, synonym: { cases: 8, errors: 0, headers: 0 } }
    const model = { ...modelOf({}, row.intercept), proofs: { ...PROOFS, counts } }
    const [first] = proven([{ concept: 1, score: 0.9, ...row.name }], { model })
    expect(first!.probability).toBeCloseTo(row.probability, 9)
  })

  test('others share what a link leaves, and only what is decided has a basis', () => {
    const [first, second] = proven([
      { concept: 1, score: 0.9, family: 1, basis: 'official_name' },
      { concept: 2, score: 0.8, family: 1, basis: 'partial' },
    ])
    expect(first!.probability).toBeCloseTo(0.99, 9)
    expect(second!.probability).toBeCloseTo(0.005, 9)
    expect(second!.basis).toBeUndefined()
  })
})
