import type { MedlinkIndex } from '../../../index/reader.ts'
import type { Analyzer } from '../../../language/analyze.ts'
import type {
  MentionResolver,
  NoteWord,
  Resolution,
  ResolvedRow,
  ResolveRequest,
} from '../../ontology.ts'
import { readDoseForm } from '../dose-form.ts'
import { nameKey } from '../words.ts'
import { AlikeNames } from './alike.ts'
import { compareDrugs } from './choice.ts'
import { wantedBy } from './comparison.ts'
import { DrugIndex } from './drug-index.ts'
import { LookAlikes } from './look-alikes.ts'
import { type Certain, certainOf, type Meant, meantBy } from './meant.ts'
import { PrescriptionReader } from './prescription.ts'
import { Ranking } from './ranking.ts'
import { breakdownOf, ingredientRows, productRows } from './result.ts'
import {
  correctionsOf,
  type DrugHints,
  MAX_NAMES,
  type Understanding,
  understand,
} from './understand.ts'
import { judge } from './verdict.ts'

/** Maximum length of a hint that names a form, in UTF-16 units: some words. */
const LONGEST_FORM = 80
/** Between the names of a hint's ingredients. */
const SEPARATORS = /[;+/,]|\s(?:and|with)\s/u

/** "Telmisartan 40mg": a strength after the name in a hint. */
const STRENGTH =
  /\s+\d[\d.,]{0,9}\s?(?:mg|mcg|µg|ug|gm?|iu|units?|ml|%)?(?:\/[\d.]{0,6}\s?ml)?\s*$/i

/** Links prescriptions against one open index of drugs. */
export class DrugResolver implements MentionResolver {
  readonly #drugs: DrugIndex
  readonly #reader: PrescriptionReader
  readonly #alike: AlikeNames
  readonly #lookAlikes = new LookAlikes()

  constructor(index: MedlinkIndex, analyzer: Analyzer) {
    this.#alike = new AlikeNames(index, analyzer)
    this.#drugs = new DrugIndex(index)
    this.#reader = new PrescriptionReader(this.#drugs, this.#drugs.ingredientNames.salts)
  }

  resolve({ text, hints, granularity, limit }: ResolveRequest): Resolution {
    const said = this.#understand(text, this.#readHints(hints))
    const meant = meantBy(said)
    const certain = certainOf(said, meant, this.#drugs)
    return {
      breakdown: breakdownOf(said, meant),
      rows:
        granularity === 'ingredient'
          ? ingredientRows(said, certain, this.#drugs)
          : this.#products(said, meant, { certain, hinted: hints.generic_name ?? '', limit }),
      // Parts that the brand took in belong to its name: "Duo" of "Augmentin 625 Duo".
      parts: said.prescription.parts.map((part) =>
        part.kind === 'unknown' && !said.leftOver.includes(part) ? { ...part, kind: 'name' } : part,
      ),
    }
  }

  partsOf(text: string): Resolution['parts'] {
    return this.#reader.read(text).parts
  }

  nameAt(words: readonly NoteWord[], at: number): number {
    return this.#drugs.longestAt(words, at)
  }

  /** @param hinted the ingredients of the request's hint, as written */
  #products(
    said: Understanding,
    meant: Meant,
    { certain, hinted, limit }: { certain: Certain | undefined; hinted: string; limit: number },
  ): readonly ResolvedRow[] {
    const wanted = wantedBy(said, meant)
    const alike = () => {
      const found = this.#alike.find(namesIn(said), limit)
      return found.length > 0 ? found : this.#alike.find(hinted, limit)
    }
    const { comparisons, choice, isCut } = compareDrugs(wanted, this.#drugs, alike)
    const ranking = new Ranking({ choice, said, meant })
    const candidates = ranking.rank(comparisons)
    const [first] = candidates
    if (first === undefined) return []
    const verdict = judge(first.comparison, comparisons, choice, wanted, meant)
    const isTruncated = said.isCut || isCut
    return productRows(candidates, said, { ranking, verdict, certain, isTruncated, limit })
  }

  #understand(text: string, hints: DrugHints): Understanding {
    const written = this.#reader.read(text)
    const corrections = correctionsOf(written, hints.bases, this.#drugs, this.#lookAlikes)
    const prescription = corrections.areGuesses
      ? this.#reader.read(text, corrections.names)
      : written
    return understand(prescription, hints, this.#drugs, corrections)
  }

  #readHints(hints: Readonly<Record<string, string>>): DrugHints {
    const { form, route, release } = readDoseForm(hints.form ?? '')
    const generics = (hints.generic_name ?? '')
      .split(SEPARATORS)
      .filter((name) => nameKey(name) !== '')
    const { ingredientNames } = this.#drugs
    const names = generics.slice(0, MAX_NAMES).map((name) => {
      const read = ingredientNames.read(name)
      return read.isKnown ? read : ingredientNames.read(name.replace(STRENGTH, ''))
    })
    return {
      form:
        form ??
        [hints.form, hints.dose_unit, hints.dose_custom]
          .map((hint) => this.#formIn(hint))
          .find((each) => each !== '') ??
        '',
      route: route ?? '',
      releases: release === undefined ? [] : [release],
      bases: [...new Set(names.flatMap(({ bases }) => bases))],
      salt: names
        .map(({ salt }) => salt)
        .join(' ')
        .trim(),
      doseUnit: hints.dose_unit ?? '',
      isCut: generics.length > MAX_NAMES,
    }
  }

  /** The form that a hint names or goes by: "Tab.", "puffs", "2 drops at night"; '' for none. */
  #formIn(hint: string | undefined): string {
    if (hint === undefined) return ''
    return this.#reader.read(hint.slice(0, LONGEST_FORM)).form ?? ''
  }
}

/** Words of a text that may be the name of a drug. */
function namesIn({ prescription, leftOver }: Understanding): string {
  const { text, names } = prescription
  return [...names, ...leftOver].map(({ start, end }) => text.slice(start, end)).join(' ')
}
