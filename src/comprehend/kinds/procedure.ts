import type { Assertion } from '../../clinical/assertions.ts'
import type { Sentence } from '../../clinical/sections.ts'
import type { Entity, LinkResultItem } from '../../contract.ts'
import { PhraseMatcher } from '../../language/phrase-matcher.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { nameKey } from '../../ontologies/medication/words.ts'
import { type NoteText, type PlainWords, wordAt, wordsOf } from '../note-text.ts'
import { type Found, type Stage, sentencesFor } from '../task.ts'
import type { AskLinker, Draft } from './draft.ts'
import type { Place } from './test-values.ts'

type Procedure = Entity<'icd-10-cm', 'procedure'>
type Status = Procedure['status']

/** Below data/: what notes call procedures, with the names that are linked. */
const NAME_TABLE = 'snomed/note-procedures.tsv'
/** Below data/: words that have their name from the procedure right before them. */
const THING_TABLE = 'snomed/procedure-things.tsv'
/** Steps that finding takes, for each character. */
const STEPS_A_CHARACTER = 50
/** In letters: a name that is as short is one in capitals only. */
const SHORT = 3

interface FoundProcedure extends Place {
  /** The name that is linked. */
  readonly reads: string
  readonly sentence: Sentence
  /** Its status by the next word: "craniotomy site". */
  readonly says?: Status
}

const SIDE = /(?:^|[\s(])((?:left|right|bilateral|lt|rt|l|r|b\/l)\.?)\s$/i
const TIME =
  /^[\s,:(–—-]*(?:(?:in|on|at|since|done)\s)?((?:19|20)\d{2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?\s?(?:\d{2,4}|'\d{2})?|\d+\s?(?:yrs?|years?|mo|mths?|months?|wks?|weeks?|d|days?)\s(?:ago|back)|'\d{2}|today|yesterday|last (?:year|month|week))(?![\p{L}\p{N}])/iu
const REFUSED_BEFORE =
  /\b(?:refus\w+|declin\w+|not willing for|unwilling for|not agreeable to|against)\s(?:\w+\s){0,4}$/i
const REFUSED_AFTER =
  /^[^.;\n]{0,30}?\b(?:refus\w+|declin\w+|not willing|unwilling)\b(?=\s*(?:[.,;:)–—-]|$|\n|(?:it|this|that|by|now|today|at|for|again|despite|due|because|d\/t|and)\b))/i
const NOT_BEFORE =
  /\b(?:no|not|without|never had|nil|no need (?:for|of)|avoid|not for|no indication for|defer)\s(?:prior |previous |need for |h\/o |history of |further )?(?:\w+\s){0,1}$/i
const NOT_AFTER =
  /^[\s,:–—-]*(?:is|was|were)?\s*(?:not (?:done|needed|required|indicated|performed|available|advised|planned)|deferred(?! (?:to|till|until))|cancelled|canceled|avoided|n(?:il|o|one)(?=\s*(?:[.,;)]|$)))\b/i
const PAST_BEFORE =
  /(?:\b(?:s\/p|sp|status post|post|prior|previous|prev|old|h\/o|hx(?: of)?|history of|underwent|had|has had|after|previously|psh|pshx|known)[:\s]|\bs\/p)\s?(?:[\w/'-]+\s){0,3}$/i
const PLANNED_BEFORE =
  /\b(?:plan(?:ned)?(?: for)?|consider|schedule[d]?(?: for)?|for|to get|arrange|adv(?:ised|ise)?|refer(?:red|ral)? (?:for|to)|order(?:ed)?|get|needs?|awaiting|await|will (?:need|get|do|have)|pending|request(?:ed)?|recs?|recommend(?:ed|s)?|if [^.;\n]{0,30}|repeat|due for|offer(?:ed)?|pre|before|listed for|book(?:ed)?|to do|check|obtain|prior to|candidate for|discuss(?:ed)?|postpone|consent(?:ed)? for|proceed with|needs|would|may need|f\/u|recheck|schedule)[:\s]\s?(?:[\w/'&,+.-]+\s){0,5}$/i
const PLANNED_AFTER =
  /^[^.;\n]{0,25}?\b(?:planned|deferred (?:to|till|until)|scheduled|to be done|advised|adv|pending|ordered|tomorrow|next (?:week|month|visit)|awaited|booked|if |requested|discussed|offered|later|recommended|on (?:mon|tues?|wed|thurs?|fri|sat|sun)\w*|in am|today\?|mon|tues?|wed|thu(?:rs?)?|fri|d\d{1,2}|pod ?\d{1,2}|in \d{1,2} ?(?:d|days?|w|wks?|weeks?|m|mo|months?)|at \d{1,2} ?(?:w|wks?|weeks?)|before (?:discharge|d\/c)|once |when |after (?:results|review|stabili[sz]ation))\b/i
/** Verbs of a plan that hold even if a colon follows the procedure: "recommends chemotherapy: four cycles". */
const INTENDED_BEFORE =
  /\b(?:recommend(?:s|ed|ing)?|advis(?:e|es|ed)|consider(?:ing)?|plan(?:s|ned|ning)? (?:for|to)|schedul(?:e|ed|ing)(?: for)?|offer(?:s|ed)?|await(?:s|ing)?|wait(?:ing)?(?: list)? for|listed for|booked for|posted for|candidate for|benefit from|refer(?:red)? for|will (?:need|undergo|have|require|do|get)|needs?|requires?|suggest(?:s|ed)?|to undergo|for possible|if (?:fails|worse|no better|persistent))\s(?:[\w/'&,+-]+\s){0,3}$/i
/** Earlier pregnancies: "G2 SAB + D&C". */
const PREGNANCY = /\bG\d\b/
/** The next step of a plan; not of what happened. */
const NEXT_STEP = /\b(?:then|followed by)\s(?:[\w/×-]+\s){0,5}$/i
const HAPPENED = /\b(?:had|has|was|were|underwent|got|received|did|after)\b/i
const DONE_AFTER =
  /^[\s,]*(?:[:=–—-]|was|is|shows?|showed|revealed|nl|normal|nad|neg|negative|ruled out|excluded|done|today|with|wnl|performed|placed|unremarkable|no\s)/i
/** Sections that say when a procedure is. */
const OF_SECTION: Readonly<Partial<Record<NonNullable<Sentence['section']>, Status>>> = {
  obstetric: 'past',
  plan: 'planned',
  advice: 'planned',
  assessment: 'planned',
  surgical: 'past',
  past: 'past',
  history: 'past',
  family: 'family',
}
const CERTAINTY = 0.85
/** Before "surgery", a place of doctors: "rang the surgery". */
const AT_PRACTICE =
  /\b(?:attend(?:ed|s|ing)?|call(?:ed)?|contact(?:ed)?|phon(?:ed?|ing)|r[ai]ng|seen (?:at|in)|visit(?:ed|s)?)\s(?:the |gp |gp's |our |your )*$/i
const PRACTICE = /^surgery$/i
/** The head of a letter: "The Surgery". */
const HEADED = /(?:^|\n)the $/i

const procedureNames = lazily(() => {
  const names = new PhraseMatcher<string>()
  for (const [name, reads] of readTable(NAME_TABLE, ['name', 'reads']))
    names.set(nameKey(name!).split(' '), reads!)
  return names
})

const things = lazily(() => new Map(readTable(THING_TABLE, ['word', 'says']) as [string, string][]))

/** "Dialysis diet", "craniotomy site", "surgery consent": what the word right behind a procedure says of it. */
function thingBehind(text: string, { words, forms }: PlainWords, at: number): string | undefined {
  const gap = at < words.length ? text.slice(words[at - 1]!.end, words[at]!.start) : ''
  return gap === ' ' ? things().get(forms[at]!) : undefined
}

/** True for the doctors' surgery: "seen at surgery". */
function isPractice(text: string, { begin, end }: Place): boolean {
  if (!PRACTICE.test(text.slice(begin, end))) return false
  const before = text.slice(Math.max(0, begin - 30), begin)
  return HEADED.test(before) || AT_PRACTICE.test(before)
}

/**
 * Stage 6. Finds procedures by their names, with their status. If none are asked for: those of sentences with problems.
 *
 * Adds drafts. Costs {@link STEPS_A_CHARACTER}; linear.
 */
export const findProcedures: Stage<Found, Found> = (found, { tools, work }) => {
  work.add(STEPS_A_CHARACTER * found.note.text.length)
  const sentences = sentencesFor('procedure', lengthAt, found, tools)
  return { ...found, drafts: [...found.drafts, ...proceduresOf(found.note, sentences)] }
}

/** The procedures of sentences of a note in order of place. */
function proceduresOf(note: NoteText, sentences: readonly Sentence[]): Draft[] {
  const { text, words } = note
  const plain = note.plainWords()
  const found = sentences.flatMap((sentence) => {
    // "EKG: sinus rhythm" has the procedure for a heading.
    return proceduresIn(
      text,
      plain,
      words[sentence.from]!.start,
      words[sentence.to - 1]!.end,
      sentence,
    )
  })
  return found.map((procedure): Draft => {
    const { begin, end } = procedure
    const link = (ask: AskLinker) => {
      const said = note.statements(wordsOf(words, begin, end))
      return [linked(text, procedure, statusOf(text, procedure, said), ask)]
    }
    return { type: 'procedure', begin, end, from: begin, to: end, isNamed: true, link }
  })
}

function lengthAt(forms: readonly string[], at: number): number {
  return (procedureNames().startingAt(forms, at).at(-1)?.to ?? at) - at
}

function proceduresIn(
  text: string,
  plain: PlainWords,
  begin: number,
  end: number,
  sentence: Sentence,
): FoundProcedure[] {
  const { words, forms } = plain
  const found: FoundProcedure[] = []
  const last = wordAt(words, end)
  for (let at = wordAt(words, begin); at < last; ) {
    const match = procedureNames()
      .startingAt(forms, at)
      .findLast(({ to }) => to <= last)
    const place = match && { begin: words[at]!.start, end: words[match.to - 1]!.end }
    if (place === undefined || !isName(text, place)) {
      at++
      continue
    }
    at = match!.to
    const says = thingBehind(text, plain, at)
    if (says === 'name' || isPractice(text, place)) continue
    found.push({
      ...{ ...place, reads: match!.value, sentence },
      ...(says !== undefined && { says: says as Status }),
    })
  }
  return found
}

/** True if a short name is in capitals, and no line end is within a name. */
function isName(text: string, { begin, end }: Place): boolean {
  const written = text.slice(begin, end)
  if (written.includes('\n') || /[.;:]\s/.test(written)) return false
  return written.length > SHORT || /^[\p{Lu}\d&+/ .-]+$/u.test(written)
}

function statusOf(
  text: string,
  { begin, end, sentence, says }: FoundProcedure,
  said: readonly Assertion[],
): Status {
  const contexts = new Set(said.map(({ context }) => context))
  const before = text
    .slice(Math.max(0, begin - 60), begin)
    .replace(/^[\s\S]*(?:[;\n]|\.(?=\s))/, '')
  const after = text.slice(end, end + 45)
  const bySection = sentence.section && OF_SECTION[sentence.section]
  const isDated = TIME.test(after)
  if (contexts.has('family')) return 'family'
  if (/\bon\s$/i.test(before)) return bySection === 'past' ? 'past' : 'done'
  if (REFUSED_BEFORE.test(before) || REFUSED_AFTER.test(after)) return 'refused'
  if (NOT_BEFORE.test(before) || NOT_AFTER.test(after)) return 'negated'
  if (PAST_BEFORE.test(before) && !/\b(?:pre|before)\s$/i.test(before)) return 'past'
  if (isDated && bySection === 'planned') return 'planned'
  if (isDated && /^[^:]{0,14}:/.test(after)) return 'done'
  if (isDated && !/today/i.test(TIME.exec(after)![1]!)) return 'past'
  if (says !== undefined) return says
  if (PLANNED_AFTER.test(after)) return 'planned'
  if (INTENDED_BEFORE.test(before)) return 'planned'
  if (DONE_AFTER.test(after)) return bySection === 'past' ? 'past' : 'done'
  if (PLANNED_BEFORE.test(before) || contexts.has('planned')) return 'planned'
  if (contexts.has('absent')) return 'negated'
  if (PREGNANCY.test(before)) return 'past'
  if (NEXT_STEP.test(before) && !HAPPENED.test(before)) return 'planned'
  if (bySection !== undefined) return bySection
  return contexts.has('past') ? 'past' : 'done'
}

function linked(
  text: string,
  { begin, end, reads }: FoundProcedure,
  status: Status,
  ask: AskLinker,
): Procedure {
  const side = SIDE.exec(text.slice(Math.max(0, begin - 12), begin))?.[1]
  const time = TIME.exec(text.slice(end, end + 40))
  const sideAt = side === undefined ? 0 : text.lastIndexOf(side, begin - 1)
  const timeAt = time === null ? 0 : end + time[0].lastIndexOf(time[1]!)
  const attributes = [
    ...(side === undefined
      ? []
      : [{ type: 'DIRECTION' as const, begin: sideAt, end: sideAt + side.length }]),
    ...(time === null
      ? []
      : [{ type: 'TIME_EXPRESSION' as const, begin: timeAt, end: timeAt + time[1]!.length }]),
  ].map(({ type, ...at }) => ({
    ...{ type, text: text.slice(at.begin, at.end), begin_offset: at.begin, end_offset: at.end },
  }))
  return {
    ...{ type: 'procedure', text: text.slice(begin, end), begin_offset: begin, end_offset: end },
    ...{ score: CERTAINTY, status, attributes },
    results: ask(reads).results as LinkResultItem<'snomed'>[],
  }
}
