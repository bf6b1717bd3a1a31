/** Examples of the operations for the OpenAPI document: as they are, they are answered by the server that shows them. */

import {
  COMPREHENDED_ONTOLOGIES,
  type InstalledVersion,
  type LinkedOntology,
  type Registry,
} from '../medlink.ts'

/** Example of one operation. */
export interface Example {
  readonly body?: object
  /** Values of parameters, by name. Parameters without one are left out of a request. */
  readonly parameters?: Readonly<Record<string, string | number>>
  /** Operations that need what this one answers, by their method and path. */
  readonly links?: Readonly<Record<string, Link>>
}

/** Values of an operation's parameters or of its body, as runtime expressions of OpenAPI. */
export type Link =
  | { readonly parameters: Readonly<Record<string, string>> }
  | { readonly requestBody: Readonly<Record<string, string>> }

/** Client, and caller, of the tokens that `medlink token` prints. */
const CLIENT = { 'client-id': 'development' }
const CALLER = '10000000000000000'
const DOCUMENT: Link = { parameters: { id: '$response.body#/document_id' } }
const OID: Link = { parameters: { oid: '$response.body#/oid' } }

const PATIENT = { fn: 'Asha', ln: 'Rao', dob: '1990-01-31', gen: 'F', mobile: '+919876543210' }
const USER = { fn: 'Meera', ln: 'Iyer', email: 'meera.iyer@example.com' }
/** One pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Mentions of each vocabulary. */
const MENTIONS: Readonly<
  Record<LinkedOntology, { readonly query: string; readonly metadata?: object }>
> = {
  'icd-10-cm': { query: 'K/c/o T2DM' },
  snomed: { query: 'heart attack' },
  loinc: { query: 'Haemoglobin', metadata: { unit: 'g/dL', specimen: 'blood' } },
  medication: { query: 'Tab. Paracetamol 500 mg 1-0-1 x 5 days' },
}
/** The order in which vocabularies are taken for examples. */
const PREFERENCE = ['icd-10-cm', 'snomed', 'loinc', 'medication'] as const
const NOTE = 'C/o fever x 3 days. K/c/o T2DM, HTN. No h/o asthma. Father had MI.'

/**
 * The example of each operation, by its method and path. Examples of linking name versions that are installed; identifiers of
 * what another operation creates come by its link.
 */
export function examplesOf(registry: Registry): Readonly<Record<string, Example>> {
  return {
    ...linkingExamples(registry),
    'post /profiles/v1/patient/': {
      ...{ body: PATIENT, parameters: CLIENT },
      links: {
        'get /profiles/v1/patient/{oid}': OID,
        'patch /profiles/v1/patient/{oid}': OID,
        'delete /profiles/v1/patient/{oid}': OID,
      },
    },
    'get /profiles/v1/patient/': { parameters: { ...CLIENT, mobile: PATIENT.mobile } },
    'get /profiles/v1/patient/{oid}': { parameters: CLIENT },
    'patch /profiles/v1/patient/{oid}': {
      ...{ body: { ln: 'Rao-Iyer', fn: 'Asha', email: null }, parameters: CLIENT },
    },
    'delete /profiles/v1/patient/{oid}': { parameters: CLIENT },
    'post /profiles/v1/emr-user/': {
      ...{ body: USER, parameters: CLIENT },
      links: {
        'get /profiles/v1/emr-user/{oid}': OID,
        'patch /profiles/v1/emr-user/{oid}': OID,
      },
    },
    'get /profiles/v1/emr-user/{oid}': { parameters: CLIENT },
    'patch /profiles/v1/emr-user/{oid}': {
      ...{ body: { email: 'm.iyer@example.com' }, parameters: CLIENT },
    },
    'post /mr/api/v2/docs': {
      ...{ body: { file: PNG, title: 'X-ray of the chest', tags: ['chest'] } },
      parameters: { dt: 'sc' },
      links: {
        'get /mr/api/v1/docs/{id}': DOCUMENT,
        'patch /mr/api/v1/docs/{id}': DOCUMENT,
        'delete /mr/api/v1/docs/{id}': DOCUMENT,
      },
    },
    'post /mr/api/v1/docs': {
      body: {
        batch_request: [
          {
            dt: 'lr',
            tg: ['blood'],
            files: [{ contentType: 'application/pdf', file_size: 12_345 }],
          },
        ],
      },
    },
    'get /mr/api/v1/docs': { parameters: { 'x-pt-id': CALLER } },
    'get /mr/api/v1/docs/{id}': { parameters: { 'x-pt-id': CALLER } },
    'patch /mr/api/v1/docs/{id}': {
      ...{ body: { dt: 'lr', dd_e: 1_767_225_600, tg: ['chest'] } },
      parameters: { 'x-pt-id': CALLER },
    },
    'delete /mr/api/v1/docs/{id}': { parameters: { 'x-pt-id': CALLER } },
    'post /abdm/na/v1/registration/aadhaar/init': { body: { aadhaar_number: '234567890124' } },
    ...notificationExamples(),
    'post /connect-auth/v1/account/login': {
      body: { client_id: 'of medlink client add', client_secret: 'printed once' },
      links: {
        'post /connect-auth/v1/account/refresh-token': {
          requestBody: { refresh_token: '$response.body#/refresh_token' },
        },
      },
    },
    'post /connect-auth/v1/account/refresh-token': { body: { refresh_token: 'of a login' } },
    'post /connect-auth/v1/account/logout': {},
    'get /healthz': {},
    'get /readyz': {},
  }
}

function linkingExamples({ ontologies }: Registry): Readonly<Record<string, Example>> {
  const newest = new Map<string, InstalledVersion>(
    ontologies.flatMap(({ name, details: [first] }) => (first ? [[name, first]] : [])),
  )
  const installed = PREFERENCE.filter((name) => newest.has(name))
  const [ontology = PREFERENCE[0]] = installed
  const version = newest.get(ontology)?.version ?? 'starter'
  const { query, metadata } = MENTIONS[ontology]
  const common = { ontology, version }
  const note = installed.find((name) => COMPREHENDED_ONTOLOGIES.some((each) => each === name))
  const packed = installed.find((name) => newest.get(name)?.flexsearch)
  return {
    'post /med-link/nel/link': { body: { query, ...common, ...(metadata && { metadata }) } },
    'post /med-link/nel/link/batch': {
      body: {
        requests: installed.map((name) => ({
          ...{ ...MENTIONS[name], ontology: name, version: newest.get(name)!.version },
        })),
      },
    },
    'post /med-link/comprehend': { body: { text: NOTE, ontology: note ?? ontology } },
    'get /med-link/registry/': {},
    'get /med-link/suggest': { parameters: { prefix: query.slice(-4), ontology, limit: 5 } },
    'get /med-link/flexsearch/{ontology}/{version}': {
      parameters:
        packed === undefined ? common : { ontology: packed, version: newest.get(packed)!.version },
    },
  }
}

function notificationExamples(): Readonly<Record<string, Example>> {
  const id: Link = { parameters: { id: '$response.body#/id' } }
  const data = {
    ...{ appointment_id: 'a-1', doctor_id: 'd-1', patient_id: 'p-1', clinic_id: 'c-1' },
  }
  return {
    'post /notification/v1/connect/webhook/subscriptions': {
      parameters: CLIENT,
      body: {
        endpoint: 'https://example.com/hook',
        event_names: ['appointment.reminder_instant', 'vaccination.reminder'],
      },
      links: { 'delete /notification/v1/connect/webhook/subscriptions/{id}': id },
    },
    'get /notification/v1/connect/webhook/subscriptions': { parameters: CLIENT },
    'delete /notification/v1/connect/webhook/subscriptions/{id}': { parameters: CLIENT },
    'post /notification/v1/reminders': {
      ...{ parameters: CLIENT, body: { event: 'appointment.reminder_instant', data } },
      links: {
        'get /notification/v1/reminders/{id}': id,
        'delete /notification/v1/reminders/{id}': id,
      },
    },
    'get /notification/v1/reminders/{id}': { parameters: CLIENT },
    'delete /notification/v1/reminders/{id}': { parameters: CLIENT },
    'get /notification/v1/deliveries': {
      parameters: { ...CLIENT, limit: 10 },
      links: {
        'post /notification/v1/deliveries/{id}/replay': {
          parameters: { id: '$response.body#/items/0/id' },
        },
      },
    },
    'post /notification/v1/deliveries/{id}/replay': { parameters: CLIENT },
  }
}
