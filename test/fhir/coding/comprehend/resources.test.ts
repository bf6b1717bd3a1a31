/**
 * Proves of the resources of entities:
 * 1. a Condition is active and confirmed only if the linker says yes and no trait says otherwise
 * 2. denied, doubted, unproven, past and relatives' problems have their own statuses or resources, planned ones none
 * 3. each status of a medication, test, procedure and allergy has its resource, another person's none
 * 4. results are Quantities in UCUM with the unit as written, or text
 */
import { describe, expect, test } from 'vitest'
import { type Concept, noAllergy } from '../../../../src/fhir/coding/comprehend/concept.ts'
import {
  allergyResource,
  drugOf,
  medicationResource,
  procedureResource,
  testResource,
} from '../../../../src/fhir/coding/comprehend/others.ts'
import { problemResource } from '../../../../src/fhir/coding/comprehend/problems.ts'
import { resultOf } from '../../../../src/fhir/coding/comprehend/quantity.ts'
import { type Entity, TRAITS, type TraitName } from '../../../../src/medlink.ts'
import { TEST_STATUSES } from '../../../../src/ontologies/loinc/contract.ts'
import {
  ALLERGY_STATUSES,
  MEDICATION_STATUSES,
} from '../../../../src/ontologies/medication/contract.ts'
import { PROCEDURE_STATUSES } from '../../../../src/ontologies/snomed/contract.ts'

type Of<Kind extends Entity['type']> = Extract<Entity, { type: Kind }>

const concept = { text: 'x', coding: [] as never }
const uncoded = { text: 'x' }
const subject = { reference: 'Patient/1' }
const rows = (is_linked: boolean) => [{ is_linked, metadata: {} }] as never

/** Type and statuses of a resource in one line. */
function brief(resource: ReturnType<typeof problemResource>): string | undefined {
  if (resource === undefined) return undefined
  const { resourceType, status, clinicalStatus, verificationStatus } = resource
  const codes = [status, codeOf(clinicalStatus), codeOf(verificationStatus)]
  return [resourceType, ...codes.filter((code) => code !== undefined)].join(' ')
}

function codeOf(value: unknown): string | undefined {
  const { coding = [] } = (value ?? {}) as { coding?: { code: string }[] }
  return coding[0]?.code
}

describe('a problem', () => {
  const problem = (traits: readonly TraitName[], isLinked: boolean) =>
    brief(
      problemResource(
        { traits: traits.map((name) => ({ name, score: 1 })), results: rows(isLinked) },
        concept,
        subject,
      ),
    )

  test.each<{ traits: TraitName[]; linked: string | undefined; unlinked?: string | undefined }>([
    { traits: [], linked: 'Condition active confirmed', unlinked: 'Condition unconfirmed' },
    {
      traits: ['DIAGNOSIS'],
      linked: 'Condition active confirmed',
      unlinked: 'Condition unconfirmed',
    },
    { traits: ['SIGN'], linked: 'Condition active confirmed', unlinked: 'Condition unconfirmed' },
    { traits: ['SYMPTOM', 'NEGATION'], linked: 'Condition refuted' },
    { traits: ['LOW_CONFIDENCE'], linked: 'Condition unconfirmed' },
    {
      traits: ['PAST_HISTORY'],
      ...{ linked: 'Condition resolved confirmed', unlinked: 'Condition resolved unconfirmed' },
    },
    { traits: ['PAST_HISTORY', 'NEGATION'], linked: 'Condition refuted' },
    { traits: ['PAST_HISTORY', 'LOW_CONFIDENCE'], linked: 'Condition unconfirmed' },
    { traits: ['PERTAINS_TO_FAMILY'], linked: 'FamilyMemberHistory completed' },
    { traits: ['PERTAINS_TO_FAMILY', 'PAST_HISTORY'], linked: 'FamilyMemberHistory completed' },
    { traits: ['PERTAINS_TO_FAMILY', 'NEGATION'], linked: undefined },
    { traits: ['PERTAINS_TO_FAMILY', 'LOW_CONFIDENCE'], linked: undefined },
    { traits: ['HYPOTHETICAL'], linked: undefined },
    { traits: ['HYPOTHETICAL', 'PERTAINS_TO_FAMILY'], linked: undefined },
  ])('with $traits is $linked', ({ traits, linked, unlinked = linked }) => {
    expect(problem(traits, true)).toBe(linked)
    expect(problem(traits, false)).toBe(unlinked)
  })

  test('is active and confirmed with no trait that says otherwise, in any company', () => {
    const fine = new Set<TraitName>(['DIAGNOSIS', 'SIGN', 'SYMPTOM'])
    for (const one of TRAITS)
      for (const other of TRAITS) {
        const isActive = /active/.test(String(problem([one, other], true)))
        expect([one, other, isActive]).toEqual([one, other, fine.has(one) && fine.has(other)])
      }
  })

  test('of a relative names no patient of its own', () => {
    const family = problemResource(
      { traits: [{ name: 'PERTAINS_TO_FAMILY', score: 1 }], results: [] },
      concept,
      subject,
    )
    expect(family).toMatchObject({ patient: subject, condition: [{ code: concept }] })
    expect(family).not.toHaveProperty('code')
  })
})

describe('a medication', () => {
  const medication = (given: Partial<Of<'medication'>>, code: Concept = concept) =>
    medicationResource(
      {
        ...{ strength: null, form: null, route: null, dose: null, frequency: null, duration: null },
        ...{ status: 'current', text: 'metformin' },
        ...given,
      } as never,
      code,
      subject,
    )
  const RESOURCES: Record<Of<'medication'>['status'], string | undefined> = {
    current: 'MedicationStatement active',
    new: 'MedicationRequest active',
    stopped: 'MedicationStatement stopped',
    held: 'MedicationStatement on-hold',
    planned: 'MedicationRequest draft',
    negated: 'MedicationStatement not-taken',
    past: 'MedicationStatement completed',
    allergy: 'AllergyIntolerance active confirmed',
    family: undefined,
  }

  test.each(MEDICATION_STATUSES)('that is %s', (status) => {
    expect(brief(medication({ status }))).toBe(RESOURCES[status])
  })

  test('has its dose as it is written', () => {
    const said = { strength: '500 mg', dose: '1', frequency: 'bd', duration: 'x 5 d' }
    const dose = [{ text: '1 bd x 5 d' }]
    expect(medication(said)).toMatchObject({ dosage: dose, medicationCodeableConcept: concept })
    const request = medication({ ...said, status: 'new' })
    expect(request).toMatchObject({ intent: 'plan', dosageInstruction: dose })
    expect(medication({})).not.toHaveProperty('dosage')
    expect(medication({ status: 'new' })).not.toHaveProperty('dosageInstruction')
  })

  test('has its form and strength with its name', () => {
    const drug = { text: 'metformin', form: 'Tab', strength: '500 mg' }
    expect(drugOf(drug as never)).toBe('Tab metformin 500 mg')
    expect(drugOf({ ...drug, form: null, strength: null } as never)).toBe('metformin')
  })

  test('that is not tolerated and not known is an unconfirmed allergy', () => {
    const unknown = medication({ status: 'allergy' }, uncoded)
    expect(brief(unknown)).toBe('AllergyIntolerance active unconfirmed')
  })
})

describe('a test', () => {
  const resource = (given: Partial<Of<'test'>>) =>
    testResource(
      {
        ...{ status: 'resulted', value: '7.9', unit: '%', range: null, flag: null },
        ...{ specimen: null, time: null, results: [{ metadata: { unit_normalised: '%' } }] },
        ...given,
      } as never,
      concept,
      subject,
    )
  const RESOURCES: Record<Of<'test'>['status'], string | undefined> = {
    resulted: 'Observation final',
    ordered: 'Observation registered',
    planned: undefined,
    negated: undefined,
    family: undefined,
  }

  test.each(TEST_STATUSES)('that is %s', (status) => {
    expect(brief(resource({ status }))).toBe(RESOURCES[status])
  })

  test('has value, range, flag, specimen and time', () => {
    expect(
      resource({ range: '4-6', flag: 'high', specimen: 'blood', time: 'last month' }),
    ).toMatchObject({
      valueQuantity: { value: 7.9, unit: '%', system: 'http://unitsofmeasure.org', code: '%' },
      referenceRange: [{ text: '4-6' }],
      specimen: { display: 'blood' },
      note: [{ text: 'last month' }],
    })
    for (const [flag, code] of Object.entries({
      high: 'H',
      low: 'L',
      abnormal: 'A',
      normal: 'N',
    })) {
      const { interpretation } = resource({ flag: flag as 'high' })!
      expect(codeOf((interpretation as unknown[])[0])).toBe(code)
    }
  })

  test('has nothing that the text does not say', () => {
    expect(Object.keys(resource({ value: null, unit: null })!)).toEqual([
      ...['resourceType', 'status', 'code', 'subject'],
    ])
  })

  const ucum = { system: 'http://unitsofmeasure.org', code: 'g/dL' }
  test.each([
    { value: '14', unit: 'gm%', result: { value: 14, unit: 'gm%', ...ucum } },
    { value: '14,300', unit: null, result: { value: 14300 } },
    { value: '1,20,000.5', unit: null, result: { value: 120000.5 } },
    { value: '< 5', unit: null, result: { value: 5, comparator: '<' } },
    { value: '≥5', unit: null, result: { value: 5, comparator: '>=' } },
    { value: '-2.1', unit: null, result: { value: -2.1 } },
    { value: ' 007 ', unit: null, result: { value: 7 } },
    { value: '12,5', unit: null, result: { value: 12.5 } },
    { value: '10·2', unit: null, result: { value: 10.2 } },
  ])('with the result $value is the quantity $result', ({ value, unit, result }) => {
    const results = [{ metadata: { unit_normalised: 'g/dL' } }] as never
    expect(resultOf({ value, unit, results })).toEqual({ valueQuantity: result })
  })

  test.each([
    { value: '120/80', unit: 'mmHg', text: '120/80 mmHg' },
    { value: 'positive', unit: null, text: 'positive' },
    { value: '1,2345', unit: null, text: '1,2345' },
    { value: '1:64', unit: 'mg', text: '1:64 mg' },
    { value: '5-6', unit: null, text: '5-6' },
    { value: '', unit: null, text: '' },
  ])('with the result $value is text', ({ value, unit, text }) => {
    expect(resultOf({ value, unit, results: [] })).toEqual({ valueString: text })
  })

  test.each([
    ['1:64', { numerator: { value: 1 }, denominator: { value: 64 } }],
    ['<1:20', { numerator: { value: 1 }, denominator: { value: 20, comparator: '<' } }],
  ])('with the titre %s is a ratio', (value, valueRatio) => {
    expect(resultOf({ value, unit: null, results: [] })).toEqual({ valueRatio })
  })

  test('with a unit that is not known has it as it is written', () => {
    const results = [{ metadata: { unit_normalised: null } }] as never
    expect(resultOf({ value: '1.2', unit: 'lakh', results })).toEqual({
      valueQuantity: { value: 1.2, unit: 'lakh' },
    })
    expect(resultOf({ value: '1.2', unit: 'lakh', results: [] })).toEqual({
      valueQuantity: { value: 1.2, unit: 'lakh' },
    })
  })
})

describe('a procedure', () => {
  const attributes = [
    { type: 'TIME_EXPRESSION' as const, text: '2019', begin_offset: 0, end_offset: 4 },
  ]
  const procedure = (status: Of<'procedure'>['status'], more: object = {}) =>
    procedureResource({ status, attributes: [], ...more } as never, concept, subject)
  const RESOURCES: Record<Of<'procedure'>['status'], string | undefined> = {
    done: 'Procedure completed',
    planned: 'Procedure preparation',
    refused: 'Procedure not-done',
    past: 'Procedure completed',
    negated: 'Procedure not-done',
    family: undefined,
  }

  test.each(PROCEDURE_STATUSES)('that is %s', (status) => {
    expect(brief(procedure(status))).toBe(RESOURCES[status])
  })

  test('has the time at which it was done, and no time at which it will be', () => {
    expect(procedure('past', { attributes })).toMatchObject({ performedString: '2019' })
    expect(procedure('planned', { attributes })).not.toHaveProperty('performedString')
  })

  test('that is refused says so', () => {
    expect(procedure('refused')).toMatchObject({ statusReason: { text: 'refused by the patient' } })
    expect(procedure('negated')).not.toHaveProperty('statusReason')
  })
})

describe('an allergy', () => {
  const allergy = (given: Partial<Of<'allergy'>>, code: Concept = concept) =>
    allergyResource(
      {
        ...{ status: 'present', substance: 'penicillin', reactions: [] },
        ...given,
      } as never,
      code,
      subject,
    )
  const RESOURCES: Record<Of<'allergy'>['status'], string | undefined> = {
    present: 'AllergyIntolerance active confirmed',
    negated: 'AllergyIntolerance inactive refuted',
    doubtful: 'AllergyIntolerance active unconfirmed',
    family: undefined,
  }

  test.each(ALLERGY_STATUSES)('that is %s', (status) => {
    expect(brief(allergy({ status }))).toBe(RESOURCES[status])
  })

  test('to a substance that is not known is unconfirmed', () => {
    expect(brief(allergy({}, uncoded))).toBe('AllergyIntolerance active unconfirmed')
  })

  test('to nothing is a statement, and not refuted: "NKDA"', () => {
    const none = allergy({ status: 'negated', substance: null }, uncoded)
    expect(brief(none)).toBe('AllergyIntolerance active confirmed')
  })

  test.each([
    ['NKDA', '409137002'],
    ['No known drug allergies', '409137002'],
    ['no medication allergies', '409137002'],
    ['NKFA', '429625007'],
    ['no known food allergy', '429625007'],
    ['NKA', '716186003'],
    ['Allergies: nil', '716186003'],
  ])('to nothing has a code that says so: "%s" is %s', (text, code) => {
    expect(noAllergy(text)).toMatchObject({
      coding: [{ system: 'http://snomed.info/sct', code }],
      text,
    })
  })

  test('has its reactions', () => {
    const reactions = ['rash', 'hives'].map((text) => ({ text, begin_offset: 0, end_offset: 4 }))
    expect(allergy({ reactions })).toMatchObject({
      ...{ code: concept, patient: subject },
      reaction: [{ manifestation: [{ text: 'rash' }, { text: 'hives' }] }],
    })
    expect(allergy({})).not.toHaveProperty('reaction')
  })
})
