/**
 * Proves of clinical text from end to end, over the starter:
 * 1. a text that is one mention is answered as a link answers it, also by what the request asks of codes
 * 2. of a short text that the linker does not stand by as a whole nothing is linked, unless it is a list
 * 3. each condition has the traits, attributes and codes that its text gives it; the main one is told
 * 4. what is not a present condition of the patient's own is never linked, but to a code for a history of it; nor is one
 *    whose clause has words that are not understood, which are named
 * 5. short words all in capitals are abbreviations; what only the rest of a text tells of one is never linked
 * 6. codes that exclude each other are noted
 * 7. SNOMED CT is asked in the same way
 * 8. a text of any length is answered within bounded work, and says where it was cut
 * 9. an answer depends neither on earlier requests nor on what was done with their answers
 * 10. any string has an answer as the contract has it: in order of place, words as they are written, at most as many
 *     candidates as asked for, at most one of them linked
 */

import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { CONTEXT } from '../../src/clinical/qualifiers.ts'
import { type EntitiesOfText, NOT_OWN } from '../../src/comprehend/answer.ts'
import { entitiesOf, MAX_TEXT_STEPS, openProblems } from '../../src/comprehend/pipeline.ts'
import {
  type ComprehendedOntology,
  type ComprehendRequest,
  type ComprehendResult,
  comprehendRequestSchema,
  comprehendResultSchema,
  type LinkRequest,
  type LinkResultItem,
  MAX_QUERY_LENGTH,
  type ParsedLinkRequest,
  type Problem,
  parseRequest,
} from '../../src/contract.ts'
import type { Work } from '../../src/index/work.ts'
import { openMedlink } from '../../src/library/medlink.ts'
import { PhraseBook } from '../../src/linker/phrases.ts'
import { type Linker, MAX_STEPS } from '../../src/linker/pipeline.ts'
import { contextOfCode } from '../../src/ontologies/icd10cm/code-ranges.ts'
import { loinc } from '../../src/ontologies/loinc/loinc.ts'
import type { NamedOntology } from '../../src/ontologies/ontology.ts'
import { anyString, clinicalText } from '../support/arbitraries.ts'
import { findings, openIndex, rowOf } from '../support/comprehend.ts'
import { analyzer, openStarter } from '../support/linker.ts'
import { miniRoot, starterRoot } from '../support/shared-index.ts'

const medlink = openStarter()
const snomed = openStarter('snomed')
const mini = openMedlink({ dir: await miniRoot('icd-10-cm') })
afterAll(() => mini.close())

const comprehend = (
  text: string,
  more: Omit<ComprehendRequest<'icd-10-cm', 'problem'>, 'text' | 'find'> = {},
) => medlink.comprehend({ text, request_id: 'r', find: ['problem'], ...more })

const KINDS = ['DIAGNOSIS', 'SIGN', 'SYMPTOM']
/** "asthma = J45.909 NEGATION": its words, its code where it is linked, and what is said of it beside its kind. */
function told({ text, traits, results }: Problem): string {
  const code = results.find(({ is_linked }) => is_linked)?.term_id ?? '-'
  const said = traits.map(({ name }) => name).filter((name) => !KINDS.includes(name))
  return [`${text} = ${code}`, ...said].join(' ')
}

const toldIn = (text: string) => comprehend(text).entities.map(told)

describe('a text that is one mention is answered as a link:', () => {
  type Asked = Pick<LinkRequest<'icd-10-cm'>, 'billable' | 'encounter' | 'top_k' | 'strictness'>

  test.each<[text: string, asked: Asked]>([
    ['hypertension', {}],
    ['asthma', {}],
    ['asthma', { billable: true }],
    ['asthma', { billable: false }],
    ['asthma', { top_k: 1 }],
    ['type 2 diabetes', {}],
    ['Asthma.', {}],
    ['E11.9', {}],
    ['history of breast cancer', {}],
    ['family history of asthma', {}],
    ['old MI', {}],
    ['status post appendectomy', {}],
    ['type 2 diabetes with retinopathy', {}],
  ])('"%s" with %o', (text, asked) => {
    const linked = medlink.link({ query: text, ontology: 'icd-10-cm', ...asked })
    expect(linked.results[0]!.is_linked).toBe(true)
    const { entities, main } = comprehend(text, asked)
    expect([entities.length, main]).toEqual([1, 0])
    expect(entities[0]!.results).toEqual(linked.results)
  })

  test('whatever is named in it, where that is no smaller part', () => {
    expect(comprehend('status post appendectomy').entities).toMatchObject([
      { text: 'status post appendectomy', begin_offset: 0, end_offset: 24, score: 1 },
    ])
    expect(comprehend(' E11.9 ').entities).toMatchObject([
      { text: 'E11.9', begin_offset: 1, end_offset: 6, score: 1, attributes: [] },
    ])
  })
})

describe('a short text', () => {
  const words = (count: number) =>
    `gout ${Array(count - 1)
      .fill('qwxz')
      .join(' ')}`

  test.each([
    // Something is left over that may matter.
    ['severe gout of unheard place', ['severe gout = -']],
    ['fever cough', ['fever = -', 'cough = -']],
    ['asthma was ruled out', ['asthma = - NEGATION']],
    // A heading, or a phrase that opens a statement, leaves nothing over.
    ['Imp: gout', ['gout = M10.9']],
    ['patient presents with gout', ['gout = M10']],
    ['Imp: gout of unheard place', ['gout = -']],
    // Lists, and more than one sentence.
    // Diabetes out of control has codes that say in which way.
    ['Uncontrolled T2DM. Seen', ['Uncontrolled T2DM = -']],
    ['Poorly controlled T2DM. Seen', ['Poorly controlled T2DM = E11.65']],
    ['AKI on CKD, dry. Seen', ['AKI = N17.9', 'CKD = N18.9']],
    ['asthma and gout', ['asthma = J45.909', 'gout = M10.9']],
    ['asthma, gout', ['asthma = J45.909', 'gout = M10.9']],
    ['asthma\ngout', ['asthma = J45.909', 'gout = M10.9']],
    ['asthma at night, gout. Seen.', ['asthma = J45.909', 'gout = M10.9']],
    ['asthma of unheard place. Seen.', ['asthma = -']],
    // A statement with a verb, and one of words that say no more of the condition.
    ['Wife says he has asthma', ['asthma = J45.909']],
    ['On prednisolone for asthma', ['asthma = J45.909']],
    ['asthma since childhood ?gout', ['asthma = J45.909', 'gout = - LOW_CONFIDENCE']],
    ['asthma aggravated at night', ['asthma = J45.909']],
    ['asthma as well as gout', ['asthma = J45.909', 'gout = M10.9']],
    ['food asthma', ['asthma = -']],
    // Measures, care and times are of no name, with a full stop or without one.
    ['Gout stage 2, BMI 38', ['Gout stage 2 = M10.9']],
    ['Gout 3 wks, on holiday', ['Gout = M10.9']],
    ['Gout with fever', ['Gout = M10.9', 'fever = R50.9']],
    ['Food asthma with fever', ['asthma = -', 'fever = R50.9']],
    // A full stop makes a sentence of it, in which words that are not understood still matter.
    ['severe gout of unheard place.', ['severe gout = -']],
    // What a comma parts is of no name.
    ['Hb 6, gout', ['gout = M10.9']],
    ['Hb 6 gout', ['gout = -']],
    ['diet with asthma', ['asthma = -']],
    // A degree that no name knows leaves the code as it is.
    ['Unremitting gout. Seen', ['Unremitting gout = M10.9']],
    ['Subacute gout. Seen', ['Subacute gout = -']],
    // So does a stage, a side or a part of the skin.
    ['Gout stage 2. Seen', ['Gout stage 2 = M10.9']],
    ['Asthma grade 2. Seen', ['Asthma grade 2 = -']],
    // The boxes and answers of forms.
    ['[x] asthma [ ] gout', ['asthma = J45.909', 'gout = - NEGATION']],
    ['Asthma [x]\ngout [ ]', ['Asthma = J45.909', 'gout = - NEGATION']],
    ['Fever [x] cough [ ].', ['Fever = R50.9', 'cough = - NEGATION']],
    ['Cough ☑ Yes □ No', ['Cough = R05.9']],
    ['Fever: Y  Cough: N  Rash: Y', ['Fever = R50.9', 'Cough = - NEGATION', 'Rash = R21']],
    ['Gout (yes) asthma (no)', ['Gout = M10.9', 'asthma = - NEGATION']],
    ['Gout yes/no', ['Gout = - LOW_CONFIDENCE']],
    ['Gout: ____', ['Gout = - LOW_CONFIDENCE']],
    // The comma stands outside of what is named.
    ['asthma of unheard place, seen', ['asthma = -']],
  ])('"%s" %j', (text, entities) => {
    expect(toldIn(text)).toEqual(entities)
  })

  test('has no more than sixteen words', () => {
    expect(toldIn(words(16))).toEqual(['gout = -'])
    const reasonOf = (text: string) => comprehend(text).entities[0]!.results[0]!.metadata
    expect(reasonOf(words(16))).toMatchObject({ link_reason: 'name_incomplete' })
    expect(reasonOf(words(17))).toMatchObject({ link_reason: 'context_unclear', unclear: ['qwxz'] })
  })
})

describe('of a note', () => {
  const NOTE = `C/o fever x 3 days, no cough. Mother has breast cancer. Had pneumonia in 2010.
Plan: rule out malaria.
Diagnosis: severe asthma of the left lung`

  test('every condition is told', () => {
    expect(toldIn(NOTE)).toEqual([
      'fever = R50.9',
      'cough = - NEGATION',
      'breast cancer = Z80.3 PERTAINS_TO_FAMILY',
      'pneumonia = Z87.01 PAST_HISTORY',
      'malaria = - LOW_CONFIDENCE',
      expect.stringMatching(/asthma/),
    ])
  })

  test('the disease of one who is not kin by blood is no family history', () => {
    const told = (who: string) => toldIn(`C/o fever. ${who} has breast cancer.`)[1]
    expect(told('Mother')).toBe('breast cancer = Z80.3 PERTAINS_TO_FAMILY')
    for (const who of ['Wife', 'Mother in law', 'Her dog', 'Flatmate'])
      expect(told(who)).toBe('breast cancer = - PERTAINS_TO_FAMILY')
  })

  test('the main one is what was concluded', () => {
    const { main, entities } = comprehend(NOTE)
    expect(entities[main!]!.text).toMatch(/asthma/)
  })

  test('what is said of a condition belongs to it', () => {
    const [fever] = comprehend(NOTE).entities
    expect(fever).toMatchObject({
      ...{ text: 'fever', begin_offset: 4, end_offset: 9 },
      traits: [{ name: 'SYMPTOM', score: 0.9 }],
      attributes: [{ type: 'TIME_TO_DX_NAME', text: 'x 3 days', relationship_type: 'OVERLAP' }],
    })
  })

  test('what a condition is not is told by the reasons of its candidates', () => {
    const reasons = comprehend(NOTE).entities.map(({ results }) =>
      results.map(({ metadata }) => metadata.link_reason),
    )
    expect(reasons[1]![0]).toBe('context_differs')
    expect(reasons[2]!.slice(0, 2)).toEqual(['linked', 'context_differs'])
    expect(reasons[4]![0]).toBe('context_differs')
  })

  test('words that are not understood are named by the candidate that would be linked', () => {
    const text = 'Woes of asthma, gout. Asthma on treatment. No migraine, told of risks.'
    const rows = comprehend(text).entities.map(({ results }) => results.map((row) => row.metadata))
    const unclear = { link_reason: 'context_unclear', unclear: ['Woes'] }
    expect(rows.map(([first]) => first)).toMatchObject([
      unclear,
      unclear,
      { link_reason: 'linked' },
      { link_reason: 'context_differs' },
    ])
    expect(rows.flat().filter((row) => 'unclear' in row)).toHaveLength(2)
  })

  test.each(['He had pneumonia.', 'Had a migraine'])('nor is "%s" the whole text', (text) => {
    const [row] = comprehend(text).entities[0]!.results
    expect(row!.metadata).toMatchObject({ link_reason: 'context_unclear' })
    expect(row!.metadata.unclear?.map((word) => word.toLowerCase())).toEqual(['had'])
  })

  test('a doubt before the only name is no part of it', () => {
    const [entity] = comprehend('I think I have migraine').entities
    expect(told(entity!)).toBe('migraine = - LOW_CONFIDENCE')
  })

  test('a family\'s disease is none of its own name: "familial migraine"', () => {
    const [entity] = comprehend('Migraine runs in his family.').entities
    expect(told(entity!)).toBe('Migraine = - PERTAINS_TO_FAMILY')
  })

  test('a symptom that is seen is a sign', () => {
    const kinds = (text: string) => comprehend(text).entities[0]!.traits[0]!.name
    expect(kinds('Complaints: fever, cough')).toBe('SYMPTOM')
    expect(kinds('Examination: fever, cough')).toBe('SIGN')
    expect(kinds('Complaints: asthma, gout')).toBe('DIAGNOSIS')
  })

  test('what is lasting is not past for having begun long ago', () => {
    const long =
      'his wife says after hard work, walked home very early, took rest, ate well, slept long, and came back'
    expect(toldIn(`Patient has a history of asthma, ${long}`)).toEqual(['asthma = J45.909'])
    expect(toldIn(`Patient has a history of malaria, ${long}`)).toEqual([
      expect.stringContaining('PAST_HISTORY'),
    ])
  })

  test('what a code says is told where the text does not', () => {
    expect(toldIn('ex-smoker, fever')[0]).toMatch(/ = Z87.891 PAST_HISTORY$/)
    expect(toldIn('smoker, fever')[0]).not.toMatch(/PAST_HISTORY/)
  })

  test('a bracket that is opened is closed', () => {
    const place = (text: string) => comprehend(text).entities.map((each) => each.text)
    expect(place('Ca breast (L)')).toEqual(['Ca breast (L)'])
    expect(place('Ca breast (L), fever')).toEqual(['Ca breast (L)', 'fever'])
    expect(place('(gout) and fever')).toEqual(['gout', 'fever'])
    expect(place('gout (fever), cough')).toEqual(['gout', 'fever', 'cough'])
  })

  test('a name does not go over the end of a bracket, and the letter of a side is one', () => {
    expect(toldIn('Ca breast (L) on chemo')).toEqual(['Ca breast (L) = C50.912'])
    expect(toldIn('Ca breast (L) s/p mastectomy')[0]).toMatch(/^Ca breast \(L\) = /)
  })

  test.each([
    ['Earache R>L, fever', 'Earache R = H92.03'],
    ['Earache L>>R, fever', 'Earache L = H92.03'],
    ['Earache R>Lt, fever', 'Earache R = H92.03'],
    ['R sciatica, on gel', 'R sciatica = M54.31'],
    ['Ca left breast, on chemo', 'Ca left breast = C50.912'],
    ['Constipation secondary to gout, fever', 'Constipation = K59.00'],
    ['Gout\n2. CKD\n3. Mumps', 'Gout = M10.9'],
  ])('%s: %s first', (text, first) => {
    expect(toldIn(text)[0]).toBe(first)
  })

  test('the number of an item is no stage', () => {
    expect(toldIn('1. Gout\n2. CKD\n4. CKD stage 3')).toEqual([
      'Gout = M10.9',
      'CKD = N18.9',
      'CKD stage 3 = N18.30',
    ])
  })

  test('a unit of a time is no condition', () => {
    expect(toldIn('Fever since 6 hrs, cough 2 hrs')).toEqual(['Fever = R50.9', 'cough = R05.9'])
    expect(toldIn('Cirrhosis, HRS')[1]).toMatch(/^HRS/)
  })

  test('what passes as it should is neither denied nor linked', () => {
    const [fever, flatus] = comprehend('No fever, passing flatus, tolerating diet').entities
    expect(told(fever!)).toBe('fever = - NEGATION')
    expect(told(flatus!)).toBe('flatus = -')
    expect(told(comprehend('Not passing flatus').entities[0]!)).toMatch(/ = - NEGATION$/)
  })

  test.each([
    'cough due to ramipril',
    'weight gain secondary to olanzapine',
    'headache due to amlodipine',
  ])('what a drug causes is not linked without it: "%s"', (text) => {
    expect(toldIn(`Gout; ${text}`)[1]).toMatch(/ = -/)
  })

  test('a condition due to what is no drug is linked', () => {
    const [, cough] = comprehend('Gout; cough due to dust').entities
    expect(cough!.results[0]!.metadata.link_reason).not.toBe('name_incomplete')
  })

  test('a misspelt word of a statement is read', () => {
    expect(toldIn('Man wiht asthma. Presnted with cough')).toEqual([
      'asthma = J45.909',
      'cough = R05.9',
    ])
    expect(toldIn('Seen for asthma wihtout cough')[1]).toBe('cough = - NEGATION')
  })

  test('the first care of an injury has its seventh character', () => {
    const [sprain] = comprehend('ED NOTE. Dx: sprain of right ankle, gout').entities
    expect(sprain!.results[0]).toMatchObject({ term_id: 'S93.401A', is_linked: true })
    const [later] = comprehend('Dx: sprain of right ankle, gout').entities
    expect(later!.results[0]!.term_id).toBe('S93.401')
    const asked = comprehend('ED NOTE. Dx: sprain of right ankle, gout', {
      encounter: 'subsequent',
    })
    expect(asked.entities[0]!.results[0]!.term_id).not.toBe('S93.401A')
  })

  test('parts of the body share a condition', () => {
    expect(toldIn('Neck and right knee pain')).toEqual([
      'Neck = M54.2',
      'right knee pain = M25.561',
    ])
  })
})

describe('billable', () => {
  const codeOf = (billable?: boolean) =>
    comprehend('Type 2 diabetes, gout', billable === undefined ? {} : { billable }).entities[0]!
      .results[0]!.term_id

  test('codes are preferred where it is left open, and not where it is not asked for', () => {
    expect([codeOf(), codeOf(true), codeOf(false)]).toEqual(['E11.9', 'E11.9', 'E11'])
  })
})

describe('abbreviations', () => {
  test.each([
    ['CAD + HTN + DM2', ['CAD = I25.10', 'HTN = I10', 'DM2 = E11.9']],
    ['RA, AIDS', ['RA = M06.9', 'AIDS = B20']],
  ])('in "%s" %j', (text, entities) => {
    expect(toldIn(text)).toEqual(entities)
  })

  test('that only the rest of the text tells of are shown and not linked', () => {
    const { entities } = comprehend('Murmur heard, MS. Seen.')
    const [first] = entities[1]!.results
    expect(entities[1]!.text).toBe('MS')
    expect(first).toMatchObject({
      ...{ is_linked: false, term_id: 'I05.0' },
      metadata: { link_reason: 'several_meanings' },
    })
  })
})

test('"AGE" is found and asked about, and the age of a patient is no condition', () => {
  const codesIn = (text: string) =>
    comprehend(text).entities.map((each) => [each.text, each.results[0]?.term_id])
  expect(codesIn('Imp: AGE with some dehydration')).toEqual([
    ['AGE', 'K52.9'],
    ['some dehydration', 'E86.0'],
  ])
  expect(codesIn('AGE: 45 SEX: M. Gout')).toEqual([['Gout', 'M10.9']])
})

describe('of conditions that come together', () => {
  const linkedIn = (text: string) =>
    comprehend(text).entities.flatMap(({ text, results }) =>
      results.flatMap(({ is_linked, term_id }) => (is_linked ? [`${text} = ${term_id}`] : [])),
    )

  test.each([
    // The stage is that of the kidney disease alone.
    ['T2DM w/ CKD stage 4, fever', ['T2DM = E11.22', 'CKD stage 4 = N18.4', 'fever = R50.9']],
    ['T2DM with HTN, fever', ['T2DM = E11.9', 'HTN = I10', 'fever = R50.9']],
    [
      'type 2 diabetes with neuropathy, fever',
      ['type 2 diabetes with neuropathy = E11.40', 'fever = R50.9'],
    ],
  ])('in "%s" are linked %j', (text, linked) => {
    expect(linkedIn(text)).toEqual(linked)
  })
})

describe('notes', () => {
  test('of codes that cannot be coded together', () => {
    const { notes } = mini.comprehend({ text: 'asthma, COPD' })
    expect(notes).toEqual([{ type: 'EXCLUDES1', entities: [0, 1], codes: ['J45.909', 'J44.9'] }])
  })

  test('of nothing where one of them is denied', () => {
    expect(mini.comprehend({ text: 'asthma, no COPD' }).notes).toEqual([])
  })

  test('of nothing where the release says nothing', () => {
    expect(comprehend('asthma, COPD').notes).toEqual([])
  })
})

test('the answer says what answered, and to which request', () => {
  const { entities, notes, main, ...rest } = comprehend('seen today')
  expect([entities, notes, main]).toEqual([[], [], null])
  const linked = medlink.link({ query: 'x', ontology: 'icd-10-cm' })
  const { index_name, model_version } = linked
  const answered = { version: 'starter', index_name, model_version }
  expect(rest).toStrictEqual({
    ...{ request_id: 'r', text: 'seen today', ontology: 'icd-10-cm', ...answered },
    indexes: { problem: { ontology: 'icd-10-cm', ...answered } },
    not_installed: [],
  })
})

test('an ontology without conditions opens no problems', () => {
  const open = () => openProblems({ ontology: loinc } as never)
  expect(open).toThrow(new TypeError('loinc names no conditions'))
})

describe('SNOMED CT', () => {
  const toldOf = (text: string) =>
    snomed.comprehend({ text, ontology: 'snomed', find: ['problem'] }).entities.map(told)

  test.each([
    ['asthma', ['asthma = 195967001']],
    [
      'c/o fever x 3 days, no cough. K/C/O T2DM',
      ['fever = 386661006', 'cough = - NEGATION', 'T2DM = 44054006'],
    ],
    [
      'Mother has asthma. h/o stroke.',
      ['asthma = 160377001 PERTAINS_TO_FAMILY', 'stroke = - PAST_HISTORY'],
    ],
    ['neck and knee pain', ['neck = 81680005', 'knee pain = 30989003']],
    ['seen today', []],
  ])('"%s" %j', (text, entities) => {
    expect(toldOf(text)).toEqual(entities)
  })

  test('the answer is as the contract has it', () => {
    const result = snomed.comprehend({
      ...{ text: 'Mother has asthma. Fever.', ontology: 'snomed' },
      find: ['problem'],
    })
    expect(comprehendResultSchema.parse(result)).toEqual(result)
    expect(result.entities[1]!.traits[0]!.name).toBe('SYMPTOM')
  })
})

describe('a long text', () => {
  const filled = (text: string) => text.repeat(MAX_QUERY_LENGTH).slice(0, MAX_QUERY_LENGTH)

  test('is answered to its end', () => {
    const text = `${'well today, '.repeat(580)} gout, E11.9 fever`
    const { entities, truncated } = comprehend(text)
    expect(entities.map(told)).toEqual(['gout = M10.9', 'fever = R50.9'])
    expect(truncated).toBeUndefined()
  })

  describe('of which linking takes much work', () => {
    const NAMES = [
      ...['gout', 'lupus', 'mumps', 'rabies', 'scurvy', 'rickets', 'shingles', 'measles'],
      ...['leprosy', 'cholera', 'typhus', 'plague'],
    ]

    /** Conditions with candidates of each, and whether the text was cut. */
    function linkedIn(mentions: number, steps: number, length = 0) {
      const text =
        Array.from({ length: mentions }, (_, i) => `${NAMES[i]} qwxz`).join(', ') + FILLED
      const comprehended = comprehendOver(NAMES, text.padEnd(length), (_, work) =>
        work.take(steps) ? [rowOf('A00')] : [],
      )
      const { entities, isTruncated } = comprehended
      return [entities.filter(({ results }) => results.length > 0).length, isTruncated]
    }

    test('is cut, and says so', () => {
      expect(MAX_TEXT_STEPS).toBe(7 * MAX_STEPS)
      const most = 0.99 * MAX_STEPS
      expect(linkedIn(7, most)).toEqual([7, false])
      expect(linkedIn(9, most)).toEqual([7, true])
    })

    test('is read for sixteen steps a character', () => {
      const left = 15.5 * MAX_QUERY_LENGTH
      const steps = (MAX_TEXT_STEPS - left) / 7
      expect(linkedIn(7, steps)).toEqual([7, false])
      expect(linkedIn(7, steps, MAX_QUERY_LENGTH)).toEqual([6, true])
    })
  })

  test.each([
    ['one word', filled('x')],
    ['one word of many letters', filled('abcdefghij')],
    ['brackets', filled('(')],
    ['line breaks', filled('\n').replace(/\n$/, '.')],
    ['numbers', filled('1) ')],
    ['headings', filled('Plan: ')],
    ['lone surrogates', filled('\ud800 ')],
  ])('of %s is answered', (_, text) => {
    expectSound(comprehend(text), 5)
  })

  test('that is a table is read cell by cell', () => {
    const rows = ['Problem\tSince\tStatus', 'asthma\t2010\tactive', 'gout | 2012 | active']
    const { entities } = comprehend(rows.join('\n'))
    expect(entities.map(told)).toEqual(['asthma = J45.909', 'gout = M10.9'])
  })

  test('longer than a request may be is refused', () => {
    const text = `${filled('gout ')}.`
    expect(() => comprehend(text)).toThrow('text must not be longer than 10000 characters')
  })
})

describe('an answer depends on its text alone:', () => {
  const TEXTS = [
    ...['asthma, gout', 'Mother has asthma. Seen.', 'No gout. Asthma.', 'severe gout, Fever'],
    ...['asthma', 'K/C/O asthma', 'gout of left hip, heart failure'],
  ]

  test('asked in another order, and again', () => {
    const fresh = openMedlink({ dir: starterRoot('icd-10-cm') })
    const ask = (text: string) => fresh.comprehend({ text, request_id: 'r', find: ['problem'] })
    const answers = new Map(TEXTS.toReversed().map((text) => [text, ask(text)]))
    for (const text of TEXTS) {
      expect(ask(text)).toEqual(answers.get(text))
      expect(comprehend(text)).toEqual(answers.get(text))
    }
    fresh.close()
  })

  test('whatever was done with the answers before', () => {
    const first = comprehend('Asthma, gout, fever')
    const before = structuredClone(first)
    for (const { results } of first.entities)
      for (const row of results) {
        row.term_id = 'changed'
        row.is_linked = true
        row.metadata.preferred_name = 'changed'
      }
    first.entities.length = 1
    expect(comprehend('Asthma, gout, fever')).toEqual(before)
  })
})

/** The answer to a text over these names and a linker that answers so. */
function comprehendOver(
  names: readonly string[],
  text: string,
  answer: (query: string, work: Work) => readonly LinkResultItem[],
  contextOf = () => 0,
): EntitiesOfText & { readonly entities: readonly Problem[] } {
  const index = openIndex(names)
  const linker = {
    phrases: new PhraseBook(index, analyzer),
    toBillableRow: (row: LinkResultItem) => row,
    link: ({ query }: ParsedLinkRequest, _: string, work: Work) => {
      return { results: answer(query, work) }
    },
  } as unknown as Linker
  const own = { ...findings, contextOf }
  const ontology = { findings: own, readLightWords: () => new Map() } as unknown as NamedOntology
  const problem = openProblems({ index, ontology, linker, analyzer })
  const request = parseRequest(comprehendRequestSchema, { text })
  return entitiesOf({ request, tools: { analyzer, problem, others: new Map() } }) as never
}

/** Words that make any text too long to be one mention. */
const FILLED =
  ', alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike oscar papa quebec'

describe('over a linker that answers from a table', () => {
  test.each([
    { names: ['hip pain', 'gout'], atSite: [] },
    { names: ['hip pain', 'gout', 'gout of hip'], atSite: ['left hip gout'] },
  ])(
    'a mention is asked for with all its words, by its name, without sides and degrees, and at a site that $names.2 has',
    ({ names, atSite }) => {
      const asked: string[] = []
      comprehendOver(names, `severe pain in left hip (acute), gout${FILLED}`, (query) => {
        asked.push(query)
        return []
      })
      expect(asked).toEqual([
        ...['severe pain in left hip (acute)', 'pain in left hip', 'pain in hip', 'gout'],
        ...atSite,
      ])
    },
  )

  test.each([
    { score: 0.2999, text: 'tenderness', rows: 0 },
    { score: 0.3, text: 'tenderness', rows: 1 },
    { score: 0.2999, text: 'gout', rows: 1 },
  ])('of "$text" candidates of $score are shown: $rows', ({ score, text, rows }) => {
    const { entities } = comprehendOver(['gout', 'rib tenderness'], text + FILLED, () => [
      rowOf('A00', score, 'below_threshold'),
    ])
    expect(entities).toHaveLength(1)
    expect(entities[0]!.results).toHaveLength(rows)
  })
})

describe('what a code says by itself', () => {
  const traitsOf = (row: LinkResultItem, context: number) => {
    const names = ['gout', 'history of gout']
    const { entities } = comprehendOver(
      names,
      `gout${FILLED}`,
      () => [row],
      () => context,
    )
    return entities[0]!.traits.map(({ name }) => name)
  }

  test.each([
    { row: rowOf('A01'), context: CONTEXT.past, traits: ['DIAGNOSIS', 'PAST_HISTORY'] },
    { row: rowOf('A01', 0.4, 'ambiguous'), context: CONTEXT.past, traits: ['DIAGNOSIS'] },
    { row: rowOf('A01'), context: 0, traits: ['DIAGNOSIS'] },
    { row: rowOf('A00'), context: CONTEXT.past, traits: ['DIAGNOSIS'] },
    { row: rowOf('unknown'), context: CONTEXT.past, traits: ['DIAGNOSIS'] },
  ])('$row.term_id, $row.metadata.link_reason, of context $context: $traits', (given) => {
    expect(traitsOf(given.row, given.context)).toEqual(given.traits)
  })
})

test.each([
  { context: CONTEXT.absent, isLinked: true },
  { context: 0, isLinked: false },
])('a mention that is denied is linked to a code of context $context: $isLinked', (given) => {
  const answer = () => [rowOf('A00')]
  const { entities } = comprehendOver(['gout'], 'no gout', answer, () => given.context)
  expect(entities).toHaveLength(1)
  expect(entities[0]!.results[0]!.is_linked).toBe(given.isLinked)
})

test('a name of sides and degrees is not asked for without them', () => {
  const asked: string[] = []
  comprehendOver(['severe left', 'gout'], `severe left, gout${FILLED}`, (query) => {
    asked.push(query)
    return []
  })
  expect(asked).toEqual(['severe left', 'gout'])
})

test.each([
  { text: 'AIDS + SLE', found: ['AIDS', 'SLE'] },
  { text: 'AIDS + 2 SLE.', found: ['AIDS', 'SLE'] },
  { text: 'AIDS HELPED', found: [] },
  { text: 'AIDS HELP', found: ['AIDS'] },
  { text: 'AIDS + sle', found: ['AIDS', 'sle'] },
])('all in capitals, "$text" has $found', ({ text, found }) => {
  const { entities } = comprehendOver(['AIDS', 'SLE'], text, () => [])
  expect(entities.map((each) => each.text)).toEqual(found)
})

/** What holds of every answer. */
function expectSound(
  result: ComprehendResult<ComprehendedOntology, 'problem'>,
  top_k: number,
): void {
  const { text, entities, main } = result
  expect(() => comprehendResultSchema.parse(result)).not.toThrow()
  expect(main === null).toBe(entities.length === 0)
  if (main !== null) expect(entities[main]).toBeDefined()
  let at = 0
  for (const { begin_offset, end_offset, results, traits, attributes, ...entity } of entities) {
    expect(begin_offset).toBeGreaterThanOrEqual(at)
    expect(end_offset).toBeGreaterThan(begin_offset)
    at = begin_offset
    expect(text.slice(begin_offset, end_offset)).toBe(entity.text)
    for (const each of attributes)
      expect(text.slice(each.begin_offset, each.end_offset)).toBe(each.text)
    expect(results.length).toBeLessThanOrEqual(top_k)
    const linked = results.filter(({ is_linked }) => is_linked)
    expect(linked.length).toBeLessThanOrEqual(1)
    expect(new Set(traits.map(({ name }) => name)).size).toBe(traits.length)
    expect(KINDS).toContain(traits[0]!.name)
    if (result.ontology !== 'icd-10-cm' || linked.length === 0) continue
    const context = contextOfCode(linked[0]!.term_id)
    if (!traits.some(({ name }) => NOT_OWN.has(name))) continue
    expect([CONTEXT.past, CONTEXT.family]).toContain(context)
  }
}

describe('any string has an answer as the contract has it:', () => {
  const PIECES = [
    'no ',
    'h/o ',
    'mother ',
    '?',
    'Plan: ',
    'asthma ',
    'gout',
    'HTN',
    ' and ',
    ', ',
    '. ',
  ]
  const note = fc
    .array(fc.oneof(fc.constantFrom(...PIECES), clinicalText), { maxLength: 12 })
    .map((parts) => parts.join(''))
  const someText = fc.oneof(anyString, clinicalText, note).filter((text) => text.trim() !== '')

  test.each<ComprehendedOntology>(['icd-10-cm', 'snomed'])('%s', (ontology) => {
    const own = ontology === 'snomed' ? snomed : medlink
    const isSound = fc.property(someText, fc.integer({ min: 1, max: 10 }), (text, top_k) => {
      expectSound(own.comprehend({ text, ontology, top_k, find: ['problem'] }), top_k)
    })
    fc.assert(isSound, { numRuns: 150 })
  })
})
