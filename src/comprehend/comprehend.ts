import { assertionsIn } from '../clinical/assertions.ts'
import { findAttributes } from '../clinical/attributes.ts'
import { type Chart, readChart } from '../clinical/chart.ts'
import { CONTEXT, contextIn, findQualifiers } from '../clinical/qualifiers.ts'
import { readSentences } from '../clinical/sentences.ts'
import type {
  Condition,
  ConditionsResult,
  LinkResultItem,
  ParsedComprehendRequest,
} from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { Work } from '../index/work.ts'
import { type Analyzer, contentOf, type Word } from '../language/analyze.ts'
import type { Linker } from '../linker/pipeline.ts'
import { partsOf } from '../linker/split-list.ts'
import type { Exclusions, Findings, NamedOntology } from '../ontologies/ontology.ts'
import { EntityLinker, LinkMemory, refused, unproven } from './entity-linker.ts'
import { mainOf, notesOn } from './main-entity.ts'
import type { Mention, Note } from './mention.ts'
import { attributesOf, mentionsIn } from './mentions.ts'
import { unclearWordsOf } from './presence.ts'
import { partsOfWords, WORD } from './presence-words.ts'
import { CERTAINTY, SpanFinder } from './spans.ts'
import type { Stretch } from './text-words.ts'
import { type CodeSays, contextsOf, SAYS_NOTHING, traitsOf } from './traits.ts'

/** Steps that one text may take: some 150 ms. A note of 2,000 characters takes a tenth of them. */
export const MAX_TEXT_STEPS = 20_000_000
/** Steps it takes to find the words of a text, for each character. */
const STEPS_A_CHARACTER = 16
/** A text of no more content words may be one mention. */
const LONGEST_MENTION = 16

export interface ComprehenderOptions {
  readonly index: MedlinkIndex
  readonly ontology: NamedOntology
  readonly linker: Linker
  readonly analyzer: Analyzer
}

/** Below this, candidates for a word such as "lesion" have nothing to do with it. */
const LEAST_OF_WORD = 0.3
/** A candidate for two conditions is as likely as this to be meant. */
const LEAST_OF_BOTH = 0.2
/** Kinds of attributes without which a name can be found. */
const LEFT_OUT: ReadonlySet<string> = new Set(['ACUITY', 'DIRECTION', 'QUALITY'])

/** A text while it is being read. */
interface Reading {
  readonly note: Note
  readonly linker: EntityLinker
  /** The linker's own answer to the text, where it is short enough to be one mention. */
  readonly whole: readonly LinkResultItem[] | undefined
  /** True if the whole text is one mention: the linker's answer to it is a yes. */
  readonly isMention: boolean
}

/** Finds the conditions of a text and links each. Answers one request at a time. */
export class Comprehender {
  readonly #index: MedlinkIndex
  readonly #findings: Findings
  readonly #linker: Linker
  readonly #analyzer: Analyzer
  readonly #finder: SpanFinder
  readonly #memory: LinkMemory
  readonly #exclusions: Exclusions | undefined

  /** @throws TypeError for an ontology that names no conditions */
  constructor({ index, ontology, linker, analyzer }: ComprehenderOptions) {
    const { findings } = ontology
    if (findings === undefined) throw new TypeError(`${ontology.name} names no conditions`)
    this.#index = index
    this.#findings = findings
    this.#linker = linker
    this.#analyzer = analyzer
    this.#memory = new LinkMemory(index, analyzer)
    this.#exclusions = findings.exclusionsIn?.(index)
    this.#finder = new SpanFinder({
      ...{ index, findings, analyzer },
      lightWords: ontology.readLightWords(),
      phrases: linker.phrases,
    })
  }

  /** The stages, one below the other: read the text, find what it names, hear what it says of that, link, and sum up. */
  comprehend(request: ParsedComprehendRequest, requestId: string): ConditionsResult {
    const { text } = request
    const work = new Work(MAX_TEXT_STEPS)
    const note = this.#read(text, work)
    const linker = new EntityLinker({
      ...{ index: this.#index, findings: this.#findings, linker: this.#linker },
      ...{ memory: this.#memory, request, work },
    })
    const whole = wholeOf(note, linker)
    const reading = { note, linker, whole, isMention: isOneMention(note, whole) }
    const mentions = this.#mentionsIn(reading, work)
    const chart = readChart(text, note.words, note.sentences)
    const said = assertionsIn(chart, note.sentences, mentions)
    const unclear = unclearWordsOf({ ...note, chart, targets: mentions, said })
    const attributes = attributesOf(note, mentions)
    const sections = mentions.map(({ sentence }) => note.sentences[sentence]!.section)
    const inDoubt = isInDoubt(reading, mentions, chart)
    const entities = mentions.map((mention, i) => {
      const { begin, end } = placeOf(note, mention)
      const own = this.#candidatesOf(reading, mention)
      const traits = traitsOf(this.#codeOf(own[0]), sections[i], said[i]!)
      const name = textOf(note, mention)
      return {
        text: name,
        ...{ begin_offset: begin, end_offset: end, score: mention.certainty },
        ...{ traits, attributes: attributes[i]! },
        results: inDoubt
          ? refused(own, 'name_incomplete')
          : inContext(reading, own, contextsOf(traits), unclear[i]!, name),
      } as Condition
    })
    const result = {
      ...{ request_id: requestId, text, ontology: request.ontology },
      ...{ version: this.#index.manifest.version, index_name: this.#index.name },
      model_version: this.#linker.modelVersion,
      main: mainOf(entities, sections),
      entities,
      notes: this.#exclusions === undefined ? [] : notesOn(entities, this.#exclusions),
      ...(work.isTruncated && { truncated: true as const }),
    }
    return result as unknown as ConditionsResult
  }

  #read(text: string, work: Work): Note {
    work.add(STEPS_A_CHARACTER * text.length)
    const words = asAbbreviations(text, this.#analyzer.analyze(text))
    return {
      ...{ text, words },
      sentences: readSentences(text, words),
      attributes: findAttributes(text, words),
      lemmas: new Set(words.map(({ lemma }) => lemma)),
    }
  }

  /** The conditions of the text; the text itself where as a whole it is a mention and no part of it says the same. */
  #mentionsIn({ note, linker, isMention }: Reading, work: Work): Mention[] {
    const options = {
      finder: this.#finder,
      isLinked: (text: string) => linker.isLinked(text),
      keysOfTitle: (text: string) => {
        const [first] = linker.link(text)
        if (first?.is_linked !== true) return []
        return this.#finder.keysOf(this.#analyzer.analyze(first.metadata.preferred_name))
      },
      mayName: (text: string, keys: readonly number[], others: readonly number[]) =>
        linker.link(text).some((row) => this.#namesBoth(row, keys, others)),
    }
    const mentions = mentionsIn(note, options, work)
    const [only] = mentions
    if (!isMention || (mentions.length === 1 && saysAll(note, only!))) return mentions
    const all = { from: 0, to: note.words.length }
    return [{ ...all, core: all, certainty: 1, keys: [], sentence: 0 }]
  }

  /**
   * True if a candidate for two conditions is a code of both: "T2DM w/ CKD stage 4" may be E11.22. ICD-10-CM takes such for
   * linked (guidelines, section I.A.15), so that the code of one alone would be wrong.
   */
  #namesBoth(
    { term_name, score }: LinkResultItem,
    keys: readonly number[],
    others: readonly number[],
  ): boolean {
    if ((score ?? 0) < LEAST_OF_BOTH) return false
    const named = this.#finder.keysOf(this.#analyzer.analyze(term_name))
    const hasOwn = (own: readonly number[], rest: readonly number[]) =>
      own.some((key) => !rest.includes(key) && named.includes(key))
    return hasOwn(keys, others) && hasOwn(others, keys)
  }

  #candidatesOf(reading: Reading, mention: Mention): readonly LinkResultItem[] {
    const { note, linker, whole, isMention } = reading
    if (whole !== undefined && isMention) return whole
    const { readAs, isGuessed } = mention
    const rows =
      readAs === undefined ? linker.candidates(waysToWrite(note, mention)) : linker.link(readAs)
    if (isGuessed) return refused(rows, 'several_meanings')
    if (mention.isCombined) return refused(rows, 'name_incomplete')
    return mention.certainty <= CERTAINTY.word && (rows[0]?.score ?? 0) < LEAST_OF_WORD ? [] : rows
  }

  /** Facts about a condition by the code of the first candidate. */
  #codeOf(first: LinkResultItem | undefined): CodeSays {
    const concept = first && this.#index.getConcept(first.term_id)
    if (first === undefined || concept === undefined) return SAYS_NOTHING
    const { columns } = this.#index.arrays
    const kind = this.#findings.kindOf(concept.id, columns) ?? SAYS_NOTHING.kind
    const lasts = this.#findings.lasts(concept.id, columns)
    if (!first.is_linked || this.#findings.contextOf(concept.id, columns) === 0)
      return { kind, lasts, context: 0 }
    return { kind, lasts, context: contextIn(this.#analyzer.analyze(concept.name)) & CONTEXT.past }
  }
}

/** "CAD + HTN + DM2": if all words are short and in capitals they are abbreviations. */
function asAbbreviations(text: string, words: readonly Word[]): readonly Word[] {
  if (/\p{Ll}|\p{L}{6}/u.test(text)) return words
  return words.map((word) => {
    return { ...word, abbreviation: /^\p{Lu}{2,}$/u.test(text.slice(word.start, word.end)) }
  })
}

/** The candidates of a mention as the text tells of it; what is proven with its context stays so. */
function inContext(
  { linker, isMention }: Reading,
  rows: readonly LinkResultItem[],
  context: number,
  unclear: readonly string[],
  name: string,
): readonly LinkResultItem[] {
  if (isMention && rows[0] !== undefined && linker.says(rows[0], context)) return rows
  if (context === 0 && unclear.length > 0) return unproven(rows, unclear)
  return linker.inContext(rows, context, name)
}

/** True if the linker says yes to a text that is not one name repeated: a column of "Gout". */
function isOneMention({ words }: Note, whole: readonly LinkResultItem[] | undefined): boolean {
  const content = contentOf(words)
  const isRepeated = new Set(content.map(({ key }) => key)).size * 2 <= content.length
  return whole?.[0]?.is_linked === true && !isRepeated
}

/** True if the words of a text besides a mention are of no condition: "h/o", "since yesterday". */
function saysAll({ words }: Note, { from, to }: Mention): boolean {
  const said = findQualifiers(words).filter(({ kind }) => kind === 'context' || kind === 'aside')
  const isSaid = (at: number) => said.some((each) => each.from <= at && at < each.to)
  return words.every(({ stop }, at) => stop || (from <= at && at < to) || isSaid(at))
}

/**
 * True for a short text that is no list and to which as a whole the linker says no: then no part of it is linked by itself,
 * for the words that are left over may matter. A heading and a phrase that opens a statement before one mention do not: "Imp:".
 */
function isInDoubt(
  { note, whole, isMention }: Reading,
  mentions: readonly Mention[],
  chart: Chart,
): boolean {
  const [first] = mentions
  const last = mentions.at(-1)
  if (whole === undefined || isMention || first === undefined || last === undefined) return false
  const named = textOf(note, { from: first.from, to: last.to })
  if (note.sentences.length > 1 || partsOf(named).length > 0) return false
  if (first !== last) return true
  const { sentences, attributes, words } = note
  const parts = partsOfWords(chart, sentences, attributes, mentions)
  const isKnown = (at: number) =>
    words[at]!.stop || parts[at] === WORD.target || parts[at] === WORD.opens
  const begin = sentences[0]!.heading?.to ?? 0
  return !words.every((_, at) => at < begin || isKnown(at))
}

/** The linker's own answer to a text that may be one mention. */
function wholeOf(
  { text, words }: Note,
  linker: EntityLinker,
): readonly LinkResultItem[] | undefined {
  if (contentOf(words).length > LONGEST_MENTION) return undefined
  return linker.ask(text, linker.billable ?? false)
}

/** A mention as it is written, its name alone, and that without sides and degrees. */
function waysToWrite(note: Note, mention: Mention): string[] {
  const { text, words, attributes } = note
  const { core } = mention
  const isSaid = (at: number) =>
    attributes.some(({ type, from, to }) => LEFT_OUT.has(type) && from <= at && at < to)
  const named = words
    .slice(core.from, core.to)
    .filter((_, i) => !isSaid(core.from + i))
    .map(({ start, end }) => text.slice(start, end))
  return [textOf(note, mention), textOf(note, core), ...(named.length > 0 ? [named.join(' ')] : [])]
}

function textOf(note: Note, stretch: Stretch): string {
  const { begin, end } = placeOf(note, stretch)
  return note.text.slice(begin, end)
}

/** Offsets of words, and of the bracket that closes what they open: "(L)". */
function placeOf({ text, words }: Note, { from, to }: Stretch): { begin: number; end: number } {
  const begin = words[from]!.start
  const { end } = words[to - 1]!
  const opened = text.lastIndexOf('(', end)
  const isOpen = opened >= begin && text.indexOf(')', opened) === end
  return { begin, end: isOpen ? end + 1 : end }
}
