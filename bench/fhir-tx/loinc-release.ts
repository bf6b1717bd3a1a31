/** A release of LOINC for the cases: the pool, and what they name besides. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { ANSWERED, GLUCOSE, LOINC_ANSWERS, LOINC_PARTS, LOINC_TERMS, NOTE } from './loinc-rows.ts'

/** Writes the release into a folder, which is returned. @param releases folder of the releases */
export function makeLoinc(releases: string, folder: string): string {
  const table = readFileSync(join(releases, 'loinc/pool/LoincTable/Loinc.csv'), 'utf8')
  const terms: readonly Readonly<Record<string, string>>[] = parse(table, { columns: true })
  const columns = Object.keys(terms[0]!)
  const rows = LOINC_TERMS.map((row) => columns.map((name) => row[name] ?? ''))
  const write = (file: string, text: string) => {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write('LoincTable/Loinc.csv', `${table}${toCsv(rows)}`)

  const ofGlucose = [...terms, ...LOINC_TERMS].filter(
    ({ COMPONENT }) => COMPONENT === GLUCOSE.component,
  )
  const accessory = (
    file: string,
    header: readonly string[],
    rows: readonly (readonly string[])[],
  ) => write(join('AccessoryFiles', file), toCsv([header, ...rows]))
  accessory(
    'PartFile/Part.csv',
    ['PartNumber', 'PartTypeName', 'PartName', 'PartDisplayName', 'Status'],
    LOINC_PARTS.map(([code, type, name]) => [code, type, name, name, 'ACTIVE']),
  )
  accessory(
    'PartFile/LoincPartLink_Primary.csv',
    ['LoincNumber', 'PartNumber', 'PartTypeName'],
    ofGlucose.map(({ LOINC_NUM = '' }) => [LOINC_NUM, GLUCOSE.part, 'COMPONENT']),
  )
  accessory(
    'DocumentOntology/DocumentOntology.csv',
    ['LoincNumber', 'PartNumber', 'PartTypeName'],
    [[NOTE.term, NOTE.part, 'Document.Kind']],
  )
  accessory(
    'AnswerFile/AnswerList.csv',
    ['AnswerListId', 'AnswerListName', 'AnswerStringId', 'DisplayText', 'SequenceNumber'],
    LOINC_ANSWERS.map((answer, place) => [...answer, String(place + 1)]),
  )
  accessory(
    'AnswerFile/LoincAnswerListLink.csv',
    ['LoincNumber', 'AnswerListId'],
    ANSWERED.map((pair) => [...pair]),
  )
  return folder
}

function toCsv(rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]) =>
    row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  return rows.map((row) => `${line(row)}\r\n`).join('')
}
