import { drugWords } from '../../ontologies/medication/words.ts'
import type { MentionResolver } from '../../ontologies/ontology.ts'
import {
  extended,
  isAfterTest,
  isMeasured,
  MEASURED_REACH,
  type Named,
  namesIn,
  OWN,
  type Part,
  SHORT,
  SHOWS_DRUG,
  unknownNames,
} from './drug-names.ts'
import { isItemNumber, isTime, PER_AREA, withAreas, withEyes } from './drug-parts.ts'

/** A drug that a stretch of text names, with what the text says of it. Offsets are UTF-16 indexes into the note. */
export interface DrugMention {
  /** Place of the name alone. */
  readonly begin: number
  readonly end: number
  /** Place of all its parts. */
  readonly from: number
  readonly to: number
  /** Form, strength, frequency and the like, in order of place. */
  readonly parts: readonly Part[]
  /** The name with all its parts, as a prescription: "Tab Ecosprin 75 OD". */
  readonly written: string
  /** True if the name is one of the index; false for a class, and for a name that only its form and dose tell. */
  readonly isKnown: boolean
  /** True if the name alone may mean something else: it counts only with a verb or in a list of drugs. */
  readonly isWeak: boolean
}

/** Kinds before a name that belong to it. */
const LEADING: ReadonlySet<string> = new Set(['form', 'route', 'release'])
/** Words between a name and its parts. */
const BETWEEN =
  /^(?:was|were|is|at|of|to|the|a|dose|dosage|with|in|x|×|for|po|and|then|strength|same|hfa|mdi|dpi)$/i
const LONGEST_BETWEEN = 3
/** Parts that say how much. */
const MASSES: ReadonlySet<string> = new Set(['strength', 'dose'])
/** Words between a route and a name, or between the parts of a drug and its route: "IV bolus of", "given as slow IV push". */
const NEXT_TO_ROUTE =
  /^(?:a|an|the|of|as|by|via|was|were|is|being|given|administered|injected|got|slow|stat|dose|doses|bolus|boluses|push|drip|shot|loading|single)$/i
/** Words before the route of something else: "changed from furosemide to IV torsemide", "with IV fluids". */
const OPENS_NEXT = /\b(?:to|and|then|plus|with|or)\s*$/i
/** Frequencies and forms that make a line worth reading, by letters of any case. */
const SIGNS_OF_DRUG =
  /\b(?:od|bd|tds|tid|bid|qid|qds|hs|sos|qhs|qam|prn|\d-\d-\d|q\d{1,2}h|stat)\b|^\W*(?:\d{1,2}[.)]\s*)?(?:tab|tabs|cap|caps|inj|syp|syr|susp|t\.|c\.|neb|oint|drops)\b/im
/** A strength with the unit of a dose. */
const MASS = /^\d[\d.,]*\s?(?:mg|mcg|µg|ug|g|gm|iu|units?|u|k|meq|lakh)$/i

/**
 * The drugs of a stretch of a note: a sentence, or an item of a list.
 *
 * @param isList true where the note lists drugs, so that a name of no index is one, too
 */
export function drugsIn(
  text: string,
  start: number,
  end: number,
  finder: Pick<MentionResolver, 'partsOf' | 'nameAt'>,
  isList: boolean,
): DrugMention[] {
  const stretch = text.slice(start, end)
  const words = drugWords(stretch)
  const known = namesIn(stretch, words, finder)
  if (known.length === 0 && !isList && !SIGNS_OF_DRUG.test(stretch)) return []
  const parts = withAreas(stretch, finder.partsOf(stretch))
  const whole = extended(stretch, known, parts)
  const named = [...whole, ...unknownNames(stretch, parts, whole, isList)].sort(
    (a, b) => a.begin - b.begin,
  )
  const begins = beginsOf(stretch, parts, named)
  return named.flatMap((name, i) => {
    if (isMeasured(stretch, name)) return []
    const mention = mentionOf(stretch, start, parts, { named, begins, place: i, name })
    if (name.isDosed === true && !hasDose(mention)) return []
    return isLevel(text, mention) ? [] : [mention]
  })
}

/** True for a name with more than a number: "MOM 30 ml", "Tab Para", but not "para 2". */
function hasDose({ parts }: DrugMention): boolean {
  return parts.some(({ kind, value }) => {
    if (kind === 'strength') return /\p{L}/u.test(value)
    return kind === 'quantity' || SHOWS_DRUG.has(kind)
  })
}

/** Concentrations of a drug in blood, in which no product is made. */
const OF_BLOOD =
  /^\d[\d.,]*\s?(?:(?:n|p)g\/(?:ml|dl|l)|m?g\/(?:l|dl)|(?:n|p|µ|u|mc|micro|m)mol\/l|meq\/l)$/i
/** Parts that a level has not. */
const GIVEN: ReadonlySet<string> = new Set(['form', 'dose', 'frequency', 'route', 'duration'])

/** True for a level in blood: "digoxin 1.9 ng/mL". */
function isLevel(text: string, { parts }: DrugMention): boolean {
  const isOfBlood = parts.some(({ start, end }) => OF_BLOOD.test(text.slice(start, end)))
  return isOfBlood && !parts.some(({ kind }) => GIVEN.has(kind))
}

/** A name among those of its stretch, each of which begins with the amounts before it. */
interface PlacedName {
  readonly named: readonly Named[]
  readonly begins: readonly number[]
  readonly place: number
  readonly name: Named
}

/** Amounts of what is no drink and no food. */
const MILLIGRAMS = /\d\s?(?:mg|mcg|µg|ug|micrograms?|milligrams?)$/i
/** Between an amount and the drug that follows it: "40 mg of", "1.2 g IV". */
const OF = /^of$/i
/** Before an amount that begins an item: "and", a comma. */
const OPENS_ITEM = /(?:[,;+&(/]|\b(?:and|plus|with|then|in|or))\s*$/i
const OPENS_OWN_ITEM = /(?:[+&]|\b(?:and|plus|with|then))\s*$/i

/** A share, which counts only behind such words and at the begin of an item: "5 ml of 1% lidocaine", "LVEF 35%". */
const OPENS_SHARE = /(?:^|[,;+&(/.:]|\b(?:and|plus|with|then|in|or|of|the|using))\s*$/i

/** Where each name begins with the amounts written before it: "5 mg amlodipine and 10 mg ramipril". */
function beginsOf(text: string, parts: readonly Part[], named: readonly Named[]): number[] {
  const begins = named.map(({ begin }) => begin)
  let first = parts.length
  for (let i = named.length - 1; i >= 0; i--) {
    const name = named[i]!
    while (first > 0 && parts[first - 1]!.end > name.begin) first--
    const amounts = amountsBefore(text, parts, first, name.begin, named[i - 1]?.end ?? 0)
    if (amounts.length === 0) continue
    const { start } = amounts[0]!
    const end = begins[i + 1] ?? text.length
    let last = first
    while (last < parts.length && parts[last]!.start < name.end) last++
    const tail = tailOf(text, parts, last, end, false, false)
    const own = new Set(tail.map(({ kind }) => kind).filter((kind) => MASSES.has(kind)))
    if (amounts.some(({ kind }) => own.has(kind))) continue
    const before = text.slice(named[i - 1]?.end ?? 0, start)
    const isOpened =
      i === 0 || (own.size > 0 ? OPENS_OWN_ITEM : OPENS_ITEM).test(before) || /\d/.test(before)
    if (isOpened) begins[i] = start
  }
  return begins
}

/** The amounts right before a name, whose first part is `parts[first]`. @param down end of the name before it */
function amountsBefore(
  text: string,
  parts: readonly Part[],
  first: number,
  begin: number,
  down: number,
): Part[] {
  const amounts: Part[] = []
  let next = begin
  for (let at = first - 1; at >= 0; at--) {
    const part = parts[at]!
    const written = text.slice(part.start, part.end)
    if (part.start < down || !/^[^\S\n]*$/.test(text.slice(part.end, next))) break
    if (MASSES.has(part.kind)) {
      const isShare = written.endsWith('%')
      const isOther =
        OF_BLOOD.test(written) || amounts.some(({ kind }) => kind === part.kind && !isShare)
      const lead = text.slice(Math.max(0, part.start - MEASURED_REACH), part.start)
      if (isOther || (isShare && !OPENS_SHARE.test(lead) && !/\d\s*\p{L}+\s*$/u.test(lead))) break
      amounts.unshift(part)
    } else if (!LEADING.has(part.kind) && !OF.test(written)) break
    next = part.start
  }
  return amounts
}

function mentionOf(
  text: string,
  offset: number,
  parts: readonly Part[],
  { named, begins, place, name }: PlacedName,
): DrugMention {
  const found = parts.findIndex(({ end }) => end > name.begin)
  // Only the first words of a very long stretch have parts.
  const first = found < 0 ? parts.length : found
  let last = first
  while (last < parts.length && parts[last]!.start < name.end) last++
  const before = named[place - 1]?.end ?? 0
  const next = begins[place + 1] ?? text.length
  const begin = begins[place]!
  const amounts = begin === name.begin ? [] : amountsBefore(text, parts, first, name.begin, before)
  const lead = [
    ...leadOf(text, parts, first, name.begin, before),
    ...amounts.filter(({ start }) => start >= begin),
  ].sort((a, b) => a.start - b.start)
  const tail = changedTail(text, parts, last, name, next, lead.some(isRoute))
  const own = [...lead, ...parts.slice(first, last).filter(({ kind }) => OWN.has(kind)), ...tail]
  const outside = own.filter(({ start, end }) => end <= name.begin || start >= name.end)
  const apart = outside.some(isRoute)
    ? []
    : [
        routeBefore(text, parts, first - lead.length, before),
        routeAfter(text, parts, parts.indexOf(own.at(-1) ?? parts[last - 1]!) + 1, next),
      ].filter((part) => part !== undefined)
  const all = withEyes([...outside, ...apart].sort((a, b) => a.start - b.start))
  const { needs } = name
  const isShown =
    needs === undefined ||
    outside.some((part) => {
      // "20 units alcohol", but "400 mg iron".
      if (amounts.includes(part)) return MILLIGRAMS.test(text.slice(part.start, part.end))
      return needs.has(part.kind) || isMass(text, part)
    })
  const shift = (part: Part) => ({ ...part, start: part.start + offset, end: part.end + offset })
  return {
    ...{ begin: name.begin + offset, end: name.end + offset },
    from: offset + Math.min(name.begin, ...outside.map(({ start }) => start)),
    to: offset + Math.max(name.end, ...outside.map(({ end }) => end)),
    parts: all.map(shift),
    written: writtenOf(text, name, all),
    isKnown: name.isKnown,
    isWeak: !isShown,
  }
}

/** "1 mg", but not that of "1 mg/dL". */
function isMass(text: string, { kind, start, end }: Part): boolean {
  return kind === 'strength' && MASS.test(text.slice(start, end)) && text[end] !== '/'
}

/** Form and route right before a name. */
function leadOf(
  text: string,
  parts: readonly Part[],
  first: number,
  begin: number,
  before: number,
): Part[] {
  const lead: Part[] = []
  let next = begin
  for (let at = first - 1; at >= 0; at--) {
    const part = parts[at]!
    if (!LEADING.has(part.kind) || part.start < before) break
    if (
      !/^[\s.:()-]*$/.test(text.slice(part.end, next)) ||
      text.slice(part.end, next).includes('\n') ||
      isListLabel(text, part, next)
    )
      break
    lead.unshift(part)
    next = part.start
  }
  return lead
}

/** True for a form that labels a list: "his tablets: ramipril", but not "Tab: Dolo". */
function isListLabel(text: string, { kind, start, end }: Part, next: number): boolean {
  return (
    kind === 'form' && /s$/i.test(text.slice(start, end)) && text.slice(end, next).includes(':')
  )
}

function isRoute({ kind }: Part): boolean {
  return kind === 'route'
}

function isNextToRoute(words: string): boolean {
  return words.split(/\s+/).every((word) => NEXT_TO_ROUTE.test(word))
}

/** The route that words like "bolus of" part from a drug, whose first part is `parts[first]`. */
function routeBefore(
  text: string,
  parts: readonly Part[],
  first: number,
  before: number,
): Part | undefined {
  for (let at = first - 1; at >= Math.max(0, first - 1 - LONGEST_BETWEEN); at--) {
    const part = parts[at]!
    const gap = text.slice(part.end, parts[at + 1]?.start ?? part.end)
    if (part.start < before || !/^[ \t(]*$/.test(gap)) return undefined
    if (isRoute(part)) return part
    if (!isNextToRoute(text.slice(part.start, part.end))) return undefined
  }
  return undefined
}

/** The route that words like "given" part from a drug, whose parts end before `parts[from]`. */
function routeAfter(
  text: string,
  parts: readonly Part[],
  from: number,
  end: number,
): Part | undefined {
  const last = Math.min(parts.length, from + LONGEST_BETWEEN + 1)
  for (let at = from; at < last && parts[at]!.start < end; at++) {
    const part = parts[at]!
    const gap = text.slice(parts[at - 1]?.end ?? 0, part.start)
    if (!/^[ \t()]*$/.test(gap)) return undefined
    if (isRoute(part)) return isLeadOf(text, parts, at, end) && end < text.length ? undefined : part
    if (!isNextToRoute(text.slice(part.start, part.end))) return undefined
  }
  return undefined
}

/** A change of the dose: "increased from 40 mg OD to", "40 mg →". */
const CHANGE =
  /^(?:[^;\n]{0,60}?\b(?:increased?|decreased?|reduced?|(?:up|down)?-?titrated?|lower(?:ed)?|raised?|changed?|escalated?|doubled|halved|stepped (?:up|down)|cut(?: down)?|tapered|weaned|adjusted)\b[^;\n]{0,40}?\bto\s|\sfrom\s\d[^;\n]{0,30}?\sto\s|\s(?:was\s)?\d[^;\n]{0,20}?,\snow\s|\s\d[^;\n]{0,20}?\s?(?:→|-{1,2}>)\s?)(?=\d)/i
/** Parts of a drug that a change of the dose leaves. */
const STAYS: ReadonlySet<string> = new Set(['form', 'release', 'salt', 'route'])

/** Parts after a name; where the dose is changed, those of the new dose. */
function changedTail(
  text: string,
  parts: readonly Part[],
  last: number,
  name: Named,
  end: number,
  isRouted: boolean,
): Part[] {
  const tail = tailOf(text, parts, last, end, isRouted, isAfterTest(text, name))
  const change = CHANGE.exec(text.slice(name.end, end))
  if (change === null) return tail
  const at = name.end + change[0].length
  const first = parts.findIndex((part) => part.end > at)
  if (first < 0 || parts[first]!.start > at) return tail
  const changed = tailOf(text, partsFrom(text, parts, first, at, end), 1, end, isRouted, false)
  const kinds = new Set(changed.map(({ kind }) => kind))
  if (!kinds.has('strength') && !kinds.has('dose')) return tail
  return [
    ...tail.filter((part) => part.end <= at && STAYS.has(part.kind) && !kinds.has(part.kind)),
    ...changed,
  ]
}

/** The parts before an end, a range cut at its second value, after the one before them: "2.5 to", "5 mg", "daily". */
function partsFrom(
  text: string,
  parts: readonly Part[],
  first: number,
  at: number,
  end: number,
): readonly Part[] {
  const { start, end: last, kind } = parts[first]!
  const value = text.slice(at, last)
  const isCut = start < at && MASSES.has(kind)
  const cut = { start: at, end: last, value, kind: MILLIGRAMS.test(value) ? 'strength' : kind }
  const own: Part[] = [{ start, end: at, value: '', kind: 'unknown' }, isCut ? cut : parts[first]!]
  for (let i = first + 1; i < parts.length && parts[i]!.start < end; i++) own.push(parts[i]!)
  return own
}

const DEXTROSE = /^(?:5|10|20|25|50)\s?D$/
const IN = /\bin\s$/i
/** "5/7" and "3/52" are days and weeks. */
const WEEKS = /^\d{1,2}\/(?:7|12|52)$/
const AGO = /^\s(?:ago|back)\b/i

/** Parts after a name, up to words that are of something else. @param isRouted true if a route is before the name */
function tailOf(
  text: string,
  parts: readonly Part[],
  last: number,
  end: number,
  isRouted: boolean,
  isTested: boolean,
): Part[] {
  const tail: Part[] = []
  let skipped = 0
  // True after the "then" of a taper: "40 mg x 5 days, then 30 mg".
  let isNextStep = false
  let hasDose = false
  for (let at = last; at < parts.length && parts[at]!.start < end; at++) {
    const part = parts[at]!
    const gap = text.slice(parts[at - 1]?.end ?? 0, part.start)
    if (/[;\n]/.test(gap) || /\.\s/.test(gap)) break
    const word = text.slice(part.start, part.end)
    const isNumber = /^[\d.]+$/.test(word)
    if (isNumber && (isTested || isTime(text, part) || isItemNumber(text, part))) break
    // "In 25D" is dextrose.
    if (DEXTROSE.test(word) && IN.test(text.slice(Math.max(0, part.start - SHORT), part.start)))
      break
    if (WEEKS.test(word)) {
      if (AGO.test(text.slice(part.end))) break
      tail.push({ ...part, kind: 'duration' })
      continue
    }
    if (OWN.has(part.kind)) {
      const isOfOther =
        isRoute(part) && OPENS_NEXT.test(text.slice(parts[at - 1]!.start, part.start))
      const isSecond = isRoute(part) && (isRouted || tail.some(isRoute))
      const isParted = isRoute(part) && /,/.test(gap)
      const mayLead = (part.kind === 'form' || isSecond || isParted) && end < text.length
      const isLead = isOfOther || (mayLead && isLeadOf(text, parts, at, end))
      const isNext = part.kind === 'frequency' && /^now$/i.test(word) && /[,(-]/.test(gap)
      if (isLead || isNext || (hasDose && /,/.test(gap))) break
      const isOfStep = MASSES.has(part.kind) || part.kind === 'frequency'
      if (isNextStep && isOfStep && tail.some(({ kind }) => MASSES.has(kind))) break
      tail.push(part)
      hasDose ||= part.kind === 'frequency' || part.kind === 'duration'
      skipped = 0
      continue
    }
    if (isNumber && tail.length === 0 && part.kind === 'unknown') {
      tail.push({ ...part, kind: 'strength' })
      continue
    }
    isNextStep ||= /^then$/i.test(word)
    if (!BETWEEN.test(word) || ++skipped > LONGEST_BETWEEN) break
  }
  return tail
}

/** True if a form is the next drug's: "metformin, Tab Telma". */
function isLeadOf(text: string, parts: readonly Part[], at: number, next: number): boolean {
  for (let i = at + 1; i < parts.length && parts[i]!.start < next; i++)
    if (!LEADING.has(parts[i]!.kind)) return false
  const gap = text.slice(parts[at]!.end, next)
  return !/[,;\n]/.test(gap)
}

/** Name and parts as a prescription has them, but a dose by the surface of the body: the linker decides on them by itself. */
function writtenOf(text: string, name: Named, parts: readonly Part[]): string {
  const places = [
    ...parts
      .map(({ start, end }) => ({ start, written: text.slice(start, end) }))
      .filter(({ written }) => !PER_AREA.test(written)),
    { start: name.begin, written: name.reads ?? text.slice(name.begin, name.end) },
  ]
  return places
    .sort((a, b) => a.start - b.start)
    .map(({ written }) => written)
    .join(' ')
}
