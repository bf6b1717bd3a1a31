import { installedVersions } from '../src/index/registry.ts'
import type { Word } from '../src/language/analyze.ts'
import type { Answered } from '../src/library/evaluate.ts'
import { PhraseBook, type ReplaceablePhrase } from '../src/linker/phrases.ts'
import { answerSet, answerSetWith, type EvalSet } from './eval-sets.ts'
import { type Hint, hintsOf, withoutHints } from './hints.ts'
import { openSubject, type Subject } from './subject.ts'

/** The answers to a set with one thing taken away. */
export interface Ablation {
  readonly without: string
  readonly answers: readonly Answered[]
}

/** The reasons of what an index learned from the names of its release. */
const LEARNED = ['learned', 'abbreviation of the release']
/** What the phrase tables give as a reason, by what is taken away when it does not count. */
const PHRASES: readonly (readonly [without: string, reasons: readonly string[]])[] = [
  ['abbreviations', ['abbreviation']],
  ['abbreviations in context', ['abbreviation in context']],
  ['synonyms', ['synonym']],
  ['kinds of', ['kind of']],
  ["patients' words", ['lay']],
  ['what the release teaches', LEARNED],
  [
    'all phrases',
    ['abbreviation', 'abbreviation in context', 'synonym', 'kind of', 'lay', ...LEARNED],
  ],
]
/** What the row without every hint about the unit is called. */
export const UNIT_HINTS = 'unit hints'
const HINTS: readonly (readonly [without: string, hints: readonly Hint[]])[] = [
  [UNIT_HINTS, ['unit']],
  ['specimen hints', ['specimen']],
  ['unit and specimen hints', ['unit', 'specimen']],
]

/**
 * The answers to a set without each of the tables, and without each kind of hint that its cases have. Medlink's own names are taken away by an index of the same version
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
  for (const [without, reasons] of PHRASES) {
    const fewer = new PhrasesWithout(subject, new Set(reasons))
    yield { without, answers: answerSetWith(set, subject, fewer) }
  }
  const given = hintsOf(set)
  for (const [without, hints] of HINTS)
    if (hints.every((hint) => given.includes(hint)))
      yield { without, answers: answerSet(withoutHints(set, hints), subject) }
}

/** Phrases of which some replacements are hidden. */
class PhrasesWithout extends PhraseBook {
  readonly #hidden: ReadonlySet<string>

  constructor({ index, analyzer }: Subject, hidden: ReadonlySet<string>) {
    super(index, analyzer)
    this.#hidden = hidden
  }

  override find(content: readonly Word[]): ReplaceablePhrase[] {
    return super.find(content).map((phrase) => ({
      ...phrase,
      replacements: phrase.replacements.filter(({ because }) => !this.#hidden.has(because)),
    }))
  }
}
