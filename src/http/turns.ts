/**
 * Lets N holders do something at once, each caller at most some of them; the others wait for their turn, in the order in which
 * they came, except that a caller with its share is passed over.
 */
export class Turns {
  readonly #atOnce: number
  readonly #perCaller: number
  readonly #having = new Map<string, number>()
  readonly #waiting = new Set<{ readonly caller: string; readonly start: () => void }>()
  #taken = 0

  /** @param perCaller default: as many as there are */
  constructor(atOnce: number, perCaller = atOnce) {
    this.#atOnce = atOnce
    this.#perCaller = perCaller
  }

  /**
   * Waits for a turn.
   *
   * @param signal gives up waiting; default: waits until its turn
   * @returns what ends the turn; it may be called more than once
   * @throws the reason of the signal
   */
  async take(signal?: AbortSignal, caller = ''): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#isFreeFor(caller)) this.#begin(caller)
    else await this.#wait(signal, caller)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(caller)
    }
  }

  #isFreeFor(caller: string): boolean {
    return this.#taken < this.#atOnce && (this.#having.get(caller) ?? 0) < this.#perCaller
  }

  #begin(caller: string): void {
    this.#taken++
    this.#having.set(caller, (this.#having.get(caller) ?? 0) + 1)
  }

  #end(caller: string): void {
    this.#taken--
    const left = this.#having.get(caller)! - 1
    if (left > 0) this.#having.set(caller, left)
    else this.#having.delete(caller)
    for (const next of this.#waiting) {
      if (!this.#isFreeFor(next.caller)) continue
      this.#waiting.delete(next)
      this.#begin(next.caller)
      next.start()
    }
  }

  #wait(signal: AbortSignal | undefined, caller: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = {
        caller,
        start: () => {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      const giveUp = () => {
        this.#waiting.delete(waiting)
        reject(signal!.reason)
      }
      this.#waiting.add(waiting)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }
}
