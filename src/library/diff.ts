import type { LinkedOntology } from '../contract.ts'
import { MedlinkError } from '../errors.ts'
import type { ConceptOutline, MedlinkIndex } from '../index/reader.ts'
import { exactReplacement } from '../index/replacements.ts'
import type { Ontology } from '../ontologies/ontology.ts'

/**
 * Changes of a code from one release to another. `added`: it is active in the new one only. `retired`: in the old one only.
 * `renamed`: it has another official title. `flag_changed`: how it may be used changed, e.g. `is_billable`. `split`:
 * several codes replace it: it was retired for them, or it was a code by itself and is a heading over them now. `merged`:
 * it was retired for a code that was there before, or for one that another code was retired for, too.
 */
export const CODE_CHANGES = [
  'added',
  'retired',
  'renamed',
  'flag_changed',
  'split',
  'merged',
] as const
export type CodeChangeKind = (typeof CODE_CHANGES)[number]

type FlagValue = string | number | boolean | null

/** A code that two releases have differently. */
export interface CodeChange {
  readonly code: string
  /** Its changes, in the order of {@link CODE_CHANGES}; never empty. */
  readonly changes: readonly CodeChangeKind[]
  /** Its official title in each release; null where the release does not have the code at all. */
  readonly old_name: string | null
  readonly new_name: string | null
  /** The flags that changed, by the ontology's own names of them. */
  readonly flags: Readonly<Record<string, { readonly old: FlagValue; readonly new: FlagValue }>>
  /** Active codes of the new release that replace it, in order of code; empty if the release names none. */
  readonly into: readonly { readonly code: string; readonly name: string }[]
}

/** Differences of two releases of an ontology. */
export interface ReleaseDiff {
  readonly ontology: LinkedOntology
  /** The versions that were compared. */
  readonly from: string
  readonly to: string
  /** True if each of them has a FlexSearch index, which web pages may be using. */
  readonly flexsearch: { readonly from: boolean; readonly to: boolean }
  /** How many codes each kind of change happened to; one code may count in several. */
  readonly counts: Readonly<Record<CodeChangeKind, number>>
  /** In order of code. */
  readonly changes: readonly CodeChange[]
}

/**
 * Differences of the release of `to` from that of `from`, in order of code: one walk over both, which holds only the
 * changes in memory.
 *
 * @throws MedlinkError `index_incompatible` where one of them is of another ontology
 */
export function diffOf(
  ontology: Ontology,
  from: MedlinkIndex,
  to: MedlinkIndex,
): Omit<ReleaseDiff, 'flexsearch'> {
  for (const { manifest, name } of [from, to])
    if (manifest.ontology !== ontology.name)
      throw new MedlinkError(
        'index_incompatible',
        `${name} is an index of ${manifest.ontology}: only releases of ${ontology.name} can be compared`,
      )
  const changes = markMerged(from, to, [...changesBetween(ontology, from, to)])
  const counts = Object.fromEntries(CODE_CHANGES.map((kind) => [kind, 0])) as Record<
    CodeChangeKind,
    number
  >
  for (const change of changes) for (const kind of change.changes) counts[kind]++
  return {
    ontology: ontology.name,
    from: from.manifest.version,
    to: to.manifest.version,
    counts,
    changes,
  }
}

/** Changes of each code; merges follow from all changes together. */
function* changesBetween(
  ontology: Ontology,
  from: MedlinkIndex,
  to: MedlinkIndex,
): Generator<CodeChange> {
  const flagsOf = flagComparer(ontology.flags, from, to)
  for (const [before, after] of joinByCode(from.allConcepts(), to.allConcepts())) {
    const wasActive = before?.active === true
    const isActive = after?.active === true
    if (!wasActive && !isActive) continue
    const old_name = before === undefined ? null : from.titleOf(before.id)
    const new_name = after === undefined ? null : to.titleOf(after.id)
    const { code } = (before ?? after)!
    const named = { old_name, new_name }
    if (!wasActive) {
      yield { code, changes: ['added'], ...named, flags: {}, into: [] }
    } else if (!isActive) {
      const into = after === undefined ? [] : standInsFor(to, after.id)
      const changes: CodeChangeKind[] = into.length > 1 ? ['retired', 'split'] : ['retired']
      yield { code, changes, ...named, flags: {}, into }
    } else {
      const flags = flagsOf(before.attributes, after.attributes)
      // Its uses have moved to the codes below it.
      const isHeading = Object.values(flags).some(({ old }) => old === true)
      const into =
        isHeading && from.childrenOf(before.id).length === 0 ? activeChildrenOf(to, after.id) : []
      const changes: CodeChangeKind[] = []
      if (old_name !== new_name) changes.push('renamed')
      if (Object.keys(flags).length > 0) changes.push('flag_changed')
      if (into.length > 0) changes.push('split')
      if (changes.length > 0) yield { code, changes, ...named, flags, into }
    }
  }
}

/** Changes, those marked that retired a code for one that was there before, or for which others were retired, too. */
function markMerged(
  from: MedlinkIndex,
  to: MedlinkIndex,
  changes: readonly CodeChange[],
): readonly CodeChange[] {
  const replaced = new Set(changes.filter((change) => isReplaced(change, to)))
  const retiredFor = new Map<string, number>()
  for (const { into } of replaced)
    retiredFor.set(into[0]!.code, (retiredFor.get(into[0]!.code) ?? 0) + 1)
  return changes.map((change) => {
    if (!replaced.has(change)) return change
    const { code } = change.into[0]!
    const isMerged = retiredFor.get(code)! > 1 || from.getConcept(code)?.active === true
    return isMerged ? { ...change, changes: [...change.changes, 'merged'] } : change
  })
}

/** True if a code was retired for one that means the same. */
function isReplaced({ code, changes, into }: CodeChange, to: MedlinkIndex): boolean {
  if (!changes.includes('retired') || into.length !== 1) return false
  return exactReplacement(to.replacementsOf(to.getConcept(code)!.id)) !== undefined
}

/** The active codes that replace a retired one: the one that means the same, else all that may. */
function standInsFor(index: MedlinkIndex, concept: number): CodeChange['into'] {
  const replacements = index.replacementsOf(concept)
  const exact = exactReplacement(replacements)
  const found = exact === undefined ? replacements.map((each) => each.concept) : [exact]
  const active = new Map(
    found.filter((each) => each.active).map(({ code, name }) => [code, { code, name }]),
  )
  return [...active.values()]
}

function activeChildrenOf(index: MedlinkIndex, concept: number): CodeChange['into'] {
  return index
    .childrenOf(concept)
    .filter(({ active }) => active)
    .map(({ code, name }) => ({ code, name }))
}

/** The concepts of two releases by code, in order of code: undefined where one of them lacks it. */
function* joinByCode(
  from: Iterable<ConceptOutline>,
  to: Iterable<ConceptOutline>,
): Generator<
  [ConceptOutline, ConceptOutline | undefined] | [ConceptOutline | undefined, ConceptOutline]
> {
  const [olds, news] = [from[Symbol.iterator](), to[Symbol.iterator]()]
  const next = (of: Iterator<ConceptOutline>): ConceptOutline | undefined => of.next().value
  let [before, after] = [next(olds), next(news)]
  while (before !== undefined || after !== undefined) {
    if (after === undefined || (before !== undefined && before.code < after.code)) {
      yield [before!, undefined]
      before = next(olds)
    } else if (before === undefined || after.code < before.code) {
      yield [undefined, after]
      after = next(news)
    } else {
      yield [before, after]
      ;[before, after] = [next(olds), next(news)]
    }
  }
}

/** Compares attributes by their numbers in each index. Most concepts share theirs with others: each pair is read once. */
function flagComparer(names: readonly string[], from: MedlinkIndex, to: MedlinkIndex) {
  const known = new Map<string, CodeChange['flags']>()
  return (before: number, after: number): CodeChange['flags'] => {
    const pair = `${before} ${after}`
    let flags = known.get(pair)
    if (flags === undefined) {
      const [olds, news] = [from.attributesAt(before), to.attributesAt(after)]
      const changed = names
        .map((name) => [name, { old: olds[name] ?? null, new: news[name] ?? null }] as const)
        .filter(([, values]) => values.old !== values.new)
      flags = changed.length === 0 ? UNCHANGED : Object.fromEntries(changed)
      known.set(pair, flags)
    }
    return flags
  }
}

const UNCHANGED: CodeChange['flags'] = {}
