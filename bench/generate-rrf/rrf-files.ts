import { join } from 'node:path'
import { LineFile } from '../line-file.ts'
import { readRows } from '../tables.ts'

/** Numbers of atoms and relations: above those of real ones. */
const FIRST_ATOM = 90_000_000
const FIRST_RELATION = 900_000_000

/** RELA of the other direction, and REL, by RELA. */
const RELATIONS = new Map(
  readRows('generate-rrf/relations.tsv').map((row) => [row.relation!, [row.inverse!, row.kind!]]),
)

/** The three files of a release. */
export class RrfFiles {
  /** How many rows each has so far. */
  readonly #rows = { conso: 0, rel: 0, sat: 0 }
  readonly #conso: LineFile
  readonly #rel: LineFile
  readonly #sat: LineFile

  constructor(folder: string) {
    this.#conso = new LineFile(join(folder, 'RXNCONSO.RRF'))
    this.#rel = new LineFile(join(folder, 'RXNREL.RRF'))
    this.#sat = new LineFile(join(folder, 'RXNSAT.RRF'))
  }

  atom(code: number, type: string, name: string, suppress = 'N'): void {
    const id = FIRST_ATOM + this.#rows.conso++
    this.#conso.add(
      `${code}|ENG||||||${id}|${id}|${code}||RXNORM|${type}|${code}|${name}|0|${suppress}|4096|`,
    )
  }

  /** `from` stands in the relation to `to`; both directions are written, each to be read from right to left. */
  relation(from: number, relation: string, to: number): void {
    const [inverse = '', kind = ''] = RELATIONS.get(relation)!
    this.#relationRow(to, kind, from, relation)
    this.#relationRow(from, kind === 'RN' ? 'RB' : kind, to, inverse)
  }

  attribute(code: number, name: string, value: string): void {
    const id = FIRST_ATOM + this.#rows.sat++
    this.#sat.add(`${code}|||${id}|AUI|${code}|||${name}|RXNORM|${value}|N|4096|`)
  }

  close(): void {
    for (const file of [this.#conso, this.#rel, this.#sat]) file.close()
  }

  #relationRow(one: number, kind: string, two: number, rela: string): void {
    const id = FIRST_RELATION + this.#rows.rel++
    this.#rel.add(`${one}||CUI|${kind}|${two}||CUI|${rela}|${id}||RXNORM|RXNORM|||N|4096|`)
  }
}
