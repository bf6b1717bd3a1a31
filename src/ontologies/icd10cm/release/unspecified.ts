import type { ReleaseRecords } from '../../../index/records.ts'
import { isSubset } from './stems.ts'
import { createTitleReader, type Title } from './titles.ts'

/**
 * How a code says the same as the header above it, the plainest first: it leaves something open (`unspecified`); the
 * header's title is one of its inclusion terms (`named`); it denies what its siblings have (`absent`); it repeats the
 * title (`same`); it leaves something open and only part of the title out (`rest`); it is the rest of a header that is
 * one itself (`residual`); or it has something that all have, in an unknown form (`presumed`). "Unspecified" comes
 * before "other" (guidelines I.A.9).
 */
const WAYS = ['unspecified', 'named', 'absent', 'same', 'rest', 'residual', 'presumed'] as const
type Way = (typeof WAYS)[number]

/** Ends the codes for what is not specified, as a rule of the classification's layout. */
const UNSPECIFIED_DIGIT = '9'

/** A category's code: three characters. */
const CATEGORY_LENGTH = 3
/** End of the title of a code that leaves the whole condition open, not its site or cause alone. */
const UNSPECIFIED_END = /, unspecified$/i

interface Named {
  readonly code: string
  readonly name: string
  readonly title: Title
  readonly names: Title[]
}

/** A seventh character that is a letter, and a title that says so: H54.413A is of no encounter. */
const ENCOUNTER_CODE = /^.{7}[A-Z]$/
const ENCOUNTER_TITLE = /, (?:init|subs|seq)/i

/** True if a code is its header's code for one encounter. */
export function isOfEncounter(code: string, title: string): boolean {
  return ENCOUNTER_CODE.test(code) && ENCOUNTER_TITLE.test(title)
}

/**
 * Header → the code furthest below it that says the same, encounters aside: "J45 Asthma" → "J45.909 Unspecified asthma,
 * uncomplicated", "S93.4 Sprain of ankle" → "S93.409 Sprain of unspecified ligament of unspecified ankle". A header
 * without such a code has no entry. About 1 s for a whole edition.
 */
export function unspecifiedForms({
  concepts,
  edges,
  terms,
}: Pick<ReleaseRecords, 'concepts' | 'edges' | 'terms'>): Map<string, string> {
  const read = createTitleReader()
  const named = new Map<string, Named>()
  for (const { code, name } of concepts)
    if (!isOfEncounter(code, name)) named.set(code, { code, name, title: read(name), names: [] })
  for (const { code, text, kind } of terms)
    if (kind === 'synonym') named.get(code)?.names.push(read(text))
  const children = new Map<string, Named[]>()
  for (const { code, parent } of edges) {
    const child = named.get(code)
    if (child === undefined) continue
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [child])
    else siblings.push(child)
  }
  const forms = new Map<string, string>()
  const bottomUp = [...children].sort(([a], [b]) => b.length - a.length)
  for (const [code, below] of bottomUp) {
    const header = named.get(code)!
    const ending = leftOpen(header, below)
    const form = plainest(header, below) ?? (children.has(ending?.code ?? '') ? undefined : ending)
    if (form === undefined) continue
    // Cases of the one are cases of the other: "Epilepsy NOS" of G40.909 is of G40.9 and G40, too.
    header.names.push(...form.names)
    forms.set(code, forms.get(form.code) ?? form.code)
  }
  return forms
}

/** The one code that says the same in the plainest way; of several the one that all others add something to. */
function plainest(header: Named, below: readonly Named[]): Named | undefined {
  const found = below.flatMap((child) => {
    const way = wayOf(header, child)
    return way === undefined ? [] : [{ child, rank: WAYS.indexOf(way) }]
  })
  const best = Math.min(...found.map(({ rank }) => rank))
  const left = found.filter(({ rank }) => rank === best).map(({ child }) => child)
  for (const part of ['present', 'all'] as const) {
    const least = left.filter(({ title }) =>
      left.every((other) => isSubset(title[part], other.title[part])),
    )
    if (least.length === 1) return least[0]
  }
  return undefined
}

/**
 * The code of a category for what is not specified, where it has a name of its own: "R73 Elevated blood glucose level" →
 * "R73.9 Hyperglycemia, unspecified". The category may name one thing only, and no other of its codes may be open.
 */
function leftOpen({ code, title: header }: Named, below: readonly Named[]): Named | undefined {
  if (code.length > CATEGORY_LENGTH || header.isJoined || header.residual !== 'no') return undefined
  const [only, ...others] = below.filter(({ title }) => title.openness > header.openness)
  if (only === undefined || others.length > 0 || !UNSPECIFIED_END.test(only.name)) return undefined
  return only.code.endsWith(UNSPECIFIED_DIGIT) ? only : undefined
}

/** How a code says the same as the header above it; undefined where it does not. */
function wayOf({ title: header }: Named, { code, title, names }: Named): Way | undefined {
  const isLast = code.endsWith(UNSPECIFIED_DIGIT)
  const toSay = isLast ? header.needed : header.firm
  const own = names.filter(
    (name) => name.residual === header.residual && addsNothing(name, header.all),
  )
  const isNamed = own.some(
    (name) => isSubset(toSay, name.present) && (title.residual === 'no' || name.openness > 0),
  )
  const orNamed = (way: Way | undefined) => (isNamed ? 'named' : way)
  if (header.residual === 'no' && title.residual !== 'no') return orNamed(undefined)

  const opens = title.openness > header.openness
  const said = new Set([title, ...(opens ? own : [])].flatMap(({ present }) => [...present]))
  const unsaid = [...toSay].filter((word) => !said.has(word))
  if (unsaid.length > 0) {
    const isRest =
      unsaid.every((word) => word === 'other') ||
      (isLast && !header.isJoined && unsaid.length < toSay.size)
    return orNamed(opens && isRest && addsNothing(title, header.all) ? 'rest' : undefined)
  }
  if (!addsNothing(title, header.all)) {
    const known = new Set([...header.all, ...title.presumed])
    const isPresumed = header.residual === 'no' && addsNothing(title, known)
    return orNamed(isPresumed ? 'presumed' : undefined)
  }
  if (title.residual !== 'no') return 'residual'
  if (header.residual === 'other specified') return orNamed(undefined)
  if (opens) return 'unspecified'
  // One word of a title may not stand for two of the header's.
  if (header.residual !== 'no' || title.length < header.firmLength) return orNamed(undefined)
  return orNamed(title.present.size < title.all.size ? 'absent' : 'same')
}

/** True if all firm words are the header's, and all open ones are either its, too, or of another kind. */
function addsNothing({ firm, open }: Title, known: ReadonlySet<string>): boolean {
  return (
    isSubset(firm, known) &&
    open.every((phrase) => !known.has(phrase.at(-1)!) || phrase.every((word) => known.has(word)))
  )
}
