/** The k places of the highest scores added: a min-heap over two arrays. */
export class Leaders {
  #scores = new Float32Array()
  #places = new Uint32Array()
  #size = 0

  /** Forgets all of them; keeps `k` from now on. */
  reset(k: number): void {
    if (this.#scores.length !== k) {
      this.#scores = new Float32Array(k)
      this.#places = new Uint32Array(k)
    }
    this.#size = 0
  }

  /** The minimum score, in single precision, to be among them; below all scores while there are fewer. */
  get least(): number {
    return this.#size < this.#scores.length ? -1 : this.#scores[0]!
  }

  /** In no order. */
  places(): Uint32Array {
    return this.#places.subarray(0, this.#size)
  }

  add(place: number, score: number): void {
    const scores = this.#scores
    const places = this.#places
    if (this.#size === scores.length && score <= scores[0]!) return
    let at = 0
    if (this.#size < scores.length) {
      at = this.#size++
      for (let up = (at - 1) >> 1; at > 0 && scores[up]! > score; up = (at - 1) >> 1) {
        scores[at] = scores[up]!
        places[at] = places[up]!
        at = up
      }
    } else {
      for (let child = 1; child < scores.length; child = 2 * at + 1) {
        if (child + 1 < scores.length && scores[child + 1]! < scores[child]!) child++
        if (scores[child]! >= score) break
        scores[at] = scores[child]!
        places[at] = places[child]!
        at = child
      }
    }
    scores[at] = score
    places[at] = place
  }
}
