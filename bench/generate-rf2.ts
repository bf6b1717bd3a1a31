/**
 * Writes a package in SNOMED CT's format, RF2, that is as large as SNOMED CT and shaped like it, for measuring without a
 * licence. Names, codes and maps are invented.
 *
 *   tsx bench/generate-rf2.ts --out DIR [--concepts N] [--seed N]
 *
 *   --out       the folder in which the package's own folder is written
 *   --concepts  active concepts; 375,000 when left out. There are 40 inactive ones for every 100
 *
 * The same number and seed give the same bytes. The last line is the path of what was written.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { seededRandom } from '../scripts/support/random.ts'
import { attributesOf, Concepts, natureOf } from './generate-rf2/concepts.ts'
import type { Concept } from './generate-rf2/hierarchies.ts'
import { makeMap } from './generate-rf2/maps.ts'
import { type Description, fullName, Namer, synonym } from './generate-rf2/names.ts'
import { PACKAGE_NAME, PackageWriter } from './generate-rf2/package.ts'
import { ACCEPTABILITY, ASSOCIATION, MODULE, PARTITION, sctid } from './generate-rf2/sctid.ts'
import { TextSet } from './generate-rf2/text-set.ts'

/** Active concepts of SNOMED CT's International Edition, July 2025, rounded. */
const SNOMED_CONCEPTS = 375_000
const INACTIVE_SHARE = 0.4
/** Above the item numbers of real concepts, so that no generated code is one of theirs. */
const FIRST_CONCEPT = 3_000_000
/** Shares of the active concepts. */
const DEFINED = 0.35
const WITH_DEFINITION = 0.01
/** Share of the relationships beside which an inactive one is written. */
const OUTDATED_RELATIONSHIPS = 0.12
const ROOT = { id: '138875005', name: 'SNOMED CT Concept', tag: 'SNOMED RT+CTV3' } as const

/** How large a package, and which of the many possible ones. */
export interface Rf2PackageOptions {
  /** active concepts, at least 1,000; 375,000 when left out */
  readonly concepts?: number
  /** 1 when left out */
  readonly seed?: number
}

/**
 * Writes a package into a folder. Streams; at full size it takes about a minute and 900 MB of disk.
 *
 * @returns the path of the package, a folder in `dir`
 * @throws RangeError when fewer than 1,000 concepts are asked for, or more than there can be names for
 */
export function writeRf2Package(
  dir: string,
  { concepts = SNOMED_CONCEPTS, seed = 1 }: Rf2PackageOptions = {},
): string {
  if (!Number.isInteger(concepts) || concepts < 1000)
    throw new RangeError(`concepts is ${concepts}: it must be a whole number from 1000`)
  const folder = join(dir, PACKAGE_NAME)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  new Generation(folder, concepts, seed).run()
  return folder
}

/** One package while it is made. */
class Generation {
  readonly #wanted: number
  readonly #random: () => number
  readonly #concepts: Concepts
  readonly #namer: Namer
  readonly #writer: PackageWriter
  readonly #items: Uint32Array
  /** Codes of the root and of the hierarchies' tops. */
  readonly #fixed = new Map<Concept, string>()

  constructor(folder: string, wanted: number, seed: number) {
    const random = seededRandom(seed)
    const taken = new TextSet()
    this.#wanted = wanted
    this.#random = random
    this.#concepts = new Concepts(taken, random)
    this.#namer = new Namer(this.#concepts, taken, random)
    this.#writer = new PackageWriter(folder, seededRandom(~seed))
    this.#items = drawItems(wanted + Math.round(wanted * INACTIVE_SHARE), random)
  }

  run(): void {
    const root = this.#addFixed(ROOT, undefined)
    const counts = this.#counts()
    for (const [i, hierarchy] of this.#concepts.hierarchies.entries()) {
      const top = this.#addFixed(hierarchy.top, root)
      for (const { concept, parents } of this.#concepts.grow(hierarchy, top, counts[i]!)) {
        this.#addGrown(concept, parents)
        if (hierarchy.name === 'clinical finding') this.#addMap(concept)
      }
    }
    for (const item of this.#items.subarray(this.#wanted))
      this.#addInactive(sctid(item, PARTITION.concept))
    this.#writer.close()
  }

  /** How many concepts each hierarchy has below its top; together with tops and root as many as are wanted. */
  #counts(): number[] {
    const { hierarchies } = this.#concepts
    const free = this.#wanted - hierarchies.length - 1
    const sum = hierarchies.reduce((total, { count }) => total + count, 0)
    const counts = hierarchies.map(({ count }) => Math.floor((count / sum) * free))
    const largest = hierarchies.findIndex(({ name }) => name === 'clinical finding')
    counts[largest]! += free - counts.reduce((total, count) => total + count, 0)
    return counts
  }

  #addFixed({ id, name, tag }: { id: string; name: string; tag: string }, parent?: Concept) {
    const concept = this.#concepts.addFixed(parent)
    this.#fixed.set(concept, id)
    this.#writer.addConcept(id, true)
    this.#writer.addDescription(id, fullName(`${name} (${tag})`))
    const { preferred } = ACCEPTABILITY
    this.#writer.addDescription(id, synonym(name, preferred, preferred))
    if (parent !== undefined) this.#writer.addRelationship(id, this.#code(parent))
    return concept
  }

  #addGrown(concept: Concept, parents: readonly Concept[]): void {
    const id = this.#code(concept)
    const random = this.#random
    const writer = this.#writer
    const isModel = concept.kind!.tag.includes('metadata')
    writer.addConcept(id, true, random() < DEFINED, isModel ? MODULE.model : MODULE.core)
    const descriptions = this.#namer.describe(concept)
    for (const description of descriptions) writer.addDescription(id, description)
    if (random() < WITH_DEFINITION)
      writer.addDefinition(id, `A concept of the generated package: ${descriptions[1]!.text}.`)
    for (const parent of parents) writer.addRelationship(id, this.#code(parent))
    for (const [i, { type, target }] of attributesOf(concept).entries())
      writer.addRelationship(id, this.#code(target), type, i + 1)
    if (random() >= OUTDATED_RELATIONSHIPS * parents.length) return
    const other = this.#concepts.all[Math.floor(random() * concept.number)]!
    writer.addRelationship(id, this.#code(other), undefined, 0, false)
  }

  #addMap(concept: Concept): void {
    for (const row of makeMap(natureOf(concept), this.#random))
      this.#writer.addMapRow(this.#code(concept), row)
  }

  /** A concept that was retired in favour of one or several active ones, or of none. */
  #addInactive(id: string): void {
    let active: Concept
    let descriptions: Description[] | undefined
    do {
      active = this.#pickGrown()
      descriptions = this.#namer.describeRetired(active)
    } while (descriptions === undefined)
    this.#writer.addConcept(id, false)
    for (const description of descriptions) this.#writer.addDescription(id, description)
    const draw = this.#random()
    const associate = (type: string, target: Concept) =>
      this.#writer.addAssociation(type, id, this.#code(target))
    if (draw < 0.4) associate(ASSOCIATION.sameAs, active)
    else if (draw < 0.65) associate(ASSOCIATION.replacedBy, active)
    else if (draw < 0.92) {
      associate(ASSOCIATION.possiblyEquivalentTo, active)
      for (let more = this.#random() < 0.4 ? 2 : 1; more > 0; more--) {
        const other = this.#pickGrown()
        if (other !== active) associate(ASSOCIATION.possiblyEquivalentTo, other)
      }
    } else if (draw < 0.96) associate(ASSOCIATION.movedTo, active)
  }

  #pickGrown(): Concept {
    for (;;) {
      const concept = this.#concepts.all[Math.floor(this.#random() * this.#wanted)]!
      if (!this.#fixed.has(concept)) return concept
    }
  }

  #code(concept: Concept): string {
    return this.#fixed.get(concept) ?? sctid(this.#items[concept.number]!, PARTITION.concept)
  }
}

/** Distinct item numbers in random order: what a code is says nothing of where its concept stands. */
function drawItems(count: number, random: () => number): Uint32Array {
  const items = new Uint32Array(count)
  let item = FIRST_CONCEPT
  for (let i = 0; i < count; i++) {
    item += 1 + Math.floor(random() * 3)
    items[i] = item
  }
  for (let i = count - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    ;[items[i], items[other]] = [items[other]!, items[i]!]
  }
  return items
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { out, ...options } = readOptions(import.meta.url, {
    out: REQUIRED,
    concepts: SNOMED_CONCEPTS,
    seed: 1,
  })
  console.log(writeRf2Package(resolve(out), options))
}
