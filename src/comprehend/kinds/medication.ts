import type { Assertion } from '../../clinical/assertions.ts'
import type { Span } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import type { Sentence } from '../../clinical/sections.ts'
import type { Entity, LinkResultItem } from '../../contract.ts'
import type { MentionResolver } from '../../ontologies/ontology.ts'
import { assertionsOf, type NoteText, wordsOf } from '../note-text.ts'
import { drugsBesideList, isGivenInstead } from './allergy-lists.ts'
import {
  type AllergyStatus,
  allergyStatusOf,
  allergyTurns,
  type FoundTurn,
  isNearAllergy,
} from './allergy-turns.ts'
import type { AskLinker, Draft } from './draft.ts'
import { cuePhrases, type DrugStatus, type VerbStatus } from './drug-cues.ts'
import { type DrugMention, drugsIn } from './drug-mentions.ts'
import { isForbidden, isReactedTo } from './drug-reactions.ts'
import {
  begins,
  conditionAfter,
  exceptedVerb,
  IF,
  isInBracket,
  isLabelLine,
  lasting,
  statusOf,
} from './drug-status.ts'
import { NO_REACTION, statusOfLabel, verbStatuses } from './drug-verbs.ts'

type Medication = Entity<'icd-10-cm', 'medication'>
type AttributeType = Medication['attributes'][number]['type']
type Row = LinkResultItem<'medication'>

/** A drug in a note. */
export interface FoundDrug extends DrugMention {
  readonly status: DrugStatus
  readonly sentence: Sentence
  readonly verb: VerbStatus | undefined
  /** The allergy to it that the text states; undefined for a drug that is taken, or is none of the patient's. */
  readonly allergy: AllergyStatus | undefined
  /** True if the text speaks of a medication, too: not in "tolerates cephalosporins". */
  readonly isMedication: boolean
}

const ATTRIBUTES: ReadonlyMap<string, AttributeType> = new Map([
  ['strength', 'STRENGTH'],
  ['form', 'FORM'],
  ['route', 'ROUTE_OR_MODE'],
  ['dose', 'DOSAGE'],
  ['frequency', 'FREQUENCY'],
  ['duration', 'DURATION'],
])
/** Sections that list drugs. */
const LISTS: ReadonlySet<string | undefined> = new Set([
  'medication',
  'plan',
  'advice',
  'allergies',
])
/** Sections that list nothing else. */
const LISTS_ONLY_DRUGS: ReadonlySet<string | undefined> = new Set(['medication', 'allergies'])
/** How sure it is that a name is a drug's: one of the index, a class, and one that only its dose tells. */
const CERTAINTY = { known: 0.95, unknown: 0.7 } as const
const PLUS = ' + '

/** The drugs of a note in order of place, each with its status. */
export function drugsOf(
  note: NoteText,
  finder: Pick<MentionResolver, 'partsOf' | 'nameAt'>,
): FoundDrug[] {
  const { text, words } = note
  const lists = listStatuses(note)
  const placed = joinedSentences(note).flatMap(({ sentence, i }) => {
    const isList = LISTS.has(sentence.section)
    const first = sentence.heading?.to ?? sentence.from
    if (first >= sentence.to) return []
    const begin = words[first]!.start
    const { end } = words[sentence.to - 1]!
    const drugs = drugsIn(text, begin, end, finder, isList).filter(
      (drug) => !drug.isWeak || !isCue(note, drug),
    )
    const span = { from: first, to: sentence.to }
    const places = drugs.map((drug) => ({
      ...wordsOf(words, drug.from, drug.to),
      name: wordsOf(words, drug.begin, drug.end),
      hasTimes: drug.parts.some(({ kind }) => kind === 'frequency'),
    }))
    const conditions = drugs.map((drug, k) => conditionAfter(text, drug, drugs[k + 1]?.from ?? end))
    let isGiven = false
    const verbs = verbStatuses(
      ...([note, span, places] as const),
      conditions.flatMap((each) => (each ? [wordsOf(words, each.begin, each.end)] : [])),
    ).map((verb, k) => {
      isGiven = isGivenAfter(note, verb, places[k]!.name, drugs[k]!, isGiven)
      return isGiven || isInBracket(note, verb, drugs[k]!)
        ? undefined
        : exceptedVerb(note, drugs[k]!, withRoute(text, drugs[k]!, verb))
    })
    return drugs.flatMap((drug, k) => {
      const isOfDrugs =
        verbs[k]?.isOfDrugs === true ||
        (LISTS_ONLY_DRUGS.has(sentence.section) && drug.end - drug.begin > 2)
      const isShown = !drug.isWeak || isOfDrugs
      return isShown
        ? [
            {
              drug,
              sentence,
              isConditioned: conditions.slice(0, k + 1).some((each) => each !== undefined),
              verb: verbs[k],
              name: places[k]!.name,
              heading: note.headings[i]!,
              list:
                lists[i] === 'new' && !isDosed(drug)
                  ? undefined
                  : (lists[i] ?? courseStatus(drug, sentence)),
            },
          ]
        : []
    })
  })
  const said = assertionsOf(
    note,
    placed.map(({ name }) => name),
  ).map((each, i) => each.filter((one) => isAboutDrug(one, placed[i]!.isConditioned)))
  const ofStatement = assertionsOf(note, placed.map(statementOf))
  const turns = allergyTurns(note, placed)
  const isListed = listedAllergies(note, placed)
  const isReacted = placed.map((each) => !isDosed(each.drug) && isReactedToIn(note, each))
  const isOfAllergy = placed.map(
    (each, i) =>
      (isListed[i]! && !isGivenInstead(each)) ||
      (isAboutAllergy(each) && !isOfGerm(note, each)) ||
      isReacted[i]!,
  )
  const isBeside = drugsBesideList(note, placed, isReacted)
  return placed.map(({ drug, sentence, verb, heading, list }, i): FoundDrug => {
    if (isOfGerm(note, placed[i]!))
      return { ...drug, sentence, verb, status: 'negated', allergy: undefined, isMedication: false }
    const isTaken = isUse(turns[i]) && (isDosed(drug) || isInUse(verb, sentence))
    const isApart =
      isBeside[i]! ||
      (isTaken && sentence.section === 'allergies') ||
      isBegunToStay(drug, verb, sentence)
    const section = isApart ? undefined : sentence.section
    const isPast = section !== undefined || said[i]!.some(({ context }) => context === 'past')
    const told = statusOf(verb, said[i]!, section, heading, list)
    const ofUse = lasting(note, drug, verb, told, isPast)
    const allergy = allergyStatusOf({
      isOfAllergy: !isTaken && isOfAllergy[i]! && (!isApart || verb?.status === 'allergy'),
      isNearAllergy: !isTaken && isNearAllergy(note, placed, isOfAllergy, i),
      turn: isTaken ? undefined : turns[i],
      isDenied: verb?.status === 'allergy' && NO_REACTION.test(verb.phrase),
      said: [...said[i]!, ...ofStatement[i]!].filter(({ context }) => {
        return context !== 'absent' || !isReason(note, placed[i]!, isReacted[i]!)
      }),
    })
    const isMedication = isOfMedication(allergy, turns[i], verb)
    const status = allergy === undefined || isUse(turns[i]) ? ofUse : AS_MEDICATION[allergy]
    const own = allergy === 'unstated' ? undefined : allergy
    return { ...drug, sentence, verb, status, allergy: own, isMedication }
  })
}

/** A drug in its sentence with the verb about it. */
interface PlacedMention {
  readonly sentence: Sentence
  readonly verb: VerbStatus | undefined
  /** Words of its name. */
  readonly name: Span
}

/** A dose of a schedule or of refills that looks like a denial: "20 U - 0 - 14 U", "RF 0". */
const ZERO = /^(?:0|zero)$/

/** True for a statement that is about a drug, not about its doses and conditions. */
function isAboutDrug({ context, because }: Assertion, isConditioned: boolean): boolean {
  if (context === 'absent') return !ZERO.test(because)
  return context !== 'planned' || !isConditioned || !IF.test(because)
}

/** Verbs of a change, which one drug may have by itself: "switch IV pantoprazole to PO". */
const CHANGES = /^(?:change|switch|convert|swap|transition)(?:d|ed|ped)?$/
const TO_ROUTE =
  /^\s(?:from\s\S+\s)?to\s(?:po|p\.o|oral|orally|iv|im|sc|s\/c|subcut\w*|ng|peg|pr|sl|inhaled|tab\w*|caps?|capsules?|liquid|syrup|susp\w*|patch|nocte|night|bedtime|mane|morning|evening|od|bd|tds|tid|qid|once|twice|prn|regular|\d)/i

/** The verb of a drug, which is taken still where its route or time alone is changed. */
function withRoute(
  text: string,
  { to }: DrugMention,
  verb: VerbStatus | undefined,
): VerbStatus | undefined {
  const isChanged = verb !== undefined && CHANGES.test(verb.phrase) && TO_ROUTE.test(text.slice(to))
  return isChanged ? { ...verb, status: 'current' } : verb
}

/** Between a drug and what was given against the reaction to it, and words of what is no such event. */
const GIVEN_AFTER = /[,;→]|[-=]>|\s[-–—]\s/
const LASTING = /\b(?:allergic|allergy|allergies|intoleran\w*|sensitiv\w*) (?:to|of)$/

/**
 * True for a remedy behind what is reacted to: "anaphylaxis after cefuroxime, adrenaline 0.5 mg", and the next ones.
 *
 * @param isNext true if the drug before it is such a remedy
 */
function isGivenAfter(
  { text, words, chart: { tokens } }: NoteText,
  verb: VerbStatus | undefined,
  name: Span,
  drug: DrugMention,
  isNext: boolean,
): boolean {
  if (verb?.status !== 'allergy' || verb.place !== 'before' || LASTING.test(verb.phrase))
    return false
  if (!isDosed(drug) && !isNext) return false
  const isRemedy = tokens.slice(name.from, name.to).some((token) => isRole(token, 'remedy'))
  return isRemedy && GIVEN_AFTER.test(text.slice(words[verb.words.to - 1]!.end, drug.begin))
}

/** Statuses of a medication to which there is an allergy. */
const AS_MEDICATION = {
  ...{ present: 'allergy', doubtful: 'allergy', negated: 'negated', family: 'family' },
  unstated: 'negated',
} as const satisfies Record<AllergyStatus | 'unstated', DrugStatus>

/** Words of a drug's name with those of the allergy: "allergic to penicillin". */
function statementOf({ name, verb }: PlacedMention): Span {
  if (verb?.status !== 'allergy') return name
  const { from, to } = verb.words
  return { from: Math.min(from, name.from), to: Math.max(to, name.to) }
}

function isAboutAllergy({ sentence, verb }: PlacedMention): boolean {
  return sentence.section === 'allergies' || verb?.status === 'allergy'
}

/** A sign between a drug and the allergy that is the reason to avoid it. */
const REASON_REACH = 16
const REASON = /^\s?[-–—:(,=]/

/** True if an allergy is why a drug is not given: "no NSAIDs - allergic". */
function isReason(
  { text }: NoteText,
  { verb, drug }: PlacedMention & { drug: DrugMention },
  isReacted: boolean,
): boolean {
  const before = text.slice(Math.max(0, drug.begin - REASON_REACH), drug.begin)
  if (isReacted && isForbidden(before)) return true
  const isAfter = verb?.status === 'allergy' && verb.place === 'after'
  return isAfter && !NO_REACTION.test(verb.phrase) && REASON.test(text.slice(drug.end))
}

/** Begins a list of allergies without a colon: "Allergies Penicillins: hives. Codeine: nausea." */
const OPENS_ALLERGIES = /^allerg(?:y|ies)$/

/** "All: PCN", but not "ALL: methotrexate", the leukaemia. */
function isAllShort({ text, words, chart: { tokens } }: NoteText, from: number, name: Span) {
  if (tokens[from] !== 'all' || name.from !== from + 1) return false
  const { start, end } = words[from]!
  if (!text.startsWith(':', end)) return false
  return text.slice(start, end) === 'All' || isRole(tokens[name.from]!, 'allergen')
}

/** True for each drug of a list that "Allergies" begins and whose sentences each begin with a drug. */
function listedAllergies(note: NoteText, placed: readonly PlacedMention[]): readonly boolean[] {
  const { tokens, gaps } = note.chart
  let last: Sentence | undefined
  return placed.map(({ name, sentence: { from, to, heading }, sentence }) => {
    const isOpened =
      (OPENS_ALLERGIES.test(tokens[from]!) && name.from === from + 1) ||
      isAllShort(note, from, name)
    const isNext = last?.to === from && name.from === from && gaps.blanks[from] !== 1
    const isListed = last === sentence || (heading === undefined && (isOpened || isNext))
    last = isListed && to > from ? sentence : undefined
    return isListed
  })
}

function isReactedToIn(
  { text, words }: NoteText,
  { drug: { begin, end }, sentence: { from, to, section } }: PlacedMention & { drug: DrugMention },
): boolean {
  const place = { from: words[from]!.start, to: words[to]?.start ?? text.length }
  return isReactedTo(text, { begin, end, section, ...place })
}

/** Words for germs and cultures, which are sensitive to drugs, too. */
const GERM =
  /\b(?:cultures?|c\/s|c&s|isolates?d?|organisms?|grew|grown|growth|strains?|swab|resistan(?:t|ce)|esbl|mrsa|mssa|coli|staph\w*|strep\w*|\w+coccus|\w+bacter|klebsiella|pseudomonas|proteus|salmonella|candida)\b/i

/** True if a germ is sensitive to a drug, and not the patient: "E. coli sensitive to trimethoprim". */
function isOfGerm(
  { text, words }: NoteText,
  { verb, sentence: { from, to, heading } }: PlacedMention,
): boolean {
  if (verb === undefined || !/\bsensitiv/.test(verb.phrase)) return false
  return GERM.test(text.slice(words[heading?.from ?? from]!.start, words[to - 1]!.end))
}

/** True for what is tolerated: the words around it may say that it is taken. */
function isUse(turn: FoundTurn | undefined): boolean {
  return turn?.turn === 'tolerated'
}

/** True for a drug that is taken by its verb or its section, unless the section is of allergies. */
function isInUse(verb: VerbStatus | undefined, { section }: Sentence): boolean {
  if (section === 'allergies') return false
  return LISTS.has(section) || (verb?.status === 'current' && verb.phrase !== 'has')
}

/** True if a drug of a statement about an allergy is a medication, too: "given cefazolin without reaction". */
function isOfMedication(
  allergy: AllergyStatus | 'unstated' | undefined,
  turn: FoundTurn | undefined,
  verb: VerbStatus | undefined,
): boolean {
  if (allergy === 'unstated') return false
  if (allergy !== 'negated' || !isUse(turn)) return true
  return verb !== undefined && verb.status !== 'allergy'
}

/** A form before a name, whose full stop ends no sentence: "T. Ecosprin". */
const FORM_LEAD = /^(?:t|c|tab|tabs|cap|caps|inj|syp|syr|susp|neb|oint|sach|supp)$/

/** Sentences with their numbers; those that the full stop of a form parts are one. */
function joinedSentences({
  sentences,
  chart: { tokens },
}: NoteText): { sentence: Sentence; i: number }[] {
  const joined: { sentence: Sentence; i: number }[] = []
  for (const [i, sentence] of sentences.entries()) {
    const last = joined.at(-1)
    const isCut = sentence.from > 0 && FORM_LEAD.test(tokens[sentence.from - 1]!)
    if (last !== undefined && isCut && sentence.heading === undefined)
      last.sentence = { ...last.sentence, to: sentence.to }
    else joined.push({ sentence, i })
  }
  return joined
}

/** Words that begin a prescription without a colon: "Rx Syp Augmentin". */
const OPENS_LIST = /^(?:rx|tx|adv|advice|advised)$/
/** Sections after which drugs with a dose are prescribed. */
const CONCLUDES: ReadonlySet<string | undefined> = new Set(['assessment', 'plan', 'advice'])

/** Marks of a plan without a heading: "#2 Hypokalemia", "P) Bactrim". */
const OPENS_PLAN = /^[^\S\n]*(?:#|p[).:-])/i
/** End of a label, whose list begins in the next line. */
const ENDS_LABEL = /^\s*:[^\S\n]*\n/

/** Titles of reports of what was done: an operation, a stay in hospital. */
const REPORTS =
  /\b(?:discharge (?:summary|card|note)|(?:operative|operation|op|procedure|delivery|anaesthesia|anesthesia) (?:note|notes|report|record)|d[/.]?o[/.]?[ad]|date of (?:admission|discharge|surgery|operation)|transfer summary|ed course)\b/i
/** Words of a plan for an operation that is still to come. */
const BEFORE_OPERATION =
  /\b(?:(?:dental|medical|cardiac|pre-?op|anaesthetic|anesthesia|surgical) clearance|fit for surgery|pre-?op(?:erative)? (?:visit|clinic|evaluation|assessment|instructions)|posted for|scheduled for (?:surgery|or|theatre)|npo (?:after|from|p) |nbm from|consent(?:ed)? for|listed for)/i
/** Characters at the begin of a note that may be its title. */
const LONGEST_TITLE = 200
/** Sections of such a report that tell what was given. */
const TOLD: ReadonlySet<string | undefined> = new Set([
  ...[undefined, 'diagnosis', 'reason', 'procedure', 'course', 'investigations', 'complaint'],
])

/** The status of the drugs of a list, by sentence: those after "Rx", and those with a dose after the conclusion of a note. */
function listStatuses(note: NoteText): (DrugStatus | undefined)[] {
  const {
    text,
    words,
    sentences,
    chart: { tokens, gaps },
  } = note
  let isOpened = false
  let isConcluded = false
  let label: DrugStatus | undefined
  const isBefore = BEFORE_OPERATION.test(text)
  const isReport = REPORTS.test(text.slice(0, LONGEST_TITLE))
  return sentences.map((sentence) => {
    const { from, to, section, heading } = sentence
    const isParted = heading !== undefined || gaps.blanks[from] === 1
    if (isParted) {
      isOpened = false
      label = undefined
    }
    isOpened ||= OPENS_LIST.test(tokens[from]!)
    const lead = text.slice(from === 0 ? 0 : words[from - 1]!.end, words[from]!.end + 1)
    const isPlan = OPENS_PLAN.test(lead.slice(lead.lastIndexOf('\n') + 1))
    isConcluded ||= isPlan || CONCLUDES.has(section)
    const { end } = words[to - 1]!
    const isLabel = ENDS_LABEL.test(text.slice(end, words[to]?.start))
    // A label at the end of a text has no list.
    if (to < words.length && (isLabel || isLabelLine(note, sentence)))
      label = statusOfLabel(note, { from: heading?.to ?? from, to })
    if (label !== undefined) return label
    if (section === 'plan' && isBefore) return 'planned'
    if (isOpened || (isConcluded && section === undefined)) return 'new'
    return isReport && !isConcluded && TOLD.has(section) ? 'past' : undefined
  })
}

/** True if a name that may mean something else is a cue of a status: "pause". */
function isCue({ words, chart: { tokens } }: NoteText, { begin, end }: DrugMention): boolean {
  const { from, to } = wordsOf(words, begin, end)
  return cuePhrases().get(tokens.slice(from, to)) !== undefined
}

/** A drug with a duration and no other word about it is prescribed: "Tab Pan 40 OD x 2 wk". */
function courseStatus({ parts }: DrugMention, { section }: Sentence): DrugStatus | undefined {
  return section === undefined && parts.some(({ kind }) => kind === 'duration') ? 'new' : undefined
}

/** Parts of a drug that is over by the end of a stay: an injection, one dose, a course. */
const IS_BRIEF = /^(?:iv|im|sc|intravenous|stat|once|x1)/i

/** True if a stay in hospital began a drug that has a dose for every day: "was started on apixaban 5 mg BID". */
function isBegunToStay(
  { parts }: DrugMention,
  verb: VerbStatus | undefined,
  { section }: Sentence,
): boolean {
  if (section !== 'course' || !begins(verb)) return false
  const isBrief = parts.some(({ kind, value }) => kind === 'duration' || IS_BRIEF.test(value))
  return !isBrief && parts.some(({ kind }) => kind === 'frequency')
}

function isDosed({ parts }: DrugMention): boolean {
  return parts.length > 0
}

/** A drug as a medication to be linked. */
export function medicationOf(text: string, drug: FoundDrug): Draft {
  const { begin, end, from, to } = drug
  return {
    ...{ type: 'medication', begin, end, from, to, isNamed: drug.isKnown },
    link: (ask) => [linked(text, drug, ask)],
  }
}

function linked(text: string, drug: FoundDrug, ask: AskLinker): Medication {
  const { begin, end, parts, status, isKnown } = drug
  const attributes = parts.flatMap(({ kind, start, end }) => {
    const type = ATTRIBUTES.get(kind)
    if (type === undefined) return []
    return [{ type, text: text.slice(start, end), begin_offset: start, end_offset: end }]
  })
  const saidOf = (type: AttributeType) => {
    const own = attributes.filter((each) => each.type === type)
    return own.length === 0 ? null : own.map((each) => each.text).join(' ')
  }
  const results = rowsOf(drug.written, ask)
  return {
    ...{ type: 'medication', text: text.slice(begin, end), begin_offset: begin, end_offset: end },
    ...{ score: isKnown ? CERTAINTY.known : CERTAINTY.unknown, status },
    ingredients: ingredientsOf(drug, results, ask),
    ...{ strength: saidOf('STRENGTH'), form: saidOf('FORM'), route: saidOf('ROUTE_OR_MODE') },
    ...{ dose: saidOf('DOSAGE'), frequency: saidOf('FREQUENCY'), duration: saidOf('DURATION') },
    ...{ attributes, results },
  }
}

/** Candidates of a drug. */
export function rowsOf(
  written: string,
  ask: AskLinker,
  granularity: 'product' | 'ingredient' = 'product',
): Row[] {
  return ask(written, { granularity }).results as Row[]
}

/** The ingredients with their codes, if the text or the linked product leaves no doubt. */
export function ingredientsOf(
  { written, isKnown }: FoundDrug,
  [first]: readonly Row[],
  ask: AskLinker,
): Medication['ingredients'] {
  if (!isKnown || first === undefined) return []
  const { certain } = first.metadata
  if (certain !== undefined) return certain.ingredients
  const [own] = ask(written, { granularity: 'ingredient' }).results as Row[]
  if (own?.metadata.certain !== undefined) return own.metadata.certain.ingredients
  if (!first.is_linked) return []
  const { generic_name } = first.metadata
  return (generic_name ?? '')
    .split(PLUS)
    .filter((name) => name !== '')
    .map((name) => ({ name, id: null }))
}
