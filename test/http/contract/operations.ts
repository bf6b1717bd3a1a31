/** Operations that need a token: those of the contract and those besides it. */

import { NAME, NOBODY } from './asking.ts'

const PLAIN = { query: NAME, ontology: 'icd-10-cm', version: '2027' }
/** Operations that need a token, with a body, and whether they need the header client-id. */
export const GUARDED: readonly {
  readonly operation: string
  readonly body?: object
  readonly isOfClient: boolean
}[] = [
  { operation: 'POST /med-link/nel/link', body: PLAIN, isOfClient: false },
  {
    operation: 'POST /med-link/nel/link/batch',
    body: { ...PLAIN, queries: [NAME] },
    isOfClient: false,
  },
  { operation: 'POST /med-link/comprehend', body: { text: NAME }, isOfClient: false },
  { operation: 'GET /med-link/registry/', isOfClient: false },
  { operation: 'GET /med-link/suggest?prefix=a&ontology=loinc', isOfClient: false },
  {
    operation: 'POST /profiles/v1/patient/',
    body: { fn: NAME, gen: 'O', dob: '2000-01-01' },
    isOfClient: true,
  },
  { operation: `GET /profiles/v1/patient/${NOBODY}`, isOfClient: true },
  { operation: 'GET /profiles/v1/patient/?username=a', isOfClient: true },
  { operation: `PATCH /profiles/v1/patient/${NOBODY}`, body: { fn: NAME }, isOfClient: true },
  { operation: `DELETE /profiles/v1/patient/${NOBODY}`, isOfClient: true },
  { operation: 'POST /profiles/v1/emr-user/', body: { fn: NAME }, isOfClient: true },
  { operation: `GET /profiles/v1/emr-user/${NOBODY}`, isOfClient: true },
  { operation: `PATCH /profiles/v1/emr-user/${NOBODY}`, body: { fn: NAME }, isOfClient: true },
  { operation: 'POST /mr/api/v2/docs', body: { file: '' }, isOfClient: false },
  { operation: 'POST /mr/api/v1/docs', body: { batch_request: NAME }, isOfClient: false },
  { operation: 'GET /mr/api/v1/docs', isOfClient: false },
  { operation: `GET /mr/api/v1/docs/${NOBODY}`, isOfClient: false },
  { operation: `PATCH /mr/api/v1/docs/${NOBODY}`, body: { oid: NAME }, isOfClient: false },
  { operation: `DELETE /mr/api/v1/docs/${NOBODY}`, isOfClient: false },
  {
    operation: 'POST /abdm/na/v1/registration/aadhaar/init',
    body: { aadhaar_number: NAME },
    isOfClient: false,
  },
  {
    operation: 'POST /notification/v1/connect/webhook/subscriptions',
    body: { endpoint: NAME },
    isOfClient: true,
  },
  { operation: 'GET /notification/v1/connect/webhook/subscriptions', isOfClient: true },
  { operation: 'DELETE /notification/v1/connect/webhook/subscriptions/whs_1', isOfClient: true },
  { operation: 'POST /notification/v1/reminders', body: { event: NAME }, isOfClient: true },
  { operation: 'GET /notification/v1/reminders/evt_1', isOfClient: true },
  { operation: 'DELETE /notification/v1/reminders/evt_1', isOfClient: true },
  { operation: 'GET /notification/v1/deliveries', isOfClient: true },
  { operation: 'POST /notification/v1/deliveries/dlv_1/replay', isOfClient: true },
]
