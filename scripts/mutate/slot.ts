import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report, Task } from './runner.ts'

const RUNNER = fileURLToPath(new URL('./runner.ts', import.meta.url))
/** A test file that runs so much longer than the slowest one does by itself runs forever. */
const PATIENCE = { factor: 4, ms: 60_000 }

/** A copy of the source tree with a process that runs its tests, one task at a time. */
export class Slot {
  readonly #folder: string
  /** Test file → how long it took when it ran last and passed, in ms. */
  readonly #duration = new Map<string, number>()
  #runner: ChildProcess | undefined

  /** @param folder a new folder for the copy, and for whatever its tests leave behind */
  constructor(root: string, folder: string) {
    this.#folder = folder
    mkdirSync(join(folder, 'tmp'), { recursive: true })
    const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const paths = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0')
    for (const path of new Set(paths))
      if (path !== '' && existsSync(join(root, path)))
        cpSync(join(root, path), join(this.#tree, path))
    symlinkSync(join(root, 'node_modules'), join(this.#tree, 'node_modules'))
  }

  /** The test file that fails, `timeout` when one runs forever, undefined when all pass. */
  run(task: Task): Promise<string | undefined> {
    const runner = this.#start()
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout
      const settle = (end: () => void) => {
        clearTimeout(timer)
        runner.removeAllListeners('exit').removeAllListeners('message')
        end()
      }
      const wait = () => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          this.close()
          if (task.change !== undefined)
            writeFileSync(join(this.#tree, task.change.path), task.change.from)
          settle(() => resolve('timeout'))
        }, this.#patience)
      }
      wait()
      runner.on('exit', (code) => {
        this.#runner = undefined
        settle(() => reject(new Error(`the process that runs the tests ended with ${code}`)))
      })
      runner.on('message', (report: Report) => {
        if ('failed' in report) return settle(() => resolve(report.failed ?? undefined))
        if (task.change === undefined) this.#duration.set(report.ended, report.ms)
        wait()
      })
      runner.send(task)
    })
  }

  /** How long each test file took that ran without a change, in ms. */
  get durations(): ReadonlyMap<string, number> {
    return this.#duration
  }

  /** Ends its process and those that this one started. */
  close(): void {
    if (this.#runner?.pid === undefined) return
    try {
      process.kill(-this.#runner.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
    this.#runner = undefined
  }

  get #tree(): string {
    return join(this.#folder, 'tree')
  }

  get #patience(): number {
    return PATIENCE.ms + PATIENCE.factor * Math.max(0, ...this.#duration.values())
  }

  #start(): ChildProcess {
    this.#runner ??= fork(RUNNER, [this.#tree], {
      cwd: this.#tree,
      // A group of its own, so that its workers end with it.
      detached: true,
      env: { ...process.env, TMPDIR: join(this.#folder, 'tmp') },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    return this.#runner
  }
}
