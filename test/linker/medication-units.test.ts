/**
 * Proves of links of medication that they load no parser of units, which takes a fifth of a second: strengths as people
 * write them, brands whose rows have concentrations, and lines that count a dose are read without it; a unit that is no
 * usual one loads it.
 */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { compiledChild } from '../support/compiled.ts'
import { starterRoot } from '../support/shared-index.ts'

const CHILD = 'support/units-child'
const USUAL = [
  'Inj Mixtard 30/70 20 units before breakfast',
  'Betadine gargle BD',
  'Syp Augmentin Duo 228.5 mg/5 ml',
  'Foracort 200 mcg MDI 2 puffs',
  'Durogesic 25 mcg/hr patch',
  'noradrenaline 8 mg in 50 ml NS @ 0.1 mcg/kg/min',
  'KCl 20 meq/15 ml',
  'vitamin D3 60000 IU sachet weekly',
]
const UNUSUAL = 'metformin 5 mmol/g'

test('strengths as people write them need no parser of units', () => {
  const args = [compiledChild(CHILD), starterRoot('medication'), ...USUAL, UNUSUAL]
  const loaded = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  expect(loaded).toEqual([UNUSUAL])
}, 60_000)
