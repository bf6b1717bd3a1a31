/**
 * Proves that the server answers by the contract, line by line: each test is named by the section that it holds the server to,
 * and docs/contract/ has a row for each. Operations that the contract does not have, and refusals that it does not show,
 * follow the lines; their modules are next to this file.
 *
 * `medlink serve` is asked over HTTP as a process of its own, with plain bodies over SQLite and a folder, and in envelopes over
 * PostgreSQL and S3 with data keys. The form of a body is read and written before and after everything that a database has a part in, so each is
 * tested with one of the other. The single fields of a body (2.1 to 2.5, 4.8) are read by neither: they are tested in the first place alone, and
 * operations, errors, tokens, limits and the rest in both.
 */

import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { decodeJwt, UnsecuredJWT } from 'jose'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type * as shapes from '../../../src/http/shapes.ts'
import type { LinkedOntology, LinkResult } from '../../../src/medlink.ts'
import { MEDLINK_VERSION } from '../../../src/medlink.ts'
import {
  type Encrypted,
  type Envelope,
  encoded,
  encrypt,
  HEADER,
  openBy,
  sealBy,
} from '../../support/envelope-client.ts'
import { eventually } from '../../support/eventually.ts'
import { startReceiver } from '../../support/receiver.ts'
import { type Claims, SECRET, tokenOf } from '../../support/server.ts'
import { logIn, testAccounts, testLoggingOut, testRefreshing } from './accounts.ts'
import { type Asking, askIn, KEY, MAX_FILE_BYTES, NAME, NOBODY } from './asking.ts'
import { testBodies } from './bodies.ts'
import { testDocuments } from './documents.ts'
import { testErasure } from './erasure.ts'
import { testBatches, testNotes, testOptions, testSuggestions } from './linking.ts'
import { GUARDED } from './operations.ts'
import { testBytes, testLog, testOperations, testOperators, testOutage } from './operators.ts'
import { PLACES, type Running, runServer } from './places.ts'
import { testProfiles } from './profiles.ts'
import { testReminders } from './reminders.ts'
import { LIST, PATIENT, PDF, PNG, requestsOf, STAFF, UNKNOWN, UPLOAD } from './requests.ts'
import { testSignedUploads } from './signed-uploads.ts'

/** Names of the tests of lines. */
const lines = new Set<string>()

/** A test of a line of the contract, by its section. */
function line(name: string, run: () => Promise<unknown>): void {
  lines.add(name)
  test(name, async () => void (await run()))
}

const DAY_MS = 86_400_000
const LINK = 'POST /med-link/nel/link'
const AADHAAR = 'POST /abdm/na/v1/registration/aadhaar/init'
/** A number of nobody, with the right check digit. */
const AADHAAR_NUMBER = '234567890124'
const ANY_INTEGER = expect.toSatisfy(Number.isInteger, 'an integer')
/** A time of this minute, in epoch seconds. */
const EPOCH_NOW = expect.toSatisfy(
  (time: number) => Number.isInteger(time) && Math.abs(Date.now() / 1000 - time) < 60,
  'epoch seconds of now',
)
const BLOOD_GROUPS = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-']
const EXTRAS = { n: 1, list: ['é', null, true], d: { a: 1.5, c: [1] } }

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const same = (...values: readonly unknown[]) => values.map((value) => [value, value] as const)

/** A field with values that are taken, each with what is stored of it, and values that are refused. */
interface Field {
  readonly field: string
  readonly taken: readonly (readonly [given: unknown, stored: unknown])[]
  readonly refused: readonly unknown[]
}

const SHARED_FIELDS: readonly Field[] = [
  { field: 's', taken: same('Ms.'), refused: ['', 7] },
  {
    field: 'dob',
    taken: same('1990-02-28', inDays(0)),
    refused: ['1990-02-29', '1990-02-28T00:00Z', '28-02-1990', inDays(3)],
  },
  { field: 'gen', taken: same('M', 'F', 'O'), refused: ['f', 'X', ''] },
  {
    field: 'mobile',
    taken: [
      ['+919876543210', '+919876543210'],
      ['+91 98765-43210', '+919876543210'],
    ],
    refused: ['9876543210', '+0', 7],
  },
  { field: 'email', taken: [['Asha@Example.ORG', 'asha@example.org']], refused: [NAME, 'a@'] },
  {
    field: 'extras',
    taken: same(EXTRAS),
    refused: [[], NAME],
  },
]

const PATIENT_FIELDS: readonly Field[] = [
  { field: 'fn', taken: [['Asha', 'asha']], refused: ['', ' ', 7] },
  { field: 'mn', taken: [['Devi', 'devi']], refused: ['', 7] },
  { field: 'ln', taken: [['RAO', 'rao']], refused: ['', 7] },
  ...SHARED_FIELDS,
  { field: 'bloodgroup', taken: same(...BLOOD_GROUPS), refused: ['A', 'a+'] },
  { field: 'abha', taken: same('asha@abdm'), refused: ['', 7] },
]

const USER_FIELDS: readonly Field[] = [
  ...SHARED_FIELDS,
  { field: 'bg', taken: same(...BLOOD_GROUPS), refused: ['A', 'a+'] },
]

/** The keys of hints with what shows in the breakdown that each was read. */
const LOINC_HINTS = [
  { key: 'unit', value: 'mg/dL', read: { unit_orig: 'mg/dL', unit: 'mg/dL', property: 'MCnc' } },
  { key: 'value', value: '5.4', read: { value: '5.4' } },
  { key: 'range', value: '70-110', read: { range: '70-110' } },
  { key: 'specimen', value: 'serum', read: { specimen: 'Ser' } },
  { key: 'specimen_text', value: 'venous blood, serum', read: { specimen: 'Ser/Plas' } },
  { key: 'panel_name', value: 'lipid panel', read: { panel_name: 'lipid panel' } },
] as const

/** Hints by which one of the products that are called amoxicillin 500 mg is told. */
const MEDICATION_HINTS = [
  { key: 'form', value: 'Capsule', term_id: 'ML:amoxicillin-500-mg-capsule' },
  { key: 'dose_unit', value: 'tablet', term_id: 'ML:amoxicillin-500-mg-tablet' },
  { key: 'dose_custom', value: '1 capsule at night', term_id: 'ML:amoxicillin-500-mg-capsule' },
] as const

const VERSIONS: Readonly<Record<LinkedOntology, string>> = {
  snomed: '20250701',
  loinc: '9.01',
  medication: 'starter',
  'icd-10-cm': '2027',
}

/** Data of the events of contract 6. */
const APPOINTMENT = { appointment_id: 'v', doctor_id: 'd', patient_id: 'p', clinic_id: 'c' }
const VACCINATION = {
  ...{ patient_id: 'p', patient_name: 'Asha', due_date: '2033-01-31', vaccines: ['MMR'] },
}
const EVENTS = [
  ['vaccination.reminder', false],
  ['appointment.reminder', false],
  ['appointment.followup_reminder', false],
  ['appointment.reminder_instant', true],
  ['appointment.followup_reminder_instant', true],
] as const

/** Section 2.1. */
function testPatientProfile(asking: Asking): void {
  const { refused, user: USER } = asking
  const { newPatient, readPatient } = requestsOf(asking)
  const refuses = (body: unknown) => refused('POST /profiles/v1/patient/', { as: USER, body })

  describe('2.1 Patient profile (creation input)', () => {
    for (const { field, taken, refused: wrong } of PATIENT_FIELDS)
      line(`2.1 ${field}`, async () => {
        for (const [given, stored] of taken)
          expect(await readPatient(await newPatient({ [field]: given }))).toMatchObject({
            [field]: stored,
          })
        for (const value of wrong)
          expect(await refuses({ ...PATIENT, [field]: value })).toMatch(
            new RegExp(`^invalid_request: ${field} must`),
          )
      })

    line('2.1 fln', async () => {
      const { fn: _, ...unnamed } = PATIENT
      const oid = await newPatient({ fn: undefined, fln: 'Asha Devi RAO' })
      expect(await readPatient(oid)).toMatchObject({ ...unnamed, fln: 'asha devi rao' })
      expect(await refuses({ ...unnamed, fln: '' })).toMatch(/^invalid_request: fln must/)
    })

    line('2.1 fn or fln, exactly one', async () => {
      expect(await refuses({ ...PATIENT, fn: undefined })).toBe(
        'invalid_request: fn or fln must be present',
      )
      expect(await refuses({ ...PATIENT, fln: NAME })).toMatch(/fln must not be given together/)
    })

    line('2.1 username, unique', async () => {
      const username = `MRN-${randomUUID()}`
      expect(await readPatient(await newPatient({ username }))).toMatchObject({ username })
      expect(await refuses({ ...PATIENT, username })).toMatch(/^conflict: /)
      await newPatient({ username: `${username}a\u0301` })
      // The same letters, typed in another way.
      expect(await refuses({ ...PATIENT, username: `${username}á` })).toMatch(/^conflict: /)
    })

    line('2.1 dob and gen, required', async () => {
      for (const field of ['dob', 'gen'])
        expect(await refuses({ ...PATIENT, [field]: undefined })).toMatch(
          new RegExp(`^invalid_request: ${field} must`),
        )
    })
  })
}

/** Section 2.2. */
function testUserProfile(asking: Asking): void {
  const { refused, admin: ADMIN } = asking
  const { newUser, readUser, update } = requestsOf(asking)

  describe('2.2 EMR user profile', () => {
    for (const { field, taken, refused: wrong } of USER_FIELDS)
      line(`2.2 update ${field}`, async () => {
        const oid = await newUser()
        for (const [given, stored] of taken) {
          await update(oid, { [field]: given })
          expect(await readUser(oid)).toMatchObject({ [field]: stored })
        }
        const before = await readUser(oid)
        for (const value of wrong)
          expect(
            await refused(`PATCH /profiles/v1/emr-user/${oid}`, {
              as: ADMIN,
              body: { [field]: value },
            }),
          ).toMatch(new RegExp(`^invalid_request: ${field} must`))
        expect(await readUser(oid)).toEqual(before)
      })

    line('2.2 update fn, mn, ln', async () => {
      const oid = await newUser()
      await update(oid, { fn: 'Maya', ln: 'Iyer' })
      const names = { fn: 'Maya', mn: 'Devi K.', ln: 'Iyer', fln: 'Maya Devi K. Iyer' }
      expect(await readUser(oid)).toMatchObject(names)
    })

    line('2.2 update fln, split into fn, mn, ln', async () => {
      const oid = await newUser()
      const names = async () => {
        const { fn, mn, ln, fln } = await readUser(oid)
        return [fn, mn, ln, fln]
      }
      expect(await names()).toEqual(['Asha', 'Devi K.', 'Rao', STAFF.fln])
      await update(oid, { fln: 'Maya Iyer' })
      expect(await names()).toEqual(['Maya', undefined, 'Iyer', 'Maya Iyer'])
    })

    line('2.2 update, every field optional', async () => {
      const oid = await newUser()
      await update(oid, {})
      expect(await readUser(oid)).toMatchObject(STAFF)
    })

    const FULL = { ...STAFF, bg: 'O-', mobile: '+14155550123', email: 'r@x.org', s: 'Dr.' }
    let read: Awaited<ReturnType<typeof readUser>>
    let oid: string
    beforeAll(async () => {
      oid = await newUser(FULL)
      read = await readUser(oid)
    })
    const RETRIEVED: Readonly<Record<string, () => unknown>> = {
      oid: () => oid,
      bid: () => ADMIN.bid,
      ps: () => 'S',
      c_ate: () => EPOCH_NOW,
      u_ate: () => EPOCH_NOW,
      gen: () => FULL.gen,
      dob: () => FULL.dob,
      is_age: () => false,
      bg: () => FULL.bg,
      mobile: () => FULL.mobile,
      email: () => FULL.email,
      s: () => FULL.s,
    }
    for (const [field, expected] of Object.entries(RETRIEVED))
      line(`2.2 retrieve ${field}`, async () => {
        expect(read).toHaveProperty(field, expected())
      })

    line('2.2 retrieve fn, ln, fln', async () => {
      expect(read).toMatchObject({ fn: 'Asha', ln: 'Rao', fln: STAFF.fln })
    })
  })
}

/** A patient with one document, about which an upload can say no more, for the tests of a `describe`. */
function documentFor(asking: Asking) {
  const { newPatient, upload, listOf, describeOne, of } = requestsOf(asking)
  const fields = { title: 'Blood count', tags: ['a', 'b'], cases: ['7'], document_date: '86400' }
  const made = {} as {
    patient: string
    id: string
    list: Awaited<ReturnType<typeof listOf>>
    description: Awaited<ReturnType<typeof describeOne>>
  }
  beforeAll(async () => {
    made.patient = await newPatient({ abha: 'asha@abdm' })
    const query = '?dt=lr&task=smart&batch=1'
    made.id = await upload(PNG, { ...of(made.patient), fields, query })
    // The thumbnail is made when the upload has been answered.
    made.list = await eventually(async () => {
      const read = await listOf(made.patient)
      expect(read.items[0]!.record.item.metadata.thumbnail).toBeTruthy()
      return read
    })
    made.description = await describeOne(made.id, made.patient)
  })
  return made
}

/** Section 2.3. */
function testListingItem(asking: Asking): void {
  const { newPatient, upload, listOf, of } = requestsOf(asking)

  describe('2.3 Document (listing item)', () => {
    const made = documentFor(asking)
    const item = () => made.list.items[0]!.record.item

    line('2.3 items', async () => {
      expect(made.list.items).toHaveLength(1)
      expect(Object.keys(made.list.items[0]!)).toEqual(['record'])
      expect(Object.keys(made.list.items[0]!.record)).toEqual(['item'])
      expect((await listOf(await newPatient())).items).toEqual([])
    })

    line('2.3 items[].record.item.cases', async () => expect(item().cases).toEqual(['7']))

    line('2.3 items[].record.item.document_id', async () => {
      expect(item().document_id).toBe(made.id)
      expect(made.id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    })

    line('2.3 items[].record.item.upload_date', async () => {
      expect(item().upload_date).toEqual(EPOCH_NOW)
    })

    line('2.3 items[].record.item.document_type', async () => {
      expect(item().document_type).toBe('lr')
    })

    line('2.3 items[].record.item.patient_id', async () => {
      expect(item().patient_id).toEqual(ANY_INTEGER)
      const other = await newPatient()
      for (let i = 0; i < 2; i++) await upload(PDF, of(other))
      const [one, two] = (await listOf(other)).items.map(({ record }) => record.item.patient_id)
      expect(one).toBe(two)
      expect(one).not.toBe(item().patient_id)
    })

    line('2.3 items[].record.item.metadata.thumbnail', async () => {
      const thumbnail = await fetch(item().metadata.thumbnail!)
      expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    })

    line('2.3 items[].record.item.metadata.document_date', async () => {
      expect(item().metadata.document_date).toBe(86_400)
    })

    line('2.3 items[].record.item.metadata.tags', async () => {
      expect(item().metadata.tags).toEqual(['a', 'b'])
    })

    line('2.3 items[].record.item.metadata.auto_tags', async () => {
      expect(item().metadata.auto_tags).toEqual([])
    })

    line('2.3 items[].record.item.metadata.title', async () => {
      expect(item().metadata.title).toBe('Blood count')
    })

    line('2.3 items[].record.item.metadata.abha.health_id', async () => {
      expect(item().metadata.abha!.health_id).toBe('asha@abdm')
    })

    line('2.3 items[].record.item.metadata.abha.link_status', async () => {
      expect(item().metadata.abha).not.toHaveProperty('link_status')
      const { body } = await asking.server.ask('GET /openapi.json')
      expect(JSON.stringify(body)).toContain('"enum":["LINKED","INITIATED","ERRORED"]')
    })

    line('2.3 next_token', async () => {
      const other = await newPatient()
      const ids = [await upload(PDF, of(other)), await upload(PDF, of(other))]
      const first = await listOf(other, '?limit=1')
      expect(first.next_token).toEqual(expect.any(String))
      const second = await listOf(other, `?limit=1&offset=${first.next_token}`)
      expect(second.next_token).toBeNull()
      const listed = [first, second].flatMap(({ items }) => items)
      expect(listed.map(({ record }) => record.item.document_id)).toEqual(ids)
    })

    line('2.3 source_refreshed_at', async () => {
      expect(made.list.source_refreshed_at).toEqual(EPOCH_NOW)
      expect((await listOf(await newPatient())).source_refreshed_at).toBeNull()
    })
  })
}

/** Section 2.4. */
function testDescription(asking: Asking): void {
  const { newPatient, upload, describeOne, of } = requestsOf(asking)

  describe('2.4 Document (description)', () => {
    const made = documentFor(asking)
    line('2.4 source', async () => expect(made.description.source).toBe('upload'))

    line('2.4 document_date_epoch', async () => {
      expect(made.description.document_date_epoch).toBe(86_400)
    })

    line('2.4 document_type', async () => expect(made.description.document_type).toBe('lr'))

    line('2.4 tags', async () => expect(made.description.tags).toEqual(['a', 'b']))

    line('2.4 files[].asset_url', async () => {
      expect(made.description.files).toHaveLength(1)
      const { asset_url } = made.description.files[0]!
      const file = await fetch(asset_url)
      expect(file.headers.get('content-type')).toBe('image/png')
      expect(Buffer.from(await file.arrayBuffer()).equals(PNG)).toBe(true)
      const part = await fetch(asset_url, { headers: { range: 'bytes=1-3' } })
      expect([part.status, await part.text()]).toEqual([206, 'PNG'])
      const forged = asset_url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
      expect((await fetch(forged)).status).toBe(403)
    })

    line('2.4 files[].file_type', async () => {
      expect(made.description.files[0]!.file_type).toBe('IMG')
      const other = await newPatient()
      const { files } = await describeOne(await upload(PDF, of(other)), other)
      expect(files[0]!.file_type).toBe('PDF')
    })
  })
}

/** A request to link a mention by the version that is there. */
const requestTo = (ontology: LinkedOntology, query: string, metadata?: object) => ({
  ...{ query, ontology, version: VERSIONS[ontology], request_id: 'r1' },
  ...(metadata && { metadata }),
})

const REQUESTS = {
  snomed: requestTo('snomed', 'asthma'),
  loinc: requestTo('loinc', 'glucose', { unit: 'mg/dL', specimen: 'serum' }),
  medication: requestTo('medication', 'dolo 650'),
  'icd-10-cm': requestTo('icd-10-cm', 'type 2 diabetes mellitus'),
  comprehend: {
    ...requestTo('icd-10-cm', 'Denies asthma. Has type 2 diabetes.'),
    version: 'comprehend',
  },
} as const

/** What {@link REQUESTS} are answered with, for the tests of a `describe`. */
function linksFor(asking: Asking) {
  const { link } = requestsOf(asking)
  const found = {} as Record<keyof typeof REQUESTS, LinkResult>
  beforeAll(async () => {
    for (const [name, request] of Object.entries(REQUESTS))
      found[name as keyof typeof REQUESTS] = await link(request)
  })
  return found
}

/** Section 2.5. */
function testLinkResult(asking: Asking): void {
  const { link } = requestsOf(asking)

  describe('2.5 Link result', () => {
    const found = linksFor(asking)
    const firstOf = (name: keyof typeof REQUESTS) => found[name].results[0]!
    const each = (
      check: (result: LinkResult, request: Readonly<Record<string, unknown>>) => void,
    ) => {
      for (const [name, request] of Object.entries(REQUESTS))
        check(found[name as keyof typeof REQUESTS], request)
    }

    line('2.5 request_id', async () => {
      each(({ request_id }) => expect(request_id).toBe('r1'))
      const { request_id: _, ...request } = REQUESTS.snomed
      const ids = [(await link(request)).request_id, (await link(request)).request_id]
      expect(new Set(ids).size).toBe(2)
      for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/)
    })

    line('2.5 query', async () => {
      each(({ query }, request) => expect(query).toBe(request.query))
    })

    line('2.5 query_breakdown of snomed', async () => {
      expect(found.snomed.query_breakdown).toBeNull()
      expect(found['icd-10-cm'].query_breakdown).toBeNull()
    })

    line('2.5 query_breakdown of loinc', async () => {
      expect(found.loinc.query_breakdown).toEqual({
        ...{ test_name: 'glucose', value: null, unit_orig: 'mg/dL', unit: 'mg/dL' },
        ...{ property: 'MCnc', specimen: 'Ser', range: null, panel_name: null },
        ...{ not_understood: [], conflicts: [] },
      })
    })

    line('2.5 query_breakdown of medication', async () => {
      expect(found.medication.query_breakdown).toMatchObject({
        ...{ brand_name: 'Dolo', generic_name: 'acetaminophen', form: 'tablet', volume: '650' },
        strengths: ['650 mg'],
      })
    })

    line('2.5 query_breakdown of icd-10-cm comprehend', async () => {
      const { query_breakdown: read } = found.comprehend as LinkResult<'icd-10-cm'>
      expect(read).toMatchObject({
        ...{ entity: 'type 2 diabetes', entity_score: 1 },
        traits: [{ name: 'DIAGNOSIS', score: expect.any(Number) }],
        attributes: [{ type: 'QUALITY', text: 'type 2', score: expect.any(Number) }],
        entities: [
          { text: 'asthma', begin_offset: 7, end_offset: 13 },
          { text: 'type 2 diabetes', begin_offset: 19, end_offset: 34 },
        ],
      })
      const [asthma, diabetes] = read!.entities
      expect(asthma!.traits.map(({ name }) => name)).toContain('NEGATION')
      expect(asthma!.results[0]).toMatchObject({ term_id: 'J45.909', is_linked: false })
      expect(diabetes!.results[0]).toMatchObject({ term_id: 'E11.9', is_linked: true })
    })

    line('2.5 ontology', async () => {
      each(({ ontology }, request) => expect(ontology).toBe(request.ontology))
    })

    line('2.5 version', async () => {
      each(({ version }, request) => expect(version).toBe(request.version))
    })

    line('2.5 index_name', async () => {
      each(({ index_name, ontology }) =>
        expect(index_name).toMatch(
          new RegExp(`^${ontology}_${VERSIONS[ontology].replaceAll('.', '\\.')}_[\\da-f]{12}$`),
        ),
      )
    })

    line('2.5 model_version', async () => {
      each(({ model_version }) =>
        expect(model_version.split('+')).toEqual([MEDLINK_VERSION, expect.stringMatching(/./)]),
      )
    })

    line('2.5 results, ranked by relevance', async () => {
      for (const name of ['loinc', 'icd-10-cm'] as const) {
        const scores = found[name].results.map(({ score }) => score!)
        expect(scores.length).toBeGreaterThan(1)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      }
    })

    line('2.5 results[].term_id and term_name', async () => {
      expect(firstOf('snomed')).toMatchObject({ term_id: '195967001', term_name: 'Asthma' })
      expect(firstOf('loinc')).toMatchObject({ term_id: '2345-7', term_name: 'Glucose' })
      expect(firstOf('medication')).toMatchObject({
        ...{ term_id: 'ML:dolo-650-mg-tablet', term_name: 'Dolo 650 tablet' },
      })
      expect(firstOf('icd-10-cm')).toMatchObject({
        ...{ term_id: 'E11', term_name: 'Type 2 diabetes mellitus' },
      })
    })

    line('2.5 results[].score', async () => {
      each(({ ontology, results }) => {
        for (const { score } of results)
          if (ontology === 'medication') expect(score).toBeNull()
          else expect(score).toSatisfy((value: number) => value >= 0 && value <= 1, 'in [0, 1]')
      })
    })

    line('2.5 results[].is_linked', async () => {
      each(({ results }) => {
        expect(results.map(({ is_linked }) => is_linked)).toEqual(
          results.map((_, place) => place === 0),
        )
      })
      const bare = await link(requestTo('loinc', 'hemoglobin'))
      expect(bare.results[0]).toMatchObject({
        ...{ is_linked: false, metadata: { link_reason: 'unit_missing' } },
      })
      expect(bare.results.some(({ is_linked }) => is_linked)).toBe(false)
    })

    for (const [key, value] of Object.entries({
      semantic_tag: 'disorder',
      is_core: true,
      source: 'snomed_ct_20250701',
      language: 'en',
      script: 'Latn',
    }))
      line(`2.5 results[].metadata.${key} of snomed`, async () => {
        expect(firstOf('snomed').metadata).toHaveProperty(key, value)
      })

    line('2.5 results[].metadata.matching_breakdown of medication', async () => {
      expect(firstOf('medication').metadata).toMatchObject({
        matching_breakdown: {
          ...{ drug_detection_score: '1.00', volume_detection_score: '1.00' },
          ...{ form_detection_score: expect.stringMatching(/^[01]\.\d\d$/) },
          ...{ volume_exact_match: true, form_exact_match: null, uncoded_reason: null },
          ...{ form_qualifier_exact_match: null, salt_qualifier_exact_match: null },
        },
      })
      const other = await link(requestTo('medication', 'dolo 700'))
      expect(other.results[0]!.metadata).toMatchObject({
        matching_breakdown: { volume_exact_match: false, uncoded_reason: 'volume_mismatch' },
      })
    })

    line('2.5 results[].metadata.linking_requirements of medication', async () => {
      expect(firstOf('medication').metadata).toMatchObject({
        linking_requirements: { volume_needed: false, form_needed: false },
      })
      const bare = await link(requestTo('medication', 'amoxicillin'))
      expect(bare.results[0]!.metadata).toMatchObject({
        linking_requirements: { volume_needed: true },
      })
    })

    line('2.5 a term_id with several names', async () => {
      const request = { ...requestTo('snomed', 'diabetes'), top_k: 10 }
      const idsOf = ({ results }: LinkResult) => results.map(({ term_id }) => term_id)
      const ids = idsOf(await link(request))
      expect(new Set(ids).size).toBe(ids.length)
      const { results } = await link({ ...request, collapse: 'term' })
      const names = results.filter(({ term_id }) => term_id === '73211009')
      expect(names.length).toBeGreaterThan(1)
      expect(new Set(names.map(({ term_name }) => term_name)).size).toBe(names.length)
    })
  })
}

/** A link in envelopes whose parts are chosen. */
function envelopesTo(asking: Asking) {
  const REQUEST = { query: 'asthma', ontology: 'snomed', version: '20250701', request_id: 'r1' }
  const TEXT = JSON.stringify(REQUEST)
  const seal = () => sealBy(KEY.secret, KEY.kid, TEXT)
  const send = (body: unknown, headers: Record<string, string> = { 'x-encryption': 'JWE' }) =>
    asking.server.ask(LINK, { as: asking.user, body, headers })
  const answerTo = async (envelope: Envelope) => (await send(envelope)).body as Envelope
  /** @returns the code of the refusal */
  const codeOf = async (envelope: unknown) => {
    const { body } = await send(envelope)
    return (body as { error?: { code: string } }).error?.code
  }
  const bytesOf = (part: string) => Buffer.from(part, 'base64url')
  /** An envelope of parts that are chosen, under a tag that fits them. */
  const envelopeOf = ({ iv, ciphertext, tag }: Encrypted, part = encoded(HEADER)) => ({
    ...{ protected: part, iv: iv.toString('base64url'), kid: KEY.kid },
    ...{ ciphertext: ciphertext.toString('base64url'), tag: tag.toString('base64url') },
  })
  return { REQUEST, TEXT, seal, send, answerTo, codeOf, bytesOf, envelopeOf }
}

/** Section 2.6. */
function testEnvelope(asking: Asking): void {
  const { seal, answerTo, codeOf, bytesOf } = envelopesTo(asking)

  describe('2.6 Encrypted envelope', () => {
    line('2.6 protected', async () => {
      const answer = await answerTo(seal())
      expect(JSON.parse(bytesOf(answer.protected).toString())).toEqual({
        ...{ alg: 'dir', enc: 'A128CBC-HS256' },
      })
      expect(await codeOf({ ...seal(), protected: undefined })).toBe('decryption_failed')
    })

    for (const [part, length] of [
      ['iv', 16],
      ['ciphertext', undefined],
      ['tag', 16],
    ] as const)
      line(`2.6 ${part}`, async () => {
        const answer = await answerTo(seal())
        expect(answer[part]).toMatch(/^[\w-]+$/)
        if (length !== undefined) expect(bytesOf(answer[part])).toHaveLength(length)
        const envelope = seal()
        const altered = envelope[part].replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
        for (const wrong of [undefined, '', altered])
          expect(await codeOf({ ...envelope, [part]: wrong })).toBe('decryption_failed')
      })

    line('2.6 kid', async () => {
      expect(await answerTo(seal())).not.toHaveProperty('kid')
      for (const kid of [undefined, 'another'])
        expect(await codeOf({ ...seal(), kid })).toBe('decryption_failed')
    })

    line('2.6 response envelopes carry ciphertext, iv and tag', async () => {
      expect(Object.keys(await answerTo(seal())).sort()).toEqual([
        ...['ciphertext', 'iv', 'protected', 'tag'],
      ])
    })
  })
}

/** Section 4.1. */
function testCreatePatient(asking: Asking): void {
  const { ask, refused, user: USER } = asking
  const { createPatient, readPatient } = requestsOf(asking)

  describe('4.1 Create patient profile', () => {
    line('4.1 201 { oid }', async () => {
      const { status, body } = await createPatient(PATIENT)
      expect(status).toBe(201)
      expect(body).toEqual({ oid: expect.stringMatching(/^[1-9]\d{16}$/) })
      const read = await readPatient((body as { oid: string }).oid)
      expect(read).toMatchObject({ ...PATIENT, bid: USER.bid, ps: 'P' })
    })

    line('4.1 header client-id, required', async () => {
      const headers = { authorization: `Bearer ${await tokenOf(USER)}` }
      expect(await refused('POST /profiles/v1/patient/', { headers, body: PATIENT })).toMatch(
        /^invalid_request: the header client-id is missing$/,
      )
    })

    line('4.1 400 with the body of section 7', async () => {
      const { status, body } = await createPatient({ ...PATIENT, gen: 'X' })
      const message = 'gen must be one of M, F, O'
      expect(status).toBe(400)
      expect(body).toEqual({
        error: {
          ...{ code: 'invalid_request', message },
          details: [{ path: 'gen', message: 'must be one of M, F, O' }],
        },
      })
    })

    line('4.1 401', async () => {
      expect((await ask('POST /profiles/v1/patient/', { body: PATIENT })).status).toBe(401)
    })
  })
}

/** Section 4.2. */
function testUpdateUser(asking: Asking): void {
  const { refused, admin: ADMIN } = asking
  const { newUser, readUser, update } = requestsOf(asking)
  const refuses = (oid: string, body: unknown) =>
    refused(`PATCH /profiles/v1/emr-user/${oid}`, { as: ADMIN, body })

  describe('4.2 Update EMR user profile', () => {
    line('4.2 200 { message }', async () => {
      const { status, body } = await update(await newUser(), { s: 'Dr.' })
      expect([status, body]).toEqual([200, { message: 'the profile was updated' }])
    })

    line('4.2 header client-id, required', async () => {
      const headers = { authorization: `Bearer ${await tokenOf(ADMIN)}` }
      const operation = `PATCH /profiles/v1/emr-user/${await newUser()}`
      expect(await refused(operation, { headers, body: { s: 'Dr.' } })).toMatch(
        /^invalid_request: the header client-id is missing$/,
      )
    })

    line('4.2 400 with the body of section 7', async () => {
      const { status, body } = await update(await newUser(), { gen: 'X' })
      expect([status, body]).toMatchObject([
        400,
        { error: { code: 'invalid_request', message: 'gen must be one of M, F, O' } },
      ])
    })

    line('4.2 validated and normalised', async () => {
      const oid = await newUser()
      await update(oid, { mobile: '+91 98765 43210', email: 'A@B.org', extras: { a: 1, _b: 2 } })
      expect(await readUser(oid)).toMatchObject({
        ...{ mobile: '+919876543210', email: 'a@b.org', extras: { a: 1 } },
      })
      for (const field of ['username', 'bid', 'oid', 'abha'])
        expect(await refuses(oid, { [field]: NAME })).toMatch(/a profile must not have fields/)
    })

    line('4.2 fn or fln present when the name is updated', async () => {
      const oid = await newUser()
      for (const field of ['mn', 'ln'])
        expect(await refuses(oid, { [field]: NAME })).toMatch(/fn or fln must be present when/)
      expect(await refuses(oid, { fn: NAME, fln: NAME })).toMatch(/fln must not be given together/)
    })

    line('4.2 404', async () => {
      expect(await refuses(NOBODY, { s: 'Dr.' })).toMatch(/^profile_not_found: /)
    })
  })
}

/** Section 4.3. */
function testRetrieveUser(asking: Asking): void {
  const { ask, refused, user: USER } = asking
  const { newUser } = requestsOf(asking)

  describe('4.3 Retrieve EMR user profile', () => {
    line('4.3 200', async () => {
      const answer = await ask(`GET /profiles/v1/emr-user/${await newUser()}`, { as: USER })
      expect([answer.status, answer.body]).toMatchObject([200, STAFF])
    })

    line('4.3 header client-id, required', async () => {
      const headers = { authorization: `Bearer ${await tokenOf(USER)}` }
      expect(await refused(`GET /profiles/v1/emr-user/${NOBODY}`, { headers })).toMatch(
        /^invalid_request: the header client-id is missing$/,
      )
    })

    line('4.3 404 { message, code }', async () => {
      const { status, body } = await ask(`GET /profiles/v1/emr-user/${NOBODY}`, { as: USER })
      expect(status).toBe(404)
      expect(body).toEqual({
        ...{ message: 'there is no profile with this identifier', code: 'profile_not_found' },
      })
    })
  })
}

/** Section 4.4. */
function testListDocuments(asking: Asking): void {
  const { ask, refused, user: USER } = asking
  const { newPatient, upload, listOf, of } = requestsOf(asking)

  describe('4.4 List documents', () => {
    const made = documentFor(asking)
    line('4.4 header X-Pt-Id', async () => {
      expect(await refused(LIST, { as: USER })).toMatch(/^invalid_request: .*x-pt-id/i)
      expect(await refused(LIST, of(NOBODY))).toMatch(/^forbidden: /)
    })

    line('4.4 header accept', async () => {
      const { as, headers } = of(made.patient)
      const ask = (accept: string) =>
        asking.server.ask(LIST, { as, headers: { ...headers, accept } })
      for (const accept of ['application/json', '*/*']) {
        const answer = await ask(accept)
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
        expect(answer.body).toMatchObject({ items: [{ record: {} }] })
      }
    })

    line('4.4 query u_at__gt', async () => {
      const other = await newPatient()
      const document_id = await upload(PDF, of(other))
      const { items } = await listOf(other)
      const { upload_date } = items[0]!.record.item
      const idsAfter = async (time: number) =>
        (await listOf(other, `?u_at__gt=${time}`)).items.map(({ record }) => record.item)
      expect(await idsAfter(upload_date - 1)).toMatchObject([{ document_id }])
      expect(await idsAfter(upload_date)).toEqual([])
      expect(await refused(`${LIST}?u_at__gt=soon`, of(made.patient))).toMatch(/u_at__gt must be/)
    })

    line('4.4 pagination token', async () => {
      const [one, other] = [await newPatient(), await newPatient()]
      for (let i = 0; i < 2; i++) await upload(PDF, of(one))
      const { next_token: token } = await listOf(one, '?limit=1')
      const altered = token!.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
      for (const [whose, query] of [
        [one, `offset=${altered}`],
        [one, 'offset=x'],
        [one, `offset=${token}&u_at__gt=1`],
        [other, `offset=${token}`],
      ] as const)
        expect(await refused(`${LIST}?${query}`, of(whose))).toMatch(/^invalid_request: /)
    })

    line('4.4 200', async () => {
      const { status, body } = await ask(LIST, of(made.patient))
      expect(status).toBe(200)
      expect(Object.keys(body as object)).toEqual(['items', 'next_token', 'source_refreshed_at'])
    })
  })
}

/** Section 4.5. */
function testDescribeDocument(asking: Asking): void {
  const { ask, refused, user: USER } = asking
  const { newPatient, of } = requestsOf(asking)

  describe('4.5 Describe a document', () => {
    const made = documentFor(asking)
    line('4.5 id', async () => {
      for (const wrong of [UNKNOWN, 'x'])
        expect(await refused(`${LIST}/${wrong}`, of(made.patient))).toMatch(/^document_not_found: /)
    })

    line('4.5 header X-Pt-Id', async () => {
      expect(await refused(`${LIST}/${made.id}`, { as: USER })).toMatch(
        /^invalid_request: .*x-pt-id/i,
      )
      expect(await refused(`${LIST}/${made.id}`, of(await newPatient()))).toMatch(
        /^document_not_found/,
      )
    })

    line('4.5 200', async () => {
      const { status, body } = await ask(`${LIST}/${made.id}`, of(made.patient))
      expect(status).toBe(200)
      expect(body).toMatchObject({ source: 'upload', files: [{ file_type: 'IMG' }] })
    })
  })
}

/** Section 4.6. */
function testUpload(asking: Asking): void {
  const { ask, refused, isSealed } = asking
  const { newPatient, upload, listOf, describeOne, questionOf, of } = requestsOf(asking)

  describe('4.6 Upload a document', () => {
    if (!isSealed)
      line('4.6 plain form', async () => {
        const other = await newPatient()
        const { status, body } = await ask(UPLOAD, questionOf(PDF, of(other)))
        expect(status).toBe(200)
        expect(body).toEqual({
          document_id: (await listOf(other)).items[0]!.record.item.document_id,
        })
        const two = questionOf(PDF, of(other))
        ;(two.body as FormData).append('file', new Blob([new Uint8Array(PDF)]), 'b')
        for (const question of [two, questionOf(undefined, of(other))])
          expect(await refused(UPLOAD, question)).toMatch(/^invalid_request: /)
      })

    if (isSealed)
      line('4.6 encrypted form', async () => {
        const other = await newPatient()
        const body = { file: PDF.toString('base64') }
        const { document_id } = (await ask(UPLOAD, { ...of(other), body })).body as {
          document_id: string
        }
        const { files } = await describeOne(document_id, other)
        const file = await fetch(files[0]!.asset_url)
        expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true)
        for (const wrong of [{}, { file: 7 }, { file: '%' }])
          expect(await refused(UPLOAD, { ...of(other), body: wrong })).toMatch(/^invalid_request: /)
      })

    line('4.6 query parameters of special kinds', async () => {
      const other = await newPatient()
      for (const query of ['task=smart', 'task=pii', 'task=classification', 'batch=1'])
        await upload(PDF, { ...of(other), query: `?${query}` })
      expect((await listOf(other)).items).toHaveLength(4)
      for (const dt of ['ps', 'lr', 'ds', 'vc', 'in', 'sc', 'ot'])
        await upload(PDF, { ...of(other), query: `?dt=${dt}` })
      const types = (await listOf(other)).items.map(({ record }) => record.item.document_type)
      expect(types.slice(4)).toEqual(['ps', 'lr', 'ds', 'vc', 'in', 'sc', 'ot'])
      for (const query of [`?dt=${NAME}`, `?task=${NAME}`])
        expect(await refused(`${UPLOAD}${query}`, questionOf(PDF, of(other)))).toMatch(
          /^invalid_request: (?:dt|task) must be one of/,
        )
    })

    line('4.6 response', async () => {
      const { body } = await ask(UPLOAD, questionOf(PDF, of(await newPatient())))
      expect(body).toEqual({ document_id: expect.stringMatching(/^[\da-f-]{36}$/) })
    })
  })
}

/** Section 4.7. */
function testAadhaar({ ask, refused, user: USER }: Asking): void {
  describe('4.7 Encrypted-registration endpoint (Aadhaar initiation)', () => {
    line('4.7 aadhaar_number', async () => {
      const { status, text } = await ask(AADHAAR, {
        ...{ as: USER, body: { aadhaar_number: AADHAAR_NUMBER } },
      })
      expect(status).toBe(200)
      expect(text).not.toContain(AADHAAR_NUMBER)
      for (const aadhaar_number of [
        '234567890123',
        AADHAAR_NUMBER.slice(1),
        `${AADHAAR_NUMBER}1`,
        Number(AADHAAR_NUMBER),
        undefined,
      ]) {
        const said = await refused(AADHAAR, { as: USER, body: { aadhaar_number } })
        expect(said).toMatch(/^invalid_request: aadhaar_number must/)
        expect(said).not.toMatch(/\d{6}/)
      }
    })

    line('4.7 other fields', async () => {
      const body = { aadhaar_number: AADHAAR_NUMBER, [NAME]: 1 }
      expect(await refused(AADHAAR, { as: USER, body })).toMatch(/must not have fields other than/)
    })

    line('4.7 response', async () => {
      const { body } = await ask(AADHAAR, {
        ...{ as: USER, body: { aadhaar_number: AADHAAR_NUMBER } },
      })
      expect(body).toEqual({
        txn_id: expect.stringMatching(/^[\da-f-]{36}$/),
        hint: expect.stringMatching(/^OTP sent to mobile number ending \*{6}\d{4}$/),
      })
    })
  })
}

/** Section 4.6a. */
function testEncryptionRules(asking: Asking): void {
  const { REQUEST, TEXT, seal, send, answerTo, codeOf, envelopeOf } = envelopesTo(asking)

  describe('4.6a Encryption rules', () => {
    line('4.6a.1 X-Encryption: JWE', async () => {
      expect((await send(seal())).headers.get('x-encryption')).toBe('JWE')
      for (const value of ['none', 'JWS'])
        expect(await send(seal(), { 'x-encryption': value })).toMatchObject({
          ...{ status: 400, body: { error: { code: 'invalid_request' } } },
        })
      expect((await send(seal(), {})).status).toBe(400)
      expect(await codeOf(REQUEST)).toBe('decryption_failed')
    })

    line('4.6a.2 alg dir and enc A128CBC-HS256', async () => {
      for (const header of [
        { alg: 'A128KW', enc: 'A128CBC-HS256' },
        { alg: 'dir', enc: 'A128GCM' },
        { alg: 'none', enc: 'A128CBC-HS256' },
        { alg: 'dir' },
      ])
        expect(
          await codeOf(sealBy(KEY.secret, KEY.kid, TEXT, encoded(JSON.stringify(header)))),
        ).toBe('decryption_failed')
    })

    line('4.6a.3 the content key is the shared key twice', async () => {
      const sealedBy = (key: Buffer) =>
        envelopeOf(
          encrypt(key, Buffer.alloc(16, 7), Buffer.from(TEXT), Buffer.from(encoded(HEADER))),
        )
      const half = Buffer.from(KEY.secret)
      expect((await send(sealedBy(Buffer.concat([half, half])))).status).toBe(200)
      expect(await codeOf(sealedBy(Buffer.concat([half, Buffer.alloc(16)])))).toBe(
        'decryption_failed',
      )
    })

    line('4.6a.4 iv, random per message', async () => {
      const envelope = seal()
      const answers = [await answerTo(envelope), await answerTo(envelope)]
      expect(new Set([envelope, ...answers].map(({ iv }) => iv)).size).toBe(3)
    })

    line('4.6a.5 the decrypted response is the normal one', async () => {
      const plain = await send(TEXT, {})
      expect(JSON.parse(openBy(KEY.secret, await answerTo(seal())))).toEqual(plain.body)
    })
  })
}

/** Section 4.8. */
function testLinkEntity(asking: Asking): void {
  const { ask, refused, user: USER } = asking
  const { link } = requestsOf(asking)
  const refuses = (body: unknown) => refused(LINK, { as: USER, body })

  describe('4.8 Link entity', () => {
    const found = linksFor(asking)
    const firstOf = (name: keyof typeof REQUESTS) => found[name].results[0]!
    const GOOD = { ...requestTo('icd-10-cm', NAME) }

    line('4.8 query, at least 1 character', async () => {
      for (const query of ['', ' ', undefined, 7])
        expect(await refuses({ ...GOOD, query })).toMatch(
          /^invalid_request: query must be a non-empty/,
        )
      expect((await link({ ...GOOD, query: 'x' })).query).toBe('x')
    })

    line('4.8 ontology', async () => {
      for (const ontology of [NAME, undefined, 'rxnorm'])
        expect(await refuses({ ...GOOD, ontology })).toMatch(
          /ontology must be one of snomed, loinc, medication, icd-10-cm/,
        )
    })

    line('4.8 version, required', async () => {
      for (const version of [undefined, ''])
        expect(await refuses({ ...GOOD, version })).toMatch(/version must be one of the versions/)
      for (const version of ['1999', NAME])
        expect(await refuses({ ...GOOD, version })).toMatch(/^unknown_version: /)
    })

    line('4.8 version comprehend of icd-10-cm', async () => {
      expect(firstOf('comprehend')).toMatchObject({ term_id: 'E11.9', is_linked: true })
      for (const ontology of ['snomed', 'loinc', 'medication'])
        expect(await refuses({ ...GOOD, ontology, version: 'comprehend' })).toMatch(
          /^unknown_version: /,
        )
    })

    line('4.8 top_k', async () => {
      const request = requestTo('medication', 'paracetamol')
      const count = async (top_k?: number) => (await link({ ...request, top_k })).results.length
      expect([await count(1), await count(2), await count()]).toEqual([1, 2, 5])
      expect(await count(10)).toBe(10)
    })

    line('4.8 request_id', async () => {
      const { request_id } = await link({ ...REQUESTS.snomed, request_id: 'a b' })
      expect(request_id).toBe('a b')
      expect(await refuses({ ...GOOD, request_id: 7 })).toMatch(
        /request_id must be a non-empty string/,
      )
    })

    line('4.8 metadata', async () => {
      for (const metadata of [[], NAME])
        expect(await refuses({ ...GOOD, metadata })).toMatch(/metadata must be an object/)
      const hinted = await link({ ...REQUESTS.loinc, metadata: { unit: 'mg/dL', [NAME]: 'x' } })
      expect(hinted.ignored_hints).toEqual([NAME])
    })

    for (const name of ['snomed', 'comprehend'] as const)
      line(`4.8 metadata of ${name}, ignored`, async () => {
        const metadata = { unit: 'mg/dL', form: 'tablet' }
        const { ignored_hints, ...rest } = await link({ ...REQUESTS[name], metadata })
        expect(rest).toEqual(found[name])
        expect(ignored_hints).toEqual(['unit', 'form'])
      })

    for (const { key, value, read } of LOINC_HINTS)
      line(`4.8 metadata.${key} of loinc`, async () => {
        const result = await link(requestTo('loinc', 'glucose', { [key]: value }))
        expect(result.query_breakdown).toMatchObject(read)
        expect(result).not.toHaveProperty('ignored_hints')
      })

    line('4.8 metadata.specimen_text of loinc, detected if omitted', async () => {
      const result = await link(requestTo('loinc', 'serum glucose', { unit: 'mg/dL' }))
      expect(result.query_breakdown).toMatchObject({ specimen: expect.stringMatching(/^Ser/) })
      expect(result.results[0]).toMatchObject({ term_id: '2345-7', is_linked: true })
    })

    line('4.8 metadata.extended_test_name of loinc', async () => {
      const metadata = { unit: 'mg/dL', specimen: 'serum', extended_test_name: 'glucose' }
      const result = await link(requestTo('loinc', 'sugar test', metadata))
      expect(result.results[0]!.term_id).toBe('2345-7')
      expect(result).not.toHaveProperty('ignored_hints')
    })

    line('4.8 metadata of loinc decides the code', async () => {
      const codeIn = async (metadata: object) => {
        const [first] = (await link(requestTo('loinc', 'glucose', metadata))).results
        return first!.is_linked ? first!.term_id : null
      }
      expect(await codeIn({ unit: 'mg/dL', specimen: 'serum' })).toBe('2345-7')
      expect(await codeIn({ unit: 'mmol/L', specimen: 'serum' })).toBe('14749-6')
      expect(await codeIn({})).toBeNull()
    })

    for (const { key, value, term_id } of MEDICATION_HINTS)
      line(`4.8 metadata.${key} of medication`, async () => {
        const mention = 'amoxicillin 500 mg'
        const bare = await link(requestTo('medication', mention))
        expect(bare.results[0]).toMatchObject({ metadata: { link_reason: 'form_needed' } })
        const hinted = await link(requestTo('medication', mention, { [key]: value }))
        expect(hinted.results[0]).toMatchObject({ term_id, is_linked: true })
        expect(hinted).not.toHaveProperty('ignored_hints')
      })

    line('4.8 metadata.generic_name of medication', async () => {
      const hinted = async (generic_name: string) =>
        (await link(requestTo('medication', 'dolo 650', { generic_name }))).results[0]
      expect(await hinted('acetaminophen')).toMatchObject({ is_linked: true })
      expect(await hinted('ibuprofen')).toMatchObject({
        ...{ is_linked: false, metadata: { link_reason: 'generic_mismatch' } },
      })
    })

    line('4.8 200', async () => {
      const { status, body } = await ask(LINK, { as: USER, body: { ...REQUESTS.snomed, x: 1 } })
      expect([status, body]).toEqual([200, { ...found.snomed, ignored_fields: ['x'] }])
    })

    line('4.8 400 and 404', async () => {
      const { status, body } = await ask(LINK, { as: USER, body: { ...GOOD, query: 7, top_k: 0 } })
      expect([status, body]).toMatchObject([
        400,
        { error: { code: 'invalid_request', details: [{ path: 'query' }, { path: 'top_k' }] } },
      ])
      for (const wrong of [[], 'null', '"x"'])
        expect(await refuses(wrong)).toMatch(/^invalid_request/)
    })
  })
}

/** Section 4.9. */
function testRegistry(asking: Asking): void {
  const { ask, user: USER } = asking

  describe('4.9 Registry listing', () => {
    let registry: z.infer<typeof shapes.registrySchema>
    beforeAll(async () => {
      registry = (await ask('GET /med-link/registry/', { as: USER })).body as typeof registry
    })

    line('4.9 ontologies and versions', async () => {
      expect(registry.ontologies.map(({ name, versions }) => [name, versions])).toEqual([
        ['snomed', ['20250701']],
        ['loinc', ['9.01']],
        ['medication', ['starter']],
        ['icd-10-cm', ['2027', 'comprehend']],
      ])
    })

    line('4.9 details', async () => {
      const [snomed] = registry.ontologies
      expect(snomed!.details).toEqual([
        {
          ...{ version: '20250701', release_date: '2025-07-01', sample: false },
          ...{
            index_name: expect.stringMatching(/^snomed_20250701_[\da-f]{12}$/),
            built_at: expect.any(String),
          },
          ...{
            concepts: ANY_INTEGER,
            terms: ANY_INTEGER,
            licence: expect.stringMatching(/SNOMED/),
          },
          sources: expect.arrayContaining([
            {
              ...{ file: expect.any(String), rows: ANY_INTEGER },
              sha256: expect.stringMatching(/^[\da-f]{64}$/),
            },
          ]),
          flexsearch: { names: ANY_INTEGER, bytes: ANY_INTEGER, package_version: '0.8.212' },
        },
      ])
    })

    line('4.9 without the slash', async () => {
      const { body } = await asking.server.ask('GET /med-link/registry', { as: USER })
      expect(body).toEqual(registry)
    })
  })
}

/** Section 5. @param running the server, once it has started */
function testAuthentication(asking: Asking, running: () => Running): void {
  const { ask, refused, isSealed, admin: ADMIN, user: USER, stranger: STRANGER } = asking
  const { newUser, readUser, update } = requestsOf(asking)
  const { TEXT, codeOf } = envelopesTo(asking)

  describe('5 Authentication', () => {
    /** Once: an address may log in ten times a minute, in both forms. */
    let session: Awaited<ReturnType<typeof logIn>>
    beforeAll(async () => {
      session = await logIn(asking, running())
    })
    line('5.1 Authorization: Bearer, in every operation', async () => {
      const token = await tokenOf(ADMIN)
      for (const { operation, body } of GUARDED) {
        expect(await refused(operation, { body })).toBe(
          'unauthorized: a valid bearer token is needed',
        )
        const basic = { headers: { authorization: `Basic ${token}` }, body }
        expect(await refused(operation, basic)).toMatch(/^unauthorized/)
        // A token counts before the faults of a body.
        expect(await refused(operation, { ...(body && { body: '{' }) })).toMatch(/^unauthorized/)
      }
    })

    line('5.2 header client-id of profile operations', async () => {
      const token = await tokenOf(ADMIN)
      for (const { operation, body, isOfClient } of GUARDED) {
        const bearing = (headers: Record<string, string>) =>
          ask(operation, { body, headers: { authorization: `bearer ${token}`, ...headers } })
        const { body: said } = await bearing({})
        expect(JSON.stringify(said).includes('the header client-id')).toBe(isOfClient)
        expect((await bearing({ 'client-id': 'other' })).status).toBe(403)
      }
    })

    line('5.2 header X-Pt-Id of document operations', async () => {
      for (const operation of [LIST, `${LIST}/${UNKNOWN}`])
        expect(await refused(operation, { as: ADMIN })).toMatch(/^invalid_request: .*x-pt-id/i)
    })

    line('5.3 401 for an invalid token', async () => {
      const tokens = [
        await tokenOf(ADMIN, `${SECRET}!`),
        await tokenOf({ ...ADMIN, exp: 1_700_000_000 } as Claims, SECRET, 1_700_000_000),
        new UnsecuredJWT({ ...ADMIN }).setExpirationTime('1h').encode(),
        await tokenOf({ ...ADMIN, bid: '' }),
        await tokenOf({ ...ADMIN, role: 'root' }),
        'x.y.z',
        // Larger than all headers may be.
        'x'.repeat(20_000),
      ]
      for (const token of tokens) {
        const headers = { authorization: `Bearer ${token}`, 'client-id': ADMIN.cid }
        const answer = await asking.server.ask('GET /med-link/registry/', { headers })
        expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      }
    })

    /** Changes a user's salutation. @returns the status */
    const change = async (asOf: (oid: string) => Claims) => {
      const oid = await newUser()
      const { status } = await update(oid, { s: 'Dr.' }, asOf(oid))
      expect((await readUser(oid)).s).toBe(status === 200 ? 'Dr.' : undefined)
      return status
    }

    line('5.4 the own profile', async () => {
      expect(await change((oid) => ({ ...USER, sub: oid }))).toBe(200)
      expect(await change(() => USER)).toBe(403)
      expect(await change((oid) => ({ ...STRANGER, role: 'user', sub: oid }))).toBe(404)
    })

    line('5.4 any profile in the workspace for an admin', async () => {
      expect(await change(() => ADMIN)).toBe(200)
      expect(await change(() => STRANGER)).toBe(404)
    })

    line('5.5 claims of a client id and an identity provider', async () => {
      const { client_id, tokens } = session
      expect(decodeJwt(tokens.access_token)).toMatchObject({
        ...{ cid: client_id, idp: 'api-key', sub: '30000000000000003', bid: 'clinic' },
      })
    })

    if (isSealed)
      line('5.6 shared key by kid', async () => {
        const other = sealBy('another-secret-1', KEY.kid, TEXT)
        expect(await codeOf(other)).toBe('decryption_failed')
      })

    line('5.7 tokens and their lifetime', async () => {
      const { client_id, tokens } = session
      expect(tokens).toMatchObject({ expires_in: 3600, refresh_expires_in: 2_592_000 })
      const { iat, exp } = decodeJwt(tokens.access_token)
      expect(exp! - iat!).toBe(3600)
      await testRefreshing(asking, client_id, tokens)
      await testLoggingOut(asking, running())
    })
  })
}

/** Section 6. */
function testEvents(asking: Asking): void {
  const { ask, admin: ADMIN, user: USER } = asking
  const SUBSCRIPTIONS = '/notification/v1/connect/webhook/subscriptions'
  const KEY = 'a-key-of-the-subscriber-itself'

  describe('6 Events', () => {
    for (const [event, isInstant] of EVENTS)
      line(`6 ${event}`, async () => {
        const receiver = await startReceiver()
        const { body: subscription } = await ask(`POST ${SUBSCRIPTIONS}`, {
          as: ADMIN,
          body: {
            ...{ endpoint: `http://127.0.0.1:${receiver.port}/`, protocol: 'http' },
            ...{ event_names: [event], signing_key: KEY },
          },
        })
        try {
          const isVaccination = event === 'vaccination.reminder'
          const data = isVaccination ? VACCINATION : { ...APPOINTMENT, appointment_id: event }
          const before = Date.now()
          const { body } = await ask('POST /notification/v1/reminders', {
            as: USER,
            body: { event, data, ...(!isInstant && { event_time: before }) },
          })
          await receiver.has(1)
          const [sent] = receiver.received
          expect(sent!.headers['webhook-id']).toBe((body as { id: string }).id)
          const read = new Webhook(KEY, { format: 'raw' }).verify(
            sent!.body,
            sent!.headers as never,
          )
          const { event_time } = read as { event_time: number }
          const partition_id = `${isVaccination ? 'p' : event}:${event}`
          expect(read).toEqual({
            ...(isVaccination ? { service: 'appointment' } : { business_id: ADMIN.bid }),
            ...{ event, event_time, partition_id, data },
            transaction_id: `${partition_id}:${event_time}`,
          })
          if (isInstant) expect(event_time).toBeGreaterThanOrEqual(before)
          else expect(event_time).toBe(before)
        } finally {
          const { id } = subscription as { id: string }
          await ask(`DELETE ${SUBSCRIPTIONS}/${id}`, { as: ADMIN })
          await receiver.close()
        }
      })
  })
}

/** Section 7. */
function testErrors(asking: Asking): void {
  const { ask, refused, user: USER } = asking
  const create = (body: unknown) => ask('POST /profiles/v1/patient/', { as: USER, body })

  describe('7 Errors', () => {
    line('7 400 { error: { message, code } }', async () => {
      for (const body of [{ ...PATIENT, gen: 'X' }, [], {}]) {
        const answer = await create(body)
        expect([answer.status, answer.body]).toMatchObject([
          400,
          { error: { code: 'invalid_request', message: expect.stringMatching(/must/) } },
        ])
      }
    })

    line('7 401', async () => {
      const { body, headers } = await ask('POST /profiles/v1/patient/', { body: PATIENT })
      expect(body).toEqual({
        error: { code: 'unauthorized', message: 'a valid bearer token is needed' },
      })
      expect(headers.get('www-authenticate')).toBe('Bearer')
    })

    line('7 404 { message, code }', async () => {
      for (const operation of ['GET /profiles/v1/patient', 'GET /profiles/v1/emr-user']) {
        const { body } = await ask(`${operation}/${NOBODY}`, { as: USER })
        expect(Object.keys(body as object).sort()).toEqual(['code', 'message'])
      }
    })

    line('7 there is no such operation', async () => {
      for (const operation of ['GET /nothing', 'GET /profiles', 'PUT /med-link/nel'])
        expect(await refused(operation)).toBe('not_found: there is no such operation')
    })

    line('7 the operation has another method', async () => {
      for (const [operation, allow] of [
        ['DELETE /healthz', 'GET, HEAD'],
        ['GET /med-link/nel/link', 'POST'],
        ['POST /med-link/suggest?prefix=a', 'GET, HEAD'],
        [`PUT /profiles/v1/patient/${NOBODY}/`, 'DELETE, GET, HEAD, PATCH'],
      ]) {
        const { status, headers } = await ask(operation!)
        expect([status, headers.get('allow')]).toEqual([405, allow])
      }
    })
  })
}

/** Section 8. */
function testLimits(asking: Asking): void {
  const { refused, user: USER } = asking
  const { newPatient, readPatient, upload, listOf, questionOf, of, link } = requestsOf(asking)
  const refuses = (body: unknown) => refused('POST /profiles/v1/patient/', { as: USER, body })
  const refusesLink = (body: unknown) => refused(LINK, { as: USER, body })

  describe('8 Limits', () => {
    const refusesExtras = (extras: unknown) => refuses({ ...PATIENT, extras })

    line('8 extras, no nested lists', async () => {
      expect(await refusesExtras({ a: [[NAME]] })).toMatch(/extras must not hold lists in lists/)
    })

    line('8 extras, no dictionaries in lists', async () => {
      expect(await refusesExtras({ a: [{}] })).toMatch(/extras must not hold dictionaries in lists/)
    })

    line('8 extras, dictionaries one level deep', async () => {
      await newPatient({ extras: { a: { b: 1 } } })
      expect(await refusesExtras({ a: { b: {} } })).toMatch(/more than one level deep/)
    })

    line('8 extras, keys with _ ignored', async () => {
      const extras = { n: 1, _x: [[1]], d: { a: 1, _b: 2 } }
      const oid = await newPatient({ extras })
      expect((await readPatient(oid)).extras).toEqual({ n: 1, d: { a: 1 } })
    })

    line('8 extras, keys of at most 16 characters', async () => {
      const key = 'abcdefghijklmnop'
      expect((await readPatient(await newPatient({ extras: { [key]: 1 } }))).extras).toEqual({
        [key]: 1,
      })
      expect(await refusesExtras({ [`${key}q`]: 1 })).toMatch(/keys longer than 16 characters/)
    })

    line('8 top_k, 1 to 10', async () => {
      for (const top_k of [0, 11, 1.5, '5', null])
        expect(await refusesLink({ ...REQUESTS.snomed, top_k })).toMatch(
          /^invalid_request: top_k must be a whole number from 1 to 10$/,
        )
    })

    line('8 query, at most 10,000 characters', async () => {
      const query = 'x'.repeat(10_000)
      expect((await link({ ...REQUESTS.snomed, query })).query).toBe(query)
      expect(await refusesLink({ ...REQUESTS.snomed, query: `${query}x` })).toMatch(
        /query must not be longer than 10000 characters/,
      )
    })

    line('8 maximum file size', async () => {
      const [largest, larger] = [MAX_FILE_BYTES, MAX_FILE_BYTES + 1].map((size) =>
        Buffer.concat([PDF, Buffer.alloc(size - PDF.length)]),
      ) as [Buffer, Buffer]
      const other = await newPatient()
      await upload(largest, of(other))
      expect(await refused(UPLOAD, questionOf(larger, of(other)))).toMatch(/^payload_too_large: /)
      expect((await listOf(other)).items).toHaveLength(1)
    })

    line('8 page size', async () => {
      const other = await newPatient()
      for (let i = 0; i < 3; i++) await upload(PDF, of(other))
      for (const [limit, count] of [
        [1, 1],
        [2, 2],
        [100, 3],
      ] as const)
        expect((await listOf(other, `?limit=${limit}`)).items).toHaveLength(count)
      for (const limit of ['0', '101', 'x'])
        expect(await refused(`${LIST}?limit=${limit}`, of(other))).toMatch(/limit must be/)
    })

    line('8 maximum body size', async () => {
      const body = `"${'x'.repeat(2 ** 20)}"`
      expect(await refused('POST /profiles/v1/patient/', { as: USER, body })).toMatch(
        /^payload_too_large: /,
      )
    })
  })
}

/** Section 9. */
function testVersioning(asking: Asking): void {
  const { ask, user: USER } = asking
  const { link } = requestsOf(asking)

  describe('9 Versioning', () => {
    line('9 versions in paths', async () => {
      const { body } = await asking.server.ask('GET /openapi.json')
      const { paths, info } = body as { paths: object; info: { version: string } }
      expect(Object.keys(paths)).toEqual(
        expect.arrayContaining([
          ...['/profiles/v1/patient/', '/profiles/v1/emr-user/{oid}'],
          ...['/mr/api/v1/docs', '/mr/api/v1/docs/{id}', '/mr/api/v2/docs'],
          ...['/abdm/na/v1/registration/aadhaar/init'],
          ...['/med-link/nel/link', '/med-link/registry/'],
        ]),
      )
      expect(info.version).toBe(MEDLINK_VERSION)
    })

    line('9 versions of ontologies are those of the registry', async () => {
      const { body } = await ask('GET /med-link/registry/', { as: USER })
      const { ontologies } = body as z.infer<typeof shapes.registrySchema>
      for (const { name: ontology, versions } of ontologies)
        for (const version of versions)
          expect((await link({ query: 'asthma', ontology, version })).version).toBe(version)
    })
  })
}

describe.each(PLACES)('$name, $form', ({ start, isServer, form }) => {
  const running = runServer(start)
  const asking = askIn(form, () => running().server)
  if (!asking.isSealed) {
    testPatientProfile(asking)
    testUserProfile(asking)
    testListingItem(asking)
    testDescription(asking)
    testLinkResult(asking)
    testLinkEntity(asking)
  }
  if (asking.isSealed) testEnvelope(asking)
  testCreatePatient(asking)
  testUpdateUser(asking)
  testRetrieveUser(asking)
  testListDocuments(asking)
  testDescribeDocument(asking)
  testUpload(asking)
  testAadhaar(asking)
  if (asking.isSealed) testEncryptionRules(asking)
  testRegistry(asking)
  testAuthentication(asking, running)
  testEvents(asking)
  testErrors(asking)
  testLimits(asking)
  testVersioning(asking)

  describe('besides the contract', () => {
    if (!asking.isSealed) testOptions(asking)
    testBatches(asking)
    testSuggestions(asking)
    testNotes(asking)
    testAccounts(asking, running)
    testProfiles(asking)
    testDocuments(asking)
    testSignedUploads(asking)
    testErasure(asking, running)
    testReminders(asking)
    testBodies(asking)
    testLog(asking)
    testOperations(asking)
    testBytes(asking, running)
  })
  testOperators(() => running().server)
  if (isServer) testOutage(running)
})

test('docs/contract/ has a row for each of these tests, and no other', () => {
  const folder = new URL('../../../docs/contract/', import.meta.url)
  const pages = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const rows = [...pages.join('').matchAll(/^\| [^|]+ \| `([^`]+)` \|/gm)].map(([, name]) => name!)
  expect(rows.filter((name, place) => rows.indexOf(name) !== place)).toEqual([])
  expect(rows.toSorted()).toEqual([...lines].sort())
})
