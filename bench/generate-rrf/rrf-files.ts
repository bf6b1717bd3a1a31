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

/** The three files of a release, opened in a folder. */
export type RrfFiles = ReturnType<typeof openRrfFiles>

export function openRrfFiles(folder: string) {
  const file = (name: string) => new LineFile(join(folder, `${name}.RRF`))
  const [conso, rel, sat] = [file('RXNCONSO'), file('RXNREL'), file('RXNSAT')]
  /** How many rows each has so far. */
  const rows = { conso: 0, rel: 0, sat: 0 }
  const relate = (one: number, kind: string, two: number, rela: string) => {
    const id = FIRST_RELATION + rows.rel++
    rel.add(`${one}||CUI|${kind}|${two}||CUI|${rela}|${id}||RXNORM|RXNORM|||N|4096|`)
  }
  return {
    atom(code: number, type: string, name: string, suppress = 'N'): void {
      const id = FIRST_ATOM + rows.conso++
      conso.add(
        `${code}|ENG||||||${id}|${id}|${code}||RXNORM|${type}|${code}|${name}|0|${suppress}|4096|`,
      )
    },
    /** `from` stands in the relation to `to`; both directions are written, each to be read from right to left. */
    relation(from: number, relation: string, to: number): void {
      const [inverse = '', kind = ''] = RELATIONS.get(relation)!
      relate(to, kind, from, relation)
      relate(from, kind === 'RN' ? 'RB' : kind, to, inverse)
    },
    attribute(code: number, name: string, value: string): void {
      const id = FIRST_ATOM + rows.sat++
      sat.add(`${code}|||${id}|AUI|${code}|||${name}|RXNORM|${value}|N|4096|`)
    },
    close(): void {
      for (const each of [conso, rel, sat]) each.close()
    },
  }
}
