import { MedlinkError } from '../../../errors.ts'
import { type Analyzer, contentOf, type Word } from '../../../language/analyze.ts'
import { lemmaTokens } from '../../../language/phrase-matcher.ts'
import { readTable } from '../../../language/tables.ts'
import { readUnit, type Unit } from '../../../units/units.ts'

const TABLE = 'loinc/usual-ranges.tsv'

/** Where a test is reported in a unit, the upper end of its reference range lies between these. */
interface UsualRange {
  readonly unit: Unit
  readonly from: number
  readonly to: number
}

/** Units of tests by the upper end of a reference range: 80 is percent of neutrophils, 7.5 thousands a microliter. */
export class UsualRanges {
  /** Ranges by the lemmas of the test's name, sorted and joined by spaces. */
  readonly #rangesOf = new Map<string, UsualRange[]>()

  /** @throws MedlinkError `data_invalid` */
  constructor(analyzer: Analyzer) {
    for (const [test, spelling, from, to] of readTable(TABLE, ['test', 'unit', 'from', 'to'])) {
      const unit = readUnit(spelling!)
      if (unit === undefined)
        throw new MedlinkError('data_invalid', `data/${TABLE}: "${spelling}" is no unit`)
      const key = keyOf(analyzer.analyze(test!))
      const ranges = this.#rangesOf.get(key) ?? []
      ranges.push({ unit, from: Number(from), to: Number(to) })
      this.#rangesOf.set(key, ranges)
    }
  }

  /** The unit in which a test of this name has such an upper end; undefined where it is not known, or none would fit. */
  unitOf(name: readonly Word[], high: number): Unit | undefined {
    const ranges = this.#rangesOf.get(keyOf(name))
    return ranges?.find(({ from, to }) => from <= high && high <= to)?.unit
  }
}

function keyOf(words: readonly Word[]): string {
  return lemmaTokens(contentOf(words)).sort().join(' ')
}
