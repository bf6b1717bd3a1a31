/**
 * Proves of links of medication that they load no parser of units, which takes a fifth of a second: strengths as people
 * write them, brands whose rows have concentrations, and lines that count a dose are read without it.
 */
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const PARSER = /@lhncbc[/\\]ucum-lhc/
const medlink = openStarter('medication')

function hasParser(): boolean {
  return Object.keys(createRequire(import.meta.url).cache).some((path) => PARSER.test(path))
}

test.each([
  'Inj Mixtard 30/70 20 units before breakfast',
  'Betadine gargle BD',
  'Syp Augmentin Duo 228.5 mg/5 ml',
  'Foracort 200 mcg MDI 2 puffs',
  'Durogesic 25 mcg/hr patch',
  'noradrenaline 8 mg in 50 ml NS @ 0.1 mcg/kg/min',
  'KCl 20 meq/15 ml',
  'vitamin D3 60000 IU sachet weekly',
])('"%s"', (text) => {
  medlink.link({ query: text, ontology: 'medication' })
  expect(hasParser()).toBe(false)
})
