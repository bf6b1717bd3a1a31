import { setImmediate } from 'node:timers/promises'

/** Reads a source in chunks, one after the other. */
export class ChunkReader<Item> {
  readonly #items: AsyncGenerator<Item, void>
  readonly #size: number
  /** The pending read of the source. */
  #next: Promise<IteratorResult<Item, void>> | undefined

  /** @param size items of a chunk */
  constructor(items: Iterable<Item> | AsyncIterable<Item>, size: number) {
    this.#items = itemsOf(items)
    this.#size = size
  }

  /**
   * The next items: a whole chunk, or fewer at the end and where the source takes its time over the one after them. None
   * when there are no more.
   */
  async read(): Promise<Item[]> {
    const chunk: Item[] = []
    let late: Promise<undefined> | undefined
    while (chunk.length < this.#size) {
      this.#next ??= this.#items.next()
      if (chunk.length > 0) late ??= setImmediate()
      const next = await (late === undefined ? this.#next : Promise.race([this.#next, late]))
      if (next === undefined) break
      this.#next = undefined
      if (next.done === true) break
      chunk.push(next.value)
    }
    return chunk
  }

  /** Tells the source that no more is wanted and waits for its end; not if it is late with an item, which may never come. */
  async end(): Promise<void> {
    const ended = this.#items.return()
    ended.catch(() => {})
    if (this.#next === undefined || !(await isLate(this.#next))) await ended
  }
}

/** True if a promise takes longer to settle than this turn of the event loop. */
function isLate(promise: Promise<unknown>): Promise<boolean> {
  const settled = () => false
  return Promise.race([promise.then(settled, settled), setImmediate(true)])
}

async function* itemsOf<Item>(items: Iterable<Item> | AsyncIterable<Item>) {
  for await (const item of items) yield item
}
