import type { LinkResultItem } from '../contract.ts'
import { refused, withFirst } from './entity-linker.ts'
import { type Mention, type Note, placeOf, textAround, textOf } from './mentions.ts'
import { categoryOf, titleOf, withCodeOf } from './specific-codes.ts'
import type { Companion, FoundProblems, Organs, ProblemTools } from './task.ts'
import { codeOfLinked, isPresent, presentNear } from './traits.ts'

/**
 * Codes for two conditions of one patient that ICD-10-CM takes for linked if the text does not say otherwise (guidelines I.A.15,
 * I.C.4.a, I.C.9.a): diabetes and valves of the heart with what is near them, hypertension with a heart or kidneys anywhere.
 */

/** The candidates with the code for the condition and the others around it. */
export function combined(
  rows: readonly LinkResultItem[],
  found: FoundProblems,
  mention: Mention,
  tools: ProblemTools,
): readonly LinkResultItem[] {
  if (rows.length === 0 || mention.readAs !== undefined || !isPresent(found, mention)) return rows
  const complicated = withComplications(rows, found, mention)
  return withValves(ofKnownType(complicated, found, mention, tools), found, mention)
}

/** Codes that deny complications, or say nothing of them. */
const DIABETES = /^E(?:08|09|1[013])(?:\.9)?$/
const HYPERTENSION = /^I10$/
/** Codes of a failing heart, of a chronic disease of the kidneys, and of its last stages. */
const HEART_FAILS = /^I50/
const KIDNEY_DISEASE = /^N18/
const KIDNEY_FAILS = /^N18\.[56]/
/** A kidney disease of the last stage: "CKD on MHD", "CKD G5". */
const LAST_STAGE =
  /(?<!\bnot )\bon (?:\w+ )?(?:capd|dialysis|ha?emodialysis|m?hd)\b|\bg5(?:a[1-3])?\b/i
/** Codes of complications of diabetes by themselves; what adds to a code of both, such as a stage, is no such. */
const BARE_COMPLICATION = /^(?:E16\.2|G62\.9|H35\.0|N08)/
/** Codes of diabetes with a complication. */
const COMPLICATED = /^E(?:08|09|1[013])\.[0-6]/

function withComplications(
  rows: readonly LinkResultItem[],
  found: FoundProblems,
  mention: Mention,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first?.is_linked !== true) return rows
  const { term_id } = first
  if (HYPERTENSION.test(term_id)) return withHeartAndKidneys(rows, found, mention)
  if (DIABETES.test(term_id)) return complicatedDiabetes(rows, found, mention)
  if (!BARE_COMPLICATION.test(term_id)) return rows
  const isOfDiabetic = presentNear(found, mention).some((each) => DIABETES.test(codeOfLinked(each)))
  return isOfDiabetic ? refused(rows, 'name_incomplete') : rows
}

/** Names of diabetes of a category. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  E10: ['type 1 diabetes'],
  E11: ['type 2 diabetes'],
}

function complicatedDiabetes(
  rows: readonly LinkResultItem[],
  found: FoundProblems,
  mention: Mention,
): readonly LinkResultItem[] {
  const { note, linker } = found
  const isComplication = (code: string) =>
    BARE_COMPLICATION.test(code) || COMPLICATED.test(code) || KIDNEY_DISEASE.test(code)
  const others = presentNear(found, mention).filter(
    (each) => each.mention.sentence === mention.sentence || isComplication(codeOfLinked(each)),
  )
  const category = categoryOf(rows[0]!.term_id)
  for (const other of others) {
    const code = codeOfLinked(other)
    const named = KIDNEY_DISEASE.test(code) ? 'CKD' : other.name
    // "T1DM. PDR": the other's code says both, of the usual type. "T2DM on insulin" is no part of names.
    const ways = COMPLICATED.test(code)
      ? [category + code.slice(category.length)]
      : [textOf(note, mention), ...(TYPES[category] ?? [])].map((name) => `${name} with ${named}`)
    const both = ways.map((way) => linker.link(way)[0]).find((row) => row?.is_linked === true)
    if (both !== undefined && COMPLICATED.test(both.term_id)) return withFirst(both, rows)
  }
  const isOpen = others.map(codeOfLinked).some(isComplication)
  return isOpen ? refused(rows, 'name_incomplete') : rows
}

/** How the heart and the kidneys are by all conditions of a text; linear in its length. */
export function organsIn(note: Note, companions: readonly Companion[]): Organs {
  const present = companions.filter(({ isPresent }) => isPresent)
  const kidneys = present.filter((each) => KIDNEY_DISEASE.test(codeOfLinked(each)))
  return {
    hasHeart: present.some((each) => HEART_FAILS.test(codeOfLinked(each))),
    hasKidneys: kidneys.length > 0,
    isLast: kidneys.some(
      (each) =>
        KIDNEY_FAILS.test(codeOfLinked(each)) || LAST_STAGE.test(textAround(note, each.mention)),
    ),
  }
}

function withHeartAndKidneys(
  rows: readonly LinkResultItem[],
  { note, linker, organs }: FoundProblems,
  mention: Mention,
): readonly LinkResultItem[] {
  const { hasHeart, hasKidneys, isLast: isSaid } = organs()
  if (!hasHeart && !hasKidneys) return rows
  const isLast = isSaid || LAST_STAGE.test(textAround(note, mention))
  const alone = isLast ? 'I12.0' : 'I12.9'
  const both = isLast ? 'I13.2' : 'I13.0'
  const [row] = linker.link(!hasKidneys ? 'I11.0' : hasHeart ? both : alone)
  return row?.is_linked === true ? withFirst(row, rows) : refused(rows, 'name_incomplete')
}

/** The category of diabetes of no other type, and those of the others. */
const USUAL_TYPE = 'E11'
const OTHER_TYPE = /^E(?:08|09|10|13)/
const SAYS_USUAL = /2|\bii\b|niddm|non[- ]?insulin/i
/** The category of diabetes by another disease, and what says so before it: "cystic fibrosis related diabetes". */
const BY_OTHER = 'E08'
const SAYS_OTHER = /\b(?:3c|pancreatogenic|related|secondary)[\s-]$/i
/** In UTF-16 units. */
const LONGEST_BEFORE = 16
/** A title of diabetes without its type. */
const BEHIND_TYPE = /\bwith(?:out)?\b.*$/

/** The types of diabetes that the conditions of a text say. */
export function diabetesIn(note: Note, companions: readonly Companion[]): ReadonlySet<string> {
  const types = companions.flatMap((each) => {
    const code = each.isPresent ? codeOfLinked(each) : ''
    if (DIABETES.test(code) && isByOther(note, each.mention)) return [BY_OTHER]
    const isSaid =
      OTHER_TYPE.test(code) || (code.startsWith(USUAL_TYPE) && SAYS_USUAL.test(each.name))
    return isSaid ? [categoryOf(code)] : []
  })
  return new Set(types)
}

function isByOther(note: Note, mention: Mention): boolean {
  const { begin } = placeOf(note, mention)
  return SAYS_OTHER.test(note.text.slice(Math.max(0, begin - LONGEST_BEFORE), begin))
}

/** The candidates with the code for the type of diabetes that another sentence says: "T1DM. Mild NPDR". */
function ofKnownType(
  rows: readonly LinkResultItem[],
  found: FoundProblems,
  mention: Mention,
  { index }: ProblemTools,
): readonly LinkResultItem[] {
  const { note, linker, diabetes } = found
  const first = rows[0]!
  if (!first.term_id.startsWith(USUAL_TYPE) || SAYS_USUAL.test(textOf(note, mention))) return rows
  const [type, ...others] = diabetes()
  if (type === undefined || type === USUAL_TYPE || others.length > 0) return rows
  const code = type + first.term_id.slice(type.length)
  const said = (each: string) => BEHIND_TYPE.exec(titleOf(each, index))?.[0]
  const [row] = said(code) === said(first.term_id) ? linker.link(code) : []
  return row?.term_id === code
    ? withFirst(withCodeOf(first, row), rows)
    : refused(rows, 'name_incomplete')
}

/** Codes of a valve that is narrow or leaks, which is no rheumatic one for sure. */
const VALVES: readonly RegExp[] = [
  /^I(?:05\.[012]|34\.[02])/,
  /^I(?:06\.[012]|35\.[012])/,
  /^I(?:07\.[012]|36\.[012])/,
]
/** The codes for several valves, by which of {@link VALVES} they are of. */
const OF_VALVES: Readonly<Record<string, string>> = {
  ...{ '01': 'I08.0', '02': 'I08.1', '12': 'I08.2', '012': 'I08.3' },
}
/** Words of a disease of valves that has no code for several, or that is none. */
const OTHER_CAUSE =
  /\b(?:congenital|degenerative|non[- ]?rheumatic|physiologic(?:al)?|prosthetic|trace|trivial)\b/i

/** The candidates of a diseased valve with the code for all that are: they are one disease, rheumatic if nothing else is said. */
function withValves(
  rows: readonly LinkResultItem[],
  found: FoundProblems,
  mention: Mention,
): readonly LinkResultItem[] {
  const first = rows[0]!
  const isOfValve = VALVES.some((valve) => valve.test(first.term_id))
  if (!first.is_linked || !isOfValve) return rows
  const { note, linker } = found
  const others = presentNear(found, mention)
  const codes = [first.term_id, ...others.map(codeOfLinked)]
  const valves = [...VALVES.keys()].filter((at) => codes.some((code) => VALVES[at]!.test(code)))
  const code = OF_VALVES[valves.join('')]
  if (code === undefined) return rows
  const isOther = [{ mention }, ...others].some((each) =>
    OTHER_CAUSE.test(textAround(note, each.mention)),
  )
  if (isOther) return rows
  const [row] = linker.link(code)
  return row?.is_linked === true ? withFirst(row, rows) : refused(rows, 'name_incomplete')
}
