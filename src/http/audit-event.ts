/** Entries of the audit trail as AuditEvent of FHIR R4, for programs that collect them. */

import type { AuditEntry, StoredEntry } from '../records/audit/entry.ts'

const TYPE_SYSTEM = 'http://terminology.hl7.org/CodeSystem/audit-event-type'
const DICOM = 'http://dicom.nema.org/resources/ontology/DCM'
const INTERACTION_SYSTEM = 'http://hl7.org/fhir/restful-interaction'
const ENTITY_SYSTEM = 'http://terminology.hl7.org/CodeSystem/audit-entity-type'
const ROLE_SYSTEM = 'http://terminology.hl7.org/CodeSystem/object-role'
/** Systems and extensions of Medlink's own. */
const OWN = 'urn:medlink:'
const HASH_URL = `${OWN}fhir:audit-hash`

/** Codes of `action` and of the interaction. */
const ACTIONS = {
  create: ['C', 'create'],
  read: ['R', 'read'],
  update: ['U', 'update'],
  delete: ['D', 'delete'],
  execute: ['E', 'operation'],
} as const satisfies Record<AuditEntry['action'], readonly [string, string]>

/** Success, minor failure, serious failure. */
const OUTCOMES = { done: '0', refused: '4', failed: '8' } as const
/** An address of the internet, in `network.type`. */
const IP_ADDRESS = '2'

/** An entry as AuditEvent. Its number is the `id`, its hash an extension, so that the chain can still be checked. */
export function auditEventOf({ seq, hash, entry }: StoredEntry): Readonly<Record<string, unknown>> {
  const read = JSON.parse(entry) as AuditEntry
  const { time, operation, action, outcome, record, workspace } = read
  const [code, interaction] = ACTIONS[action]
  return {
    resourceType: 'AuditEvent',
    id: String(seq),
    extension: [{ url: HASH_URL, valueString: hash }],
    type:
      record?.type === 'login'
        ? { system: DICOM, code: '110114', display: 'User Authentication' }
        : { system: TYPE_SYSTEM, code: 'rest', display: 'RESTful Operation' },
    subtype: [
      { system: INTERACTION_SYSTEM, code: interaction },
      { system: `${OWN}operation`, code: operation },
    ],
    ...{ action: code, recorded: time, outcome: OUTCOMES[outcome] },
    agent: [agentOf(read)],
    source: { ...(workspace && { site: workspace }), observer: { display: 'Medlink' } },
    entity: entitiesOf(read),
  }
}

/** The caller; a person at the command line, or the server itself, is known by no name. */
function agentOf({ subject, client, role, address }: AuditEntry) {
  return {
    ...(role && { role: [{ coding: [{ system: `${OWN}role`, code: role }] }] }),
    who:
      subject === undefined
        ? { display: client === undefined ? 'operator or server' : 'client' }
        : { identifier: identifierOf('subject', subject) },
    ...(client && { altId: client }),
    requestor: true,
    ...(address && { network: { address, type: IP_ADDRESS } }),
  }
}

/** The patient, the record, and the others that the entry lists. */
function entitiesOf(entry: AuditEntry) {
  const { record, patient, movedTo, listed = [], fields, consents = [], request, pruned } = entry
  const details = Object.entries({
    ...{ request, fields: fields?.join(' ') },
    pruned: pruned && `${pruned.seq}:${pruned.hash}`,
  }).flatMap(([type, valueString]) => (valueString ? [{ type, valueString }] : []))
  const patients = [patient, movedTo].flatMap((oid) => (oid === undefined ? [] : [personOf(oid)]))
  const type = record?.type ?? 'trail'
  const own = objectOf(type, record?.id)
  const others = listed.filter((id) => id !== record?.id).map((id) => objectOf(type, id))
  const agreed = consents.map((id) => objectOf('consent', id))
  const subject = { ...own, ...(details.length > 0 && { detail: details }) }
  return [...patients, subject, ...others, ...agreed]
}

function personOf(oid: string) {
  return {
    what: { identifier: identifierOf('patient', oid) },
    type: { system: ENTITY_SYSTEM, code: '1', display: 'Person' },
    role: { system: ROLE_SYSTEM, code: '1', display: 'Patient' },
  }
}

function objectOf(type: string, id: string | undefined) {
  return {
    what: id === undefined ? { display: type } : { identifier: identifierOf(type, id) },
    type: { system: ENTITY_SYSTEM, code: '2', display: 'System Object' },
    role: { system: ROLE_SYSTEM, code: '4', display: 'Domain Resource' },
  }
}

function identifierOf(type: string, value: string) {
  return { system: `${OWN}${type}`, value }
}
