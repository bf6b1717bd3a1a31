/** The first version of a year, which ends the notice's years; a version that is no number gets the newest. */
const COPYRIGHT_YEARS = [
  [2.82, 2026],
  [2.8, 2025],
  [2.77, 2024],
  [2.74, 2023],
  [2.72, 2022],
  [0, 2021],
] as const

/** The notice that LOINC's licence asks for, with its version. @see https://loinc.org/license */
export function licenceNotice(version: string): string {
  const [, year] = COPYRIGHT_YEARS.find(([first]) => Number(version) >= first) ?? COPYRIGHT_YEARS[0]
  return (
    'This material contains content from LOINC (http://loinc.org). ' +
    `LOINC is copyright © 1995-${year}, Regenstrief Institute, Inc. and the Logical Observation Identifiers Names and Codes (LOINC) Committee ` +
    'and is available at no cost under the license at http://loinc.org/license. ' +
    'LOINC® is a registered United States trademark of Regenstrief Institute, Inc. ' +
    `Version of LOINC: ${version}.`
  )
}
