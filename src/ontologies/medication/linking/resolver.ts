import type { LinkReason } from '../../../contract.ts'
import type { MedlinkIndex } from '../../../index/reader.ts'
import type { Analyzer } from '../../../text/analyze.ts'
import type { MentionResolver, Resolution, ResolvedRow, ResolveRequest } from '../../ontology.ts'
import { readDoseForm } from '../dose-form.ts'
import { nameKey } from '../words.ts'
import { AlikeNames } from './alike.ts'
import { type Candidate, candidatesFor, meantBy, partsOf } from './candidates.ts'
import { DrugIndex } from './drug-index.ts'
import { PrescriptionReader } from './prescription.ts'
import { breakdownOf, describeDrug, describeMatch } from './result.ts'
import {
  correctionsOf,
  type DrugHints,
  MAX_NAMES,
  type Understanding,
  understand,
} from './understand.ts'
import { judgeFirst, type Verdict } from './verdict.ts'

/** Of a hint that names a form, in UTF-16 units: some words. */
const LONGEST_FORM = 80
/** Between the names of a hint's ingredients. */
const SEPARATORS = /[;+/,]|\s(?:and|with)\s/u

/** Links prescriptions against one open index of drugs. */
export class DrugResolver implements MentionResolver {
  readonly #drugs: DrugIndex
  readonly #reader: PrescriptionReader

  readonly #alike: AlikeNames

  constructor(index: MedlinkIndex, analyzer: Analyzer) {
    this.#alike = new AlikeNames(index, analyzer)
    this.#drugs = new DrugIndex(index)
    this.#reader = new PrescriptionReader(this.#drugs, this.#drugs.ingredientNames.salts)
  }

  resolve({ text, hints, strictness, limit }: ResolveRequest): Resolution {
    const read = this.#readHints(hints)
    const written = this.#reader.read(text)
    const corrections = correctionsOf(written, read, this.#drugs)
    const prescription =
      written.names.length > 0 || corrections.size === 0
        ? written
        : this.#reader.read(text, corrections)
    const said = understand(prescription, read, this.#drugs, corrections)
    const meant = meantBy(said)
    const alike = () => this.#alike.find(namesIn(said, hints.generic_name), limit)
    const { candidates, isCut } = candidatesFor(said, meant, this.#drugs, alike)
    return {
      breakdown: breakdownOf(said, meant),
      rows:
        candidates.length === 0
          ? []
          : rowsOf(candidates, said, judgeFirst(candidates, said, meant, strictness), {
              isTruncated: said.isCut || isCut,
              limit,
            }),
      // What the brand took in is of its name: "Duo" of "Augmentin 625 Duo".
      parts: prescription.parts.map((part) =>
        part.kind === 'unknown' && !said.leftOver.includes(part) ? { ...part, kind: 'name' } : part,
      ),
    }
  }

  #readHints(hints: Readonly<Record<string, string>>): DrugHints {
    const { form, route, release } = readDoseForm(hints.form ?? '')
    const generics = (hints.generic_name ?? '')
      .split(SEPARATORS)
      .filter((name) => nameKey(name) !== '')
    const names = generics.slice(0, MAX_NAMES).map((name) => this.#drugs.ingredientNames.read(name))
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

/** The first candidates as rows. Of a text that was not read to its end, or of too many drugs, none is linked. */
function rowsOf(
  candidates: readonly Candidate[],
  said: Understanding,
  { reason: judged, basis, requirements }: Verdict,
  { isTruncated, limit }: { readonly isTruncated: boolean; readonly limit: number },
): ResolvedRow[] {
  const { context } = said.prescription
  return candidates.slice(0, limit).map((candidate, i): ResolvedRow => {
    const first = isTruncated ? 'truncated' : judged
    const reason: LinkReason<'medication'> = i === 0 ? first : 'not_first'
    return {
      code: candidate.drug.code,
      name: candidate.drug.name,
      reason,
      score: candidate.score,
      parts: partsOf(candidate),
      ...(i === 0 && { basis }),
      metadata: {
        ...describeDrug(candidate.drug.attributes),
        linking_requirements: { ...requirements },
        matching_breakdown: describeMatch(candidate, said, reason),
        ...(context !== undefined && { context }),
        ...(isTruncated && { truncated: true }),
      },
    }
  })
}

/** What of a text may be the name of a drug. */
function namesIn({ prescription, leftOver }: Understanding, generic = ''): string {
  const { text, names } = prescription
  return (
    [...names, ...leftOver].map(({ start, end }) => text.slice(start, end)).join(' ') +
    ` ${generic}`
  )
}
