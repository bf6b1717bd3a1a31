import type {
  Candidate,
  DecisionKind,
  MappedRow,
  MappedTerm,
  ProjectAbout,
  Relation,
} from '../project.ts'
import type { ConceptIds } from './concepts.ts'

/** A file's decision on a row of the source. */
export interface ReadMapping {
  /** Where, for people: "row 12". */
  readonly place: string
  /** '' where the file does not say. */
  readonly source_code: string
  readonly source_name: string
  /** Undefined where nothing was decided. `accept` stands for `other`, too. */
  readonly decision: Exclude<DecisionKind, 'other'> | undefined
  /** For `accept`: the code, or OMOP's identifier of it. */
  readonly code?: string | undefined
  readonly concept_id?: number | undefined
  readonly relation?: Relation | undefined
  readonly note?: string | undefined
  /** Undefined where the file does not say who, or when (epoch milliseconds). */
  readonly reviewer?: string | undefined
  readonly at?: number | undefined
}

export interface ExchangeOptions {
  /** OMOP's identifiers of concepts, of a file of the user's. */
  readonly concepts?: ConceptIds | undefined
  /** Name of the site's own codes; a URI, or for OMOP a `source_vocabulary_id` of up to 20 characters. */
  readonly source?: string | undefined
  /** Version of FHIR; default: R4. */
  readonly release?: 'r4' | 'r5' | undefined
  /** Time of the export, in epoch milliseconds. */
  readonly now: number
  /** Called with remarks for a person. A remark names places, and repeats nothing of a row. */
  readonly onRemark: (remark: string) => void
}

/** A format in which other programs keep mappings. */
export interface ExchangeFormat {
  /** The text of a file, in pieces. */
  write(
    about: ProjectAbout,
    rows: AsyncIterable<MappedRow>,
    options: ExchangeOptions,
  ): AsyncIterable<string>
  /** @throws MedlinkError `table_invalid` for a file that is none of the format */
  read(path: string, about: ProjectAbout, options: ExchangeOptions): AsyncIterable<ReadMapping>
}

/** The decision on a term for export: the newest valid one if reviewers agree. */
export function decidedOf(term: MappedTerm) {
  const { state, standing } = term
  if (state === 'open' || state === 'disagreement') return undefined
  const isLater = state === 'later'
  return standing.find(({ decision }) => (decision === 'later') === isLater)
}

/** The score of the candidate that was decided for; of the first where none was; null where there is none. */
export function scoreOf({ candidates, code }: MappedTerm): number | null {
  const found: Candidate | undefined =
    candidates.find((each) => each.code === code) ?? candidates[0]
  return found?.score ?? null
}
