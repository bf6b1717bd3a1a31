import { installedVersions } from '../src/index/registry.ts'
import type { Answered } from '../src/linker/evaluate.ts'
import { PhraseTable, type Replacement, readPhraseTable } from '../src/linker/phrases.ts'
import type { Analyzer } from '../src/text/analyze.ts'
import { answerSet, answerSetWith, type EvalSet } from './eval-sets.ts'
import { openSubject, type Subject } from './subject.ts'

/** The answers to a set with one thing taken away. */
export interface Ablation {
  readonly without: string
  readonly answers: readonly Answered[]
}

/** What the phrase tables give as a reason, by what is taken away when it does not count. */
const PHRASES: readonly (readonly [without: string, reasons: readonly string[]])[] = [
  ['abbreviations', ['abbreviation']],
  ['abbreviations in context', ['abbreviation in context']],
  ['synonyms', ['synonym']],
  ['kinds of', ['kind of']],
  ['all phrase tables', ['abbreviation', 'abbreviation in context', 'synonym', 'kind of']],
]

/**
 * The answers to a set without each of the tables. Medlink's own names are taken away by an index of the same version
 * below `plainDir` that was built without them; when there is none, that row is missing. The phrase tables are taken
 * away by reason. Spelling cannot be switched off.
 */
export function* ablate(set: EvalSet, subject: Subject, plainDir: string): Generator<Ablation> {
  const { name } = subject.ontology
  if (installedVersions(plainDir, name).includes(subject.version)) {
    const plain = openSubject(plainDir, name, subject.version)
    yield { without: 'curated names', answers: answerSet(set, plain) }
    plain.close()
  }
  const phrases = readPhraseTable(subject.analyzer)
  for (const [without, reasons] of PHRASES) {
    const fewer = new PhrasesWithout(phrases, subject.analyzer, new Set(reasons))
    yield { without, answers: answerSetWith(set, subject, fewer) }
  }
}

/** A phrase table of which some replacements are hidden. */
class PhrasesWithout extends PhraseTable {
  readonly #all: PhraseTable
  readonly #hidden: ReadonlySet<string>

  constructor(all: PhraseTable, analyzer: Analyzer, hidden: ReadonlySet<string>) {
    super(analyzer, new Map(), all.longest)
    this.#all = all
    this.#hidden = hidden
  }

  override get(keys: string): readonly Replacement[] {
    return this.#all.get(keys).filter(({ because }) => !this.#hidden.has(because))
  }
}
