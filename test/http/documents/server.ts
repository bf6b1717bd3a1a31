/** A server of documents for tests, and how it is asked. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import {
  type Blobs,
  createServer,
  type MasterKeys,
  openBlobs,
  openRecords,
  signToken,
} from '../../../src/http/http.ts'
import type { Quotas } from '../../../src/http/quotas.ts'
import { openMedlink } from '../../../src/medlink.ts'
import type { RecordsPlace } from '../../../src/records/open.ts'
import type { Records } from '../../../src/records/records.ts'

export const SECRET = 'a secret of 32 bytes, and no less'
/** A file that is accepted. */
export const PDF = Buffer.from('%PDF-1.4\nhello\n%%EOF\n')
export const OID = '1'.repeat(17)

export interface DocumentServer {
  readonly app: FastifyInstance
  readonly records: Records
  /** Where files are. */
  readonly files: string
  /** Lines of the log. */
  readonly lines: string[]
  stop(): Promise<void>
}

export interface DocumentServerOptions {
  /** SQLite in a folder of its own when left out. */
  readonly place?: RecordsPlace
  /** What is stored in, given the one of a folder. */
  readonly wrap?: (blobs: Blobs) => Blobs
  readonly maxFileBytes?: number
  /** Records are plain when left out. */
  readonly masterKeys?: MasterKeys
  readonly quotas?: Quotas
  /** Epoch milliseconds. */
  readonly now?: () => number
}

export async function startDocuments({
  place,
  wrap = (blobs) => blobs,
  maxFileBytes = 100_000,
  masterKeys,
  quotas = {},
  now = Date.now,
}: DocumentServerOptions = {}): Promise<DocumentServer> {
  const root = mkdtempSync(join(tmpdir(), 'medlink-documents-'))
  const files = join(root, 'files')
  const records = await openRecords(place ?? { folder: root }, { masterKeys, now })
  const medlink = openMedlink({ dir: join(root, 'indexes') })
  const lines: string[] = []
  const logStream = new PassThrough().on('data', (line) => lines.push(String(line)))
  const app = await createServer({
    ...{ medlink, records, maxFileBytes, quotas, tokens: { secret: SECRET } },
    ...{ blobs: wrap(await openBlobs({ folder: files })), logLevel: 'info', logStream },
  })
  return {
    ...{ app, records, files, lines },
    async stop() {
      await app.close()
      await records.close()
      medlink.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Headers of a caller, who asks for documents of their own unless told otherwise. */
export async function headersOf({
  oid = OID,
  bid = 'b',
  clientId = 'c',
  patient,
}: {
  oid?: string
  bid?: string
  clientId?: string
  patient?: string
} = {}) {
  const caller = { oid, clientId, bid, role: 'user' as const, idp: undefined }
  const token = await signToken(caller, 3600, { secret: SECRET })
  return { authorization: `Bearer ${token}`, 'x-pt-id': patient ?? oid }
}

/** Parts of a form: texts are fields, bytes are files, by the name of the part. */
export type Parts = readonly (readonly [name: string, value: string | Uint8Array, file?: string])[]

/** A form as it is sent. */
export async function formOf(
  parts: Parts,
): Promise<Required<Pick<InjectOptions, 'payload' | 'headers'>>> {
  const form = new FormData()
  for (const [name, value, file = 'a file'] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), file)
  const sent = new Response(form)
  return {
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type')! },
  }
}
