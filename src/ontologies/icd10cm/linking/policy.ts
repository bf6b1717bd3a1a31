import { CONTEXT } from '../../../clinical/qualifiers.ts'
import type { Demands } from '../../../contract.ts'
import type { LinkPolicy, Match, Substitute } from '../../ontology.ts'
import type { Icd10cmColumns } from '../columns.ts'
import { ENCOUNTER, formsSaying, LATERALITY } from '../qualifiers.ts'
import { isForAnySide } from './features.ts'
import { type Icd10cmQuery, JOINERS } from './query.ts'

/** Kinds of which a code says the value by its place among its siblings, whatever the words of the name. */
const AGREED = ['laterality', 'encounter', 'trimester', 'intent'] as const
const ANY_ENCOUNTER = ENCOUNTER.initial | ENCOUNTER.subsequent | ENCOUNTER.sequela
const NONE: ReadonlySet<string> = new Set()
/** "Pain of the right side", "right-sided"; one side is the only one that is meant. */
const SIDE = ['side', 'sided']
const ONE_SIDE = [...SIDE, 'unilateral']
/** Word for two of anything: "both parents". */
const BOTH = 'both'
/** Words between a condition and a pregnancy: "anemia complicating pregnancy" is anemia in pregnancy. */
const COMPLICATING = ['complicating', 'complicated']
/** Word for a fracture that mends: only codes of injuries have an encounter for it (guidelines I.C.12.a.5, I.C.19.a). */
const MENDING = ['healing']

/** Word by which titles say that a condition is a relative's. */
const FAMILY = 'family'

/** Lead term of entries of the Index for what goes wrong in a procedure. */
const COMPLICATION = 'complication'

/** Least share of a mention of "other" that a name has; a plural for a singular is less than the whole. */
const MIN_SHARE_OF_REST = 0.9

/** Rules of ICD-10-CM for a mention beyond its name. */
export const icd10cmPolicy = {
  splitsLists: true,

  rejection: (query, match) => {
    const { columns, concept, term, queryMass, matchedQueryMass } = match
    // A condition that is denied, suspected, past or a relative's has the codes that say so, never the condition's own.
    const said = columns.concept.context[concept]! | columns.term.context[term]!
    if ((query.context & ~said) !== 0) return 'context_differs'
    if (isElliptical(match)) return 'name_adds'
    // The writer's own code means what it means, whatever the name next to it is.
    const written = query.writtenCode
    if (written !== undefined && !isWrittenCode(concept, written, columns.concept))
      return 'name_incomplete'
    // "NOS" and "NEC" ask for the unspecified and the other code: neither is the header, nor each other.
    const asksForLeaf = query.unspecified !== 0 && columns.concept.unspecified[concept] === 0
    if (
      asksForLeaf &&
      columns.concept.billable[concept] === 0 &&
      !lacksOnlyAxes(columns.concept, concept)
    )
      return 'name_incomplete'
    // Accidental or not has codes of its own: a mention that says it means more than a code that leaves it open.
    const intent = columns.concept.intent[concept]! | columns.term.intent[term]!
    if ((query.intent & ~intent) !== 0) return 'name_incomplete'
    const residual = columns.concept.residual[concept]! | columns.term.residual[term]!
    if ((query.residual & ~residual) !== 0) return 'name_incomplete'
    // The rest of a class is named by all of its words: "other causes of X" are not "other X".
    if (query.residual !== 0 && matchedQueryMass < MIN_SHARE_OF_REST * queryMass)
      return 'name_incomplete'
    // A confirmed disease belongs in a category that says more: "unspecified malaria" is malaria without a proof.
    if (query.isConfirmed && isUnspecifiedCategory(columns.concept, concept))
      return 'name_incomplete'
    // A code for any side is right without the side that is said; one of a condition with codes for sides is not.
    if (query.isSideless && !isForSaidSide(query, match)) return 'name_incomplete'
    // The stage of one of two diseases has a code besides the one for both.
    if (query.isStageless) return 'name_incomplete'
    if (query.isUnfinished && match.exactness < 1) return 'too_vague'
    return query.unclear
  },

  // "H/o stroke" is the patient's own, and "paracentesis" no complication of it.
  isMisleading: (query, { columns, concept, exactness, kind }, words) => {
    if (exactness > 0) return false
    const isOfFamily = (columns.concept.context[concept]! & CONTEXT.family & ~query.context) !== 0
    if (isOfFamily && words().added.includes(FAMILY)) return true
    return kind === 'entry' && words().added.includes(COMPLICATION)
  },

  mayBeAct: ({ columns, concept }) => columns.concept.finding[concept] === 0,

  meanings: ({ meanings }) => meanings,

  question: ({ meanings }) =>
    meanings.length === 0 ? undefined : `which meaning: ${meanings.join(', ')}?`,

  isRival: (_, first, other) => other.family !== first.family && !isElliptical(other),

  isContested: (query, first, others) =>
    isNamedBelow(first, others) ||
    (query.severity.length > 0 && isNamedElsewhere(first, others, true)) ||
    (query.status.length > 0 && isNamedElsewhere(first, others, false)),

  agreedForms: (query, { columns, concept, term }) => {
    const agreed = AGREED.flatMap((kind) => {
      const asked = query[kind]
      const said = columns.concept[kind][concept]! | columns.term[kind][term]!
      return asked !== 0 && (asked & ~said) === 0 ? formsSaying(kind, asked) : []
    })
    const side = columns.concept.laterality[concept]! | columns.term.laterality[term]!
    if (
      query.laterality !== 0 &&
      side === 0 &&
      isForAnySide(columns.concept, concept, query.laterality)
    )
      agreed.push(...formsSaying('laterality', query.laterality).filter((form) => form !== BOTH))
    // A category that knows no degrees has one code for all of them.
    if (columns.concept.graded[concept] === 0) agreed.push(...query.severity)
    agreed.push(...query.status)
    if (
      (query.encounter & ENCOUNTER.subsequent) !== 0 &&
      !knowsEncounters(columns.concept, concept)
    )
      agreed.push(...MENDING)
    if (query.sites !== undefined) agreed.push(...query.sites)
    if (query.isJoined) agreed.push(...JOINERS)
    if (query.isOfPregnancy) agreed.push(...COMPLICATING)
    if (agreed.length === 0) return NONE
    const isOneSide = query.laterality === LATERALITY.left || query.laterality === LATERALITY.right
    return new Set([
      ...JOINERS,
      ...agreed,
      ...(isOneSide ? ONE_SIDE : query.laterality === 0 ? [] : SIDE),
    ])
  },

  substitute: substituteFor,

  openForms,

  // How often and how long are no part of codes. How badly is one of many, and which visit it is has codes of its own.
  isIgnorable: ({ kind, value }, forms) => {
    if (kind !== 'aside' || value === 'degree') return false
    const ofEncounters = formsSaying('encounter', ANY_ENCOUNTER)
    return !forms.some((form) => ofEncounters.includes(form))
  },
} satisfies LinkPolicy<Icd10cmQuery, Icd10cmColumns>

type ConceptColumns = Icd10cmColumns['concept']
type Icd10cmMatch = Match<Icd10cmColumns>

/** True if an inclusion term leaves to its title what disease it is of: "polyneuropathy", in Lyme disease. */
function isElliptical({ columns, concept, term, kind }: Icd10cmMatch): boolean {
  return (
    (kind === 'synonym' || kind === 'entry') &&
    columns.concept.setting[concept] === 1 &&
    columns.term.setting[term] === 0
  )
}

/** True for a code of the side that a mention says, or of any side. */
function isForSaidSide(
  { laterality }: Pick<Icd10cmQuery, 'laterality'>,
  { columns, concept, term }: Icd10cmMatch,
): boolean {
  const side = columns.concept.laterality[concept]! | columns.term.laterality[term]!
  return (
    (side & laterality) !== 0 || (side === 0 && isForAnySide(columns.concept, concept, laterality))
  )
}

/**
 * True if a code below has the very name of the mention. Inclusion terms stay with a header when codes for them come below
 * it: the name of a code below counts for more, unless it says no more than its header does.
 */
function isNamedBelow(
  { columns, concept, kind, family }: Icd10cmMatch,
  others: readonly Icd10cmMatch[],
): boolean {
  const { billable, code_length, negated, unspecified } = columns.concept
  if ((kind !== 'synonym' && kind !== 'entry') || billable[concept] !== 0) return false
  return others.some(
    (other) =>
      other.family === family &&
      other.exactness === 1 &&
      code_length[other.concept]! > code_length[concept]! &&
      (negated[other.concept]! | unspecified[other.concept]!) === 0,
  )
}

/**
 * True if the first name lacks words of the mention, and one of another code has them all: "severe malaria", "persistent
 * asthma".
 *
 * @param isApart whether the other code must be of another category
 */
function isNamedElsewhere(
  { matchedQueryMass, queryMass, family, concept }: Icd10cmMatch,
  others: readonly Icd10cmMatch[],
  isApart: boolean,
): boolean {
  if (matchedQueryMass >= queryMass) return false
  return others.some(
    (other) =>
      (isApart ? other.family !== family : other.concept !== concept) &&
      other.matchedQueryMass >= other.queryMass,
  )
}

/** Characters of the code of a category. */
const CATEGORY_LENGTH = 3

/** True for a category for what is known no further, which others tell apart: B54, "unspecified malaria". */
function isUnspecifiedCategory(
  { code_length, unspecified }: ConceptColumns,
  concept: number,
): boolean {
  return code_length[concept] === CATEGORY_LENGTH && unspecified[concept] === 1
}

/** True if codes for encounters come right below the code, or below the unspecified one that it has. */
function knowsEncounters(
  { encounter, initial_offset, unspecified_offset }: ConceptColumns,
  concept: number,
): boolean {
  return (
    encounter[concept] !== 0 ||
    initial_offset[concept] !== 0 ||
    initial_offset[concept + unspecified_offset[concept]!] !== 0
  )
}

/** True if codes below say no more than the encounter or the side: about these "NOS" says nothing. */
function lacksOnlyAxes(
  { code_length, initial_offset, laterality, unspecified_offset }: ConceptColumns,
  concept: number,
): boolean {
  if (initial_offset[concept] !== 0) return true
  const open = concept + unspecified_offset[concept]!
  return (
    laterality[concept] === 0 &&
    laterality[open] === LATERALITY.unspecified &&
    code_length[open] === code_length[concept]! + 1
  )
}

/** Maximum of open codes of a header: "F32.A Depression, unspecified" is next to F32.9. */
const OPEN_FORMS = 2

/**
 * The codes of a header that leave open which condition it is, the last one first, or else its only one for others: O67 has "O67.9
 * Intrapartum hemorrhage, unspecified" though its own title says more.
 */
export function openForms(header: number, { concept: columns }: Icd10cmColumns): readonly number[] {
  const { billable, code_length, residual, unspecified, unspecified_offset } = columns
  const length = code_length[header]!
  const open: number[] = []
  const others: number[] = []
  for (let id = header + 1; (code_length[id] ?? 0) > length; id++) {
    if (code_length[id] !== length + 1) continue
    const form = id + unspecified_offset[id]!
    if (billable[form] !== 1) continue
    if (unspecified[id] === 1) open.unshift(form)
    else if (residual[id] === 1) others.push(form)
  }
  if (open.length > 0) return open.slice(0, OPEN_FORMS)
  return others.length === 1 ? others : []
}

/** Parts of a mention that decide between the codes of one header. */
type SaidOfCode = Pick<Icd10cmQuery, 'encounter' | 'isUnusualFracture'>

const SAYS_NOTHING: SaidOfCode = { encounter: 0, isUnusualFracture: false }

/**
 * The code to give instead of a code that was found: for a header that must be billable the code that says the same and
 * is not specified further, and for a code that lacks only the encounter the code of that encounter.
 *
 * @param said the encounter that the mention says counts instead of the one demanded; of two of them none is the one
 */
export function substituteFor(
  found: number,
  { concept: columns }: Icd10cmColumns,
  { billable, encounter }: Demands,
  { encounter: saidEncounter, isUnusualFracture }: SaidOfCode = SAYS_NOTHING,
): Substitute {
  const form = billable ? found + columns.unspecified_offset[found]! : found
  if (columns.billable[form] === 1) return { concept: form }
  const isOpen = saidEncounter === 0 && encounter !== undefined
  const asked = isOpen ? ENCOUNTER[encounter] : saidEncounter
  const offset = offsetOf(asked, columns)?.[form] ?? 0
  // An encounter of a fracture has more codes than one, the usual one first.
  const hasOthers = columns.encounter[form + offset + 1] === asked
  if (offset > 0 && !(hasOthers && isUnusualFracture)) return { concept: form + offset }
  if (!billable) return { concept: found }
  const lacksEncounter = ENCOUNTERS.some((each) => offsetOf(each, columns)![form]! > 0)
  const question = lacksEncounter ? 'which encounter?' : 'which kind, site or stage?'
  return { concept: found, rejection: 'not_billable', question, lacksKind: !lacksEncounter }
}

const ENCOUNTERS = [ENCOUNTER.initial, ENCOUNTER.subsequent, ENCOUNTER.sequela]

/** How far behind the others of its form a code for an encounter is; undefined for no encounter. */
function offsetOf(encounter: number, columns: Icd10cmColumns['concept']) {
  if (encounter === ENCOUNTER.initial) return columns.initial_offset
  if (encounter === ENCOUNTER.subsequent) return columns.subsequent_offset
  return encounter === ENCOUNTER.sequela ? columns.sequela_offset : undefined
}

/** True if a code is the one that is written, or says the same: a header and the code for it unspecified. */
function isWrittenCode(
  concept: number,
  written: number,
  { unspecified_offset: offset }: Icd10cmColumns['concept'],
): boolean {
  return (
    concept === written ||
    concept + offset[concept]! === written ||
    written + offset[written]! === concept
  )
}
