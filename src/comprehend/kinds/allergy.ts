import { isRole } from '../../clinical/context-phrases.ts'
import type { Entity } from '../../contract.ts'
import { assertionsOf, type NoteText, wordsOf } from '../note-text.ts'
import type { Found, Stage } from '../task.ts'
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
/** Statements that there is no allergy at all. */
const NONE =
  /\b(?:NKDA|NKA|NKFA|no known (?:drug |food |medication )?allerg(?:y|ies)|no (?:drug |food |medication )?allerg(?:y|ies)|denies (?:any )?(?:drug )?allerg(?:y|ies)|allerg(?:y|ies)\s?[:–-]\s?(?:nil|none|no|nkda|not known|none known)\b)/gi
/** A reaction behind a substance, or behind the word for its allergy: in brackets, behind a sign or a verb. */
const REACTION =
  /^\s?(?:(?:allerg(?:y|ies|ic)|intoleran(?:ce|t))\s?)?(?:\(\s?([^()\n]{2,60})\)|(?:[-–—:→]|=>|->)\s?([^,;.\n()]{2,60})|(?:caused|causes|causing|gave (?:me |him |her )?|gives|led to|with|developed|produces?)\s([^,;.\n()]{2,60}))/i
/** Words after such a sign that are no reaction. */
const NO_REACTION =
  /^(?:unknown|unclear|nil|none|mild|severe|confirmed|documented|since|noted|\d|stopped|held|on )/i
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
  const { text, words } = note
  const found: FoundAllergy[] = []
  const spans = drugs.map(({ begin, end }) => wordsOf(words, begin, end))
  const said = assertionsOf(note, spans)
  for (const [i, drug] of drugs.entries()) {
    const isAllergy = drug.status === 'allergy'
    const isDenied = drug.status === 'negated' && drug.sentence.section === 'allergies'
    if (!isAllergy && !isDenied) continue
    const contexts = new Set(said[i]!.map(({ context }) => context))
    const status = isDenied ? 'negated' : contexts.has('suspected') ? 'doubtful' : 'present'
    const reactions = isDenied ? [] : reactionsOf(text, drug)
    found.push({ begin: drug.begin, end: drug.end, drug, hasSubstance: true, status, reactions })
  }
  found.push(...otherSubstances(note, drugs))
  // Statements never overlap each other.
  const substances = [...found]
  for (const { index, 0: written } of text.matchAll(NONE)) {
    const place = { begin: index, end: index + written.length }
    const isTaken = substances.some(({ begin, end }) => begin < place.end && end > place.begin)
    if (isTaken) continue
    found.push({ ...place, drug: undefined, hasSubstance: false, status: 'negated', reactions: [] })
  }
  return found.map((allergy) => draftOf(text, allergy))
}

/** Foods and materials, of the words that may be allergens. */
function otherSubstances(
  { text, words, sentences, chart: { tokens } }: NoteText,
  drugs: readonly FoundDrug[],
): FoundAllergy[] {
  return sentences.flatMap(({ from, to, section, heading }) => {
    const first = heading?.to ?? from
    const found: FoundAllergy[] = []
    for (let at = first; at < to; at++) {
      if (!isRole(tokens[at]!, 'allergen')) continue
      const { start: begin, end } = words[at]!
      if (drugs.some((drug) => drug.begin < end && drug.end > begin)) continue
      const before = text.slice(words[first]!.start, begin)
      const after = text.slice(end, end + 40)
      const isTold = section === 'allergies' || BEFORE.test(before) || AFTER.test(after)
      if (!isTold) continue
      const isDenied = /\b(?:no|not|denies|nil)\s(?:\w+\s){0,2}$/i.test(before)
      const status: Status = isDenied ? 'negated' : section === 'family' ? 'family' : 'present'
      const reactions = isDenied ? [] : reactionsOf(text, { begin, end })
      found.push({ begin, end, drug: undefined, hasSubstance: true, status, reactions })
    }
    return found
  })
}

/** The reactions that are written right behind a substance. */
function reactionsOf(text: string, { end }: Place): Place[] {
  const found = REACTION.exec(text.slice(end, end + 90))
  const written = found?.[1] ?? found?.[2] ?? found?.[3]
  if (found === null || written === undefined || NO_REACTION.test(written)) return []
  let at = end + found.index + found[0].lastIndexOf(written)
  return written.split(/(,|\/|&|\band\b)/).flatMap((part) => {
    const begin = at + part.length - part.trimStart().length
    at += part.length
    const own = part.trim()
    const isReaction = own.length > 1 && /\p{L}{2}/u.test(own) && own !== 'and'
    return isReaction ? [{ begin, end: begin + own.length }] : []
  })
}

function draftOf(text: string, allergy: FoundAllergy): Draft {
  const { begin, end, drug, reactions } = allergy
  const to = Math.max(end, ...reactions.map((each) => each.end))
  return {
    type: 'allergy',
    begin,
    end,
    from: begin,
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
