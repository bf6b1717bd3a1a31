import type { Documents } from '../../records/records.ts'

/** Well below the time after which a file is known to be abandoned. */
const EVERY_MS = 30_000

/** Tells the records of files that are being stored, so that no other process takes them for abandoned. */
export class SignsOfLife {
  readonly #documents: Documents
  readonly #keys = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(documents: Documents) {
    this.#documents = documents
  }

  begin(key: string): void {
    this.#keys.add(key)
    this.#timer ??= setInterval(() => {
      // A database that does not answer for minutes ends the upload.
      this.#documents.keepAlive([...this.#keys]).catch(() => {})
    }, EVERY_MS).unref()
  }

  end(key: string): void {
    this.#keys.delete(key)
    if (this.#keys.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
