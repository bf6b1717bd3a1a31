/** Fields of an upload, and the shape in which documents are shown: contract 2.3, 2.4 and 4.6. */

import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Document, DocumentChanges, DocumentOwner, StoredFile } from '../../records/records.ts'
import { textOf } from '../text.ts'
import { consentSchema, consentTextSchema } from './consent.ts'
import { FILE_TYPES, requireAccepted } from './media-type.ts'

/**
 * Prescription, lab report, discharge summary, vaccine certificate, insurance, scan, other: the codes of the published
 * service.
 */
const DOCUMENT_TYPES = ['ps', 'lr', 'ds', 'vc', 'in', 'sc', 'ot'] as const
const TASKS = ['smart', 'pii', 'classification'] as const
/** States of the link between a document and the patient's ABHA, as the published service has them. */
const LINK_STATUSES = ['LINKED', 'INITIATED', 'ERRORED'] as const

const MAX_TITLE_LENGTH = 256
const MAX_LABEL_LENGTH = 64
const MAX_LABELS = 50
const MAX_BATCH_LENGTH = 128
/** 1850-01-01 and 9999-12-31: what is outside of it is no date of a document, but one in other units. */
const EARLIEST = -3_786_825_600
const LATEST = 253_402_214_400

const LABELS = `must be at most ${MAX_LABELS} labels, each once`
const labelsSchema = z
  .array(textOf(MAX_LABEL_LENGTH), 'must be a list of strings')
  .max(MAX_LABELS, LABELS)
  .refine((labels) => new Set(labels).size === labels.length, LABELS)

const DATE = 'must be a whole number of epoch seconds, between the years 1850 and 9999'
const isDate = (date: number) => date >= EARLIEST && date <= LATEST
const typeSchema = z.enum(DOCUMENT_TYPES, `must be one of ${DOCUMENT_TYPES.join(', ')}`)
const fieldsShape = {
  title: textOf(MAX_TITLE_LENGTH).optional(),
  tags: labelsSchema.optional(),
  cases: labelsSchema.optional(),
  /** Date that the document itself gives. */
  document_date: z
    .union([z.int(), z.string().regex(/^-?\d{1,12}$/)], DATE)
    .transform(Number)
    .refine(isDate, DATE)
    .optional(),
  consent: consentSchema.optional(),
}

/** One that is misspelt would be lost. */
const error: z.core.$ZodErrorMap = ({ code }) =>
  code === 'unrecognized_keys'
    ? `the only fields of an upload are file, ${Object.keys(fieldsShape).join(', ')}`
    : 'must be an object'

/** The fields of a form, without its file. */
export const uploadFieldsSchema = z.strictObject(
  { ...fieldsShape, consent: consentTextSchema.optional() },
  { error },
)
export type UploadFields = z.output<typeof uploadFieldsSchema>

/** Fields that a form may have several times. */
export const LISTED_FIELDS: readonly string[] = ['tags', 'cases']

/** An upload as JSON. */
export const uploadSchema = z.strictObject(
  {
    /** The bytes, in standard Base64. */
    file: z.string('must be a string'),
    ...fieldsShape,
  },
  { error },
)

/** `task` and `batch` are taken from clients of the published service, and change nothing. */
export const uploadQuerySchema = z.object({
  dt: typeSchema.optional(),
  task: z.enum(TASKS, `must be one of ${TASKS.join(', ')}`).optional(),
  batch: textOf(MAX_BATCH_LENGTH).optional(),
})

const MAX_DOCUMENTS = 20
const MAX_FILES = 50
const documentIdSchema = z.uuid('must be a UUID').toLowerCase()

/** Body of `POST /mr/api/v1/docs`: documents whose files are to come by signed forms. */
export function makeAnnouncedSchema(maxFileBytes: number) {
  const SIZE = `must be a whole number of bytes from 1 to ${maxFileBytes}`
  const announcedFileSchema = z.strictObject({
    contentType: textOf(MAX_LABEL_LENGTH).meta({
      description: 'Media type. Only the bytes decide what is accepted.',
    }),
    file_size: z
      .int(SIZE)
      .refine((size) => size >= 1 && size <= maxFileBytes, SIZE)
      .meta({ description: 'Bytes; the file must have as many' }),
  })
  const FILES = `must be 1 to ${MAX_FILES} files`
  const DOCUMENTS = `must be 1 to ${MAX_DOCUMENTS} documents`
  return z.strictObject({
    batch_request: z
      .array(
        z.strictObject({
          ...{ dt: changesShape.dt, tg: changesShape.tg, cases: changesShape.cases },
          dd_e: changesShape.dd_e,
          consent: consentSchema.optional(),
          files: z.array(announcedFileSchema, FILES).min(1, FILES).max(MAX_FILES, FILES),
          document_id: documentIdSchema.optional().meta({
            description:
              'Identifier of your own. Announced again with the same files, it gets new forms.',
          }),
        }),
        DOCUMENTS,
      )
      .min(1, DOCUMENTS)
      .max(MAX_DOCUMENTS, DOCUMENTS),
  })
}

export const announcedSchema = z.object({
  error: z.literal(false),
  message: z.string(),
  batch_response: z.array(
    z.object({
      document_id: z.uuid(),
      /** One for each file, in their order. */
      forms: z.array(
        z.object({
          url: z.string(),
          /** Fields of the form, to be sent before the part `file`. */
          fields: z.object({ expires: z.string(), signature: z.string() }),
        }),
      ),
    }),
  ),
  /** Epoch seconds until which the forms are good. */
  upload_time: z.int(),
})

/** Fields of a document by the names that requests of the published service have. */
const changesShape = {
  dt: typeSchema.optional().meta({ description: 'Type' }),
  dd_e: z.int(DATE).refine(isDate, DATE).nullable().optional().meta({
    description: 'Date that the document itself gives, in epoch seconds; null removes it',
  }),
  tg: labelsSchema.optional().meta({ description: 'Tags' }),
  cases: labelsSchema.optional(),
  consent: consentSchema.nullable().optional(),
  oid: z.string('must be a string').optional().meta({
    description: 'Patient, or user of the EMR, of the same workspace to whom the document is moved',
  }),
}

/** The body of `PATCH /mr/api/v1/docs/{id}`. */
export const changesSchema = z.strictObject(changesShape, {
  error: ({ code }) =>
    code === 'unrecognized_keys'
      ? `the only fields of a change are ${Object.keys(changesShape).join(', ')}`
      : 'must be an object',
})

/** Fields of the records that a change sets. */
export function documentChangesOf({
  dt,
  dd_e,
  tg,
  cases,
  consent,
  oid,
}: z.output<typeof changesSchema>): DocumentChanges {
  return {
    ...(dt !== undefined && { document_type: dt }),
    ...(dd_e !== undefined && { document_date: dd_e ?? undefined }),
    ...(tg !== undefined && { tags: tg }),
    ...(cases !== undefined && { cases }),
    ...(consent !== undefined && { consent: consent ?? undefined }),
    ...(oid !== undefined && { patient: oid }),
  }
}

export const uploadedSchema = z.object({ document_id: z.uuid() })

/** Consent under which a document came. */
const consentViewSchema = z.object({
  id: z.string(),
  purpose: z.string(),
  expires_at: z.int(),
})

const documentSchema = z.object({
  cases: z.array(z.string()).readonly(),
  document_id: z.uuid(),
  /** Epoch seconds, as all times here. */
  upload_date: z.int(),
  document_type: z.string(),
  /** Tells the patients of a workspace apart: 48 bits, which every program reads exactly, as it would not an oid. */
  patient_id: z.int(),
  metadata: z.object({
    /** URL of a small JPEG, good for 15 minutes. */
    thumbnail: z.string().optional(),
    document_date: z.int().optional(),
    tags: z.array(z.string()).readonly(),
    auto_tags: z.array(z.string()).readonly(),
    title: z.string().optional(),
    consent: consentViewSchema.optional(),
    /** Missing if the patient has no ABHA address. */
    abha: z
      .object({
        /** ABHA address of the patient's profile. */
        health_id: z.string(),
        link_status: z
          .enum(LINK_STATUSES)
          .optional()
          .meta({ description: 'Missing for now: the server links no document to an ABHA.' }),
      })
      .optional(),
  }),
})

export const documentListSchema = z.object({
  /** Contract 2.3: each entry is an object `record.item`. */
  items: z.array(z.object({ record: z.object({ item: documentSchema }) })),
  /** The `offset` of what comes next; null at the end. */
  next_token: z.string().nullable(),
  /** The `u_at__gt` of the next list, for who has read this one to its end; null where there are no documents. */
  source_refreshed_at: z.int().nullable(),
})

export const descriptionSchema = z.object({
  source: z.literal('upload'),
  document_date_epoch: z.int().optional(),
  document_type: z.string(),
  tags: z.array(z.string()).readonly(),
  consent: consentViewSchema.optional(),
  files: z.array(
    z.object({
      /** Valid for 15 minutes, for every holder. */
      asset_url: z.string(),
      file_type: z.enum(FILE_TYPES),
    }),
  ),
})

/**
 * An entry of a list.
 *
 * @param healthId ABHA address of the patient, if there is one
 * @param thumbnail URL of the document's thumbnail, if it has one
 */
export function listed(
  document: Document,
  healthId: string | undefined,
  thumbnail: string | undefined,
) {
  const { id, cases, upload_date, document_type, document_date, tags, auto_tags, title } = document
  const { consent } = document
  const item = {
    ...{ cases, document_id: id, upload_date, document_type, patient_id: patientId(document) },
    metadata: {
      ...{ thumbnail, document_date, tags, auto_tags, title, consent },
      ...(healthId !== undefined && { abha: { health_id: healthId } }),
    },
  }
  return { record: { item } }
}

/** A document by itself. @param urlOf a file of it, by its place */
export function described(
  { document_date, document_type, tags, consent }: Document,
  files: readonly StoredFile[],
  urlOf: (place: number) => string,
) {
  return {
    ...{ source: 'upload' as const, document_date_epoch: document_date, document_type, tags },
    ...(consent !== undefined && { consent }),
    files: files.map(({ media_type }, place) => ({
      asset_url: urlOf(place),
      file_type: requireAccepted(media_type).fileType,
    })),
  }
}

/** An oid has 17 digits and a double 15 or 16: the contract's integer cannot be the oid itself. */
function patientId({ bid, patient }: DocumentOwner): number {
  const text = JSON.stringify([bid, patient])
  return createHash('sha256').update(text).digest().readUIntBE(0, 6)
}
