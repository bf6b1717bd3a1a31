import type { Sentence } from '../../clinical/sections.ts'
import type { Entity, LinkResultItem } from '../../contract.ts'
import { PhraseMatcher } from '../../language/phrase-matcher.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { nameKey } from '../../ontologies/medication/words.ts'
import { type NoteText, type PlainWords, wordAt, wordsOf } from '../note-text.ts'
import { type Found, type Stage, sentencesFor } from '../task.ts'
import type { AskLinker, Draft } from './draft.ts'
import { isNoProcedure } from './procedure-senses.ts'
import {
  type PlacedProcedure,
  PROCEDURE_TIME,
  type ProcedureStatus,
  procedureStatusOf,
} from './procedure-status.ts'
import type { Place } from './test-values.ts'

type Procedure = Entity<'icd-10-cm', 'procedure'>

/** Below data/: what notes call procedures, with the names that are linked. */
const NAME_TABLE = 'snomed/note-procedures.tsv'
/** Below data/: words that have their name from the procedure right before them. */
const THING_TABLE = 'snomed/procedure-things.tsv'
/** Below data/: words for how a procedure is done, with those that the linker knows. */
const WAY_TABLE = 'snomed/procedure-ways.tsv'
/** Steps that finding takes, for each character. */
const STEPS_A_CHARACTER = 50
/** In letters: a name that is as short is one in capitals only. */
const SHORT = 3

const SIDE = /(?:^|[\s(])((?:left|right|bilateral|lt|rt|l|r|b\/l)\.?)\s$/i
const CERTAINTY = 0.85
const procedureNames = lazily(() => {
  const names = new PhraseMatcher<string>()
  for (const [name, reads] of readTable(NAME_TABLE, ['name', 'reads']))
    names.set(nameKey(name!).split(' '), reads!)
  return names
})

const things = lazily(() => new Map(readTable(THING_TABLE, ['word', 'says']) as [string, string][]))

const ways = lazily(() => new Map(readTable(WAY_TABLE, ['word', 'reads']) as [string, string][]))
/** Words of a way before a name: "robotic assisted". */
const WAY_WORDS = 3
/** "Cholecystectomy, laparoscopic". */
const BEFORE_WAY = /^(?:, ?| ?\(| [–—-] )$/
/** The way of which it was begun is not the one that it was done in. */
const CONVERTED = /^[^.;\n]{0,20}\b(?:conver(?:ted|sion) to)\b/i

/** "Lap appendectomy", "colectomy (total)": the first word of a procedure's name with its way, and the name with it. */
function withWay(
  text: string,
  { words, forms }: PlainWords,
  [first, from, to]: readonly [number, number, number],
  reads: string,
): { from: number; reads: string } {
  const said: string[] = []
  let at = from
  while (at > first && at > from - WAY_WORDS && ways().has(forms[at - 1]!)) {
    if (!/^[ -]$/.test(text.slice(words[at - 1]!.end, words[at]!.start))) break
    at--
    said.unshift(ways().get(forms[at]!)!)
  }
  const end = words[to - 1]!.end
  const way = to < words.length ? ways().get(forms[to]!) : undefined
  if (way !== undefined && BEFORE_WAY.test(text.slice(end, words[to]!.start))) said.push(way)
  if (CONVERTED.test(text.slice(end, end + 40))) return { from: at, reads }
  return { from: at, reads: [...said, reads].join(' ') }
}

/** "Dialysis diet", "craniotomy site", "surgery consent": what the word right behind a procedure says of it. */
function thingBehind(text: string, { words, forms }: PlainWords, at: number): string | undefined {
  const gap = at < words.length ? text.slice(words[at - 1]!.end, words[at]!.start) : ''
  return gap === ' ' ? things().get(forms[at]!) : undefined
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
      return [linked(text, procedure, procedureStatusOf(text, procedure, said), ask)]
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
): PlacedProcedure[] {
  const { words, forms } = plain
  const found: PlacedProcedure[] = []
  const last = wordAt(words, end)
  let first = wordAt(words, begin)
  for (let at = first; at < last; ) {
    const match = procedureNames()
      .startingAt(forms, at)
      .findLast(({ to }) => to <= last)
    const place = match && { begin: words[at]!.start, end: words[match.to - 1]!.end }
    if (place === undefined || !isName(text, place)) {
      at++
      continue
    }
    const from = at
    at = match!.to
    const says = thingBehind(text, plain, at)
    if (says === 'name' || isNoProcedure(text, plain, [from, at], sentence.section)) continue
    const way = withWay(text, plain, [first, from, at], match!.value)
    first = at
    found.push({
      ...{ begin: words[way.from]!.start, end: place.end, reads: way.reads, sentence },
      ...(says !== undefined && { says: says as ProcedureStatus }),
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

function linked(
  text: string,
  { begin, end, reads }: PlacedProcedure,
  status: ProcedureStatus,
  ask: AskLinker,
): Procedure {
  const side = SIDE.exec(text.slice(Math.max(0, begin - 12), begin))?.[1]
  const time = PROCEDURE_TIME.exec(text.slice(end, end + 40))
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
