import { auditEventOf } from '../../http/http.ts'
import { MedlinkError } from '../../medlink.ts'
import { type Io, print, printJson, UsageError } from '../io.ts'
import { withRecords } from '../records.ts'
import type { SettingOptions } from '../settings.ts'

export interface VerifyAuditOptions extends SettingOptions {
  /** A place that the chain had, as the command prints it: `number:hash`. */
  readonly known?: string
}

export interface ExportAuditOptions extends SettingOptions {
  readonly from?: string
  readonly until?: string
  readonly workspace?: string
  readonly patient?: string
  readonly format: 'json' | 'fhir'
}

/** Checks the chain, and prints its end as `number:hash`. */
export async function verifyAudit(io: Io, options: VerifyAuditOptions): Promise<void> {
  const known = options.known === undefined ? undefined : placeOf(options.known)
  await withRecords(io, options, async ({ audit }) => {
    const found = await audit.verify(known)
    if (!found.isWhole)
      throw new MedlinkError('invalid_request', `entry ${found.seq} of the trail: ${found.fault}`)
    print(io, `${found.last.seq}:${found.last.hash}`)
  })
}

/** Prints entries as JSON Lines, each with its number and hash, or one resource of FHIR a line. */
export async function exportAudit(io: Io, options: ExportAuditOptions): Promise<void> {
  const { workspace, patient } = options
  const filter = { from: timeOf(options.from), until: timeOf(options.until), workspace, patient }
  await withRecords(io, options, async ({ audit }) => {
    for await (const stored of audit.read(filter)) {
      const { seq, hash, entry } = stored
      const printed =
        options.format === 'json'
          ? { seq, hash, ...(JSON.parse(entry) as object) }
          : auditEventOf(stored)
      printJson(io, printed)
    }
  })
}

function placeOf(text: string): { seq: number; hash: string } {
  const [, seq, hash] = /^(\d{1,15}):([\da-f]{64})$/.exec(text) ?? []
  if (hash === undefined) throw new UsageError('--known must be a number and a hash: 12:ab34…')
  return { seq: Number(seq), hash }
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new UsageError('a time must be a date such as 2026-11-24')
  return time
}
