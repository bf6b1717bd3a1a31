import type { Word } from '../text/analyze.ts'
import { contextPhrases, isRole, type TerminatorKind } from './context-phrases.ts'
import { BLANK_LINE } from './gaps.ts'
import { isHeadingOf, type SectionKind, saidBySection } from './sections.ts'
import type { Sentence } from './sentence.ts'

/** Beginnings of sentences that are no longer about past, family or the like. */
const TURNS: ReadonlySet<TerminatorKind> = new Set(['turn', 'now'])
/** The parts of a chart that need no colon to end one of these. */
const FOUND_NOW: ReadonlySet<SectionKind> = new Set(['vitals', 'examination', 'investigations'])
/** In UTF-16 units: the bullet and the number that may come before a heading in its line. */
const INDENT = 12

const LINE_START = /(?:^|[\r\n])[^\p{L}\r\n]*$/u
const ENDS_LINE = /^\s*:?[ \t]*[\r\n]/
const NUMBER = /^\d+\s?[.)]/

/** The section that a sentence is in, and how it ends. */
interface Part {
  section: SectionKind | undefined
  /** The section around a heading within a paragraph. */
  readonly outer: SectionKind | undefined
  readonly isInline: boolean
}

/**
 * The sentences, each in the section that it is still in where the section says something of all that is named in it (past,
 * family): a heading within a paragraph speaks of its own sentence, one at the start of a line up to a blank line or to what
 * was found at examination. Linear in the length of the text.
 *
 * @throws MedlinkError `data_invalid`
 */
export function endSections(
  text: string,
  words: readonly Word[],
  sentences: readonly Sentence[],
): readonly Sentence[] {
  const forms = words.map(({ form }) => form)
  let part: Part = { section: undefined, outer: undefined, isInline: false }
  return sentences.map((sentence, i) => {
    const before = sentences[i - 1]
    if (sentence.heading !== undefined || sentence.section !== before?.section) {
      part = partOf(text, words, sentence, part)
    } else if (part.section !== undefined && saidBySection(part.section) !== undefined) {
      const isFirst = before?.heading?.to === sentence.from
      if (!isFirst && isOver(text, words, forms, before, sentence, part))
        part = { ...part, section: part.isInline ? part.outer : undefined, isInline: false }
    }
    return part.section === sentence.section ? sentence : { ...sentence, section: part.section }
  })
}

function partOf(
  text: string,
  words: readonly Word[],
  { section, heading }: Sentence,
  before: Part,
): Part {
  const isTold = before.section !== undefined && saidBySection(before.section) !== undefined
  const outer = isTold ? before.outer : before.section
  if (heading === undefined) return { section, outer, isInline: false }
  const { start } = words[heading.from]!
  const { end } = words[heading.to - 1]!
  const own = text.slice(start, end)
  // Dictated reports run on in one paragraph under headings in capitals.
  const isReport = /\s/.test(own) && own === own.toUpperCase()
  const isList = ENDS_LINE.test(text.slice(end, end + INDENT))
  const isAtLineStart = LINE_START.test(text.slice(Math.max(0, start - INDENT), start))
  return { section, outer, isInline: !isAtLineStart && !isList && !isReport }
}

function isOver(
  text: string,
  words: readonly Word[],
  forms: readonly string[],
  before: Sentence | undefined,
  { from }: Sentence,
  { section, isInline }: Part,
): boolean {
  const { start, end } = words[from]!
  const gap = text.slice(words[from - 1]!.end, start)
  if (BLANK_LINE.test(gap)) return true
  if (before !== undefined && isEmpty(forms, before)) return true
  if (isInline && !NUMBER.test(text.slice(start, end + 2))) return true
  return turns(forms, from, section)
}

/** "FH: nil.": the section has no content. */
function isEmpty(forms: readonly string[], { heading, to }: Sentence): boolean {
  return heading?.to === to - 1 && isRole(forms[to - 1]!, 'answer')
}

/** True if a sentence begins with a present finding or report. */
function turns(forms: readonly string[], from: number, section: SectionKind | undefined): boolean {
  if (isRole(forms[from]!, 'measured') || isHeadingOf(forms, from, FOUND_NOW)) return true
  return contextPhrases()
    .startingAt(forms, from)
    .some(
      ({ value: { ends, rules } }) =>
        (ends !== undefined && TURNS.has(ends)) ||
        (section === 'family' && ends === 'patient') ||
        (section !== 'precautions' && rules.some(({ context }) => context === 'planned')),
    )
}
