import type { Analyzer, Word } from '../../../language/analyze.ts'
import { lemmaTokens, PhraseMatcher } from '../../../language/phrase-matcher.ts'
import { readTable } from '../../../language/tables.ts'
import { fold } from '../../../language/tokenize.ts'
import { AXIS_VALUES, type Axis } from '../axes.ts'
import { readWeightedTable, type Weights, weightsOf } from '../weights.ts'

const SYSTEM_COLUMNS = ['phrase', 'systems']
/** The weights of a phrase that says nothing of an axis. */
const NOTHING: Weights = new Float32Array(AXIS_VALUES)

/** Meaning of a phrase: a value on an axis, or nothing at all ("level", "result"). */
export interface Said {
  readonly axis: Axis | 'noise'
  readonly weights: Weights
}

/** A phrase found in a list of words. */
export interface Found {
  /** The words of it are [from, to). */
  readonly from: number
  readonly to: number
  readonly said: readonly Said[]
}

const LONE_LETTER = /^[a-z]$/

/** Phrases of lab language for the axes besides the component. */
export class AxisPhrases {
  readonly #matcher = new PhraseMatcher<Said[]>()
  /** Phrases still to be added, by their first letter. */
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #analyzer: Analyzer

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer
  }

  add(phrase: string, axis: Axis | 'noise', weights: Weights): void {
    const tokens = lemmaTokens(this.#analyzer.analyze(phrase))
    if (tokens.length === 0) return
    const said = this.#matcher.get(tokens) ?? []
    if (!said.some((other) => other.axis === axis)) said.push({ axis, weights })
    this.#matcher.set(tokens, said)
  }

  /** Adds a phrase when a mention first has a word with its first letter: a thousand at once would delay the first link. */
  addLater(phrase: string, add: () => void): void {
    const [letter = ''] = fold(phrase)
    const waiting = this.#waiting.get(letter)
    if (waiting === undefined) this.#waiting.set(letter, [add])
    else waiting.push(add)
  }

  /** A specimen, with the other meanings of its words: the time in "24 hour urine". */
  addSpecimen(phrase: string, weights: Weights): void {
    const inside = this.find(this.#analyzer.analyze(phrase)).flatMap(({ said }) => said)
    this.add(phrase, 'system', weights)
    for (const said of inside) if (said.axis === 'time') this.add(phrase, 'time', said.weights)
  }

  /** The phrases in a list of words, none overlapping, the longest first from the left. */
  find(words: readonly Word[]): Found[] {
    for (const { form } of words) this.#addWaiting(form)
    // One letter means a specimen only in front: "S. Creatinine", but "Protein S".
    const accepts = (from: number, to: number) =>
      to - from > 1 || from === 0 || !LONE_LETTER.test(words[from]!.form)
    return this.#matcher
      .find(lemmaTokens(words), accepts)
      .map(({ from, to, value }) => ({ from, to, said: value }))
  }

  /** American spelling turns "oe" and "ae" into "e". */
  #addWaiting(form: string): void {
    const [first = ''] = form
    for (const letter of first === 'e' ? ['e', 'o', 'a'] : [first]) {
      const waiting = this.#waiting.get(letter)
      if (waiting === undefined) continue
      this.#waiting.delete(letter)
      for (const add of waiting) add()
    }
  }
}

/** The phrases of data/loinc about the axes. @throws MedlinkError `data_invalid` */
export function readAxisPhrases(analyzer: Analyzer): AxisPhrases {
  const phrases = new AxisPhrases(analyzer)
  const qualifiers = readWeightedTable('loinc/qualifiers.tsv', ['phrase', 'axis', 'values'])
  for (const { cells, parseWeights } of qualifiers) {
    const [phrase, axis] = cells as [string, Axis | 'noise']
    phrases.addLater(phrase, () =>
      phrases.add(phrase, axis, axis === 'noise' ? NOTHING : weightsOf(axis, parseWeights())),
    )
  }
  for (const [name, property] of readTable('loinc/property-names.tsv', ['name', 'property']))
    phrases.addLater(name!.replace(/^\W+/, ''), () => {
      if (analyzer.analyze(name!).length > 1)
        phrases.add(name!, 'property', weightsOf('property', [[property!, 1]]))
    })
  for (const { cells, parseWeights } of readWeightedTable('loinc/specimens.tsv', SYSTEM_COLUMNS)) {
    const [phrase] = cells as [string]
    phrases.addLater(phrase, () => phrases.addSpecimen(phrase, weightsOf('system', parseWeights())))
  }
  const methods = readWeightedTable('loinc/methods.tsv', ['phrase', 'methods'])
  for (const { cells, parseWeights } of methods) {
    const [phrase] = cells as [string]
    phrases.addLater(phrase, () =>
      phrases.add(phrase, 'method', weightsOf('method', parseWeights())),
    )
  }
  return phrases
}

/** Specimens that panels imply for their tests. @throws MedlinkError `data_invalid` */
export function readPanelPhrases(analyzer: Analyzer): AxisPhrases {
  const phrases = new AxisPhrases(analyzer)
  for (const { cells, parseWeights } of readWeightedTable('loinc/panels.tsv', SYSTEM_COLUMNS)) {
    const [phrase] = cells as [string]
    phrases.addLater(phrase, () =>
      phrases.add(phrase, 'system', weightsOf('system', parseWeights())),
    )
  }
  return phrases
}
