import type { RelatedCodeRecord, RelationRecord } from '../../../index/records.ts'
import { unknownCodesWarning } from '../../release-files.ts'

/** Codes besides the terms, and their relations. Both ends of a relation are there. */
export interface Related {
  readonly codes: readonly RelatedCodeRecord[]
  readonly relations: readonly RelationRecord[]
}

export const NO_RELATED: Related = { codes: [], relations: [] }

/** Related codes of some files while these are read. */
export class RelatedDraft implements Related {
  readonly #codes = new Map<string, RelatedCodeRecord>()
  readonly #relations: RelationRecord[] = []
  /** Codes that a file relates and no file has, by the file. */
  readonly #unknown = new Map<string, { count: number; readonly example: string }>()

  get codes(): readonly RelatedCodeRecord[] {
    return [...this.#codes.values()]
  }

  get relations(): readonly RelationRecord[] {
    return this.#relations
  }

  /** False for a code that is there already. */
  add(record: RelatedCodeRecord): boolean {
    if (this.#codes.has(record.code)) return false
    this.#codes.set(record.code, record)
    return true
  }

  /** Adds a relation to a code; one to an unknown code is counted for a warning. */
  relate(from: string, relation: string, to: string, file: string, place?: number): void {
    const target = this.#codes.get(to)
    if (target === undefined) {
      const known = this.#unknown.get(file)
      if (known === undefined) this.#unknown.set(file, { count: 1, example: to })
      else known.count++
      return
    }
    // The code of the record is one string for all relations; that of the row would be one each.
    this.#relations.push({
      ...{ from, relation, to: target.code },
      ...(place !== undefined && { place }),
    })
  }

  /** One for each file that relates codes that `home` lacks. */
  warnings(home: string): string[] {
    return Array.from(this.#unknown, ([file, unknown]) => unknownCodesWarning(file, unknown, home))
  }
}
