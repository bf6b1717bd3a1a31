/** Texts that were there before, whatever the case of their letters. */
export class TextSet {
  readonly #texts = new Set<string>()

  has(text: string): boolean {
    return this.#texts.has(text.toLowerCase())
  }

  /** True if the text is new. */
  add(text: string): boolean {
    const before = this.#texts.size
    return this.#texts.add(text.toLowerCase()).size > before
  }
}
