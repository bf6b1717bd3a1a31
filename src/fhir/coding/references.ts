/** References from one resource to another one that came with it. */
import { type Fields, fieldsOf, type PlacedResource, textOf } from './elements.ts'

/** Resources of one request, by what references call them. */
export class References {
  readonly #byUrl = new Map<string, Fields>()
  /** Resources by type and id, `Specimen/1`: null if several have it. */
  readonly #byName = new Map<string, Fields | null>()
  readonly #contained = new Map<Fields, Map<string, Fields>>()

  constructor(placed: Iterable<PlacedResource>) {
    for (const { resource, root, fullUrl } of placed) {
      const id = textOf(resource.id)
      if (resource !== root) {
        if (id !== undefined) this.#containedIn(root).set(id, resource)
        continue
      }
      if (fullUrl !== undefined) this.#byUrl.set(fullUrl, resource)
      if (id === undefined) continue
      const name = `${resource.resourceType}/${id}`
      this.#byName.set(name, this.#byName.has(name) ? null : resource)
    }
  }

  /** The resource that a Reference of `from` leads to; undefined if it did not come with it. */
  resolve(reference: unknown, { root, fullUrl }: PlacedResource): Fields | undefined {
    const written = textOf(fieldsOf(reference).reference)
    if (written === undefined) return undefined
    if (written.startsWith('#')) return this.#containedIn(root).get(written.slice(1))
    const target = written.replace(/\/_history\/.*$/, '')
    const base = /^(.*\/)[A-Za-z]+\/[^/]+$/.exec(fullUrl ?? '')?.[1]
    const sibling = base === undefined ? undefined : this.#byUrl.get(base + target)
    return this.#byUrl.get(target) ?? sibling ?? this.#byName.get(target) ?? undefined
  }

  #containedIn(root: Fields): Map<string, Fields> {
    const known = this.#contained.get(root)
    if (known !== undefined) return known
    const made = new Map<string, Fields>()
    this.#contained.set(root, made)
    return made
  }
}
