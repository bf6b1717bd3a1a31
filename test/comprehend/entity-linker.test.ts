/**
 * Proves of how conditions are linked, over a linker that answers from a table:
 * 1. it is asked what the request asks; codes that can be billed are preferred where the request leaves it open
 * 2. a mention is linked by all its words, or shown by its name where that fits better, and then not linked
 * 3. what the text tells as something else than a present condition of the patient's own is linked only to a code that says so
 * 4. a code for a history comes first where it is as likely as not
 * 5. an answer is the same, and costs the same, remembered or not; one that was cut short is not remembered
 * 6. where no work is left nothing is asked, and that is noted
 */

import { describe, expect, test } from 'vitest'
import { CONTEXT } from '../../src/clinical/qualifiers.ts'
import { EntityLinker, refusal } from '../../src/comprehend/entity-linker.ts'
import { LinkMemory, TextLinks } from '../../src/comprehend/link-memory.ts'
import {
  comprehendRequestSchema,
  type LinkResultItem,
  type ParsedComprehendRequest,
  type ParsedLinkRequest,
  parseRequest,
} from '../../src/contract.ts'
import { Work } from '../../src/index/work.ts'
import { type Linker, MAX_STEPS } from '../../src/linker/pipeline.ts'
import { findings, openIndex, rowOf } from '../support/comprehend.ts'
import { analyzer } from '../support/linker.ts'

/** What it costs to link anything, and what the linker answers to "endless". */
const STEPS = 100
const { absent, family, past, suspected, planned } = CONTEXT

/** Concepts of the index: A00 gout, A01 a past one, A02 a relative's, A03 both. */
const NAMES = ['gout', 'past gout', 'family gout', 'past family gout', 'heart failure']
const CONTEXTS = [0, past, family, past | family, 0]

interface Given {
  readonly request?: Partial<ParsedComprehendRequest>
  readonly answers?: Readonly<Record<string, readonly LinkResultItem[]>>
  readonly work?: Work
}

function openEntityLinker({ request = {}, answers = {}, work = new Work() }: Given) {
  const index = openIndex(NAMES)
  const asked: ParsedLinkRequest[] = []
  const limits: number[] = []
  const linker = {
    link(parsed: ParsedLinkRequest, _: string, own: Work) {
      asked.push(parsed)
      limits.push(own.left)
      if (parsed.query === 'endless') while (own.take(STEPS));
      else own.add(STEPS)
      return { results: answers[parsed.query] ?? [] }
    },
    // Headers have one letter and one digit.
    toBillableRow: (row: LinkResultItem) =>
      row.term_id.length > 2 ? row : { ...row, term_id: `${row.term_id}.9` },
  } as unknown as Linker
  const memory = new LinkMemory(index, analyzer)
  const options = {
    ...{ index, linker, work },
    findings: { ...findings, contextOf: (concept: number) => CONTEXTS[concept]! },
  }
  const open = (more: Partial<ParsedComprehendRequest> = {}) =>
    new EntityLinker({
      ...options,
      links: new TextLinks(memory, work),
      request: { ...parseRequest(comprehendRequestSchema, { text: 'x' }), ...request, ...more },
    })
  return { entityLinker: open(), open, asked, limits, work }
}

const codes = (rows: readonly LinkResultItem[]) => rows.map(({ term_id }) => term_id)
/** "A00 linked", the best first. */
const told = (rows: readonly LinkResultItem[]) =>
  rows.map(({ term_id, metadata, is_linked }) => {
    expect(is_linked).toBe(metadata.link_reason === 'linked')
    return `${term_id} ${metadata.link_reason}`
  })

describe('the linker is asked', () => {
  const common = {
    ...{ query: 'gout', ontology: 'icd-10-cm', top_k: 5, strictness: 'high' },
    ...{ billable: false, collapse: 'concept', assume: 'nothing', granularity: 'product' },
  }

  test.each([
    { request: {}, asked: common },
    { request: { billable: false }, asked: common },
    { request: { billable: true }, asked: { ...common, billable: true } },
    { request: { top_k: 2 }, asked: { ...common, top_k: 2 } },
    { request: { strictness: 'balanced' }, asked: { ...common, strictness: 'balanced' } },
    { request: { encounter: 'initial' }, asked: { ...common, encounter: 'initial' } },
    { request: { ontology: 'snomed' }, asked: { ...common, ontology: 'snomed' } },
  ] as const)('with $request', ({ request, asked }) => {
    const opened = openEntityLinker({ request })
    opened.entityLinker.link('gout')
    expect(opened.asked).toStrictEqual([asked])
    expect(opened.entityLinker.billable).toBe((request as { billable?: boolean }).billable)
  })
})

describe('codes that can be billed', () => {
  const answers = {
    gout: [rowOf('B0'), rowOf('B0.9', 0.1, 'not_first'), rowOf('C1', 0.05, 'not_first')],
  }

  test.each([
    { billable: undefined, found: ['B0.9', 'C1.9'] },
    { billable: true, found: ['B0', 'B0.9', 'C1'] },
    { billable: false, found: ['B0', 'B0.9', 'C1'] },
  ])('where billable is $billable: $found', ({ billable, found }) => {
    const request = billable === undefined ? {} : { billable }
    const { entityLinker } = openEntityLinker({ request, answers })
    expect(codes(entityLinker.link('gout'))).toEqual(found)
    expect(codes(entityLinker.ask('gout', false))).toEqual(['B0', 'B0.9', 'C1'])
  })
})

test('a text is linked by itself where its first row is', () => {
  const answers = { gout: [rowOf('A00')], mumps: [rowOf('A00', 0.9, 'ambiguous')] }
  const { entityLinker } = openEntityLinker({ answers })
  expect(['gout', 'mumps', 'unheard'].map((text) => entityLinker.isLinked(text))).toEqual([
    ...[true, false, false],
  ])
})

const never = () => false

describe('a mention', () => {
  const linked = [rowOf('A00', 0.9), rowOf('A01', 0.1, 'not_first')]
  const unlikely = [rowOf('A02', 0.5, 'below_threshold')]
  const likely = [rowOf('A02', 0.9, 'name_incomplete')]

  test.each([
    { whole: linked, core: unlikely, found: ['A00 linked', 'A01 not_first'] },
    { whole: unlikely, core: linked, found: ['A00 name_incomplete', 'A01 not_first'] },
    { whole: [], core: linked, found: ['A00 name_incomplete', 'A01 not_first'] },
    { whole: likely, core: linked, found: ['A02 name_incomplete'] },
    { whole: unlikely, core: likely, found: ['A02 below_threshold'] },
    { whole: unlikely, core: [], found: ['A02 below_threshold'] },
  ])('by all its words $whole.0.score and by its name $core.0.score', ({ whole, core, found }) => {
    const { entityLinker } = openEntityLinker({ answers: { 'severe gout': whole, gout: core } })
    expect(told(entityLinker.candidates('severe gout', () => ['gout'], never))).toEqual(found)
  })

  test.each([
    { answered: 'severe left gout', asked: 1, found: ['A00 linked', 'A01 not_first'] },
    { answered: 'left gout', asked: 2, found: ['A00 name_incomplete', 'A01 not_first'] },
    { answered: 'gout', asked: 3, found: ['A00 name_incomplete', 'A01 not_first'] },
    { answered: 'mumps', asked: 3, found: [] },
  ])('is asked for by fewer and fewer words up to "$answered"', ({ answered, asked, found }) => {
    const opened = openEntityLinker({ answers: { [answered]: linked } })
    const shorter = () => ['left gout', 'severe left gout', 'gout']
    const rows = opened.entityLinker.candidates('severe left gout', shorter, never)
    expect(told(rows)).toEqual(found)
    expect(opened.asked).toHaveLength(asked)
  })

  test('is linked by its name where the words around it are free', () => {
    const answers = { 'severe left gout': unlikely, 'left gout': linked }
    const { entityLinker } = openEntityLinker({ answers })
    const shorter = () => ['left gout', 'gout']
    const asked: string[] = []
    const isRight = (named: LinkResultItem, whole: LinkResultItem | undefined) =>
      asked.push(`${named.term_id} ${whole?.term_id}`) === 1
    expect(told(entityLinker.candidates('severe left gout', shorter, isRight))).toEqual([
      'A00 linked',
      'A01 not_first',
    ])
    expect(told(entityLinker.candidates('severe left gout', shorter, isRight))[0]).toBe(
      'A00 name_incomplete',
    )
    expect(asked).toEqual(['A00 A02', 'A00 A02'])
    const named = openEntityLinker({ answers: { 'severe left gout': unlikely, gout: linked } })
    expect(told(named.entityLinker.candidates('severe left gout', shorter, () => true))[0]).toBe(
      'A00 name_incomplete',
    )
  })

  test('of its name alone is asked once, and so is one that is linked by all its words', () => {
    const { entityLinker, asked, work } = openEntityLinker({ answers: { gout: unlikely } })
    expect(told(entityLinker.candidates('gout', () => ['gout'], never))).toEqual([
      'A02 below_threshold',
    ])
    expect([asked.length, work.done]).toEqual([1, STEPS])
    const better = { 'severe gout': linked, gout: [rowOf('A02')] }
    const opened = openEntityLinker({ answers: better })
    const rows = opened.entityLinker.candidates('severe gout', () => ['gout'], never)
    expect(told(rows)).toEqual(['A00 linked', 'A01 not_first'])
    expect(opened.asked).toHaveLength(1)
  })
})

describe('in context', () => {
  const own = [rowOf('A00', 0.9), rowOf('A04', 0.1, 'not_first')]
  const refused = ['A00 context_differs', 'A04 not_first']

  test.each([
    { context: 0, history: undefined, found: ['A00 linked', 'A04 not_first'] },
    { context: absent, history: undefined, found: refused },
    { context: suspected, history: undefined, found: refused },
    { context: planned, history: undefined, found: refused },
    // A code for a history, where it is likely and of the right kind.
    { context: past, history: rowOf('A01'), found: ['A01 linked', ...refused] },
    { context: family, history: rowOf('A02'), found: ['A02 linked', ...refused] },
    { context: family, history: rowOf('A03'), found: ['A03 linked', ...refused] },
    { context: past, history: rowOf('A02'), found: refused },
    { context: family, history: rowOf('A01'), found: refused },
    { context: past, history: rowOf('A00'), found: refused },
    { context: past, history: rowOf('unknown'), found: refused },
    { context: past, history: rowOf('A01', 0.5), found: ['A01 linked', ...refused] },
    { context: past, history: rowOf('A01', 0.4999), found: refused },
    // Shown first, and not linked where the linker does not stand by it.
    {
      context: past,
      history: rowOf('A01', 0.6, 'ambiguous'),
      found: ['A01 ambiguous', ...refused],
    },
    // More than a history.
    { context: past | family, history: rowOf('A03'), found: refused },
    { context: past | absent, history: rowOf('A01'), found: refused },
  ])('$context with the history $history.term_id: $found', ({ context, history, found }) => {
    const rows = history === undefined ? [] : [history, rowOf('A04')]
    const answers = { 'personal history of gout': rows, 'family history of gout': rows }
    const { entityLinker } = openEntityLinker({ answers })
    expect(told(entityLinker.inContext(own, context, 'gout'))).toEqual(found)
  })

  test.each([
    { context: past, asked: ['personal history of gout', 'history of gout'] },
    { context: family, asked: ['family history of gout'] },
    { context: absent, asked: [] },
    { context: past | family, asked: [] },
    { context: 0, asked: [] },
  ])('$context asks $asked', ({ context, asked }) => {
    const opened = openEntityLinker({})
    opened.entityLinker.inContext(own, context, 'gout')
    expect(opened.asked.map(({ query }) => query)).toEqual(asked)
  })

  test('a history as charts name it is linked where that of the title is not', () => {
    const answers = {
      'personal history of gout': [rowOf('A01', 0.6, 'name_incomplete')],
      'history of gout': [rowOf('A01')],
    }
    const { entityLinker } = openEntityLinker({ answers })
    expect(told(entityLinker.inContext(own, past, 'gout'))[0]).toBe('A01 linked')
  })

  test('nothing is asked of the codes of what is told as present', () => {
    const rows = [rowOf('unknown')]
    expect(openEntityLinker({}).entityLinker.inContext(rows, 0, 'gout')).toBe(rows)
  })

  test('what is linked to a code that says the same stays so', () => {
    const { entityLinker, asked } = openEntityLinker({})
    expect(told(entityLinker.inContext([rowOf('A01')], past, 'gout'))).toEqual(['A01 linked'])
    expect(told(entityLinker.inContext([rowOf('A03')], past, 'gout'))).toEqual(['A03 linked'])
    expect(told(entityLinker.inContext([rowOf('A03')], past | family, 'gout'))).toEqual([
      'A03 linked',
    ])
    expect(told(entityLinker.inContext([rowOf('A01')], past | absent, 'gout'))).toEqual([
      'A01 context_differs',
    ])
    expect(asked).toEqual([])
  })

  test('a history that is among the candidates is not there twice, nor are there too many', () => {
    const answers = { 'personal history of gout': [rowOf('A01')] }
    const rows = [rowOf('A00', 0.9), rowOf('A01', 0.2, 'not_first'), rowOf('A04', 0.1, 'not_first')]
    const found = (top_k: number) => {
      const { entityLinker } = openEntityLinker({ answers, request: { top_k } })
      return told(entityLinker.inContext(rows, past, 'gout'))
    }
    expect(found(5)).toEqual(['A01 linked', ...refused])
    expect(found(2)).toEqual(['A01 linked', 'A00 context_differs'])
  })

  test('says what all of a context is, or less', () => {
    const { entityLinker } = openEntityLinker({})
    const says = (code: string, context: number) => entityLinker.says(rowOf(code), context)
    expect([says('A01', past), says('A03', past), says('A00', past)]).toEqual([true, true, false])
    expect([says('A01', past | absent), says('A00', 0), says('none', 0)]).toEqual([
      ...[false, true, false],
    ])
  })
})

describe('remembered', () => {
  const answers = { gout: [rowOf('A00')], endless: [rowOf('A00')], 'gout qwxz': [rowOf('A00')] }

  test('an answer of another text is the same, costs the same, and is not asked for again', () => {
    const { open, asked, work } = openEntityLinker({ answers })
    const first = open().link('gout')
    expect(work.done).toBe(STEPS)
    expect(open().link('gout')).toEqual(first)
    expect(work.done).toBe(2 * STEPS)
    expect(asked).toHaveLength(1)
  })

  test('an answer of the same text costs nothing again, whatever its words are', () => {
    const { entityLinker, asked, work } = openEntityLinker({ answers })
    const first = entityLinker.link('gout qwxz')
    expect(entityLinker.link('gout qwxz')).toEqual(first)
    expect([asked.length, work.done]).toEqual([1, STEPS])
  })

  test.each<Partial<ParsedComprehendRequest>>([
    { top_k: 1 },
    { billable: true },
    { billable: false },
    { encounter: 'initial' },
    { strictness: 'balanced' },
  ])('another question with %o is asked', (more) => {
    const { entityLinker, open, asked } = openEntityLinker({ answers })
    entityLinker.link('gout')
    open({ text: 'another' }).link('gout')
    expect(asked).toHaveLength(1)
    open(more).link('gout')
    expect(asked).toHaveLength(2)
  })

  test('what is not the vocabulary’s is asked again in another text', () => {
    const { open, asked } = openEntityLinker({ answers })
    open().link('gout qwxz')
    open().link('gout qwxz')
    expect(asked).toHaveLength(2)
  })

  test('with too little work left it is asked, so that it is cut as it would be', () => {
    const work = new Work(2 * STEPS - 1)
    const { open, asked } = openEntityLinker({ answers, work })
    open().link('gout')
    open().link('gout')
    expect(asked).toHaveLength(2)
    const enough = openEntityLinker({ answers, work: new Work(2 * STEPS) })
    enough.open().link('gout')
    enough.open().link('gout')
    expect(enough.asked).toHaveLength(1)
  })
})

describe('work', () => {
  test('of one mention is bounded, and by what is left of the text’s', () => {
    expect(MAX_STEPS).toBe(2_000_000)
    const { entityLinker, limits, work } = openEntityLinker({})
    entityLinker.link('endless')
    expect([limits[0], work.isTruncated]).toEqual([MAX_STEPS, true])
    const little = openEntityLinker({ work: new Work(150) })
    little.entityLinker.link('gout')
    little.entityLinker.link('gout failure')
    expect(little.limits).toEqual([150, 50])
  })

  test('that is over asks nothing more and notes it', () => {
    const { entityLinker, asked, work } = openEntityLinker({ work: new Work(STEPS) })
    entityLinker.link('gout')
    expect([work.isOver, work.isTruncated]).toEqual([true, false])
    expect(entityLinker.link('heart failure')).toEqual([])
    expect([asked.length, work.isTruncated]).toEqual([1, true])
  })

  test('that was cut short is not remembered', () => {
    const { open, asked } = openEntityLinker({})
    open().link('endless')
    const before = asked.length
    open().link('endless')
    expect(asked).toHaveLength(before + 1)
  })
})

test.each([
  { row: rowOf('A00'), told: 'A00 too_vague' },
  { row: rowOf('A00', 0.5, 'not_first'), told: 'A00 not_first' },
  { row: rowOf('A00', 0.5, 'ambiguous'), told: 'A00 ambiguous' },
])('a refusal of $row.metadata.link_reason is $told', ({ row, told: reason }) => {
  const before = structuredClone(row)
  expect(told([refusal(row, 'too_vague')])).toEqual([reason])
  expect(row).toEqual(before)
})
