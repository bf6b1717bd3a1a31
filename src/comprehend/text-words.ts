import type { MedlinkIndex } from '../index/reader.ts'
import type { Word } from '../language/analyze.ts'
import { isEverydayWord } from '../language/everyday-words.ts'
import { lemmaOf } from '../language/lemma.ts'
import { readColumn, readTable } from '../language/tables.ts'
import type { NameWords } from './name-sets.ts'

/** Below data/: words between a condition and what it comes with. */
const CONNECTORS = 'clinical/connectors.tsv'
/** Below data/: names that name no condition in running text. */
const NO_FINDINGS = 'clinical/no-findings.tsv'
/** Below data/: words that name a finding of whatever part, also where no name is the word alone. */
const FINDING_WORDS = 'clinical/finding-words.tsv'

/** A light word keeps no more of its weight than this, and says nothing by itself. */
const SILENT = 0.3

/** Parts that single words play in running text: silent, joining, naming a finding by themselves. */
export class TextWords {
  readonly #silent: ReadonlySet<string>
  readonly #connectors: ReadonlySet<string>
  readonly #light: ReadonlyMap<string, number>
  readonly #noFindings = readColumn(NO_FINDINGS, 'phrase')
  readonly #findingWords = readColumn(FINDING_WORDS, 'word')

  /** @param light words of an ontology's names that weigh less than their rarity says, with what is left of their weight */
  constructor(light: ReadonlyMap<string, number>) {
    const connectors = readTable(CONNECTORS, ['word', 'role'])
    this.#light = light
    this.#connectors = new Set(connectors.map(([word]) => word!))
    this.#silent = new Set([
      ...connectors.flatMap(([word, role]) => (role === 'silent' ? [word!] : [])),
      ...[...light].flatMap(([word, left]) => (left <= SILENT ? [word] : [])),
    ])
  }

  /** True if a word is between others without adding to the name. */
  isSilent({ stop, form }: Word): boolean {
    return stop || this.#silent.has(form)
  }

  /** True if a word may be between a condition and its companion or cause. */
  isConnector(word: Word): boolean {
    return this.isSilent(word) || this.#connectors.has(word.form)
  }

  /** True if a word names a finding of whatever part: "tenderness". */
  isFinding({ form, lemma }: Word): boolean {
    return (
      this.#findingWords.has(form) || (this.#findingWords.has(lemma) && isSameNoun(form, lemma))
    )
  }

  /** True if words, by their forms, name no condition in running text, whatever has a name like that. */
  isNoFinding(forms: readonly string[]): boolean {
    return this.#noFindings.has(forms.join(' '))
  }

  /** Parts that words of an index's names play in these. */
  inNames(index: MedlinkIndex): NameWords {
    return {
      isSilent: (word, form) => isFunctionWord(index, word) || this.#silent.has(form),
      isDenial: (_, form) => form === 'not',
      isFunctionWord: (word) => isFunctionWord(index, word),
      isLight: (_, form) => this.#light.has(form),
      isPlain: (_, form) => isEverydayWord(form),
    }
  }
}

/** True if names have a word for its grammar only: such words are in no posting list. */
function isFunctionWord({ arrays: { keyOfWord, postings } }: MedlinkIndex, word: number): boolean {
  return postings.idf[keyOfWord[word]!] === 0
}

/** True if a form is its lemma but for the number: "lesions", but "discharged" is no discharge. */
function isSameNoun(form: string, lemma: string): boolean {
  return form === lemma || (form.endsWith('s') && lemmaOf(form) === lemma)
}

/**
 * Marks that part the names before and after them: a comma of a list, a bullet, the end of a line. A full stop within a
 * sentence is of an abbreviation: "E. coli".
 */
const PARTS = /[,;:?!\n\r\t|•·*=<>~☐☑✓✔✗✘]|\/(?!\S*$)|\s[-–—+/]\s|\+$|^\+|[–—]/u

/** Text behind the number of an item of a list. */
const ENDS_NUMBER = /^(?:\)|\.\s)/

/** Words [from, to) of a text with nothing between them that parts them. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The stretches of words [from, to), in order, covering all of them. */
export function stretchesOf(
  text: string,
  words: readonly Word[],
  from: number,
  to: number,
): Stretch[] {
  const stretches: Stretch[] = []
  let start = from
  for (let at = from + 1; at <= to; at++) {
    if (at < to && !isParted(text, words[at - 1]!, words[at]!)) continue
    if (at > start) stretches.push({ from: start, to: at })
    start = at
  }
  return stretches
}

/** True if a mark is between two words that follow each other. */
export function isParted(text: string, word: Word, next: Word): boolean {
  // A number and a bracket or a full stop begin an item of a list: "2) CKD 5", "2. CKD 5".
  if (word.kind === 'number' && ENDS_NUMBER.test(text.slice(word.end, next.start))) return true
  if (next.start - word.end <= 1 && text[word.end] === ' ') return false
  return PARTS.test(text.slice(word.end, next.start))
}
