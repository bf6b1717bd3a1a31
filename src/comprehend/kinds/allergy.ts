import type { Span } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import type { Sentence } from '../../clinical/sections.ts'
import type { Entity } from '../../contract.ts'
import { assertionsOf, type NoteText, wordsOf } from '../note-text.ts'
import type { Found, Stage } from '../task.ts'
import {
  allergyStatusOf,
  allergyTurns,
  NO_ALLERGIES,
  type PlacedSubstance,
} from './allergy-turns.ts'
import type { AskLinker, Draft } from './draft.ts'
import { type FoundDrug, ingredientsOf, rowsOf } from './medication.ts'
import type { Place } from './test-values.ts'

type Allergy = Entity<'icd-10-cm', 'allergy'>
type Status = Allergy['status']

/** A substance that a person reacts to. */
interface FoundAllergy extends Place {
  /** The drug; undefined for a food, a material, or all substances. */
  readonly drug: FoundDrug | undefined
  /** True if the entity names a substance: not "NKDA". */
  readonly hasSubstance: boolean
  readonly status: Status
  readonly reactions: readonly Place[]
}

/** Steps that finding takes, for each character. */
const STEPS_A_CHARACTER = 16
/** Between such a statement and the substances that it is about. */
const TO = /^\s(?:to|for)\s/i
/** In characters, from the end of a statement to a substance. */
const TO_REACH = 40
/** Between a substance and such a statement that is about it: "penicillin - pt denies allergy". */
const BEHIND = /\s?[-–—:(]\s?(?:(?:the )?(?:pt|patient|she|he)\s)?$/i
const BEHIND_REACH = 20
/** A reaction behind a substance, or behind the word for its allergy: in brackets, behind a sign or a verb. */
const REACTION =
  /^\s?(?:(?:allerg(?:y|ies|ic)|intoleran(?:ce|t))\s?)?(?:\(\s?([^()\n]{2,60})\)|\[\s?([^[\]\n]{2,60})\]|(?:[-–—:→]|=>|->)\s?([^,;.\n()]{2,60})|(?:caused|causes|causing|(?:gives?|gave)(?:\s(?:me|him|her|them))?(?:\s(?:a|some))?|led to|with|developed|produces?)\s([^,;.\n()]{2,60}))/i
/** Between two reactions; the slash of "N/V" parts none. */
const PARTS = /(,|(?<!\b\p{L})\/|\/(?!\p{L}\b)|&|\band\b)/u
/** Words after such a sign that are no reaction. */
const NO_REACTION =
  /^(?:(?:pt|patient)\s|den(?:y|ies|ied)\b|unknown|unclear|nil|none|no |not |mild$|severe$|confirmed|documented|unspecified|since|noted|\d|stopped|held|on |see |as per|per |label|entered|recorded|ruled|excluded|delabel|de-label|can |has |had |may |tolerat|ok\b|safe|avoid|allerg|use |uses |fine\b|childhood$|aged?\b|as an? |\?|(?:mother|mum|told|cancelled|date|source)\b|giv(?:e|en)\b|carries|[\w-]+(?:\sfree)? gloves|.*\s(?:fine|ok|okay|safe)$)/i
/** Signs before a reaction, and times after it. */
const SIGNS = /^[\s>=→:–—-]+/
const TIME =
  /[\s,]+(?:(?:in|since|as|at|during|when|aged?|on)\s.*|\(?(?:19|20)\d\d\)?|\d+\s?(?:years?|yrs?|y|months?|mths?|weeks?|days?)\s(?:ago|back))$/i
/** Words before and after a substance of the table that make it an allergen. */
const BEFORE =
  /\b(?:allerg(?:ic|y|ies) to|sensitive to|reacts? to|anaphyla(?:xis|ctic) to|hypersensitiv(?:e|ity) to)\s(?:[\w&/]+(?:,| and| or|,\sand)?\s){0,4}$/i
const AFTER = /^\s(?:\w+\s)?allerg(?:y|ies|ic)\b/i
const CERTAINTY = { drug: 0.95, other: 0.85 } as const

/**
 * Stage 7. Finds allergies: drugs that the text says are reacted to, foods and materials, each with its reactions, and
 * statements that there is none.
 *
 * Adds drafts, from the drugs too. Costs {@link STEPS_A_CHARACTER}; linear.
 */
export const findAllergies: Stage<Found, Found> = (found, { work }) => {
  work.add(STEPS_A_CHARACTER * found.note.text.length)
  return { ...found, drafts: [...found.drafts, ...allergiesOf(found.note, found.drugs)] }
}

/** The allergies of a note in order of place. @param drugs those of the note */
function allergiesOf(note: NoteText, drugs: readonly FoundDrug[]): Draft[] {
  const { text } = note
  const found: FoundAllergy[] = []
  for (const drug of drugs) {
    if (drug.allergy === undefined) continue
    const reactions = drug.allergy === 'negated' ? [] : reactionsOf(note, drug, drugs)
    const { begin, end, allergy: status } = drug
    found.push({ begin, end, drug, hasSubstance: true, status, reactions })
  }
  found.push(...otherSubstances(note, drugs))
  // Statements never overlap each other.
  const substances = [...found]
  for (const { index, 0: written } of text.matchAll(NO_ALLERGIES)) {
    const place = { begin: index, end: index + written.length }
    // "No allergy to aspirin" is about aspirin.
    const isOfOne = TO.test(text.slice(place.end, place.end + TO_REACH))
    const isBehind = BEHIND.exec(text.slice(Math.max(0, index - BEHIND_REACH), index))
    const isTaken = substances.some(({ begin, end }) => {
      if (isBehind !== null && end === index - isBehind[0].length) return true
      return begin < place.end + (isOfOne ? TO_REACH : 0) && end > place.begin
    })
    if (isTaken) continue
    found.push({ ...place, drug: undefined, hasSubstance: false, status: 'negated', reactions: [] })
  }
  return found.map((allergy) => draftOf(text, allergy))
}

/** A food or a material in its sentence. */
interface FoundSubstance extends Place, PlacedSubstance {
  /** True in a section of allergies, or next to a word for one. */
  readonly isOfAllergy: boolean
  /** Words of the name with those of the allergy: "allergic to latex". */
  readonly statement: Span
}

/** Foods and materials, of the words that may be allergens. */
function otherSubstances(note: NoteText, drugs: readonly FoundDrug[]): FoundAllergy[] {
  const found = note.sentences.flatMap((sentence) => substancesIn(note, sentence, drugs))
  const turns = allergyTurns(note, found)
  const said = assertionsOf(
    note,
    found.map(({ name }) => name),
  )
  const ofStatement = assertionsOf(
    note,
    found.map(({ statement }) => statement),
  )
  return found.flatMap(({ begin, end, isOfAllergy, sentence }, i) => {
    const status = allergyStatusOf({
      ...{ isOfAllergy, isNearAllergy: false, turn: turns[i] },
      said: [...said[i]!, ...ofStatement[i]!],
    })
    if (status === undefined || status === 'unstated') return []
    const own = sentence.section === 'family' ? 'family' : status
    const reactions = own === 'negated' ? [] : reactionsOf(note, { begin, end }, drugs)
    return [{ begin, end, drug: undefined, hasSubstance: true, status: own, reactions }]
  })
}

function substancesIn(
  { text, words, chart: { tokens } }: NoteText,
  sentence: Sentence,
  drugs: readonly FoundDrug[],
): FoundSubstance[] {
  const { from, to, section, heading } = sentence
  const first = heading?.to ?? from
  const found: FoundSubstance[] = []
  for (let at = first; at < to; at++) {
    if (!isRole(tokens[at]!, 'allergen')) continue
    const { start: begin, end } = words[at]!
    if (drugs.some((drug) => drug.begin < end && drug.end > begin)) continue
    const start = words[first]!.start
    const before = BEFORE.exec(text.slice(start, begin))
    const after = AFTER.exec(text.slice(end, end + 40))
    found.push({
      ...{ begin, end, sentence, name: { from: at, to: at + 1 } },
      isOfAllergy: section === 'allergies' || before !== null || after !== null,
      statement: wordsOf(
        words,
        before === null ? begin : start + before.index,
        end + (after?.[0].length ?? 0),
      ),
    })
  }
  return found
}

/** The reactions that are written right behind a substance. @param drugs those of the note, none of which is a reaction */
function reactionsOf(note: NoteText, { end }: Place, drugs: readonly FoundDrug[]): Place[] {
  const found = REACTION.exec(note.text.slice(end, end + 90))
  const written = found?.[1] ?? found?.[2] ?? found?.[3] ?? found?.[4]
  if (found === null || written === undefined || NO_REACTION.test(written)) return []
  let at = end + found.index + found[0].lastIndexOf(written)
  return written.split(PARTS).flatMap((part) => {
    const lead = SIGNS.exec(part)?.[0].length ?? 0
    const begin = at + lead
    at += part.length
    const own = part.slice(lead).trimEnd().replace(TIME, '')
    const isReaction = /\p{L}{2}|\p{L}\/\p{L}/u.test(own) && own !== 'and' && !NO_REACTION.test(own)
    const place = { begin, end: begin + own.length }
    const isOfDrug = drugs.some((drug) => drug.begin < place.end && drug.end > begin)
    return isReaction && !isOfDrug ? [place] : []
  })
}

function draftOf(text: string, allergy: FoundAllergy): Draft {
  const { begin, end, drug, reactions } = allergy
  const last = Math.max(end, drug?.to ?? end, ...reactions.map((each) => each.end))
  // With the bracket around the reaction.
  const to = last > end && /[)\]]/.test(text.charAt(last)) ? last + 1 : last
  return {
    type: 'allergy',
    begin,
    end,
    from: Math.min(begin, drug?.from ?? begin),
    to,
    isNamed: drug?.isKnown === true,
    link: (ask) => [linked(text, allergy, ask)],
  }
}

function linked(text: string, allergy: FoundAllergy, ask: AskLinker): Allergy {
  const { begin, end, drug, hasSubstance, status, reactions } = allergy
  const name = text.slice(begin, end)
  const placed = reactions.map((each) => ({
    text: text.slice(each.begin, each.end),
    ...{ begin_offset: each.begin, end_offset: each.end },
  }))
  const results = drug === undefined ? [] : rowsOf(drug.written, ask, 'ingredient')
  return {
    ...{ type: 'allergy', text: name, begin_offset: begin, end_offset: end },
    ...{ score: drug === undefined ? CERTAINTY.other : CERTAINTY.drug, status },
    substance: hasSubstance ? name : null,
    ingredients: drug === undefined ? [] : ingredientsOf(drug, results, ask),
    reactions: placed,
    attributes: placed.map((each) => ({ type: 'REACTION' as const, ...each })),
    results,
  }
}
