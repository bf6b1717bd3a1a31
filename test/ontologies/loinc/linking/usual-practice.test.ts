/**
 * Proves of what practice means by a bare name:
 * 1. the name says the specimen and the property, in whatever order and inflection of its words, and with brackets
 * 2. a name that says more, or that the table lacks, says neither
 * 3. every cell of the table is a value that LOINC has
 */

import { expect, test } from 'vitest'
import { readTable } from '../../../../src/language/tables.ts'
import { axisName, axisNumber } from '../../../../src/ontologies/loinc/axes.ts'
import { UsualPractice } from '../../../../src/ontologies/loinc/linking/usual-practice.ts'
import { analyzer } from '../../../support/linker.ts'

const practice = new UsualPractice(analyzer)
const find = (name: string) => practice.find(analyzer.analyze(name))

test.each([
  { name: 'Methamphetamine', system: 'Urine', property: 'PrThr' },
  { name: 'Barbiturate', system: 'Urine', property: 'PrThr' },
  { name: 'METABOLITE, COCAINE', system: 'Urine', property: 'PrThr' },
  { name: 'Clarity *', system: 'Urine', property: 'Aper' },
  { name: 'Bicarbonate (HCO3-)', system: 'Ser/Plas', property: undefined },
  { name: 'Lead', system: 'Bld', property: undefined },
  { name: 'G6PD', system: 'Bld', property: undefined },
  { name: 'Pyruvate kinase', system: 'Bld', property: undefined },
  { name: 'Ciclosporin', system: 'Bld', property: undefined },
])('$name is of $system', ({ name, system, property }) => {
  const found = find(name)!
  expect(axisName('system', found.system)).toBe(system)
  expect(axisName('property', found.property)).toBe(property)
})

test.each(['Methamphetamine cutoff', 'Lead II', 'Glucose', ''])('"%s" says nothing', (name) => {
  expect(find(name)).toBeUndefined()
})

test('the table has values of LOINC', () => {
  const rows = readTable('loinc/usual-practice.tsv', ['test', 'system', 'property'])
  const unknown = rows.filter(
    ([, system, property]) =>
      (system !== '-' && axisName('system', axisNumber('system', system!)) !== system) ||
      (property !== '-' && axisNumber('property', property!) === 0) ||
      (system === '-' && property === '-'),
  )
  expect(unknown).toEqual([])
})
