import type { Worker } from 'node:worker_threads'
import { MedlinkError } from '../../errors.ts'

/** Message to a worker: a notice by its number, the end of one, or a job that it answers with one message. */
export type PoolMessage<Notice, Job> =
  | { readonly id: number; readonly notice: Notice }
  | { readonly forget: number }
  | { readonly job: Job }

/** The caller that waits for the answer to a job. */
interface Pending<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/** A job that no worker has been given yet. */
interface Waiting<Job, Answer> extends Pending<Answer> {
  readonly job: Job
  readonly most: number
}

interface Member<Answer> {
  readonly worker: Worker
  /** In the order in which the worker answers. */
  readonly pending: Pending<Answer>[]
}

/**
 * Jobs that a worker has at a time: the one that it answers, and one to go on with. The others wait for the first free
 * worker, so that a long job delays only the one after it.
 */
const GIVEN_AT_ONCE = 2

/**
 * Worker threads, each started when a job first needs it and kept for later ones. They keep the process alive while
 * they have jobs, and only then. One that dies takes the jobs it had with it; the next job starts another in its place.
 */
export class WorkerPool<Notice, Job, Answer> {
  readonly #start: () => Worker
  readonly #members: (Member<Answer> | undefined)[] = []
  readonly #notices = new Map<number, Notice>()
  /** In the order in which they came. */
  readonly #waiting: Waiting<Job, Answer>[] = []

  constructor(start: () => Worker) {
    this.#start = start
  }

  /** Lets every worker know, those that start later too, before the jobs that come after. */
  tell(id: number, notice: Notice): void {
    this.#notices.set(id, notice)
    for (const member of this.#members) member?.worker.postMessage({ id, notice })
  }

  /** Takes back the notice with a number, after the jobs that came before. Does nothing if there is none. */
  forget(id: number): void {
    if (!this.#notices.delete(id)) return
    for (const each of this.#waiting.splice(0)) this.#give(this.#freest(each.most), each)
    for (const member of this.#members) member?.worker.postMessage({ forget: id })
  }

  /**
   * Has one of the first `most` workers answer a job, the one that is free first.
   *
   * @throws MedlinkError `internal` when the worker dies; and the reason of {@link close}
   */
  run(job: Job, most: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { job, most, resolve, reject }
      const place = this.#freest(most)
      if (this.#jobsOf(place) < GIVEN_AT_ONCE) this.#give(place, waiting)
      else this.#waiting.push(waiting)
    })
  }

  /** Ends every worker and forgets their notices. Unanswered jobs fail with the reason. */
  close(reason: Error): void {
    for (const member of this.#members.splice(0)) {
      if (member === undefined) continue
      fail(member, reason)
      void member.worker.terminate()
    }
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
    this.#notices.clear()
  }

  /** The place of the worker with the fewest jobs, one that has not been started among them. */
  #freest(most: number): number {
    let place = 0
    for (let i = 1; i < most; i++) if (this.#jobsOf(i) < this.#jobsOf(place)) place = i
    return place
  }

  #give(place: number, { job, resolve, reject }: Waiting<Job, Answer>): void {
    this.#members[place] ??= this.#join(place)
    const { worker, pending } = this.#members[place]!
    try {
      worker.postMessage({ job })
    } catch (error) {
      reject(error as Error)
      return
    }
    pending.push({ resolve, reject })
    worker.ref()
  }

  /** Gives waiting jobs to the worker with a place until it has enough, or none waits that it may answer. */
  #fill(place: number): void {
    while (this.#jobsOf(place) < GIVEN_AT_ONCE) {
      const next = this.#waiting.findIndex(({ most }) => place < most)
      if (next < 0) return
      const [waiting] = this.#waiting.splice(next, 1)
      this.#give(place, waiting!)
    }
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
      this.#fill(place)
    }
    worker.on('message', (answer: Answer) => {
      member.pending.shift()?.resolve(answer)
      this.#fill(place)
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
