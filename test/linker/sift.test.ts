/**
 * Proves of the rows that are shown:
 * 1. a first row with too little in common is left out, by what is common or by its misfit, as one that names the place alone
 *    or rests on a word in another sense; no row that is linked or settles a question is. One that adds what no mention
 *    leaves unsaid gives way, one that leaves a relative out, is what the mention leaves out, or says another thing is left out;
 *    one that says the opposite, or has another thing than the mention, gives way to one that does not
 * 2. the first row that is shown is never linked in the place of another one
 * 3. an empty list says why
 * 4. an explanation has the rows that were passed over, each with what is objected to it
 */

import { describe, expect, test } from 'vitest'
import { EMPTY_REASONS, type LinkReason } from '../../src/contract.ts'
import { Work } from '../../src/index/work.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'
import type { Overlap } from '../../src/linker/alignment.ts'
import type { Decided, Verdict } from '../../src/linker/decide.ts'
import type { Model } from '../../src/linker/model.ts'
import type { Candidate } from '../../src/linker/rank.ts'
import { sift } from '../../src/linker/sift.ts'
import { requireNamedOntology } from '../../src/ontologies/all.ts'
import type { CommonWords, NamedOntology } from '../../src/ontologies/ontology.ts'
import { matchOf, openStarter } from '../support/linker.ts'

const FLOOR = {
  ...{
    no_word: 0.7,
    no_head: 0.6,
    one_head: 0.5,
    both_heads: 0.4,
    left_head: 0.3,
    added_head: 0.2,
    likely: 0.6,
    no_thing: 0.47,
  },
}
const DOUBT = { odd: 0.5, same_kind: 0.35, own_things: 0.3 }

/** A row whose name has this share of its words' mass and of the mention's in common. */
function rowOf(
  likeness: number,
  overlap: Overlap,
  reason: LinkReason,
  exactness = 0,
  added: readonly string[] = [],
  common: readonly string[] = ['gout'],
): Verdict {
  const masses = { queryMass: 10, nameMass: 10, exactness }
  const match = matchOf({
    ...masses,
    matchedQueryMass: likeness * 10,
    matchedNameMass: likeness * 10,
  })
  const candidate = {
    match,
    score: likeness,
    alignment: {
      overlap: () => overlap,
      account: () => ({ said: common.map((form) => ({ form, name: form })), added }),
    },
    reading: { replaced: [] },
    query: {},
  } as never as Candidate
  return { candidate, concept: likeness, probability: 0.5, reason }
}

/** The same row with other words. */
function withSaid(
  row: Verdict,
  said: readonly {
    readonly form: string
    readonly name?: string
    readonly isUnknown?: boolean
    readonly because?: string
  }[],
  added: readonly string[] = [],
): Verdict {
  const words = said.map((word) => ({ meant: word.name, ...word }))
  const alignment = { ...row.candidate.alignment, account: () => ({ said: words, added }) }
  return { ...row, candidate: { ...row.candidate, alignment } as never as Candidate }
}

function shown(
  query: string,
  verdicts: readonly Verdict[],
  isTruncated = false,
  policy: NamedOntology['policy'] = {},
  model: Pick<Model, 'floor' | 'misfit' | 'doubt'> = { floor: FLOOR, doubt: DOUBT },
  explains = false,
) {
  const ontology = { ...requireNamedOntology('icd-10-cm'), policy }
  const analyzer = createAnalyzer()
  const tools = { analyzer, ontology, model }
  const task = { request: { query, top_k: 2 }, tools, work: new Work(), explains }
  const mention = { text: query, written: analyzer.analyze(query), interpretations: [] }
  return sift({ mention, verdicts, isTruncated } as never as Decided, task as never)
}

const HEAVY = { shared: 9, left: 5, added: 5 }
const OTHER = { shared: 5, left: 9, added: 9 }

/** A known word that is read as another one. */
const MELANOMA = { form: 'melasma', name: 'melanoma', because: 'spelling' } as const

describe('a first row is shown from a likeness on that depends on what is common:', () => {
  test.each<{ what: string; overlap: Overlap; from: number }>([
    { what: 'numbers alone', overlap: { shared: 0, left: 5, added: 5 }, from: 0.7 },
    { what: 'the lesser words of both', overlap: OTHER, from: 0.6 },
    { what: 'the heaviest word of the mention', overlap: { ...HEAVY, added: 10 }, from: 0.5 },
    { what: 'the heaviest word of the name', overlap: { ...HEAVY, left: 10 }, from: 0.5 },
    { what: 'the heaviest word of both', overlap: HEAVY, from: 0.4 },
    { what: 'all of the name', overlap: { shared: 5, left: 9, added: 0 }, from: 0.3 },
    { what: 'all of the mention', overlap: { shared: 5, left: 0, added: 9 }, from: 0.2 },
    { what: 'all but a light word', overlap: { shared: 9, left: 0, added: 3 }, from: 0 },
  ])('$what', ({ overlap, from }) => {
    const at = (likeness: number) =>
      shown('gouty knee', [rowOf(likeness, overlap, 'name_incomplete')]).verdicts.length
    expect(at(from)).toBe(1)
    if (from > 0) expect(at(from - 0.01)).toBe(0)
  })
})

test.each([
  { what: 'a common word', overlap: OTHER, from: 0.6 },
  { what: 'no common word', overlap: { ...OTHER, shared: 0 }, from: Number.POSITIVE_INFINITY },
])('a row with $what is shown if it is likely', ({ overlap, from }) => {
  const far = rowOf(0.1, overlap, 'name_incomplete')
  const isShown = (probability: number) =>
    shown('gouty knee', [{ ...far, probability }]).verdicts.length === 1
  expect([0.59, 0.6, 1].map(isShown)).toEqual([0.59 >= from, 0.6 >= from, 1 >= from])
})

describe('a row whose name adds what no mention leaves unsaid', () => {
  const grave = (added: string, common = 'gout', likeness = 0.74, overlap = HEAVY) => ({
    ...rowOf(likeness, overlap, 'name_incomplete', 0, [added], [common]),
    probability: 0.49,
  })
  const plain = { ...rowOf(0.73, HEAVY, 'not_first', 0, ['tophus']), probability: 0.48 }
  const far = rowOf(0.1, OTHER, 'not_first')
  const first = (...rows: Verdict[]) => shown('gouty knee', rows).verdicts[0]!.concept

  test('gives way to the next that adds none', () => {
    for (const added of ['pregnancy', 'carcinoma', 'screening', 'hospital', 'working', 'firearms'])
      expect(first(grave(added), plain)).toBe(plain.concept)
    for (const added of ['traffic', 'postoperative', 'old', 'school', 'court', 'married'])
      expect(first(grave(added), plain)).toBe(plain.concept)
    for (const added of ['hemodialysis', 'radiation', 'suicidal', 'medications', 'secondary'])
      expect(first(grave(added), plain)).toBe(plain.concept)
  })

  test('is shown if no other is near', () => {
    expect(first(grave('pregnancy'), far)).toBe(0.74)
    expect(first(grave('pregnancy'), grave('carcinoma', 'gout', 0.73))).toBe(0.74)
  })

  test.each([
    { what: 'the mention says so too', row: grave('malignant', 'cancer') },
    { what: 'it adds another thing', row: grave('tophus') },
    {
      what: 'it is likely and adds a later encounter',
      row: { ...grave('sequela'), probability: 0.5 },
    },
  ])('stays if $what', ({ row }) => {
    expect(first(row, plain)).toBe(row.concept)
  })

  test('is shown if it is likely and there is no other', () => {
    const likely = { ...grave('pregnancy'), probability: 0.5 }
    expect(first(likely, plain)).toBe(plain.concept)
    expect(first(likely, far)).toBe(likely.concept)
  })
})

describe('a row for what the mention leaves out', () => {
  const gouty = { form: 'gouty', name: 'gouty' }
  const row = withSaid(rowOf(0.9, HEAVY, 'context_differs'), [gouty, { form: 'knee' }])
  const isShown = (query: string, verdict = row) => shown(query, [verdict]).verdicts.length === 1

  test('is not shown', () => {
    for (const query of ['knee without gouty', 'knee 2, but not gouty', 'knee excluding gouty'])
      expect(isShown(query)).toBe(false)
    for (const query of ['knee no gouty', 'knee not gouty']) expect(isShown(query)).toBe(false)
    for (const query of ['gouty without knee', 'without gouty knee', 'knee, gouty'])
      expect(isShown(query)).toBe(true)
    const both = withSaid(row, [gouty, { form: 'knee', name: 'knee' }, { form: 'toe' }])
    expect(isShown('knee toe, not gouty', both)).toBe(true)
  })

  test('is if it says so itself', () => {
    const unable = withSaid(row, [{ form: 'gouty', name: 'gouty' }, { form: 'knee' }], ['unable'])
    expect(isShown('knee not gouty', unable)).toBe(true)
    expect(isShown('knee without gouty', unable)).toBe(false)
  })

  test('is if the word is part of what is read', () => {
    const reading = { replaced: [{ text: 'No gouty', read_as: 'gouty' }] }
    const candidate = { ...row.candidate, reading } as never as Candidate
    expect(isShown('knee no gouty', { ...row, candidate })).toBe(true)
    expect(isShown('knee not gouty', { ...row, candidate })).toBe(false)
  })
})

describe('a row that has another thing than the mention', () => {
  const rowThat = (
    probability: number,
    left: string,
    added: readonly string[],
    likeness = 0.95,
  ) => ({
    ...withSaid(
      rowOf(likeness, HEAVY, 'name_incomplete'),
      [{ form: 'gout', name: 'gout' }, { form: left }],
      added,
    ),
    probability,
  })
  const first = (row: Verdict, likeness = 0.94) =>
    shown('gouty knee', [row, rowThat(0.2, 'knee', [], likeness)]).verdicts[0]!.concept

  test('gives way to one that adds nothing, below a probability', () => {
    expect(first(rowThat(0.29, 'parasailing', ['ballet']))).toBe(0.94)
    expect(first(rowThat(0.3, 'parasailing', ['ballet']))).toBe(0.95)
    expect(first(rowThat(0.29, 'disorder', ['ballet']))).toBe(0.95)
    expect(first(rowThat(0.29, 'parasailing', ['disorder']))).toBe(0.95)
  })

  test('needs more if both have a part of the body, or a finding', () => {
    expect(first(rowThat(0.34, 'elbow', ['shoulder'], 0.96))).toBe(0.94)
    expect(first(rowThat(0.34, 'swelling', ['cyst']))).toBe(0.94)
    expect(first(rowThat(0.35, 'swelling', ['cyst']))).toBe(0.95)
    expect(first(rowThat(0.34, 'elbow', ['cyst'], 0.96))).toBe(0.96)
  })

  test('stays if the other has less than half of its words', () => {
    expect(first(rowThat(0.29, 'parasailing', ['ballet']), 0.48)).toBe(0.48)
    expect(first(rowThat(0.29, 'parasailing', ['ballet']), 0.47)).toBe(0.95)
  })

  test('gives way to a name that is the mention in fewer words', () => {
    const { candidate, ...rest } = rowThat(0.2, 'knee', [], 0.47)
    const match = { ...candidate.match, exactness: 0.5 }
    const row = rowThat(0.29, 'parasailing', ['ballet'])
    const rows = [row, { ...rest, candidate: { ...candidate, match } }]
    expect(shown('gouty knee', rows).verdicts[0]!.concept).toBe(0.47)
  })

  test('is shown if there is no other, and followed by the rows that it gave way to', () => {
    const row = rowThat(0.29, 'parasailing', ['ballet'])
    expect(shown('gouty knee', [row]).verdicts).toEqual([row])
    const other = rowThat(0.2, 'knee', [], 0.94)
    const { verdicts } = shown('gouty knee', [row, other])
    expect(verdicts.map(({ concept }) => concept)).toEqual([other.concept, row.concept])
  })
})

describe('a row with nothing but numbers, letters and states in common', () => {
  const rowThat = (common: readonly string[], probability: number) => ({
    ...rowOf(0.99, HEAVY, 'name_incomplete', 0, ['aorta'], common),
    probability,
  })
  const isShown = (row: Verdict) => shown('gouty t 2', [row]).verdicts.length === 1

  test('is left out below its probability', () => {
    expect(isShown(rowThat(['t', '2', 'range'], 0.46))).toBe(false)
    expect(isShown(rowThat(['t', '2', 'gout'], 0.46))).toBe(true)
  })
})

describe('a row whose words only share a stem with the mention', () => {
  const rowThat = (said: { form: string; name: string }[]) =>
    withSaid({ ...rowOf(0.99, HEAVY, 'name_incomplete'), probability: 0.46 }, said, ['aorta'])
  const model = { floor: FLOOR, doubt: { ...DOUBT, odd: 0 } }
  const isShown = (row: Verdict) =>
    shown('suture removal', [row], false, {}, model).verdicts.length === 1

  test.each([
    { said: [{ form: 'suture', name: 'sutural' }], isLeftOut: true },
    { said: [{ form: 'suture', name: 'sutures' }], isLeftOut: false },
    { said: [{ form: 'suture', name: 'stitch' }], isLeftOut: false },
    { said: [{ form: 'incidental', name: 'incidental' }], isLeftOut: true },
    { said: [{ form: 'social', name: 'social' }], isLeftOut: true },
  ])('$said: left out: $isLeftOut', ({ said, isLeftOut }) => {
    expect(isShown(rowThat(said))).toBe(!isLeftOut)
    expect(isShown({ ...rowThat(said), probability: 0.47 })).toBe(true)
  })
})

describe('a row that says another thing', () => {
  const same = (...forms: string[]) => forms.map((form) => ({ form, name: form }))
  const rowThat = (
    said: { form: string; meant?: string; name?: string; isSilent?: boolean }[],
    added: readonly string[],
    probability = 0.3,
  ) => withSaid({ ...rowOf(0.99, HEAVY, 'name_incomplete'), probability }, said, added)
  const model = { floor: FLOOR, doubt: { ...DOUBT, odd: 0 } }
  const isShown = (row: Verdict, by: Pick<Model, 'floor' | 'doubt'> = model) =>
    shown('gouty knee', [row], false, {}, by).verdicts.length === 1

  test('of another letter or side is left out', () => {
    const carrier = same('gouty', 'carrier')
    expect(isShown(rowThat([...carrier, { form: 'b' }], ['c']))).toBe(false)
    expect(isShown(rowThat([...carrier, { form: 'b' }], ['c']), { floor: FLOOR })).toBe(true)
    expect(isShown(rowThat([...carrier, { form: 'b' }], ['viral']))).toBe(true)
    expect(isShown(rowThat(same('gouty', 'carrier', 'b'), ['c']))).toBe(true)
    expect(isShown(rowThat([...carrier, { form: '15' }], ['2']))).toBe(false)
    expect(isShown(rowThat([...carrier, { form: '1' }, { form: '49' }], ['5']))).toBe(true)
    expect(isShown(rowThat([...carrier, { form: 'left' }], ['right']))).toBe(false)
    expect(isShown(rowThat([...carrier, { form: 'left' }], ['bilateral']))).toBe(true)
    expect(isShown(rowThat([...carrier, { form: 'left', isSilent: true }], ['right']))).toBe(true)
  })

  test('is left out if only a stage or a number is common, and the name adds a thing', () => {
    expect(isShown(rowThat(same('grade', '2'), ['tophus']))).toBe(false)
    expect(isShown(rowThat(same('18'), ['tophus']))).toBe(false)
    expect(isShown(rowThat(same('grade', '2'), ['disorder']))).toBe(true)
    expect(isShown(rowThat(same('gouty', 'grade', '2'), ['tophus']))).toBe(true)
  })

  test('is left out if nothing in common names a thing, and mention and name have one', () => {
    expect(isShown(rowThat([{ form: 'gouty' }, ...same('grade', '3')], ['sprue']))).toBe(false)
    expect(isShown(rowThat([{ form: 'gouty' }, ...same('history')], ['sprue']))).toBe(false)
    expect(isShown(rowThat([{ form: 'gouty' }, ...same('feel')], ['sprue']))).toBe(false)
    const inherited = [{ form: 'gouty' }, ...same('autosomal', 'recessive')]
    expect(isShown(rowThat(inherited, ['sprue']))).toBe(false)
    expect(isShown(rowThat(inherited, []))).toBe(true)
    expect(isShown(rowThat([{ form: 'gouty' }, ...same('severe')], ['sprue']))).toBe(false)
    expect(isShown(rowThat([{ form: 'gouty' }, ...same('tophus')], ['sprue']))).toBe(true)
    const read = { form: 'grade', meant: 'tophus', name: 'tophus' }
    expect(isShown(rowThat([{ form: 'gouty' }, read], ['sprue'], 0.5))).toBe(true)
    expect(isShown(rowThat([{ form: 'gouty' }, ...same('grade', '3')], []))).toBe(true)
    expect(isShown(rowThat([{ form: 'disorder' }, ...same('severe', 'gout')], ['x']))).toBe(true)
    expect(isShown(rowThat([{ form: 'want' }, ...same('severe')], ['sprue'], 0.5))).toBe(true)
  })
})

describe('a row that names the place alone', () => {
  const rowThat = (said: { form: string; name?: string }[], added: readonly string[] = []) =>
    withSaid({ ...rowOf(0.99, HEAVY, 'name_incomplete'), probability: 0.49 }, said, added)
  const ear = { form: 'ear', name: 'ear' }
  const isShown = (row: Verdict) => shown('ear', [row]).verdicts.length === 1

  test.each([
    { what: 'a finding', said: [ear, { form: 'nodules' }], isLeftOut: true },
    { what: 'a disease', said: [ear, { form: 'epidermosis' }], isLeftOut: true },
    { what: 'a deviation', said: [ear, { form: 'deviated' }], isLeftOut: true },
    { what: 'wax', said: [ear, { form: 'wax' }], isLeftOut: true },
    ...['pseudocyst', 'caruncle', 'corns', 'callus', 'calluses', 'corn'].map((form) => ({
      ...{ what: form, said: [ear, { form }], isLeftOut: true },
    })),
    { what: 'another part', said: [ear, { form: 'proper' }], isLeftOut: false },
  ])('of $what is left out: $isLeftOut', ({ said, isLeftOut }) => {
    expect(isShown(rowThat(said))).toBe(!isLeftOut)
    expect(isShown({ ...rowThat(said), probability: 0.5 })).toBe(true)
    expect(isShown(rowThat(said, ['structure']))).toBe(!isLeftOut)
    expect(isShown(rowThat(said, ['disorder']))).toBe(true)
  })
})

describe('a row that rests on a word in another sense', () => {
  const rowThat = (
    said: { form: string; name?: string; because?: string }[],
    added: readonly string[] = [],
  ) => withSaid({ ...rowOf(0.99, HEAVY, 'name_incomplete'), probability: 0.49 }, said, added)
  const isShown = (row: Verdict) => shown('gouty knee', [row]).verdicts.length === 1
  const as = (form: string, name: string, because = '') => ({ form, name, because })
  const brace = { form: 'brace' }

  test.each([
    { said: [as('fitted', 'seizure', 'lay'), brace], isLeftOut: true },
    { said: [as('black', 'black'), brace], isLeftOut: true },
    { said: [as('fitness', 'fits'), brace], isLeftOut: true },
    { said: [as('port', 'port'), brace], isLeftOut: true },
    { said: [as('jabs', 'jabs'), brace], isLeftOut: true },
    { said: [as('low', 'mood', 'synonym'), brace], isLeftOut: true },
    { said: [as('wandering', 'wandering'), brace], isLeftOut: true },
    { said: [as('turn', 'turn'), brace], isLeftOut: true },
    { said: [as('flat', 'flat'), { form: 'feet' }], isLeftOut: true },
    { said: [as('job', 'job'), { form: 'feet' }], isLeftOut: true },
    { said: [as('boil', 'boil'), brace], isLeftOut: false },
    // A word that is left to one sense beside a part of the body only.
    { said: [as('cold', 'cold'), { form: 'feet' }], isLeftOut: true },
    { said: [as('cold', 'cold'), brace], isLeftOut: false },
    // A guess at a short word.
    { said: [as('crakl', 'crackle', 'spelling'), brace], isLeftOut: true },
    { said: [as('crakle', 'crackle', 'spelling'), brace], isLeftOut: false },
    // A bare state.
    { said: [as('positive', 'positive'), brace], isLeftOut: true },
    // The mention names nothing besides, or another word is common, too.
    { said: [as('fitted', 'seizure', 'lay')], isLeftOut: false },
    { said: [as('fitted', 'seizure', 'lay'), { form: 'positive' }], isLeftOut: false },
    { said: [as('fitted', 'seizure', 'lay'), as('gout', 'gout'), brace], isLeftOut: false },
  ])('$said: left out: $isLeftOut', ({ said, isLeftOut }) => {
    expect(isShown(rowThat(said))).toBe(!isLeftOut)
    expect(isShown({ ...rowThat(said), probability: 0.5 })).toBe(true)
  })

  test('is found out by the word as it is written', () => {
    const row = rowThat([as('decompression', 'decompression'), brace])
    const reading = { replaced: [{ text: 'Bent', read_as: 'decompression sickness' }] }
    expect(isShown(row)).toBe(true)
    const candidate = { ...row.candidate, reading } as never as Candidate
    expect(isShown({ ...row, candidate })).toBe(false)
  })

  test.each([
    { text: '6', read_as: 'visual impairment', form: 'visual', isLeftOut: true },
    { text: 'cap', read_as: 'Community-acquired pneumonia', form: 'acquired', isLeftOut: true },
    { text: 'Cap', read_as: 'Community-acquired pneumonia', form: 'acquired', isLeftOut: true },
    { text: 'CAP', read_as: 'Community-acquired pneumonia', form: 'acquired', isLeftOut: false },
    { text: 'cva', read_as: 'cerebral infarction', form: 'cerebral', isLeftOut: false },
    // An everyday word that is short for something elsewhere.
    { text: 'chart', because: 'abbreviation of several', isLeftOut: true },
    { text: 'CHART', because: 'abbreviation of several', isLeftOut: false },
    { text: 'chart', because: 'synonym', isLeftOut: false },
    { text: 'pth', because: 'abbreviation of several', isLeftOut: false },
    // A phrase of which another sense is common: "discharge" of an eye.
    { text: 'sticky eye', read_as: 'eye discharge', form: 'discharge', isLeftOut: true },
    { text: 'sticky eye', read_as: 'eye pus', form: 'pus', isLeftOut: false },
  ])(
    '"$text", read as "$read_as" ($because), is left out: $isLeftOut',
    ({ text, read_as = 'tachycardia', form = 'tachycardia', because = '', isLeftOut }) => {
      const row = rowThat([as(form, form), { form: 'knee' }])
      const candidate = { ...row.candidate, reading: { replaced: [{ text, read_as, because }] } }
      expect(isShown({ ...row, candidate: candidate as never as Candidate })).toBe(!isLeftOut)
    },
  )

  test('gives way to the next row, which does not', () => {
    const [odd, plain] = ['fitted', 'boil'].map((form) => rowThat([as(form, form), brace]))
    expect(shown('gouty knee', [odd!, plain!]).verdicts[0]!.candidate).toBe(plain!.candidate)
  })

  test('is left out if a state comes with no thing', () => {
    expect(isShown(rowThat([as('positive', 'positive'), brace], ['disorder']))).toBe(false)
  })
})

test.each([
  { form: 'halitosis', meant: 'baritosis', isShown: false },
  { form: 'peyronies', meant: 'peroneus', isShown: false },
  // Words that are known, whatever the edits.
  { form: 'melasma', meant: 'melanoma', isShown: false },
  { form: 'caruncle', meant: 'carbuncle', isShown: false },
  { form: 'nocturia', meant: 'nocturnal', isShown: true },
  // One edit, nearly the same end, two edits or the same beginning.
  { form: 'shroke', meant: 'stroke', isShown: true },
  { form: 'asthesioneuroblastoma', meant: 'esthesioneuroblastoma', isShown: true },
  { form: 'galactocele', meant: 'lactocele', isShown: true },
  { form: 'neurophaty', meant: 'neuropathy', isShown: true },
  // A known word, and one that begins with nearly all of it.
  { form: 'trichuris', meant: 'trichuriasis', isShown: true },
  { form: 'intersex', meant: 'interest', isShown: false },
  { form: 'halitosis', meant: 'baritosis', because: 'synonym', isShown: true },
  { form: 'halitosis', meant: 'baritosis', besides: ['gout'], isShown: true },
  // A state beside it says nothing.
  { form: 'chandlers', meant: 'kindler', besides: ['syndrome'], isShown: false },
  { form: 'neurophaty', meant: 'neuropathy', besides: ['syndrome'], isShown: true },
])('a guess "$meant" for "$form" ($because), besides $besides: shown: $isShown', (given) => {
  const { form, meant, because = 'spelling', besides = [] } = given
  const said = [
    { form, name: meant, because },
    ...besides.map((each) => ({ form: each, name: each })),
  ]
  for (const exactness of [0, 0.8])
    expect(
      shown('gouty knee', [withSaid(rowOf(0.99, HEAVY, 'name_incomplete', exactness), said)])
        .verdicts.length === 1,
    ).toBe(given.isShown)
})

test.each([
  { form: 'rombergs', meant: 'roberts', added: ['pseudothalidomide'], isShown: false },
  { form: 'rombergs', meant: 'roberts', added: ['disorder'], isShown: true },
  { form: 'rombergs', meant: 'romberts', added: ['pseudothalidomide'], isShown: true },
  { form: 'leucoedema', meant: 'leukoedema', added: ['pseudothalidomide'], isShown: true },
  { form: 'mohs', meant: 'mogs', added: ['pseudothalidomide'], isShown: false },
  // Nearly the same end, of a word that is known and of one that is not.
  { form: 'ingestion', meant: 'indigestion', added: [], isShown: false },
  { form: 'galactocele', meant: 'lactocele', added: ['pseudothalidomide'], isShown: true },
])('a guess "$meant" for "$form", adding $added: shown: $isShown', (given) => {
  const { form, meant, added } = given
  const said = [{ form, name: meant, meant, because: 'spelling' }]
  const row = withSaid(rowOf(0.99, HEAVY, 'name_incomplete'), said, added)
  const model = { floor: FLOOR, doubt: DOUBT }
  expect(shown('gouty knee', [row], false, {}, model).verdicts.length === 1).toBe(given.isShown)
})

describe('a row that denies what the mention says', () => {
  const isShown = (
    query: string,
    added: string,
    left: { form: string; isUnknown?: boolean }[] = [],
    probability = 0.49,
  ) => {
    const said = [{ form: 'icterus', name: 'icterus' }, ...left]
    const row = withSaid({ ...rowOf(0.99, HEAVY, 'name_incomplete'), probability }, said, [added])
    return shown(query, [row]).verdicts.length === 1
  }

  test.each(['unable', 'no', 'normal', 'never', 'negative', 'none'])(
    'by "%s" is left out',
    (denial) => {
      expect(isShown('coin icterus', denial)).toBe(false)
      expect(isShown('coin icterus', denial, [], 0.5)).toBe(true)
      expect(isShown('coin icterus', 'disorder')).toBe(true)
    },
  )

  test.each([
    ...[
      "can't",
      "couldn't",
      'impossible',
      'hard',
      'ability',
      'not',
      'difficulty',
      'inability',
      'nil',
    ],
    ...['poor', 'problems', 'trouble', 'limited', 'limits', 'cannot'],
  ])('is shown where the mention says "%s"', (word) => {
    expect(isShown(`coin ${word} icterus`, 'unable')).toBe(true)
  })

  test('is shown where a word is unknown that may be a misspelt denial', () => {
    expect(isShown('zzqx icterus', 'unable', [{ form: 'zzqx', isUnknown: true }])).toBe(true)
    expect(isShown('zzqx icterus', 'unable', [{ form: 'zzqx' }])).toBe(false)
    expect(isShown('coin icterus', 'unable', [{ form: 'coin', isUnknown: true }])).toBe(false)
  })
})

test.each([
  { left: 'high', added: 'low', isShown: false },
  { left: 'low', added: 'high', isShown: false },
  { left: 'raised', added: 'reduced', isShown: false },
  { left: 'elevated', added: 'decreased', isShown: false },
  { left: 'increased', added: 'lowered', isShown: false },
  { left: 'high', added: 'elevated', isShown: true },
  { left: 'low', added: 'decreased', isShown: true },
  { left: 'tophus', added: 'low', isShown: true },
])('"$added" in a name for "$left": shown: $isShown', ({ left, added, isShown }) => {
  const said = [{ form: 'urate', name: 'urate' }, { form: left }]
  const row = withSaid(rowOf(0.99, HEAVY, 'name_incomplete'), said, [added])
  expect(shown('urate', [row]).verdicts.length === 1).toBe(isShown)
})

test.each([
  { query: 'mantoux 18mm', text: 'mm', isShown: false },
  { query: 'mantoux 18 mm', text: 'mm', isShown: false },
  { query: 'stage 2 MM', text: 'MM', isShown: true },
  { query: 'mm 2 mantoux', text: 'mm', isShown: true },
  { query: 'mantoux mm', text: 'mm', isShown: true },
  { query: 'mantoux 18 ra', text: 'ra', isShown: true },
])('"$text" read as an abbreviation in "$query": shown: $isShown', ({ query, text, isShown }) => {
  const { candidate, ...row } = rowOf(0.99, HEAVY, 'name_incomplete')
  const reading = { replaced: [{ text, read_as: 'gout' }] }
  const verdict = { ...row, candidate: { ...candidate, reading } as never as Candidate }
  expect(shown(query, [verdict]).verdicts.length === 1).toBe(isShown)
})

test.each([
  { query: 'PSA 18', isShown: false },
  { query: 'psa 4.2', isShown: false },
  { query: 'PSA', isShown: true },
  { query: 'PSA 18 gout', isShown: true },
  { query: 'gout 18', isShown: true },
])('"$query" is a value and no abbreviated disease, which is shown: $isShown', (given) => {
  const row = rowOf(0.99, HEAVY, 'name_incomplete')
  expect(shown(given.query, [row]).verdicts.length === 1).toBe(given.isShown)
})

describe('a row that names what the mention says is lost', () => {
  const isShown = (said: readonly object[], added: readonly string[] = []) =>
    shown('gouty knee', [withSaid(rowOf(0.99, HEAVY, 'name_incomplete'), said as never, added)])
      .verdicts.length === 1
  const lordosis = { form: 'lordosis', name: 'lordosis' }
  const of = { form: 'of', isSilent: true }

  test('is left out', () => {
    expect(isShown([{ form: 'loss' }, of, lordosis])).toBe(false)
    expect(isShown([lordosis, { form: 'reversal' }])).toBe(false)
  })

  test('unless its name says so, or another word is between', () => {
    expect(isShown([{ form: 'loss', name: 'loss' }, of, lordosis])).toBe(true)
    expect(isShown([{ form: 'loss' }, of, lordosis], ['deficit'])).toBe(true)
    expect(isShown([{ form: 'loss' }, { form: 'knee' }, lordosis])).toBe(true)
    expect(isShown([lordosis, { form: 'loss' }])).toBe(true)
    expect(isShown([{ form: 'reversal' }, lordosis])).toBe(true)
  })
})

describe('a row for what a relative has', () => {
  const rowThat = (name: string) =>
    withSaid({ ...rowOf(0.99, HEAVY, 'name_incomplete'), probability: 0.49 }, [
      { form: name, name },
    ])
  const isShown = (query: string, row: Verdict) => shown(query, [row]).verdicts.length === 1

  test('is left out if its name has no family', () => {
    expect(isShown('father had gout', rowThat('gout'))).toBe(false)
    expect(isShown('father had gout', { ...rowThat('gout'), probability: 0.5 })).toBe(true)
    expect(isShown('father had gout', rowThat('family'))).toBe(true)
    expect(isShown('gout as father', rowThat('gout'))).toBe(true)
    expect(isShown('father', rowThat('gout'))).toBe(true)
    expect(isShown('husband had gout', rowThat('gout'))).toBe(true)
  })
})

test('a word that adds little to the name is no word of its own', () => {
  const light = rowOf(0.1, { shared: 9, left: 9, added: 3 }, 'name_incomplete')
  expect(shown('gouty knee', [light]).verdicts).toEqual([light])
})

describe('with a model that has a misfit', () => {
  const coefficients = { logit: -1 }
  const limits = { max: 0.5, max_behind: 0.4 }
  const model = { misfit: { fitted_on: '', ...limits, intercept: 0, coefficients }, doubt: DOUBT }
  const isShown = (probability: number, exactness = 0) => {
    const row = { ...rowOf(0.1, OTHER, 'name_incomplete', exactness), probability }
    return shown('gouty knee', [row], false, {}, model).verdicts.length === 1
  }

  test('a row with a greater one than the most is left out, whatever is common', () => {
    expect(isShown(0.5)).toBe(true)
    expect(isShown(0.49)).toBe(false)
  })

  test('a name that is the mention is shown', () => {
    expect(isShown(0.1, 0.5)).toBe(true)
  })

  test('a row in the place of one that is too far off must fit better', () => {
    const row = (probability: number) => ({ ...rowOf(0.1, OTHER, 'not_first'), probability })
    const places = (...probabilities: number[]) => {
      const rows = probabilities.map(row)
      const { verdicts, passedOver } = shown('gouty knee', rows, false, {}, model, true)
      return [verdicts.length, passedOver.map(({ because }) => because)]
    }
    expect(places(0.49, 0.6)).toEqual([1, ['far_off']])
    expect(places(0.49, 0.59)).toEqual([0, ['far_off', 'far_off']])
    expect(places(0.5, 0.5)).toEqual([2, []])
  })

  test('and so must one in the place of one that would mislead', () => {
    const places = (probability: number) => {
      const first = withSaid({ ...rowOf(0.9, HEAVY, 'name_incomplete'), probability }, [MELANOMA])
      const next = { ...rowOf(0.8, HEAVY, 'not_first'), probability }
      const { passedOver } = shown('gouty knee', [first, next], false, {}, model, true)
      return passedOver.map(({ because }) => because)
    }
    expect(places(0.6)).toEqual(['misleading'])
    expect(places(0.59)).toEqual(['misleading', 'far_off'])
  })
})

test.each(['linked', 'several_conditions', 'several_meanings'] as const)(
  'a row that is %s is shown',
  (reason) => {
    const row = rowOf(0, OTHER, reason)
    expect(shown('gouty knee', [row])).toMatchObject({ verdicts: [row], emptyBecause: undefined })
  },
)

test('a name that is the mention is shown', () => {
  const row = rowOf(0, OTHER, 'ambiguous', 0.5)
  expect(shown('gouty knee', [row]).verdicts).toEqual([row])
})

test('the next row takes the place of one that is left out, and is not linked', () => {
  const [far, near, last] = [
    rowOf(0.1, OTHER, 'name_incomplete'),
    rowOf(0.9, HEAVY, 'not_first'),
    rowOf(0.1, OTHER, 'not_first'),
  ]
  const { verdicts } = shown('gouty knee', [far, near, last])
  expect(verdicts.map(({ concept, reason }) => [concept, reason])).toEqual([
    [near.concept, 'name_incomplete'],
    [last.concept, 'not_first'],
  ])
  expect(verdicts[0]).toMatchObject({ basis: 'partial', proven: near.candidate })
})

test('a row that would mislead by the ontology is not shown, which is told the words in common', () => {
  const gouty = { form: 'gouty', name: 'gouty', because: '', weight: 1 }
  const guess = { form: 'kneee', name: 'knee', because: 'spelling', weight: 0.89 }
  const sure = { form: 'toee', name: 'toe', because: 'spelling', weight: 0.9 }
  const row = withSaid(
    rowOf(0.9, HEAVY, 'name_incomplete'),
    [gouty, guess, sure, { form: 'x', isUnknown: true }],
    ['big'],
  )
  const told: CommonWords[] = []
  const isMisleading = (_: unknown, __: unknown, words: () => CommonWords) => {
    told.push(words())
    return true
  }
  const answer = (verdict: Verdict) =>
    shown('gouty knee', [verdict], false, { isMisleading }).verdicts.length
  expect(answer(row)).toBe(0)
  expect(told).toEqual([
    { common: ['gouty', 'toee'], left: ['kneee', 'x'], leftKnown: ['kneee'], added: ['big'] },
  ])
  expect(answer({ ...row, reason: 'linked' })).toBe(1)
})

test('a row that lacks an act is not shown, unless its code may be for one', () => {
  const row = withSaid(
    rowOf(0.9, HEAVY, 'name_incomplete'),
    [{ form: 'varices', name: 'varices' }, { form: 'banding' }],
    [],
  )
  const answer = (verdict: Verdict, mayBeAct?: () => boolean) =>
    shown('banding of varices', [verdict], false, mayBeAct && { mayBeAct }).verdicts.length
  expect(answer(row, () => false)).toBe(0)
  expect(answer(row, () => true)).toBe(1)
  expect(answer(row)).toBe(1)
  const match = { ...row.candidate.match, exactness: 0.8 }
  expect(answer({ ...row, candidate: { ...row.candidate, match } }, () => false)).toBe(1)
})

describe('a first row that gives way by the ontology', () => {
  const row = (likeness: number, added: string[]) =>
    withSaid(rowOf(likeness, HEAVY, 'name_incomplete'), [], added)
  const givesWay = (_: unknown, __: unknown, words: () => CommonWords) =>
    words().added.includes('igg')
  const first = (...rows: readonly Verdict[]) =>
    shown('gouty knee', rows, false, { givesWay }).verdicts[0]?.concept
  test('does so for one that has as much of the mention', () => {
    expect(first(row(0.8, ['igg']), row(0.81, []))).toBe(0.81)
    expect(first(row(0.8, ['igg']), row(0.79, []), row(0.81, []))).toBe(0.81)
  })
  test('and stays the first where there is none', () => {
    expect(first(row(0.8, ['igg']), row(0.79, []))).toBe(0.8)
    expect(first(row(0.8, ['igg']), row(0.81, ['igg']))).toBe(0.8)
    expect(first(row(0.8, []), row(0.81, []))).toBe(0.8)
  })
})

test('rows are cut to those that are requested, and looked at whatever their number', () => {
  const far = rowOf(0.1, OTHER, 'name_incomplete')
  const near = [0.7, 0.8, 0.9].map((likeness) => rowOf(likeness, HEAVY, 'not_first'))
  const concepts = (rows: readonly Verdict[]) =>
    shown('gouty knee', rows).verdicts.map(({ concept }) => concept)
  expect(concepts(near)).toEqual([0.7, 0.8])
  expect(concepts([far, ...near])).toEqual([0.7, 0.8])
  expect(concepts([far, far, near[0]!])).toEqual([0.7])
  expect(concepts([far, far, far, near[0]!])).toEqual([])
  expect(concepts([{ ...far, reason: 'linked' }, ...near])).toEqual([0.1, 0.7])
})

describe('an explanation has the rows that were passed over', () => {
  const far = rowOf(0.1, OTHER, 'name_incomplete')
  const grave = rowOf(0.74, HEAVY, 'not_first', 0, ['pregnancy'])
  const near = rowOf(0.9, HEAVY, 'not_first')
  const guess = withSaid(near, [MELANOMA])
  const model = { floor: FLOOR, doubt: DOUBT }
  const passed = (rows: readonly Verdict[], explains = true) =>
    shown('gouty knee', rows, false, {}, model, explains).passedOver

  test('for the first one shown, or for none', () => {
    const because = (rows: readonly Verdict[]) => passed(rows).map((each) => each.because)
    expect(because([far, guess, near])).toEqual(['far_off', 'misleading'])
    expect(because([grave, near])).toEqual(['gives_way'])
    expect(because([far, guess])).toEqual(['far_off', 'misleading'])
    expect(because([near, far])).toEqual([])
    expect(because([])).toEqual([])
    expect(passed([far, near])[0]).toEqual({ verdict: far, because: 'far_off', misfit: undefined })
  })

  test('and no other answer has them', () => {
    expect(passed([far, near], false)).toEqual([])
    expect(passed([{ ...far, reason: 'linked' }, near])).toEqual([])
    expect(shown('as above', [far], false, {}, model, true).passedOver).toEqual([])
  })

  test('with their misfit, if the model has one', () => {
    const limits = { max: 0.4, max_behind: 0.4 }
    const misfit = { fitted_on: '', ...limits, intercept: 0, coefficients: {} }
    const sifted = shown('gouty knee', [far], false, {}, { misfit, doubt: DOUBT }, true)
    expect(sifted.passedOver).toEqual([{ verdict: far, because: 'far_off', misfit: 0.5 }])
  })
})

describe('an empty list says why:', () => {
  const far = rowOf(0.1, OTHER, 'name_incomplete')
  test.each([
    { query: 'as above', verdicts: [far], isTruncated: false, because: 'no_mention' },
    { query: 'refer to ortho', verdicts: [], isTruncated: false, because: 'no_mention' },
    { query: 'gouty knee', verdicts: [far], isTruncated: false, because: 'nothing_alike' },
    { query: 'gouty knee', verdicts: [], isTruncated: false, because: 'nothing_alike' },
    { query: 'gouty knee', verdicts: [], isTruncated: true, because: 'truncated' },
  ])('"$query" $because', ({ query, verdicts, isTruncated, because }) => {
    expect(EMPTY_REASONS).toContain(because)
    const sifted = shown(query, verdicts, isTruncated)
    expect(sifted).toMatchObject({ verdicts: [], emptyBecause: because })
  })

  test.each([
    { ontology: 'icd-10-cm', query: 'normal', because: 'no_mention' },
    { ontology: 'snomed', query: 'Refer to ortho.', because: 'no_mention' },
    { ontology: 'loinc', query: 'Delete', because: 'no_mention' },
    { ontology: 'medication', query: 'as above', because: 'no_mention' },
    { ontology: 'icd-10-cm', query: 'zzqx', because: 'nothing_alike' },
    { ontology: 'loinc', query: 'hookworm antigen', because: 'nothing_alike' },
    { ontology: 'loinc', query: 'tubercle antigen', because: 'nothing_alike' },
    { ontology: 'loinc', query: 'CSF cortisol receptor', because: 'nothing_alike' },
    { ontology: 'loinc', query: 'Braden score', because: 'nothing_alike' },
    { ontology: 'loinc', query: 'saliva lead', because: 'nothing_alike' },
    { ontology: 'medication', query: 'zzqx', because: 'nothing_alike' },
  ] as const)('$ontology "$query" $because', ({ ontology, query, because }) => {
    const { results, empty_because } = openStarter(ontology).link({ query, ontology })
    expect({ results, empty_because }).toEqual({ results: [], empty_because: because })
  })

  test('one with results does not', () => {
    const result = openStarter('icd-10-cm').link({ query: 'gout', ontology: 'icd-10-cm' })
    expect(result.results[0]?.is_linked).toBe(true)
    expect(result).not.toHaveProperty('empty_because')
  })
})

describe('a row that has what the mention denies, or denies what it has', () => {
  const as = (form: string, name = form) => ({ form, name })
  const rowThat = (name: string, said: Parameters<typeof withSaid>[1], read = '', of = '') => {
    const row = withSaid(rowOf(0.99, HEAVY, 'name_incomplete'), said)
    const alignment = { ...row.candidate.alignment, wordsOf: () => name.split(' ') }
    const reading = { replaced: of === '' ? [] : [{ text: of, read_as: read }] }
    return { ...row, candidate: { ...row.candidate, alignment, reading } as never as Candidate }
  }
  const isShown = (query: string, row: Verdict) => shown(query, [row]).verdicts.length === 1

  test.each([
    { query: 'empyema without fistula', name: 'empyema with fistula', isLeftOut: true },
    { query: 'empyema with no fistula', name: 'empyema with fistula', isLeftOut: true },
    { query: 'empyema with fistula', name: 'empyema without fistula', isLeftOut: true },
    { query: 'empyema with fistula', name: 'empyema w/o fistula', isLeftOut: true },
    { query: 'fistula without empyema', name: 'empyema without fistula', isLeftOut: true },
    {
      query: 'empyema without mention of gout or fistula',
      name: 'empyema fistula',
      isLeftOut: true,
    },
    { query: 'empyema without gout', name: 'empyema', isLeftOut: false },
    { query: 'empyema without fistula', name: 'empyema without any fistula', isLeftOut: false },
    { query: 'empyema with or without fistula', name: 'empyema fistula', isLeftOut: false },
    { query: 'empyema without gout, but fistula', name: 'empyema fistula', isLeftOut: false },
    { query: 'empyema and fistula', name: 'empyema with fistula', isLeftOut: false },
    // Two words are a thing that is denied.
    {
      query: 'empyema fistula',
      name: 'empyema without foreign body fistula',
      isLeftOut: false,
    },
    // Said and denied.
    {
      query: 'fistula empyema without mention of fistula',
      name: 'empyema fistula',
      isLeftOut: false,
    },
  ])('"$name" for "$query": left out: $isLeftOut', ({ query, name, isLeftOut }) => {
    const words = createAnalyzer().analyze(query)
    const inName = new Set(name.split(' '))
    const said = words.map(({ form }) => (inName.has(form) ? as(form) : { form }))
    const added = name.split(' ').filter((form) => !query.includes(form))
    const row = rowThat(name, said)
    const account = () => ({ said, added })
    const alignment = { ...row.candidate.alignment, account }
    const candidate = { ...row.candidate, alignment } as never as Candidate
    expect(isShown(query, { ...row, candidate })).toBe(!isLeftOut)
  })

  test('by what it is read as', () => {
    const said = [{ form: 'inflammation' }, as('calculus')]
    const row = rowThat('gallbladder calculus', said, 'calculus', 'stones')
    expect(isShown('cholecystitis without stones', row)).toBe(false)
    expect(isShown('cholecystitis with stones', row)).toBe(true)
    const whole = rowThat('gallbladder calculus', said, 'calculus', 'cholecystitis without stones')
    expect(isShown('cholecystitis without stones', whole)).toBe(true)
  })

  test('is shown if it says itself that something is lost', () => {
    const said = [as('empyema'), { form: 'without' }, as('fistula')]
    const row = withSaid(rowOf(0.99, HEAVY, 'name_incomplete'), said, ['absence'])
    expect(isShown('empyema without fistula', row)).toBe(true)
  })
})

describe('a row whose name has the opposite of a word of the mention', () => {
  const opposite = (row: Verdict): Verdict => {
    const match = { ...row.candidate.match, opposites: 1 }
    return { ...row, candidate: { ...row.candidate, match } as never as Candidate }
  }
  const rna = opposite(rowOf(0.73, HEAVY, 'name_incomplete'))
  const antibody = rowOf(0.74, HEAVY, 'not_first')
  const first = (...rows: Verdict[]) => shown('gouty knee', rows).verdicts[0]!.concept

  test('gives way to the next that has none and more of the mention', () => {
    expect(first(rna, antibody)).toBe(antibody.concept)
  })

  test('stays if no other is near or has more, or if it is linked', () => {
    expect(first(rna, opposite(antibody))).toBe(rna.concept)
    expect(first(rna, rowOf(0.73, HEAVY, 'not_first', 0, ['tophus']))).toBe(rna.concept)
    expect(first(rna, rowOf(0.1, OTHER, 'not_first'))).toBe(rna.concept)
    expect(first({ ...rna, reason: 'linked' }, antibody)).toBe(rna.concept)
  })
})

describe('a row that has little of the mention', () => {
  type Said = Parameters<typeof withSaid>[1]
  const as = (form: string, name = form, because = '') => ({ form, name, because })
  const guess = (form: string, name: string) => as(form, name, 'spelling')
  const rowThat = (said: Said, added: readonly string[] = [], replaced: readonly object[] = []) => {
    const row = withSaid(
      { ...rowOf(0.99, HEAVY, 'name_incomplete'), probability: 0.49 },
      said,
      added,
    )
    return { ...row, candidate: { ...row.candidate, reading: { replaced } } as never as Candidate }
  }
  const isShown = (row: Verdict, query = 'gouty knee') => shown(query, [row]).verdicts.length === 1

  test.each([
    // Letters of a symbol.
    { query: 'xdmsd', said: [guess('dmsd', 'dmdd')], isLeftOut: true },
    { query: 'GANT', said: [guess('gant', 'gait')], isLeftOut: true },
    { query: 'luups', said: [guess('luups', 'lupus')], isLeftOut: false },
    { query: 'interupted', said: [guess('interupted', 'interested')], isLeftOut: false },
    {
      query: 'interupted sleep',
      said: [guess('interupted', 'interested'), { form: 'sleep' }],
      isLeftOut: true,
    },
    {
      query: 'dyspnoic sleep',
      said: [guess('dyspnoic', 'dyspneic'), { form: 'sleep' }],
      isLeftOut: false,
    },
    { query: 'astma', said: [guess('astma', 'asthma')], isLeftOut: false },
    { query: 'koldness9', said: [guess('koldness', 'coldness')], isLeftOut: true },
    { query: 'koldness 9', said: [guess('koldness', 'coldness')], isLeftOut: false },
    { query: 'dmsd knee', said: [guess('dmsd', 'dmdd'), as('knee')], isLeftOut: false },
    // A word that is known, where the name adds a thing.
    {
      query: 'nocturia x2',
      said: [guess('nocturia', 'nocturnal')],
      added: ['cough'],
      isLeftOut: true,
    },
    // Words of sentences alone.
    { query: 'felt odd', said: [as('felt', 'feeling')], added: ['feverish'], isLeftOut: true },
    { query: 'felt', said: [as('felt', 'feeling')], isLeftOut: false },
    { query: 'felt', said: [as('felt', 'feeling'), as('cold')], added: ['foot'], isLeftOut: false },
  ])('$said for "$query", adding $added, is left out: $isLeftOut', (given) => {
    expect(isShown(rowThat(given.said, given.added), given.query)).toBe(!given.isLeftOut)
  })

  const plain = {
    ...withSaid(rowOf(0.98, HEAVY, 'not_first'), [as('libido'), as('arm')]),
    probability: 0.48,
  }
  const givesWay = (row: Verdict) =>
    shown('gouty knee', [row, plain]).verdicts[0]!.concept === plain.concept

  test('is left out if it is of another part of the body, and shares none', () => {
    const imperforate = as('imperforate')
    expect(isShown(rowThat([imperforate, { form: 'esophagus' }], ['hymen']))).toBe(false)
    expect(isShown(rowThat([imperforate, { form: 'esophagus' }], ['disorder']))).toBe(true)
    expect(isShown(rowThat([imperforate, { form: 'gouty' }], ['hymen']))).toBe(true)
    expect(isShown(rowThat([as('ear'), { form: 'esophagus' }], ['hymen']))).toBe(true)
    expect(isShown(rowThat([as('grinding'), { form: 'jaw' }], ['teeth']))).toBe(true)
    const likely = rowThat([imperforate, { form: 'esophagus' }], ['hymen'])
    expect(isShown({ ...likely, probability: 0.5 })).toBe(true)
  })

  test('is left out if its part of the body is a neighbour', () => {
    const bursitis = as('bursitis')
    expect(isShown(rowThat([bursitis, as('elbow', 'shoulder', 'learned')]))).toBe(false)
    expect(isShown(rowThat([bursitis, as('elbows', 'shoulder', 'learned')]))).toBe(false)
    expect(isShown(rowThat([bursitis, as('kidney', 'renal', 'learned')]))).toBe(true)
    expect(isShown(rowThat([bursitis, as('renal', 'kidney', 'learned')]))).toBe(true)
    expect(isShown(rowThat([bursitis, as('elbow', 'shoulder', 'synonym')]))).toBe(true)
    expect(isShown(rowThat([bursitis, as('carcinoma', 'cancer', 'learned')]))).toBe(true)
    expect(isShown(rowThat([as('elbow', 'shoulder', 'learned')]))).toBe(true)
  })

  test.each([
    { said: [{ form: 'unable' }, as('left'), as('leg')], added: ['pain'], isLeftOut: true },
    { said: [{ form: 'cannot' }, as('arm')], added: ['pain'], isLeftOut: true },
    { said: [{ form: 'inflammation' }, as('back')], added: ['strain'], isLeftOut: true },
    { said: [{ form: 'killing' }, as('legs', 'leg')], added: ['pain'], isLeftOut: false },
    { said: [{ form: 'cannot' }, as('arm')], added: ['disorder'], isLeftOut: false },
    { said: [{ form: 'lesion' }, as('plexus')], added: ['neuropathy'], isLeftOut: false },
    { said: [{ form: 'cannot' }, as('pain'), as('arm')], added: ['cyst'], isLeftOut: false },
  ])('$said, adding $added: gives way, as of the part alone: $isLeftOut', (given) => {
    const row = rowThat(given.said, given.added)
    expect(givesWay(row)).toBe(given.isLeftOut)
    expect(givesWay({ ...row, probability: 0.5 })).toBe(false)
  })

  test('is left out if it has the kind of thing alone', () => {
    const kind = [{ form: 'gouty' }, as('deficiency'), as('a'), as('2')]
    const dystrophy = [{ form: 'gouty' }, as('dystrophy')]
    const anomalies = [as('multiple'), as('anomalies')]
    expect(isShown(rowThat(kind, ['sprue']))).toBe(false)
    expect(isShown(rowThat(dystrophy, ['muscular']))).toBe(false)
    expect(isShown(rowThat(anomalies, ['sprue']))).toBe(false)
    expect(isShown({ ...rowThat(anomalies, ['sprue']), probability: 0.5 })).toBe(true)
    expect(isShown(rowThat(anomalies, ['defects']))).toBe(true)
    expect(isShown(rowThat(anomalies))).toBe(true)
    // One word by itself, states, and a name in numbers.
    expect(isShown(rowThat([as('anomalies')], ['sprue']))).toBe(true)
    expect(isShown(rowThat([as('multiple'), as('severe')], ['sprue']))).toBe(true)
    expect(isShown(rowThat([as('9q'), as('syndrome')], ['sprue']))).toBe(true)
    expect(isShown(rowThat([as('cancer')], ['malignant']))).toBe(true)
    expect(isShown(rowThat([as('tophus'), as('cyst')], ['sprue']))).toBe(true)
  })

  test('gives way if it has the place of the finding and another one', () => {
    const read = { text: 'hemarthrosis', read_as: 'blood joint', because: 'synonym' }
    const joint = [{ form: 'blood' }, as('joint'), as('ankle')]
    expect(givesWay(rowThat(joint, ['pain'], [read]))).toBe(true)
    const whole = [as('blood'), as('joint'), as('ankle')]
    expect(givesWay(rowThat(whole, ['pain'], [read]))).toBe(false)
    // A growth is another finding, unless the name has one, too.
    expect(givesWay(rowThat([as('pancreas'), { form: 'ca' }], ['varices']))).toBe(true)
    expect(givesWay(rowThat([as('pancreas'), { form: 'ca' }], ['carcinoma']))).toBe(false)
  })

  const derived = (form: string, name: string) => as(form, name, 'related')

  test.each([
    {
      query: 'mediastinal mass',
      said: [derived('mediastinal', 'mediastinitis'), { form: 'mass' }],
      isLeftOut: true,
    },
    {
      query: 'photosensitive epilepsy',
      said: [derived('photosensitive', 'photosensitivity'), { form: 'epilepsy' }],
      isLeftOut: true,
    },
    { query: 'sad moods', said: [{ form: 'sad' }, derived('moods', 'moody')], isLeftOut: false },
    {
      query: 'mediastinal mass',
      said: [as('mediastinal', 'mediastinitis', 'synonym'), { form: 'mass' }],
      isLeftOut: false,
    },
    {
      query: 'mediastinal problems',
      said: [derived('mediastinal', 'mediastinitis'), { form: 'was' }],
      isLeftOut: false,
    },
  ])('$said: left out, as of a word made of it: $isLeftOut', ({ query, said, isLeftOut }) => {
    expect(isShown(rowThat(said), query)).toBe(!isLeftOut)
  })

  test('gives way if it adds that there is much, of which the mention says nothing', () => {
    const libido = as('libido')
    expect(givesWay(rowThat([libido, { form: 'gone' }], ['increased']))).toBe(true)
    expect(givesWay(rowThat([libido], ['increased']))).toBe(false)
    expect(givesWay(rowThat([libido, { form: 'more' }], ['increased']))).toBe(false)
    expect(givesWay(rowThat([libido, { form: '240' }], ['increased']))).toBe(false)
    expect(givesWay(rowThat([libido, { form: 'high' }], ['increased']))).toBe(false)
    expect(isShown(rowThat([libido, { form: 'high' }], ['reduced']))).toBe(false)
  })

  test('is left out if it adds what no mention leaves unsaid, and lacks a thing', () => {
    expect(isShown(rowThat([as('gout'), { form: 'fibrosis' }], ['donor']))).toBe(false)
    expect(isShown(rowThat([as('gout'), { form: 'severe' }], ['donor']))).toBe(true)
    expect(isShown(rowThat([as('gout'), { form: 'permanently' }], ['donor']))).toBe(true)
    expect(isShown(rowThat([as('gout'), { form: 'fibrosis' }], ['tophus']))).toBe(true)
  })

  test.each([
    {
      what: 'a quarter of what an abbreviation is short for',
      said: [as('person', 'personality'), { form: 'living' }, { form: 'hiv' }],
      read: { text: 'PLHIV', read_as: 'person living hiv', because: 'abbreviation' },
      isLeftOut: true,
    },
    {
      what: 'most of what an abbreviation is short for',
      said: [as('living'), { form: 'person' }, as('hiv')],
      read: { text: 'PLHIV', read_as: 'person living hiv', because: 'abbreviation' },
      isLeftOut: false,
    },
    {
      what: 'a part of a word',
      said: [as('wolf'), { form: 'ram' }],
      read: { text: 'wolfram', read_as: 'wolf ram', because: 'compound' },
      isLeftOut: true,
    },
    {
      what: 'a word with an ending',
      said: [as('trance'), { form: 'like' }],
      read: { text: 'trancelike', read_as: 'trance like', because: 'compound' },
      isLeftOut: false,
    },
    {
      what: 'the finding in a word',
      said: [as('amyloidosis'), { form: 'par' }],
      read: { text: 'paramyloidosis', read_as: 'par amyloidosis', because: 'compound' },
      isLeftOut: false,
    },
  ])('of $what: left out: $isLeftOut', ({ said, read, isLeftOut }) => {
    expect(isShown(rowThat(said, [], [read]))).toBe(!isLeftOut)
  })

  test('is left out if it names only the joint, or the organ with a growth', () => {
    const read = { text: 'hemarthrosis', read_as: 'blood joint', because: 'synonym' }
    const joint = [{ form: 'blood' }, as('joint'), as('hand')]
    expect(isShown(rowThat(joint, [], [read]))).toBe(false)
    expect(isShown(rowThat([as('pancreas'), { form: 'ca' }]))).toBe(false)
    expect(isShown(rowThat([as('pancreas'), { form: 'lower' }]))).toBe(true)
  })

  test('is left out if it is what the mention is short of, or does not bear', () => {
    for (const form of ['deficiency', 'deficient', 'intolerance', 'deprivation'])
      expect(isShown(rowThat([as('lactose'), { form }]), `lactose ${form}`)).toBe(false)
    const named = rowThat([as('lactose'), { form: 'deficient' }], ['dysfunction'])
    expect(isShown(named)).toBe(true)
  })
})
