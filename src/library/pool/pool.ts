import type { Worker } from 'node:worker_threads'
import { MedlinkError } from '../../errors.ts'

/** What a worker is sent: something to know, by a number, or to forget; or a job that it answers with one message. */
export type PoolMessage<Notice, Job> =
  | { readonly id: number; readonly notice: Notice }
  | { readonly forget: number }
  | { readonly job: Job }

/** A job that a worker has been given and has not answered. */
interface Pending<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

interface Member<Answer> {
  readonly worker: Worker
  /** In the order in which the worker answers. */
  readonly pending: Pending<Answer>[]
}

/**
 * Worker threads, each started when a job first needs it and kept for later ones. They keep the process alive while
 * they have jobs, and only then. One that dies takes the jobs it had with it; the next job starts another in its place.
 */
export class WorkerPool<Notice, Job, Answer> {
  readonly #start: () => Worker
  readonly #members: (Member<Answer> | undefined)[] = []
  readonly #notices = new Map<number, Notice>()

  constructor(start: () => Worker) {
    this.#start = start
  }

  /** Lets every worker know, those that start later too, before the jobs that come after. */
  tell(id: number, notice: Notice): void {
    this.#notices.set(id, notice)
    for (const member of this.#members) member?.worker.postMessage({ id, notice })
  }

  /** Takes back what was told by a number, after the jobs that came before. Nothing when nothing was. */
  forget(id: number): void {
    if (!this.#notices.delete(id)) return
    for (const member of this.#members) member?.worker.postMessage({ forget: id })
  }

  /**
   * Has one of the first `most` workers answer a job, the one with the fewest to answer.
   *
   * @throws MedlinkError `internal` when the worker dies; and the reason of {@link close}
   */
  run(job: Job, most: number): Promise<Answer> {
    let place = 0
    for (let i = 1; i < most; i++) if (this.#jobsOf(i) < this.#jobsOf(place)) place = i
    this.#members[place] ??= this.#join(place)
    const { worker, pending } = this.#members[place]!
    return new Promise((resolve, reject) => {
      worker.postMessage({ job })
      pending.push({ resolve, reject })
      worker.ref()
    })
  }

  /** Ends every worker and forgets what they were told. Unanswered jobs fail with the reason. */
  close(reason: Error): void {
    for (const member of this.#members.splice(0)) {
      if (member === undefined) continue
      fail(member, reason)
      void member.worker.terminate()
    }
    this.#notices.clear()
  }

  #jobsOf(place: number): number {
    return this.#members[place]?.pending.length ?? 0
  }

  #join(place: number): Member<Answer> {
    const worker = this.#start()
    const member: Member<Answer> = { worker, pending: [] }
    const leave = (cause: unknown) => {
      if (this.#members[place] === member) this.#members[place] = undefined
      fail(member, new MedlinkError('internal', 'a worker thread ended unexpectedly', { cause }))
    }
    worker.on('message', (answer: Answer) => {
      member.pending.shift()?.resolve(answer)
      if (member.pending.length === 0) worker.unref()
    })
    worker.on('error', leave)
    worker.on('exit', (code) => leave(new Error(`exit code ${code}`)))
    worker.unref()
    for (const [id, notice] of this.#notices) worker.postMessage({ id, notice })
    return member
  }
}

function fail<Answer>(member: Member<Answer>, error: Error): void {
  for (const { reject } of member.pending.splice(0)) reject(error)
}
