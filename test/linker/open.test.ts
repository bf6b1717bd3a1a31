/**
 * Proves of opening for linking: what a damaged or overwritten file does while the linker is made is an error with a code,
 * and the index is closed.
 */

import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { MedlinkIndex } from '../../src/index/reader.ts'
import { indexPath } from '../../src/index/registry.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'
import { openLinker } from '../../src/linker/open.ts'
import { requireNamedOntology } from '../../src/ontologies/all.ts'
import type { NamedOntology } from '../../src/ontologies/ontology.ts'
import { copyStarter } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'

const DATE = 1_700_000_000

test.each([
  { what: 'damaged', isTimeKept: true, code: 'index_corrupt' },
  { what: 'overwritten', isTimeKept: false, code: 'index_incompatible' },
])('a file that is $what meanwhile is $code', ({ isTimeKept, code }) => {
  const dir = tempFolder()
  copyStarter('loinc', dir)
  const file = indexPath(dir, 'loinc', 'starter')
  utimesSync(file, DATE, DATE)
  const loinc = requireNamedOntology('loinc')
  let opened: MedlinkIndex | undefined
  const ontology: NamedOntology = {
    ...loinc,
    createReader: (index, analyzer) => {
      opened = index
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.fill(0, 8192))
      if (isTimeKept) utimesSync(file, DATE, DATE)
      return loinc.createReader(index, analyzer)
    },
  }
  expect(() => openLinker(file, ontology, createAnalyzer())).toThrow(
    expect.objectContaining({ name: 'MedlinkError', code }),
  )
  expect(() => opened!.facts('')).toThrow('not open')
})
