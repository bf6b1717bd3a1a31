/**
 * 1. The table has the asked number of rows and the pool's header; the pool's lines stand in it byte by byte.
 * 2. Every field is quoted, every line ends with CRLF, rows are sorted by code; MapTo.csv is copied.
 * 3. No two rows have the same axes in any case of letters, no two the same long common name.
 * 4. No made row has a pool row's component with axes that agree with all that the pool row states.
 * 5. Made codes are new, from 200000 up, with LOINC's check digit.
 * 6. Made rows are active laboratory rows with names in LOINC's manner, of new and of real analytes.
 * 7. The same seed gives the same bytes, and another seed others.
 * 8. Files, columns and numbers that will not do are refused with what is wrong.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { writeLoincTable } from '../../bench/loinc-table.ts'
import { checkDigit } from '../../src/ontologies/loinc/code.ts'
import { writeTempFolder } from '../support/temp-release.ts'

const AXES = ['COMPONENT', 'PROPERTY', 'TIME_ASPCT', 'SYSTEM', 'SCALE_TYP', 'METHOD_TYP'] as const
const HEADER = [
  ...['LOINC_NUM', ...AXES, 'CLASS', 'CLASSTYPE', 'STATUS', 'RELATEDNAMES2', 'SHORTNAME'],
  ...['LONG_COMMON_NAME', 'EXAMPLE_UCUM_UNITS', 'COMMON_TEST_RANK', 'DisplayName', 'PanelType'],
]
const MAP_TO = '"LOINC","MAP_TO","COMMENT"\r\n"9-9","2345-7",""\r\n'

/** Code | component | property | time | system | scale | method | class | long common name | short name | unit. */
const ROWS = [
  '2345-7|Glucose|MCnc|Pt|Ser/Plas|Qn||CHEM|Glucose [Mass/volume] in Serum or Plasma|Glucose SerPl-mCnc|mg/dL',
  '2350-7|Glucose|MCnc|Pt|Urine|Qn||CHEM|Glucose [Mass/volume] in Urine|Glucose Ur-mCnc|mg/dL',
  '5792-7|Glucose|MCnc|Pt|Urine|Qn|Test strip|CHEM|Glucose [Mass/volume] in Urine by Test strip|Glucose Ur Strip-mCnc|mg/dL',
  '14749-6|glucose|SCnc|Pt|Ser/Plas|Qn||CHEM|glucose [moles/volume] in serum or plasma|glucose serpl-scnc|mmol/L',
  '1518-0|Glucose^2H post 75 g glucose PO|MCnc|Pt|Ser/Plas|Qn||CHAL|Glucose [Mass/volume] in Serum or Plasma --2 hours post 75 g glucose PO|Glucose 2h p 75 g Glc PO SerPl-mCnc|mg/dL',
  '20438-8|Glucose^1H post dose glucose|MCnc|Pt|Ser/Plas|Qn||CHAL|Glucose [Mass/volume] in Serum or Plasma --1 hour post dose glucose|Glucose 1h p Glc SerPl-mCnc|mg/dL',
  '1521-4|Glucose^2H post meal|MCnc|Pt|Ser/Plas|Qn||CHAL|Glucose [Mass/volume] in Serum or Plasma --2 hours post meal|Glucose 2h p meal SerPl-mCnc|mg/dL',
  '2951-2|Sodium|SCnc|Pt|Ser/Plas|Qn||CHEM|Sodium [Moles/volume] in Serum or Plasma|Sodium SerPl-sCnc|mmol/L',
  '2955-3|Sodium|SCnc|Pt|Urine|Qn||CHEM|Sodium [Moles/volume] in Urine|Sodium Ur-sCnc|mmol/L',
  '2956-1|Sodium|SRat|24H|Urine|Qn||CHEM|Sodium [Moles/time] in 24 hour Urine|Sodium 24h Ur-sRate|mmol/(24.h)',
  '2823-3|Potassium|SCnc|Pt|Ser/Plas|Qn||CHEM|Potassium [Moles/volume] in Serum or Plasma|Potassium SerPl-sCnc|mmol/L',
  '6298-4|Potassium|SCnc|Pt|Bld|Qn||CHEM|Potassium [Moles/volume] in Blood|Potassium Bld-sCnc|mmol/L',
  '2160-0|Creatinine|MCnc|Pt|Ser/Plas|Qn||CHEM|Creatinine [Mass/volume] in Serum or Plasma|Creat SerPl-mCnc|mg/dL',
  '2161-8|Creatinine|MCnc|Pt|Urine|Qn||CHEM|Creatinine [Mass/volume] in Urine|Creat Ur-mCnc|mg/dL',
  '9318-7|Albumin/Creatinine|MRto|Pt|Urine|Qn||CHEM|Albumin/Creatinine [Mass Ratio] in Urine|Albumin/Creat Ur|mg/g{creat}',
  '2890-2|Protein/Creatinine|MRto|Pt|Urine|Qn||CHEM|Protein/Creatinine [Mass Ratio] in Urine|Prot/Creat Ur|mg/g{creat}',
  '1751-7|Albumin|MCnc|Pt|Ser/Plas|Qn||CHEM|Albumin [Mass/volume] in Serum or Plasma|Albumin SerPl-mCnc|g/dL',
  '2881-1|Protein|MCnc|Pt|Body fld|Qn|||Protein [Mass/volume] in Body fluid|Prot Fld-mCnc|g/dL',
  '5195-3|Hepatitis B virus surface Ag|PrThr|Pt|Ser|Ord||MICRO|Hepatitis B virus surface Ag [Presence] in Serum|HBV surface Ag Ser Ql|',
  '13955-0|Hepatitis C virus Ab|PrThr|Pt|Ser|Ord|IA|MICRO|Hepatitis C virus Ab [Presence] in Serum by Immunoassay|HCV Ab Ser Ql IA|',
  '22314-9|Hepatitis A virus Ab.IgM|PrThr|Pt|Ser|Ord||MICRO|Hepatitis A virus IgM Ab [Presence] in Serum|HAV IgM Ser Ql|',
  '40724-7|Hepatitis A virus Ab.IgG|ACnc|Pt|Ser|Qn|IA|MICRO|Hepatitis A virus IgG Ab [Units/volume] in Serum by Immunoassay|HAV IgG Ser IA-aCnc|[IU]/mL',
  '5334-8|Rubella virus Ab.IgG|ACnc|Pt|Ser|Qn|IA|MICRO|Rubella virus IgG Ab [Units/volume] in Serum by Immunoassay|RUBV IgG Ser IA-aCnc|[IU]/mL',
  '5335-5|Rubella virus Ab.IgM|ACnc|Pt|CSF|Qn||MICRO|Rubella virus IgM Ab [Units/volume] in Cerebral spinal fluid|RUBV IgM CSF-aCnc|[IU]/mL',
  '5009-6|Hepatitis B virus DNA|PrThr|Pt|Bld|Ord|Probe.amp.tar|MICRO|Hepatitis B virus DNA [Presence] in Blood by NAA with probe detection|HBV DNA Bld Ql NAA+probe|',
  '630-4|Bacteria|Prid|Pt|Urine|Nom|Culture|MICRO|Bacteria identified in Urine by Culture|Bacteria Ur Cult|',
  '600-7|Bacteria|Prid|Pt|Bld|Nom|Culture|MICRO|Bacteria identified in Blood by Culture|Bacteria Bld Cult|',
  '28-1|Ampicillin|Susc|Pt||OrdQn|MIC|ABXBACT|Ampicillin [Susceptibility] by Minimum inhibitory concentration (MIC)|Ampicillin Islt MIC|',
  // Rows of which less is known: no system, no axis at all, only a name, a deprecated one.
  '12345-6|Creatinine|SCnc|Pt||Qn|||Creatinine [Moles/volume]||',
  '12346-4|Albumin|||||||Albumin "fast, old"\nmeasurement||',
  '36643-5||||||||XR Chest 2 Views|XR Chest 2V|',
  '9-9|Sodium|MCnc|Pt|Stool|Qn||CHEM|Deprecated Sodium [Mass/volume] in Stool|Deprecated Sodium|',
  `200001-${checkDigit('200001')}|Note|Find|Pt||Doc|||Note||`,
]

const SIZE = 300

type Row = Readonly<Record<string, string>>

describe('writeLoincTable', () => {
  test('leaves the rows of the pool as they are and fills up to the asked number', async () => {
    const { text, rows } = await standard()
    expect(rows).toHaveLength(SIZE)
    expect(text.startsWith(formatLine(HEADER))).toBe(true)
    for (const line of poolLines(ROWS)) expect(text.includes(`\r\n${line}`)).toBe(true)
  })

  test('writes quoted fields, CRLF and rows sorted by code, and copies the map', async () => {
    const { text, rows, mapTo } = await standard()
    expect(text).toBe([HEADER, ...rows.map((row) => Object.values(row))].map(formatLine).join(''))
    const codes = rows.map((row) => row.LOINC_NUM)
    expect(codes).toEqual([...codes].sort())
    expect(mapTo).toBe(MAP_TO)
  })

  test('gives each row axes and a long common name of its own', async () => {
    const { rows } = await standard()
    const axes = rows.map((row) => AXES.map((axis) => row[axis]!.toLowerCase()).join('\t'))
    expect(new Set(axes).size).toBe(SIZE)
    expect(new Set(rows.map((row) => row.LONG_COMMON_NAME!.toLowerCase())).size).toBe(SIZE)
  })

  test('makes no row that a pool row with unknown axes could be', async () => {
    const { rows, made } = await standard()
    const pool = rows.filter((row) => !made.includes(row))
    const mayBeSame = (known: Row, row: Row) =>
      AXES.every(
        (axis) =>
          row[axis]!.toLowerCase() === known[axis]!.toLowerCase() ||
          (axis !== 'COMPONENT' && known[axis] === ''),
      )
    expect(made.filter((row) => pool.some((known) => mayBeSame(known, row)))).toEqual([])
    expect(made.filter((row) => row.COMPONENT === 'Albumin')).toEqual([])
  })

  test('numbers made rows from 200000 with check digits, around codes of the pool', async () => {
    const { rows, made } = await standard()
    expect(new Set(rows.map((row) => row.LOINC_NUM)).size).toBe(SIZE)
    expect(made).toHaveLength(SIZE - ROWS.length)
    for (const { LOINC_NUM } of made) {
      const [number, digit] = LOINC_NUM!.split('-').map(Number)
      expect(number).toBeGreaterThanOrEqual(200_000)
      expect(number).not.toBe(200_001)
      expect(digit).toBe(checkDigit(String(number)))
    }
  })

  test('makes active laboratory rows, of real analytes and of new ones', async () => {
    const { made } = await standard()
    const known = new Set(ROWS.map((row) => row.split('|')[1]!.toLowerCase()))
    const isNew = (row: Row) => !known.has(row.COMPONENT!.toLowerCase().split('^')[0]!)
    for (const row of made) {
      expect(row).toMatchObject({ STATUS: 'ACTIVE', CLASSTYPE: '1', COMMON_TEST_RANK: '0' })
      for (const column of [...AXES.slice(0, 5), 'CLASS', 'SHORTNAME', 'DisplayName'])
        expect(row[column]).not.toBe('')
      expect(row.LONG_COMMON_NAME).toMatch(/ (\[[^\]]+\]|identified)/)
    }
    expect(made.filter(isNew).length).toBeGreaterThan(50)
    expect(made.filter((row) => !isNew(row)).length).toBeGreaterThan(50)
  })

  test('composes long common names of the parts in their order', async () => {
    const { made } = await standard()
    const challenges = made.filter((row) => row.COMPONENT!.includes('^'))
    expect(challenges.length).toBeGreaterThan(10)
    for (const row of challenges) {
      const [analyte, challenge] = row.COMPONENT!.split('^')
      const times = challenge!.replace('1H', '1 hour').replace(/(\d)H/, '$1 hours')
      expect(row.LONG_COMMON_NAME!.startsWith(`${analyte} [`)).toBe(true)
      expect(row.LONG_COMMON_NAME!.endsWith(` --${times}`)).toBe(true)
      expect(row.CLASS).toBe('CHAL')
    }
    for (const row of made.filter(({ METHOD_TYP }) => METHOD_TYP === 'Probe.amp.tar'))
      expect(row.LONG_COMMON_NAME).toContain(' by NAA with probe detection')
  })

  test('gives the same bytes for the same seed, and others for another', async () => {
    const { text } = await writeTable(300, 1)
    expect((await writeTable(300, 1)).text).toBe(text)
    expect((await writeTable(300, 2)).text).not.toBe(text)
  })

  test('writes the pool alone when no more rows are asked for', async () => {
    const { made, rows } = await writeTable(ROWS.length, 1)
    expect(made).toEqual([])
    expect(rows).toHaveLength(ROWS.length)
  })

  test.each([
    { rows: 32, pool: ROWS, message: 'rows: the pool alone has 33' },
    {
      rows: 9,
      pool: ROWS.slice(0, 1),
      message: "rows: 8 are wanted beside the pool's, it gives 0",
    },
    { rows: 9, pool: ROWS.slice(-1), message: 'no laboratory row of the pool has all its axes' },
  ])('refuses $rows rows: $message', async ({ rows, pool, message }) => {
    await expect(writeTable(rows, 1, pool)).rejects.toThrow(new RangeError(message))
  })
})

/** A table made of the rows above; `made` are those that are not among them. */
async function writeTable(rows: number, seed: number, lines: readonly string[] = ROWS) {
  const pool = await writeTempFolder({
    'LoincTable/Loinc.csv': [formatLine(HEADER), ...poolLines(lines)].join(''),
    'LoincTable/MapTo.csv': MAP_TO,
  })
  const out = await writeTempFolder({})
  await writeLoincTable(pool, out, { rows, seed })
  const text = await readFile(join(out, 'LoincTable', 'Loinc.csv'), 'utf8')
  const written = parse<Row>(text, { columns: true })
  const codes = new Set(lines.map((line) => line.split('|')[0]))
  const made = written.filter((row) => !codes.has(row.LOINC_NUM))
  const mapTo = await readFile(join(out, 'LoincTable', 'MapTo.csv'), 'utf8')
  return { text, rows: written, made, mapTo }
}

let written: ReturnType<typeof writeTable> | undefined

/** A table of so many rows, written by the first test that asks for it. */
function standard() {
  written ??= writeTable(SIZE, 1)
  return written
}

function poolLines(lines: readonly string[]): string[] {
  return lines.map((line) => {
    const [code, component, property, time, system, scale, method, group, long, short, unit] =
      line.split('|')
    const values: Record<string, string | undefined> = {
      LOINC_NUM: code,
      COMPONENT: component,
      PROPERTY: property,
      TIME_ASPCT: time,
      SYSTEM: system,
      SCALE_TYP: scale,
      METHOD_TYP: method,
      CLASS: group,
      CLASSTYPE: property === '' ? '' : '1',
      STATUS: long!.startsWith('Deprecated') ? 'DEPRECATED' : 'ACTIVE',
      RELATEDNAMES2: `${component}; ${system}; Point in time`,
      SHORTNAME: short,
      LONG_COMMON_NAME: long,
      EXAMPLE_UCUM_UNITS: unit,
      COMMON_TEST_RANK: '7',
      DisplayName: component && `${component} (${system})`,
    }
    return formatLine(HEADER.map((column) => values[column] ?? ''))
  })
}

function formatLine(fields: readonly string[]): string {
  return `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')}\r\n`
}
