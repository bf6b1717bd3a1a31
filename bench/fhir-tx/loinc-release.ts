/**
 * A release of LOINC for the cases: the pool, and the terms, parts and answers that they name and no release here holds, with as much
 * of each as the cases ask for (loinc-terms.tsv, loinc-answers.tsv). Codes, names and axes are facts; the rows are written for
 * this measurement.
 *
 * This material contains content from LOINC (http://loinc.org). LOINC is copyright © Regenstrief Institute, Inc. and the Logical
 * Observation Identifiers Names and Codes (LOINC) Committee, and is available at no cost under the licence at
 * http://loinc.org/license.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { csvLine, readRows } from '../tables.ts'

type Row = Readonly<Record<string, string>>

/** Parts by their code, as Part.csv has them. */
const PARTS = [
  ['LP111373-9', 'CLASS', 'PANEL.HL7.CYTOGEN'],
  ['LP14635-4', 'COMPONENT', 'Glucose'],
  ['LP173418-7', 'Document.Kind', 'Note'],
] as const
/** The part of every term with this component, and of one document. */
const GLUCOSE = { component: 'Glucose', part: 'LP14635-4' }
const NOTE = { LoincNumber: '100481-1', PartNumber: 'LP173418-7', PartTypeName: 'Document.Kind' }
/** A term with its list of answers. */
const ANSWERED = { LoincNumber: '100002-5', AnswerListId: 'LL6136-7' }

/** Writes the release into a folder, which is returned. @param releases folder of the releases */
export function makeLoinc(releases: string, folder: string): string {
  const table = readFileSync(join(releases, 'loinc/pool/LoincTable/Loinc.csv'), 'utf8')
  const terms: readonly Row[] = parse(table, { columns: true })
  const added = readRows('fhir-tx/loinc-terms.tsv').map((row) => ({ ...row, TIME_ASPCT: 'Pt' }))
  const write = (file: string, text: string) => {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write('LoincTable/Loinc.csv', `${table}${toCsv(Object.keys(terms[0]!), added)}`)
  const accessory = (file: string, rows: readonly Row[]) => {
    const columns = Object.keys(rows[0]!)
    const head = Object.fromEntries(columns.map((name) => [name, name]))
    write(join('AccessoryFiles', file), toCsv(columns, [head, ...rows]))
  }
  accessory(
    'PartFile/Part.csv',
    PARTS.map(([PartNumber, PartTypeName, PartName]) => ({
      ...{ PartNumber, PartTypeName, PartName, PartDisplayName: PartName, Status: 'ACTIVE' },
    })),
  )
  const ofGlucose = [...terms, ...added].filter(
    ({ COMPONENT }: Row) => COMPONENT === GLUCOSE.component,
  )
  accessory(
    'PartFile/LoincPartLink_Primary.csv',
    ofGlucose.map(({ LOINC_NUM: LoincNumber = '' }: Row) => ({
      ...{ LoincNumber, PartNumber: GLUCOSE.part, PartTypeName: 'COMPONENT' },
    })),
  )
  accessory('DocumentOntology/DocumentOntology.csv', [NOTE])
  accessory(
    'AnswerFile/AnswerList.csv',
    readRows('fhir-tx/loinc-answers.tsv').map((answer, place) => ({
      ...answer,
      SequenceNumber: String(place + 1),
    })),
  )
  accessory('AnswerFile/LoincAnswerListLink.csv', [ANSWERED])
  return folder
}

function toCsv(columns: readonly string[], rows: readonly Row[]): string {
  return rows.map((row) => `${csvLine(columns.map((name) => row[name] ?? ''))}\r\n`).join('')
}
