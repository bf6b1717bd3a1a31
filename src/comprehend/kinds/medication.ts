import type { Sentence } from '../../clinical/sections.ts'
import type { Entity, LinkResultItem } from '../../contract.ts'
import type { MentionResolver } from '../../ontologies/ontology.ts'
import { assertionsOf, type NoteText, wordsOf } from '../note-text.ts'
import type { AskLinker, Draft } from './draft.ts'
import { type DrugMention, drugsIn } from './drug-mentions.ts'
import {
  type DrugStatus,
  leavesAllergies,
  statusOf,
  type VerbStatus,
  verbStatuses,
} from './drug-status.ts'

type Medication = Entity<'icd-10-cm', 'medication'>
type AttributeType = Medication['attributes'][number]['type']
type Row = LinkResultItem<'medication'>

/** A drug in a note. */
export interface FoundDrug extends DrugMention {
  readonly status: DrugStatus
  readonly sentence: Sentence
  readonly verb: VerbStatus | undefined
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
    const drugs = drugsIn(text, begin, end, finder, isList)
    const span = { from: first, to: sentence.to }
    const places = drugs.map((drug) => ({
      ...wordsOf(words, drug.from, drug.to),
      name: wordsOf(words, drug.begin, drug.end),
    }))
    const verbs = verbStatuses(note, span, places)
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
              verb: verbs[k],
              name: places[k]!.name,
              heading: note.headings[i]!,
              list: isDosed(drug) ? lists[i] : undefined,
            },
          ]
        : []
    })
  })
  const said = assertionsOf(
    note,
    placed.map(({ name }) => name),
  )
  // True from the first drug of a section of allergies that is taken, for those after it: "Stopped aspirin".
  let isLeft = false
  return placed.map(({ drug, sentence, verb, heading, list }, i) => {
    const isNext = sentence.heading !== undefined || sentence.section !== 'allergies'
    isLeft = !isNext && (isLeft || leavesAllergies(verb, sentence))
    const section = isLeft ? undefined : sentence.section
    return { ...drug, sentence, verb, status: statusOf(verb, said[i]!, section, heading, list) }
  })
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

/** The status of the drugs of a list, by sentence: those after "Rx", and those with a dose after the conclusion of a note. */
function listStatuses({
  sentences,
  chart: { tokens, gaps },
}: NoteText): (DrugStatus | undefined)[] {
  let isOpened = false
  let isConcluded = false
  return sentences.map(({ from, section, heading }) => {
    if (heading !== undefined || gaps.blanks[from] === 1) isOpened = false
    isOpened ||= OPENS_LIST.test(tokens[from]!)
    isConcluded ||= CONCLUDES.has(section)
    return isOpened || (isConcluded && section === undefined) ? 'new' : undefined
  })
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
