/**
 * Proves of methods that a name implies:
 * 1. the same method is as good as can be
 * 2. a wider or narrower one is nearly as good, where it contradicts nothing
 * 3. another named method is none of these, though it finds the same
 */

import { expect, test } from 'vitest'
import { axisNumber } from '../../../../src/ontologies/loinc/axes.ts'
import { fitOfMethod } from '../../../../src/ontologies/loinc/linking/methods.ts'

const fit = (named: string, has: string) =>
  fitOfMethod(axisNumber('method', named), axisNumber('method', has))

test.each(['VDRL', 'RPR', 'Acid fast stain', 'Hep2 substrate', 'no such method'])(
  '%s is the same method',
  (method) => {
    expect(fit(method, method)).toBe(1)
  },
)

test.each([
  ['Hep2 substrate', 'IF Hep2 substrate'],
  ['Sudan black stain', 'Sudan black B stain'],
])('%s and %s are one method to a laboratory', (one, other) => {
  expect(fit(one, other)).toBe(1)
  expect(fit(other, one)).toBe(1)
})

test.each([
  ['Acid fast stain.Ziehl-Neelsen', 'Acid fast stain'],
  ['Acid fast stain', 'Acid fast stain.Ziehl-Neelsen'],
  ['Acid fast stain', 'Rhodamine-auramine fluorochrome stain'],
  ['Rhodamine-auramine fluorochrome stain', 'Acid fast stain'],
  ['Test strip', 'Test strip.automated'],
  ['Cyto stain.thin prep', 'Cyto stain'],
])('%s is answered by %s, too, but not as well', (named, has) => {
  expect(fit(named, has)).toBeGreaterThan(0.89)
  expect(fit(named, has)).toBeLessThan(1)
})

test.each([
  ['VDRL', 'RPR'],
  ['RPR', 'VDRL'],
  ['HA', 'Aggl'],
  ['HA', 'HAI'],
  ['Acid fast stain.Ziehl-Neelsen', 'Rhodamine-auramine fluorochrome stain'],
  ['Acid fast stain.Kinyoun modified', 'Acid fast stain.Ziehl-Neelsen'],
  ['KOH preparation', 'Sudan black stain'],
  ['India ink prep', 'KOH preparation'],
  ['Thick film', 'Thin film'],
  ['IF', 'Crithidia luciliae IF'],
  ['IA', 'RIA'],
  ['IA', 'IA.rapid'],
  ['GC-MS', 'LC/MS/MS'],
  ['High sensitivity', 'Detection limit <= 0.01 ng/mL'],
  ['Aerobic culture', 'Anaerobic+Aerobic culture'],
  ['Culture', 'Aerobic culture'],
  ['Microscopy.light.HPF', 'Microscopy.light.LPF'],
  ['VDRL', 'no such method'],
])('%s is not answered by %s', (named, has) => {
  expect(fit(named, has)).toBe(0)
})
