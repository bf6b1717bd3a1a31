/** Contents of a release while it is read: millions of rows, kept as numbers in lists that run parallel. */

import { MedlinkError } from '../../../errors.ts'
import type { MapRecord } from '../../../index/records.ts'
import type { Faults, Tally } from '../../release-faults.ts'
import type { ReleaseFile } from '../../release-files.ts'
import { MemberTable, SctidTable } from './id-tables.ts'
import type { Rf2Row } from './rf2.ts'

/**
 * Contents of the files of a release, one entry for each identifier: its newest state. The lists of a table run parallel;
 * an entry's place is the number of its identifier. Concepts and descriptions are referred to by place.
 */
export interface Content {
  readonly concepts: {
    readonly ids: SctidTable
    readonly dates: number[]
    readonly active: boolean[]
    readonly defined: boolean[]
    readonly modules: string[]
  }
  /** Text definitions among them. */
  readonly descriptions: {
    readonly ids: SctidTable
    readonly dates: number[]
    readonly active: boolean[]
    readonly concepts: number[]
    readonly types: DescriptionType[]
    readonly languages: string[]
    readonly texts: string[]
  }
  /** Which description is preferred by which language reference set; `preferred` holds for active members alone. */
  readonly language: {
    readonly ids: MemberTable
    readonly dates: number[]
    readonly refsets: string[]
    readonly descriptions: number[]
    readonly preferred: boolean[]
  }
  /** Inferred IS-A relationships. */
  readonly isA: {
    readonly ids: SctidTable
    readonly dates: number[]
    readonly active: boolean[]
    readonly sources: number[]
    readonly targets: number[]
  }
  /** Historical associations; the source of `refers_to` is a description, of all others a concept. */
  readonly associations: {
    readonly ids: MemberTable
    readonly dates: number[]
    readonly active: boolean[]
    readonly relations: string[]
    readonly sources: number[]
    readonly targets: number[]
  }
  /** Descriptions that were retired because they are wrong; `wrong` holds for active members alone. */
  readonly reasons: {
    readonly ids: MemberTable
    readonly dates: number[]
    readonly descriptions: number[]
    readonly wrong: boolean[]
  }
  /** Rows of the map to ICD-10-CM, undefined where retired. */
  readonly maps: {
    readonly ids: MemberTable
    readonly dates: number[]
    readonly records: (MapRecord | undefined)[]
  }
}

export type DescriptionType = 'fsn' | 'synonym' | 'definition' | 'other'

export function createContent(): Content {
  return {
    concepts: { ids: new SctidTable(), dates: [], active: [], defined: [], modules: [] },
    descriptions: {
      ids: new SctidTable(),
      dates: [],
      active: [],
      concepts: [],
      types: [],
      languages: [],
      texts: [],
    },
    language: {
      ids: new MemberTable(),
      dates: [],
      refsets: [],
      descriptions: [],
      preferred: [],
    },
    isA: { ids: new SctidTable(), dates: [], active: [], sources: [], targets: [] },
    associations: {
      ids: new MemberTable(),
      dates: [],
      active: [],
      relations: [],
      sources: [],
      targets: [],
    },
    reasons: { ids: new MemberTable(), dates: [], descriptions: [], wrong: [] },
    maps: { ids: new MemberTable(), dates: [], records: [] },
  }
}

/** State that the readers of files share. */
export interface ReadContext {
  readonly content: Content
  readonly faults: Faults
  /** Rows that name something which the release lacks, by what and where. */
  readonly unknown: Tally
}

/** Reads a file into the tables; returns its SHA-256 and how many of its rows were taken. */
export type Reader = (
  file: ReleaseFile,
  reading: ReadContext,
) => Promise<{ sha256: string; rows: number }>

/** Identifiers of one table: four times those of the largest, the language reference sets of an edition. */
const MAX_IDENTIFIERS = 16_000_000

/**
 * The row's place in a table, which then has its date; -1 for a row that is older than what the table has. Of rows of one
 * date the last counts. Nothing may keep the caller from filling the place.
 */
export function claimRow(
  row: Rf2Row<string>,
  { ids, dates }: { readonly ids: SctidTable | MemberTable; readonly dates: number[] },
): number {
  const place = row.addId(ids)
  if (place === MAX_IDENTIFIERS)
    throw new MedlinkError(
      'release_invalid',
      `the release has more than ${MAX_IDENTIFIERS} rows of one kind: no release has so many`,
    )
  if (place < dates.length && row.date < dates[place]!) return -1
  dates[place] = row.date
  return place
}
