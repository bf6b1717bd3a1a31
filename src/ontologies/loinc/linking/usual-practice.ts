import { type Analyzer, contentOf, type Word } from '../../../language/analyze.ts'
import { lemmaTokens } from '../../../language/phrase-matcher.ts'
import { readTable } from '../../../language/tables.ts'
import { axisNumber } from '../axes.ts'

/** Usual meaning of a test's bare name; 0 on an axis that the name leaves open. */
export interface Practice {
  readonly system: number
  /** Property of a result without a unit. */
  readonly property: number
}

/** The usual specimens and findings of tests: drugs of abuse are found in urine, lead is measured in whole blood. */
export class UsualPractice {
  /** Practices by the lemmas of the test's name, sorted and joined by spaces. */
  readonly #of = new Map<string, Practice>()

  /** @throws MedlinkError `data_invalid` */
  constructor(analyzer: Analyzer) {
    const rows = readTable('loinc/usual-practice.tsv', ['test', 'system', 'property'])
    for (const [test, system, property] of rows)
      this.#of.set(keyOf(analyzer.analyze(test!)), {
        system: axisNumber('system', system!),
        property: axisNumber('property', property!),
      })
  }

  /** The practice for a test of this name, with or without its brackets; undefined where none is known. */
  find(name: readonly Word[]): Practice | undefined {
    const whole = this.#of.get(keyOf(name))
    if (whole !== undefined || !name.some(({ optional }) => optional)) return whole
    return this.#of.get(keyOf(name.filter(({ optional }) => !optional)))
  }
}

function keyOf(words: readonly Word[]): string {
  return lemmaTokens(contentOf(words)).sort().join(' ')
}
