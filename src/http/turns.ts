/** Lets N callers do something at once; the others wait for their turn, in the order in which they came. */
export class Turns {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /**
   * Waits for a turn.
   *
   * @param signal gives up waiting
   * @returns what ends the turn; it may be called more than once
   * @throws the reason of the signal
   */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#wait(signal)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#passOn()
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(start)
        reject(signal.reason)
      }
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      this.#waiting.add(start)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** To the caller that has waited longest. */
  #passOn(): void {
    const [start] = this.#waiting
    if (start === undefined) {
      this.#free++
      return
    }
    this.#waiting.delete(start)
    start()
  }
}
