/** A value, and for how long it is valid. */
export interface Fetched<Value> {
  readonly value: Value
  readonly freshMs: number
}

/**
 * A value of another server that is fetched when it is first needed, and anew once it has expired. All callers in the
 * meantime wait for one fetch; its failure reaches them all, and the next caller tries again.
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
