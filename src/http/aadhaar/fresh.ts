/** A value, and for how long it is good. */
export interface Fetched<Value> {
  readonly value: Value
  readonly freshMs: number
}

/**
 * A value of somebody else's that is fetched when it is first asked for, and anew once it is no longer good. All who ask in
 * the meantime wait for one fetch; one that fails is told to them, and the next who asks tries again.
 */
export class Fresh<Value> {
  readonly #fetch: () => Promise<Fetched<Value>>
  readonly #now: () => number
  #current: { readonly value: Value; readonly until: number } | undefined
  #fetching: Promise<Value> | undefined

  /** @param now clock in milliseconds */
  constructor(fetch: () => Promise<Fetched<Value>>, now: () => number) {
    this.#fetch = fetch
    this.#now = now
  }

  /** @throws what the fetch throws */
  async get(): Promise<Value> {
    if (this.#current !== undefined && this.#now() < this.#current.until) return this.#current.value
    this.#fetching ??= this.#renew()
    return this.#fetching
  }

  /** Says that a value is no longer good. One that has taken its place meanwhile stays. */
  drop(value: Value): void {
    if (this.#current?.value === value) this.#current = undefined
  }

  async #renew(): Promise<Value> {
    try {
      const asked = this.#now()
      const { value, freshMs } = await this.#fetch()
      this.#current = { value, until: asked + freshMs }
      return value
    } finally {
      this.#fetching = undefined
    }
  }
}
