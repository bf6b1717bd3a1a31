import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findLibrary } from './child.ts'

/** What bench/faults-child.mjs says. */
export interface Said {
  readonly ready?: true
  readonly opening?: true
  readonly round?: true
  /** One text for each request. */
  readonly answers?: readonly string[]
  readonly error?: string
  readonly outcomes?: readonly {
    readonly i: number
    readonly answer?: string
    readonly error?: string
    readonly times: number
  }[]
}

/** Nothing that is asked takes nearly as long, on a machine that is busy. */
const HANGS_AFTER_MS = 60_000

/** One process that answers, until it is ended. */
export class AnsweringProcess {
  readonly #child: ChildProcess
  readonly #said: Said[] = []
  #wake = () => {}
  #ended: string | undefined

  constructor(dir: string, requestsFile: string) {
    const { href, loader } = findLibrary()
    const script = fileURLToPath(new URL('faults-child.mjs', import.meta.url))
    this.#child = fork(script, [href, dir, requestsFile], { execArgv: [...loader] })
    this.#child.on('message', (message) => {
      this.#said.push(message as Said)
      this.#wake()
    })
    this.#child.on('exit', (code, signal) => {
      this.#ended = `crash: ${signal ?? code}`
      this.#wake()
    })
  }

  tell(message: object): void {
    if (this.#child.connected) this.#child.send(message)
  }

  /** The next thing it says; an error `crash: …` when it is dead, `hang` when it says nothing for a minute. */
  async next(): Promise<Said> {
    const deadline = Date.now() + HANGS_AFTER_MS
    while (this.#said.length === 0) {
      if (this.#ended !== undefined) return { error: this.#ended }
      const left = deadline - Date.now()
      if (left <= 0) return { error: 'hang' }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return this.#said.shift()!
  }

  /** The next thing it says that is neither {@link Said.opening} nor {@link Said.round}. */
  async result(): Promise<Said> {
    for (;;) {
      const said = await this.next()
      if (said.opening === undefined && said.round === undefined) return said
    }
  }

  end(): void {
    this.#child.removeAllListeners()
    this.#child.kill('SIGKILL')
  }
}
