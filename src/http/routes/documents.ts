/** Contract 4.4 to 4.6, and the files that they lead to. */

import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest, FastifySchema, FastifySchemaCompiler } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Blobs } from '../../records/blobs/blobs.ts'
import type {
  Consent,
  Document,
  DocumentOwner,
  Documents,
  Records,
  StoredFile,
} from '../../records/records.ts'
import type { Caller } from '../auth/caller.ts'
import { requireCaller } from '../auth/policy.ts'
import { openFile, openThumbnail } from '../documents/answer.ts'
import {
  ASSET_PART,
  ASSET_ROUTE,
  type AssetPart,
  AssetUrls,
  filePart,
  placeOf,
} from '../documents/asset-url.ts'
import { Consents, consentTextSchema, withoutContents } from '../documents/consent.ts'
import {
  announcedSchema,
  changesSchema,
  described,
  descriptionSchema,
  documentChangesOf,
  documentListSchema,
  listed,
  makeAnnouncedSchema,
  uploadedSchema,
  uploadQuerySchema,
  uploadSchema,
} from '../documents/fields.ts'
import { collectGarbage } from '../documents/garbage.ts'
import { readOffset, writeOffset } from '../documents/offset.ts'
import { Signer } from '../documents/signer.ts'
import { sweepRegularly } from '../documents/sweep.ts'
import { openThumbnails } from '../documents/thumbnail.ts'
import { readForm, readObject, readSignedForm, Uploads } from '../documents/upload.ts'
import { UPLOAD_ROUTE, UPLOAD_SECONDS, UploadForms } from '../documents/upload-form.ts'
import { HttpError } from '../errors.ts'
import { paced } from '../paced.ts'
import { noBytesLeft, type Quotas } from '../quotas.ts'
import { refusals, updatedSchema } from '../shapes.ts'
import { Turns } from '../turns.ts'
import { untilGone } from '../until-gone.ts'

export interface DocumentRoutesOptions {
  readonly records: Records
  readonly blobs: Blobs
  /** Secret that signs URLs of files and places in lists. */
  readonly secret: string
  readonly maxFileBytes: number
  readonly quotas: Quotas
  /** Origin of the server as its callers know it; default: the origin that a request names. */
  readonly publicUrl?: string | undefined
  /** Clock in epoch milliseconds. */
  readonly now: () => number
}

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100
/** Maximum number of fields of a form: more than all fields, tags and cases. */
const MAX_FIELDS = 110
/** Maximum size of one field, in bytes: above that of the longest title. */
const FIELD_BYTES = 2048
const NAME_BYTES = 64
/** Base64 of Base64, which an encrypted upload is. */
const ENVELOPE_FACTOR = 16 / 9
const ENVELOPE_BYTES = 64 * 1024
/** Size in bytes above which the number of JSON bodies at once is limited: each is held whole, five times if in an envelope. */
const SMALL_BODY = 1024 * 1024
const LARGE_BODIES = 2
const LARGE_BODIES_OF_CALLER = 1

const LIMIT = `must be a whole number from 1 to ${MAX_LIMIT}`
const TIME = 'must be a whole number of epoch seconds'
const listQuerySchema = z.object({
  u_at__gt: z
    .string(TIME)
    .regex(/^\d{1,12}$/, TIME)
    .transform(Number)
    .optional(),
  offset: z.string('must be given once').optional(),
  limit: z
    .string(LIMIT)
    .regex(/^\d{1,3}$/, LIMIT)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MAX_LIMIT, LIMIT)
    .default(DEFAULT_LIMIT),
})

const patientHeaderSchema = z.looseObject({ 'x-pt-id': z.string('is missing') })
const readHeadersSchema = patientHeaderSchema.extend({ 'x-consent': consentTextSchema.optional() })
const KEY = 'must be 1 to 255 printable characters of ASCII'
const uploadHeadersSchema = z.looseObject({
  'x-pt-id': z.string().optional(),
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, KEY)
    .optional(),
})

const documentParamsSchema = z.object({ id: z.string() })
const assetParamsSchema = z.object({
  id: z.string(),
  part: z
    .string()
    .regex(ASSET_PART, 'is unknown')
    .transform((part) => part as AssetPart),
})
const uploadParamsSchema = z.object({
  id: z.string(),
  place: z
    .string()
    .regex(/^\d{1,2}$/, 'is unknown')
    .transform(Number),
})
const assetQuerySchema = z.object({
  expires: z
    .string('is missing')
    .regex(/^\d{1,12}$/, TIME)
    .transform(Number),
  signature: z.string('is missing'),
})

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A plugin of its own: only these routes read forms. */
export async function documentRoutes(
  app: FastifyInstance,
  options: DocumentRoutesOptions,
): Promise<void> {
  const { records, blobs, maxFileBytes, publicUrl, now } = options
  const { workspace_bytes } = options.quotas
  const { documents } = records
  const files = records.files(blobs)
  const signer = new Signer(options.secret)
  const urls = new AssetUrls(signer, now)
  const forms = new UploadForms(signer, now)
  const consents = new Consents(records, now)
  const thumbnails = await openThumbnails()
  const uploads = new Uploads(records, blobs, thumbnails, maxFileBytes, workspace_bytes)
  sweepRegularly(app, records, blobs, uploads)
  await app.register(multipart, {
    // One byte more than is taken, so that it is seen that there is more; two files, so that the second is.
    limits: {
      ...{ fileSize: maxFileBytes + 1, files: 2, fields: MAX_FIELDS, parts: MAX_FIELDS + 2 },
      ...{ fieldSize: FIELD_BYTES, fieldNameSize: NAME_BYTES },
    },
    throwFileSizeLimit: false,
  })
  const turns = new Turns(LARGE_BODIES, LARGE_BODIES_OF_CALLER)
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { policy: 'token' } as const
  const tags = ['documents']
  const originOf = ({ protocol, host }: FastifyRequest) => publicUrl ?? `${protocol}://${host}`

  routes.post(
    '/mr/api/v2/docs',
    {
      config,
      validatorCompiler: unlessForm(app.validatorCompiler!),
      // A waiting body is not read: it takes no memory here. One that has its turn must come quickly.
      preParsing: async (request, reply, payload) => {
        if (request.isMultipart() || Number(request.headers['content-length']) <= SMALL_BODY)
          return payload
        const { clientId } = requireCaller(request)
        reply.raw.once('close', await turns.take(untilGone(reply), clientId))
        return paced(payload)
      },
      bodyLimit: Math.ceil(maxFileBytes * ENVELOPE_FACTOR) + ENVELOPE_BYTES,
      schema: {
        ...{ tags, summary: 'Upload a document' },
        description:
          'A form with a part `file`, or JSON with the bytes in Base64: PDF, JPEG, PNG, WebP, HEIC or TIFF, by its content. Without `X-Pt-Id` it is the caller’s own. The same file again with the same `Idempotency-Key` within a day is the same document.',
        consumes: ['multipart/form-data', 'application/json'],
        ...{ headers: uploadHeadersSchema, querystring: uploadQuerySchema },
        body: uploadSchema,
        response: {
          200: uploadedSchema,
          ...refusals(401, 403, 408, 409, 413, 415, 429, 507),
        },
      },
    },
    async (request) => {
      const { headers, query, body } = request
      const owner = await ownerOf(request, records)
      const read = request.isMultipart() ? readForm(request) : body ? readObject(body) : undefined
      if (read === undefined)
        throw new HttpError('invalid_request', 'a form with a part named file is needed')
      const demand = await consents.demandOf(owner.bid)
      const document_id = await uploads.add(
        {
          ...owner,
          document_type: query.dt ?? 'ot',
          idempotencyKey: headers['idempotency-key'],
          requireConsent: (consent) => demand.require(request, [consent]),
        },
        read,
      )
      return { document_id }
    },
  )

  routes.post(
    '/mr/api/v1/docs',
    {
      config,
      schema: {
        ...{ tags, summary: 'Announce documents, and get forms for their files' },
        description:
          'Each form takes one file as `multipart/form-data` without a token: its fields, then a part `file`. A document is listed once all of its files are there; one that lacks a file when its forms expire is removed.',
        headers: uploadHeadersSchema,
        body: makeAnnouncedSchema(maxFileBytes),
        response: { 200: announcedSchema, ...refusals(401, 403, 409, 413, 415, 429) },
      },
    },
    async (request) => {
      const owner = await ownerOf(request, records)
      const announced = request.body.batch_request.map((each) => ({
        ...{ id: each.document_id ?? randomUUID(), ...owner, document_type: each.dt ?? 'ot' },
        ...{ document_date: each.dd_e ?? undefined, tags: each.tg ?? [], cases: each.cases ?? [] },
        consent: each.consent,
        files: each.files.map(({ contentType: content_type, file_size }) => ({
          content_type,
          file_size,
        })),
      }))
      const demand = await consents.demandOf(owner.bid)
      demand.require(
        request,
        announced.map(({ consent }) => consent),
      )
      const result = await records.uploads.announce(announced, UPLOAD_SECONDS, workspace_bytes)
      if (result === 'erased') throw new HttpError('forbidden')
      if (result === 'full') throw noBytesLeft()
      if (result === 'taken')
        throw new HttpError(
          'conflict',
          'a document_id belongs to another document, or to other files',
        )
      const origin = originOf(request)
      return {
        error: false as const,
        message: 'send each file by its form',
        batch_response: announced.map(({ id, files }) => ({
          document_id: id,
          forms: files.map((_, place) => forms.form(origin, id, place)),
        })),
        upload_time: Math.floor(now() / 1000) + UPLOAD_SECONDS,
      }
    },
  )

  routes.post(
    UPLOAD_ROUTE,
    {
      // The signature is the permission.
      config: { policy: 'public' },
      schema: { hide: true, params: uploadParamsSchema },
    },
    async (request, reply) => {
      const { id, place } = request.params
      if (!request.isMultipart())
        throw new HttpError('unsupported_media_type', 'the body must be multipart/form-data')
      const read = readSignedForm(request, (fields) => {
        const { expires = '', signature = '' } = Object.fromEntries(fields)
        if (!forms.isGood(id, place, { expires: String(expires), signature: String(signature) }))
          throw new HttpError('forbidden', 'the form has expired or is not one of the server’s')
      })
      await uploads.addAnnounced(id, place, read)
      return reply.code(204).send()
    },
  )

  routes.get(
    '/mr/api/v1/docs',
    {
      config,
      schema: {
        ...{ tags, summary: 'The documents of a patient' },
        description:
          'In the order of their last change. `next_token` is the `offset` of what comes next, null at the end: each document is there once, whatever is added or changed meanwhile. With `u_at__gt`, those that changed after that time; the next such time is `source_refreshed_at`.',
        ...{ headers: readHeadersSchema, querystring: listQuerySchema },
        response: { 200: documentListSchema, ...refusals(401, 403, 429) },
      },
    },
    async (request) => {
      const owner = await ownerOf(request, records)
      const { u_at__gt: updatedAfter, offset, limit } = request.query
      const consent = request.headers['x-consent']
      const demand = await consents.demandOf(owner.bid)
      demand.require(request, [consent])
      const asked = { ...owner, updatedAfter }
      const from = offset === undefined ? { updatedAfter } : readOffset(offset, asked, signer)
      const [list, healthId] = await Promise.all([
        documents.list(owner, from, limit),
        healthIdOf(owner, records),
      ])
      if (list === undefined)
        throw new HttpError('invalid_request', 'offset has expired: start again without it')
      const origin = originOf(request)
      const urlOf = ({ id, has_thumbnail }: Document) =>
        has_thumbnail ? urls.url(origin, id, 'thumbnail', consent?.expires_at) : undefined
      const shown = list.documents.map((each) =>
        demand.withholds(each) ? withoutContents(each) : each,
      )
      return {
        items: shown.map((document) => listed(document, healthId, urlOf(document))),
        next_token: list.next === undefined ? null : writeOffset(list.next, asked, signer),
        source_refreshed_at: list.refreshedAt,
      }
    },
  )

  routes.get(
    '/mr/api/v1/docs/:id',
    {
      config,
      schema: {
        ...{ tags, summary: 'A document, and where its file is' },
        ...{ params: documentParamsSchema, headers: readHeadersSchema },
        response: { 200: descriptionSchema, ...refusals(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { bid, patient } = await ownerOf(request, records)
      const document = await requireDocument(records, request.params.id)
      if (document.bid !== bid || document.patient !== patient)
        throw new HttpError('document_not_found')
      const consent = request.headers['x-consent']
      const demand = await consents.demandOf(bid)
      demand.require(request, [consent])
      demand.requireShown(document)
      const origin = originOf(request)
      return described(document, await documents.filesOf(document), (place) =>
        urls.url(origin, document.id, filePart(place), consent?.expires_at),
      )
    },
  )

  routes.patch(
    '/mr/api/v1/docs/:id',
    {
      config,
      schema: {
        ...{ tags, summary: 'Change a document, or move it to another patient' },
        description:
          'Only what is given changes. With `oid` the document is that patient’s from then on, as one that was just added.',
        ...{ params: documentParamsSchema, headers: patientHeaderSchema, body: changesSchema },
        response: { 200: updatedSchema, ...refusals(401, 403, 404, 409, 413, 415, 429) },
      },
    },
    async (request) => {
      const { id } = request.params
      const owner = await ownerOf(request, records)
      const changes = documentChangesOf(request.body)
      if (changes.patient !== undefined)
        await requirePatient(changes.patient, requireCaller(request), records)
      const demand = await consents.demandOf(owner.bid)
      const keepsConsent = request.body.consent === undefined && demand.isMade
      const consent = keepsConsent ? await consentOf(id, owner, records) : changes.consent
      demand.require(request, [consent])
      const updated = UUID.test(id) ? await documents.update({ id, ...owner }, changes) : undefined
      if (updated === undefined) throw new HttpError('document_not_found')
      if (updated === 'held') throw new HttpError('legal_hold')
      return { message: 'the document was updated' }
    },
  )

  routes.delete(
    '/mr/api/v1/docs/:id',
    {
      config,
      schema: {
        ...{ tags, summary: 'Delete a document and its files' },
        ...{ params: documentParamsSchema, headers: patientHeaderSchema },
        response: { 200: updatedSchema, ...refusals(401, 403, 404, 409, 429) },
      },
    },
    async (request) => {
      const { id } = request.params
      const owner = await ownerOf(request, records)
      const keys = UUID.test(id) ? await documents.remove({ id, ...owner }) : undefined
      if (keys === undefined) throw new HttpError('document_not_found')
      if (keys === 'held') throw new HttpError('legal_hold')
      await collectGarbage(records, blobs, keys, request.log)
      return { message: 'the document was deleted' }
    },
  )

  routes.get(
    ASSET_ROUTE,
    {
      // The signature is the permission.
      config: { policy: 'public' },
      schema: { hide: true, params: assetParamsSchema, querystring: assetQuerySchema },
    },
    async (request, reply) => {
      const { id, part } = request.params
      const secondsLeft = urls.secondsLeft(id, part, request.query)
      if (secondsLeft === undefined)
        throw new HttpError('forbidden', 'the URL has expired or is not one of the server’s')
      const document = await requireDocument(records, id)
      const demand = await consents.demandOf(document.bid)
      demand.requireShown(document)
      const place = placeOf(part)
      const file =
        place === undefined
          ? await openThumbnail(document, files)
          : await openFile(
              document,
              await requireFile(documents, document, place),
              request.headers,
              files,
            )
      return reply
        .code(file.status)
        .headers({
          ...file.headers,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'",
          // It is made to be shown in pages of others.
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(file.bytes)
    },
  )
}

/** A form has no body to check beforehand: it is read as it is stored. */
function unlessForm(
  compile: FastifySchemaCompiler<FastifySchema>,
): FastifySchemaCompiler<FastifySchema> {
  return (part) => {
    const check = compile(part)
    return part.httpPart === 'body' ? (body) => body === null || check(body) : check
  }
}

/** Owner of the documents that a request is about. @throws HttpError `forbidden` outside of the caller's workspace */
async function ownerOf(request: FastifyRequest, records: Records): Promise<DocumentOwner> {
  const caller = requireCaller(request)
  const patient = (request.headers['x-pt-id'] as string | undefined) ?? caller.oid
  await requirePatient(patient, caller, records)
  return { bid: caller.bid, patient }
}

/** @throws HttpError `forbidden` for a patient who is not of the caller's workspace */
async function requirePatient(
  patient: string,
  { bid, oid }: Caller,
  { profiles }: Records,
): Promise<void> {
  if (patient === oid) return
  const profile =
    (await profiles.get('patient', patient)) ?? (await profiles.get('emr_user', patient))
  if (profile?.bid !== bid) throw new HttpError('forbidden')
}

/** Consent of a document, if there is such a document and it has one. */
async function consentOf(
  id: string,
  { bid, patient }: DocumentOwner,
  { documents }: Records,
): Promise<Consent | undefined> {
  const document = UUID.test(id) ? await documents.get(id) : undefined
  return document?.bid === bid && document.patient === patient ? document.consent : undefined
}

/** ABHA address of a patient, if its profile has one. */
async function healthIdOf(
  { bid, patient }: DocumentOwner,
  { profiles }: Records,
): Promise<string | undefined> {
  const profile = await profiles.get('patient', patient)
  // A caller of another workspace may have the same oid.
  return profile?.bid === bid ? profile.abha : undefined
}

/** @throws HttpError `document_not_found` where a document has no file at a place */
async function requireFile(
  documents: Documents,
  document: Document,
  place: number,
): Promise<StoredFile> {
  const file = (await documents.filesOf(document))[place]
  if (file === undefined) throw new HttpError('document_not_found')
  return file
}

async function requireDocument({ documents }: Records, id: string): Promise<Document> {
  const document = UUID.test(id) ? await documents.get(id) : undefined
  if (document === undefined) throw new HttpError('document_not_found')
  return document
}
