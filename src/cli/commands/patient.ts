import { exportPatient, openBlobs, type Records } from '../../http/http.ts'
import { MedlinkError } from '../../medlink.ts'
import { type Io, remark } from '../io.ts'
import { withRecords } from '../records.ts'
import type { SettingOptions } from '../settings.ts'

export interface ExportPatientOptions extends SettingOptions {
  /** Default: `patient-<oid>.zip`. */
  readonly to?: string
}

/** Begins a legal hold: neither the patient nor a document of the patient's is deleted. */
export async function holdPatient(io: Io, oid: string, options: SettingOptions): Promise<void> {
  await changeHold(io, oid, options, 'hold')
}

/** Ends a legal hold. */
export async function releasePatient(io: Io, oid: string, options: SettingOptions): Promise<void> {
  await changeHold(io, oid, options, 'release')
}

/** Writes all that is stored of a patient into an archive. */
export async function exportPatientTo(
  io: Io,
  oid: string,
  options: ExportPatientOptions,
): Promise<void> {
  const { to = `patient-${oid}.zip` } = options
  await withRecords(io, options, async (records, { blobs: place }) => {
    const blobs = await openBlobs(place)
    const isThere = await during(records, 'export', 'read', oid, () =>
      exportPatient(records, blobs, oid, to),
    )
    requirePatient(isThere)
  })
  remark(io, `written to ${to}: it holds everything that is stored of the patient`)
}

async function changeHold(
  io: Io,
  oid: string,
  options: SettingOptions,
  command: 'hold' | 'release',
): Promise<void> {
  await withRecords(io, options, async (records) => {
    requirePatient(
      await during(records, command, 'update', oid, () => records.patients[command](oid)),
    )
  })
}

/** Work with its entry in the audit trail. */
function during(
  { audit }: Records,
  command: string,
  action: 'read' | 'update',
  oid: string,
  work: () => Promise<boolean>,
): Promise<boolean> {
  const draft = { operation: `medlink patient ${command}`, action, record: { type: 'patient' } }
  return audit.during({ ...draft, patient: oid }, work)
}

function requirePatient(isThere: boolean): void {
  if (!isThere) throw new MedlinkError('invalid_request', 'there is no patient with this oid')
}
