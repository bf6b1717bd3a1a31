import { PhraseMatcher } from '../../../language/phrase-matcher.ts'
import { MAX_WORDS } from '../../ontology.ts'
import { wordsOf } from './glued.ts'
import type { DrugNames, Prescription } from './parts.ts'
import { readVocabulary } from './phrases.ts'
import { PrescriptionScan } from './scan.ts'

export {
  CONTEXTS,
  type DrugNames,
  PART_KINDS,
  type Part,
  type Prescription,
  type WrittenStrength,
} from './parts.ts'

const NONE: ReadonlySet<string> = new Set()

/** Reads prescriptions with the names of one lexicon. */
export class PrescriptionReader {
  readonly #names: DrugNames
  readonly #salts = new PhraseMatcher<string>()
  readonly #vocabulary = readVocabulary()

  /**
   * @param salts canonical salt by how it is written, folded, a space between two words
   * @throws MedlinkError `data_invalid`
   */
  constructor(names: DrugNames, salts: ReadonlyMap<string, string> = new Map()) {
    this.#names = names
    for (const [written, salt] of salts) this.#salts.set(written.split(' '), salt)
  }

  /**
   * Reads any text as a prescription; only its first words if it has more than are read.
   * Never throws for any string; linear in its length.
   *
   * @param more words, folded, that are names of drugs here, too
   */
  read(text: string, more: { has(word: string): boolean } = NONE): Prescription {
    const names: DrugNames = {
      longestAt: (words, at) =>
        this.#names.longestAt(words, at) || Number(more.has(words[at]!.text)),
      isBrand: (name) => this.#names.isBrand(name),
      hasLabel: (name, number) => this.#names.hasLabel(name, number),
    }
    const words = wordsOf(text, names, this.#vocabulary, MAX_WORDS)
    const end = words[MAX_WORDS]?.start
    const scan = new PrescriptionScan(
      text.slice(0, end),
      words.slice(0, MAX_WORDS),
      names,
      this.#salts,
      this.#vocabulary,
    )
    return Object.assign(scan.read(), { isCut: end !== undefined })
  }
}
