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
import { attributesOf, createConcepts, natureOf } from './generate-rf2/concepts.ts'
import type { Concept, Hierarchy } from './generate-rf2/hierarchies.ts'
import { makeMap } from './generate-rf2/maps.ts'
import { createNamer, type Description, fullName, synonym } from './generate-rf2/names.ts'
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
/** The hierarchy that is mapped. */
const LARGEST = 'clinical finding'
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
  { concepts: wanted = SNOMED_CONCEPTS, seed = 1 }: Rf2PackageOptions = {},
): string {
  if (!Number.isInteger(wanted) || wanted < 1000)
    throw new RangeError(`concepts is ${wanted}: it must be a whole number from 1000`)
  const folder = join(dir, PACKAGE_NAME)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const random = seededRandom(seed)
  const taken = new TextSet()
  const concepts = createConcepts(taken, random)
  const namer = createNamer(concepts, taken, random)
  const writer = new PackageWriter(folder, seededRandom(~seed))
  const items = drawItems(wanted + Math.round(wanted * INACTIVE_SHARE), random)
  /** Codes of the root and of the hierarchies' tops. */
  const fixed = new Map<Concept, string>()
  const codeOf = (concept: Concept) =>
    fixed.get(concept) ?? sctid(items[concept.number]!, PARTITION.concept)

  const root = addFixed(ROOT, undefined)
  const counts = countsOf(concepts.hierarchies, wanted)
  for (const [i, hierarchy] of concepts.hierarchies.entries()) {
    const top = addFixed(hierarchy.top, root)
    for (const { concept, parents } of concepts.grow(hierarchy, top, counts[i]!)) {
      addGrown(concept, parents)
      if (hierarchy.name !== LARGEST) continue
      for (const row of makeMap(natureOf(concept), random)) writer.addMapRow(codeOf(concept), row)
    }
  }
  for (const item of items.subarray(wanted)) addInactive(sctid(item, PARTITION.concept))
  writer.close()
  return folder

  function addFixed(
    { id, name, tag }: { id: string; name: string; tag: string },
    parent?: Concept,
  ) {
    const concept = concepts.addFixed(parent)
    fixed.set(concept, id)
    writer.addConcept(id, true)
    writer.addDescription(id, fullName(`${name} (${tag})`))
    const { preferred } = ACCEPTABILITY
    writer.addDescription(id, synonym(name, preferred, preferred))
    if (parent !== undefined) writer.addRelationship(id, codeOf(parent))
    return concept
  }

  function addGrown(concept: Concept, parents: readonly Concept[]): void {
    const id = codeOf(concept)
    const isModel = concept.kind!.tag.includes('metadata')
    writer.addConcept(id, true, random() < DEFINED, isModel ? MODULE.model : MODULE.core)
    const descriptions = namer.describe(concept)
    for (const description of descriptions) writer.addDescription(id, description)
    if (random() < WITH_DEFINITION)
      writer.addDefinition(id, `A concept of the generated package: ${descriptions[1]!.text}.`)
    for (const parent of parents) writer.addRelationship(id, codeOf(parent))
    for (const [i, { type, target }] of attributesOf(concept).entries())
      writer.addRelationship(id, codeOf(target), type, i + 1)
    if (random() >= OUTDATED_RELATIONSHIPS * parents.length) return
    const other = concepts.all[Math.floor(random() * concept.number)]!
    writer.addRelationship(id, codeOf(other), undefined, 0, false)
  }

  /** A concept that was retired in favour of one or several active ones, or of none. */
  function addInactive(id: string): void {
    let active: Concept
    let descriptions: Description[] | undefined
    do {
      active = pickGrown()
      descriptions = namer.describeRetired(active)
    } while (descriptions === undefined)
    writer.addConcept(id, false)
    for (const description of descriptions) writer.addDescription(id, description)
    const draw = random()
    const associate = (type: string, target: Concept) =>
      writer.addAssociation(type, id, codeOf(target))
    if (draw < 0.4) associate(ASSOCIATION.sameAs, active)
    else if (draw < 0.65) associate(ASSOCIATION.replacedBy, active)
    else if (draw < 0.92) {
      associate(ASSOCIATION.possiblyEquivalentTo, active)
      for (let more = random() < 0.4 ? 2 : 1; more > 0; more--) {
        const other = pickGrown()
        if (other !== active) associate(ASSOCIATION.possiblyEquivalentTo, other)
      }
    } else if (draw < 0.96) associate(ASSOCIATION.movedTo, active)
  }

  function pickGrown(): Concept {
    for (;;) {
      const concept = concepts.all[Math.floor(random() * wanted)]!
      if (!fixed.has(concept)) return concept
    }
  }
}

/** How many concepts each hierarchy has below its top; together with tops and root as many as are wanted. */
function countsOf(hierarchies: readonly Hierarchy[], wanted: number): number[] {
  const free = wanted - hierarchies.length - 1
  const sum = hierarchies.reduce((total, { count }) => total + count, 0)
  const counts = hierarchies.map(({ count }) => Math.floor((count / sum) * free))
  const largest = hierarchies.findIndex(({ name }) => name === LARGEST)
  counts[largest]! += free - counts.reduce((total, count) => total + count, 0)
  return counts
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
