import { expect, test } from 'vitest'
import { licenceNotice } from '../../../../src/ontologies/loinc/release/licence.ts'

test.each([
  { version: '2.82', year: 2026 },
  { version: '2.80', year: 2025 },
  { version: '2.79', year: 2024 },
  { version: '2.66', year: 2021 },
  { version: 'mine', year: 2026 },
])("the licence's notice names version $version and ends with $year", ({ version, year }) => {
  const notice = licenceNotice(version)
  expect(notice).toContain(
    `This material contains content from LOINC (http://loinc.org). LOINC is copyright © 1995-${year}, Regenstrief Institute, Inc. and`,
  )
  expect(notice).toContain('available at no cost under the license at http://loinc.org/license.')
  expect(notice).toContain('LOINC® is a registered United States trademark')
  expect(notice).toContain(version)
})
