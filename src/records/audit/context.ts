import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditDraft, AuditedRecord } from './entry.ts'

/**
 * Entry of the audit trail that belongs to the running work: writes that the work makes store it in the same transaction,
 * however deep in the records they are made.
 */
export class AuditContext {
  readonly #storage = new AsyncLocalStorage<AuditDraft>()
  #running = 0

  get draft(): AuditDraft | undefined {
    return this.#storage.getStore()
  }

  /** Begins work that an entry belongs to; {@link end} must follow. */
  begin<T>(draft: AuditDraft, work: () => T): T {
    this.#running++
    return this.#storage.run(draft, work)
  }

  /** Before Node.js 24 every promise of the process costs more while there is a context: links would be slower by 5 %. */
  end(): void {
    this.#running--
    if (this.#running === 0) this.#storage.disable()
  }

  /** Names the record that the running work reads or writes, and its patient. */
  note(record: AuditedRecord, patient?: string): void {
    const { draft } = this
    if (draft === undefined) return
    // The first record is the subject of an operation; others are read on the way.
    if (draft.record?.type === record.type) draft.record = { ...draft.record, ...record }
    if (patient !== undefined) draft.patient = patient
  }

  /** Names the records that the running work makes, where there are several. */
  noteListed(ids: readonly string[]): void {
    if (this.draft !== undefined) this.draft.listed = ids
  }

  /** Names the patient to whom the running work moves a document. */
  noteMove(patient: string): void {
    if (this.draft !== undefined) this.draft.movedTo = patient
  }
}
