import type { MedlinkIndex } from '../../../index/reader.ts'
import { TERM_KINDS, type TermKind } from '../../../index/records.ts'
import type { Analyzer, Word } from '../../../language/analyze.ts'
import { lazily, remember } from '../../../language/remember.ts'
import { readTable } from '../../../language/tables.ts'
import { readUnit, type Unit } from '../../../units/units.ts'

/** "Anti" written apart or with a hyphen in front of what the antibody is against. */
const ANTI = /^anti[\s-]+/i
/** Words for antibodies, which "anti" says, too. */
const ANTIBODY = /^(?:abs?|(?:auto)?antibod(?:y|ies))$/
/** Words before "TO", which is the antigen O of Salmonella typhi there, and no preposition. */
const TYPHI = /\b(?:widal|typhi)[^\p{L}\p{N}]+$/iu
/** Words of a column title without their spaces: "AbnLymp", "RBCDist". */
const GLUED = /^[A-Z]*[a-z]{2,}[A-Z]|^[A-Z]{2,}[a-z]{2,}$/
const CAPITAL_INSIDE = /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g
/** Letters of a word that is printed in pieces: "S G P T". */
const SPACED_OUT = { fewest: 3, most: 8 } as const
/** Short words that are no letters of another one: "hepatitis E Ag" is no eAG, nor "T hs" one word. */
const WHOLE_WORDS: ReadonlySet<string> = new Set('ab ag dna hs pcr rna rt'.split(' '))
/** Names of a letter and a number, which are printed apart as one: "Free T 3". */
const LETTER_AND_NUMBER: ReadonlySet<string> = new Set('c3 c4 t3 t4'.split(' '))
/** "Anti" with the first of the letters that follow it one by one: "ANTI H C V". */
const ANTI_LETTER = /^(anti)[\s-]+[a-z]$/i
/** Test that is written like a word for patients, and what follows it there. */
const FOLLOWS_NAME = /^\s*(?:$|[(),;:/])/
const CLOTTING_FACTOR = 'factor'
/** Number of a clotting factor, behind its letter. */
const FACTOR_NUMBER = /^[\s.]+(II|V|VIII?|IX|XI{0,3})$/
const PROTHROMBIN_TIME = ['prothrombin', 'time']
/** A marker of cells … */
const MARKER = /^cd\d+[a-z]*$/
/** … which may be followed by the number of the next one … */
const NUMBER = /^\d+$/
const JOINS_MARKERS = /^\s*[/+]\s*$/
/** … or which cells lack, by the sign that follows. */
const LACKING = /^-(?=\s*(?:[/,)]|CD|$))/i
/** Words behind the beginning of one that has letters in brackets. */
const LETTERS_AND_REST = 2
/** Mark between the two letters of a ratio: "A : G" is A/G. */
const OF_RATIO = /^\s*[/:]\s*$/
/** Marks that part words: "(T3), Free" is no "t3free". */
const PARTING = /[,;()[\]{}]/
const LAST_BRACKETS = /[([{]([^()[\]{}]+)[)\]}]\s*$/
/** Words of a unit that make another test: its equivalent or its reference, ng/mL FEU, mg/g creatinine. */
const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['FEU', 'feu'],
  ['DDU', 'ddu'],
  ['creat', 'creatinine'],
  ["beth'U", 'inhibitor'],
])
/** How names of tests write a reference, as synonyms/laboratory.tsv has it. */
const SHORT_REFERENCES: ReadonlyMap<string, string> = new Map([
  ['creat', 'creatinine'],
  ['crt', 'creatinine'],
])

/** Below data/: how names of tests write a chemical group. */
const GROUPS = 'loinc/chemical-groups.tsv'
const groups = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(readTable(GROUPS, ['word', 'prefix']).map(([word, prefix]) => [word!, prefix!])),
)

/** Below data/: words that say what a test looks for, each with the words that names have for it. */
const SOUGHT = 'loinc/sought.tsv'
const sought = lazily(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map(
      readTable(SOUGHT, ['word', 'names']).map(([word, names]) => [
        word!,
        names === '-' ? [] : names!.split('|'),
      ]),
    ),
)

/** A panel of a free fraction … */
const FREE_PANEL = /\bfree\b/i
/** … and words of one that has the whole, too: "Testosterone, Free and Total". */
const OF_BOTH = /\b(?:and|index|panel|profile|total|with|w)\b|[+&/]/i
/** A panel of free light chains, and how its tests are called. */
const LIGHT_CHAINS_PANEL = /\bFLC\b|\bfree l(?:igh)?t chains\b/i
const LIGHT_CHAINS = /^(?:kappa|lambda)\b/
/** A name says itself which fraction it is of. */
const FRACTION = /^(?:bound|free|total)$/

/** A word that may be cut off: fewer letters begin too many words. */
const CUT_OFF = /^[a-z]{5,}$/
/** Kinds of names that have words cut off. */
const ABRIDGED: ReadonlySet<TermKind> = new Set(['entry', 'short'])
/** Words that are looked through for one that begins so. */
const MOST_WHOLE = 200
/** Ratio of the names that have a whole word to those that have the next one with this beginning, at least. */
const SURER = 2
/** Letters that are cut off, at least; fewer are another form of the word, or a misspelling. */
const FEWEST_CUT_OFF = 2
const KEPT_BEGINNINGS = 10_000

/** Mends how test names are printed, with the index's words for a dictionary. */
export class Wording {
  readonly #index: MedlinkIndex
  readonly #analyzer: Analyzer
  readonly #isPhrase: (form: string) => boolean
  /** Whole words by their beginnings; a laboratory cuts off the same ones again and again. */
  readonly #wholeOf = remember((form) => this.#longest(form), KEPT_BEGINNINGS)

  /** @param isPhrase true for a word that speaks of another axis by itself: "quant" */
  constructor(index: MedlinkIndex, analyzer: Analyzer, isPhrase: (form: string) => boolean) {
    this.#index = index
    this.#analyzer = analyzer
    this.#isPhrase = isPhrase
  }

  /** The words of a name, letters printed apart put together ("S G P T") and glued words taken apart ("FetalFN"). */
  mend(printed: readonly Word[], text: string): readonly Word[] {
    const words = this.#nameMarkers(this.#partAnti(printed, text), text)
    const mended: Word[] = []
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!
      const whole = this.#wholeWord(words, i, text)
      if (whole !== undefined) {
        mended.push(whole)
        i += LETTERS_AND_REST
        continue
      }
      const numeral = numeralOfFactor(word, words[i + 1], text)
      if (numeral !== undefined) {
        const [letter, number] = this.#analyzer.analyze(`${CLOTTING_FACTOR} ${numeral}`)
        const { start, end } = words[++i]!
        mended.push({ ...letter!, start: word.start, end: word.end }, { ...number!, start, end })
        continue
      }
      const ratio = this.#ratioOf(word, words[i + 1], text)
      if (ratio !== undefined) {
        mended.push(ratio)
        i++
        continue
      }
      if (word.form === 'to' && TYPHI.test(text.slice(0, word.start))) {
        mended.push(this.#word('o', word))
        continue
      }
      const end = this.#endOfLetters(words, i, text)
      if (end > i + 1) {
        const form = words.slice(i, end).map((one) => one.form)
        mended.push({ ...this.#word(form.join(''), word), end: words[end - 1]!.end })
        i = end - 1
      } else if (isProthrombinTime(word, text))
        mended.push(...PROTHROMBIN_TIME.map((form) => ({ ...word, ...this.#word(form, word) })))
      else if (this.#isGlued(word, text)) mended.push(...this.#unglue(word, text))
      else mended.push(this.#completed(word))
    }
    return mended
  }

  /** A unit in the last brackets of the name: "Haemoglobin (g/dL)"; the words without it. */
  takeUnit(words: readonly Word[], text: string): { words: readonly Word[]; unit?: Unit } {
    const brackets = LAST_BRACKETS.exec(text)
    if (brackets === null || !/[/%^]/.test(brackets[1]!)) return { words }
    const unit = readUnit(brackets[1]!)
    if (unit === undefined) return { words }
    return { words: words.filter(({ start }) => start < brackets.index), unit }
  }

  /** "Anti-X" is X with an antibody, as the table has it. The same words when there is no "anti". */
  withoutAnti(words: readonly Word[], text: string): readonly Word[] {
    if (!words.some(({ form }) => form.startsWith('anti'))) return words
    const isSaid = words.some(({ form }) => ANTIBODY.test(form))
    let isWithout = false
    const bare = words.flatMap((word) => {
      const written = text.slice(word.start, word.end)
      const prefix = ANTI.exec(written)?.[0].length
      if (prefix === undefined) return word
      isWithout = true
      const parts = this.#analyzer.analyze(written.slice(prefix)).map((part) => ({
        ...part,
        start: part.start + word.start + prefix,
        end: part.end + word.start + prefix,
      }))
      return isSaid ? parts : [...parts, this.#word('ab', word)]
    })
    return isWithout ? bare : words
  }

  /**
   * A group in front of a substance as one word with it, where the index knows it: "17-OH Pregnenolone", "Nor Fentanyl",
   * "Sertraline, desmethyl". Undefined if there is none.
   */
  withPrefixes(words: readonly Word[], text: string): readonly Word[] | undefined {
    const joined: Word[] = []
    for (let i = 0; i < words.length; i++) {
      const [one, other] = [words[i]!, words[i + 1]]
      const isLast = i === words.length - 2
      const whole =
        other === undefined
          ? undefined
          : PARTING.test(text.slice(one.end, other.start))
            ? isLast && this.#joined(other, one)
            : this.#joined(one, other)
      if (!whole) joined.push(one)
      else {
        joined.push(whole)
        i++
      }
    }
    return joined.length === words.length ? undefined : joined
  }

  /** True if some name has the word. */
  isKnown(form: string): boolean {
    return this.#index.words.idOf(form) >= 0
  }

  /** A group and a substance as one word; undefined if no name has it. */
  #joined(group: Word, substance: Word): Word | undefined {
    const prefix = groups().get(group.form)
    if (prefix === undefined) return undefined
    const form = `${prefix}${substance.form}`
    if (!this.isKnown(form)) return undefined
    const [start, end] = [group, substance]
      .map((word) => [word.start, word.end])
      .sort((a, b) => a[0]! - b[0]!)
    return { ...this.#word(form, { start: start![0]!, end: end![1]! }) }
  }

  /** A word with letters in brackets inside it, if the index knows it: "Homocyst(e)ine". */
  #wholeWord(words: readonly Word[], at: number, text: string): Word | undefined {
    const [one, letters, rest] = words.slice(at, at + LETTERS_AND_REST + 1)
    if (letters === undefined || rest === undefined) return undefined
    if (text.slice(one!.end, letters.start) !== '(') return undefined
    if (text.slice(letters.end, rest.start) !== ')') return undefined
    const form = `${one!.form}${letters.form}${rest.form}`
    if (!this.isKnown(form)) return undefined
    return { ...this.#word(form, one!), end: rest.end }
  }

  /** The reference of a unit, as words to be added to a name that does not have it. */
  referenceOf(unit: Unit | undefined, words: readonly Word[]): readonly Word[] {
    const [, reference = '', titre = ''] = /\{(\w+)\}|\[(beth'U)\]/.exec(unit?.ucum ?? '') ?? []
    const form = REFERENCES.get(reference || titre)
    if (form === undefined) return []
    const isSaid = (word: Word) => word.form === form || SHORT_REFERENCES.get(word.form) === form
    if (words.some(isSaid)) return []
    return [this.#addedWord(form)]
  }

  /** "ANTI H C V" as four words, which are one where a letter follows: "anti h". */
  #partAnti(words: readonly Word[], text: string): readonly Word[] {
    if (!words.some(({ form }) => form.startsWith('anti'))) return words
    return words.flatMap((word, i) => {
      const [, anti] = ANTI_LETTER.exec(text.slice(word.start, word.end)) ?? []
      if (anti === undefined || words[i + 1]?.form.length !== 1) return word
      const middle = word.start + anti.length
      const prefix = this.#word('anti', { start: word.start, end: middle })
      const letter = this.#word(word.form.slice(-1), { start: word.end - 1, end: word.end })
      return [prefix, letter]
    })
  }

  /** Markers of cells by their whole names: "CD16/56" is CD16 and CD56, and "CD3-CD16+" is of cells that lack CD3. */
  #nameMarkers(words: readonly Word[], text: string): readonly Word[] {
    if (!words.some(({ form }) => MARKER.test(form))) return words
    const named: Word[] = []
    const isMarked = /\bCD\d+[A-Z]*\+/i.test(text)
    for (const word of words) {
      const before = named.at(-1)
      const isNumber = before !== undefined && MARKER.test(before.form) && NUMBER.test(word.form)
      const isJoined = isNumber && JOINS_MARKERS.test(text.slice(before.end, word.start))
      const isLacking = isMarked && MARKER.test(word.form) && LACKING.test(text.slice(word.end))
      const form = isJoined ? `cd${word.form}` : isLacking ? `${word.form}neg` : word.form
      const isOther = form !== word.form && this.isKnown(form)
      named.push(isOther ? { ...this.#word(form, word), optional: word.optional } : word)
    }
    return named
  }

  /** The fraction of which the tests of a panel are, as a word to be added to a name that has none: "Metanephrines, Plasma Free". */
  fractionOf(panel: string | undefined, words: readonly Word[]): readonly Word[] {
    if (panel === undefined || words.some(({ form }) => FRACTION.test(form))) return []
    const isFree = LIGHT_CHAINS_PANEL.test(panel)
      ? words.some(({ form }) => LIGHT_CHAINS.test(form))
      : FREE_PANEL.test(panel) && !OF_BOTH.test(panel)
    return isFree ? [this.#addedWord('free')] : []
  }

  /** Words for antigens, antibodies or nucleic acids, which the tests of a panel look for: added to a name that says none. */
  soughtBy(panel: string | undefined, words: readonly Word[]): readonly Word[] {
    if (panel === undefined) return []
    const kinds = sought()
    const isSaid = ({ form }: Word) => kinds.has(form)
    if (words.some(isSaid)) return []
    const said = this.#analyzer.analyze(panel).find(isSaid)
    const names = kinds.get(said?.form ?? '') ?? []
    return names.map((form) => this.#word(form, { start: 0, end: 0 }))
  }

  /** A word that a text does not have, and a name may leave out. */
  #addedWord(form: string): Word {
    return { ...this.#word(form, { start: 0, end: 0 }), optional: true }
  }

  /** Two letters with a mark of a ratio between them, if the index knows them with a slash. */
  #ratioOf(one: Word, other: Word | undefined, text: string): Word | undefined {
    if (one.form.length !== 1 || other?.form.length !== 1) return undefined
    if (!OF_RATIO.test(text.slice(one.end, other.start))) return undefined
    const form = `${one.form}/${other.form}`
    if (this.#index.words.idOf(form) < 0) return undefined
    return { ...this.#word(form, one), end: other.end }
  }

  /** The word that a laboratory has cut off to save room: "Ceruloplas", "Transglutam." */
  #completed(word: Word): Word {
    const { form } = word
    const isCutOff = CUT_OFF.test(form) && !SHORT_REFERENCES.has(form) && !this.#isPhrase(form)
    const whole = isCutOff ? this.#wholeOf(form) : undefined
    return whole === undefined ? word : { ...this.#word(whole, word), optional: word.optional }
  }

  /** The word that begins so and that most names have; undefined where another one is as likely, or the beginning itself. */
  #longest(form: string): string | undefined {
    const { words } = this.#index
    if (this.#isSpeltOut(form)) return undefined
    const { from, to } = words.rangeOf(form)
    const uses = new Map<number, { readonly id: number; readonly names: number }>()
    for (let id = from; id < Math.min(to, from + MOST_WHOLE); id++) {
      const key = this.#index.arrays.keyOfWord[id]!
      if (!uses.has(key)) uses.set(key, { id, names: this.#names(key) })
    }
    const [first, second] = [...uses.values()].sort((a, b) => b.names - a.names || a.id - b.id)
    if (first === undefined || first.names < SURER * (second?.names ?? 0)) return undefined
    const whole = words.wordOf(first.id)
    return whole.length < form.length + FEWEST_CUT_OFF ? undefined : whole
  }

  /** True if the word is in a name that is no short one: "chick" of "chick pea", but not "metaneph". */
  #isSpeltOut(form: string): boolean {
    const { words, arrays } = this.#index
    const id = words.idOf(form)
    if (id < 0) return false
    const { offsets, terms } = arrays.postings
    const key = arrays.keyOfWord[id]!
    return terms
      .subarray(offsets[key]!, offsets[key + 1]!)
      .some((term) => !ABRIDGED.has(TERM_KINDS[arrays.termKind[term]!]!))
  }

  /** Number of names that have a word with this key. */
  #names(key: number): number {
    const { offsets } = this.#index.arrays.postings
    return offsets[key + 1]! - offsets[key]!
  }

  #isGlued({ form, start, end }: Word, text: string): boolean {
    return GLUED.test(text.slice(start, end)) && this.#index.words.idOf(form) < 0
  }

  #unglue({ start, end }: Word, text: string): Word[] {
    const apart = text.slice(start, end).replaceAll(CAPITAL_INSIDE, ' ')
    return this.#analyzer.analyze(apart).map((part) => ({ ...part, start, end }))
  }

  /** Where the short pieces end that make a word the index knows, from `from` on; no comma or bracket parts them. */
  #endOfLetters(words: readonly Word[], from: number, text: string): number {
    if (words[from]!.form.length > 2 || words[from]!.kind !== 'word') return from + 1
    let joined = words[from]!.form
    let end = from + 1
    for (let to = from + 1; to < words.length && words[to]!.form.length <= 4; to++) {
      if (WHOLE_WORDS.has(words[to]!.form)) break
      if (PARTING.test(text.slice(words[to - 1]!.end, words[to]!.start))) break
      joined += words[to]!.form
      if (joined.length > SPACED_OUT.most) break
      const isName = joined.length >= SPACED_OUT.fewest || LETTER_AND_NUMBER.has(joined)
      if (isName && this.#index.words.idOf(joined) >= 0) end = to + 1
    }
    return end
  }

  #word(form: string, { start, end }: Pick<Word, 'start' | 'end'>): Word {
    return { ...this.#analyzer.wordOf(form), start, end }
  }
}

/** The number of a clotting factor that a letter is in front of: "F VIII"; undefined for another letter. */
function numeralOfFactor(
  { start, end }: Word,
  next: Word | undefined,
  text: string,
): string | undefined {
  if (next === undefined || text.slice(start, end) !== 'F') return undefined
  return FACTOR_NUMBER.exec(text.slice(end, next.end))?.[1]
}

/** True for "PT" in capitals that no word follows: in front of one it is a patient. */
function isProthrombinTime({ start, end }: Word, text: string): boolean {
  return text.slice(start, end) === 'PT' && FOLLOWS_NAME.test(text.slice(end))
}

/** The words in brackets firmly, the others as an aside; undefined where that is no difference. */
export function flipBrackets(words: readonly Word[]): readonly Word[] | undefined {
  if (!words.some(({ optional, stop }) => optional && !stop)) return undefined
  if (words.every(({ optional }) => optional)) return undefined
  return words.map((word) => ({ ...word, optional: !word.optional }))
}
