import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Characters that are gathered before they are written. */
const CHUNK = 1 << 20

/** A file of lines while it is written. Memory: one chunk. */
export class LineFile {
  readonly #descriptor: number
  readonly #lineEnd: string
  #pending = ''

  /** Makes the folder, too. */
  constructor(path: string, lineEnd = '\n') {
    mkdirSync(dirname(path), { recursive: true })
    this.#descriptor = openSync(path, 'w')
    this.#lineEnd = lineEnd
  }

  add(line: string): void {
    this.#pending += line + this.#lineEnd
    if (this.#pending.length >= CHUNK) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#descriptor)
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pending)
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at)
    this.#pending = ''
  }
}
