/**
 * Proves of a relative in a text which kin it is:
 * 1. kin of one who is none, an adopted or married one and a title before a name are no kin
 * 2. kin of kin are kin, and so is a relative with a name
 */

import { expect, test } from 'vitest'
import { readChart, says } from '../../src/clinical/chart.ts'
import { isKin } from '../../src/clinical/kin.ts'
import { readSentences } from '../../src/clinical/sentences.ts'
import { analyzer } from '../support/linker.ts'

function areKin(text: string): readonly boolean[] {
  const words = analyzer.analyze(text)
  const { marks } = readChart(text, words, readSentences(text, words))
  return marks.filter((mark) => says(mark, 'family')).map(({ phrase }) => isKin(phrase))
}

test.each([
  "His wife's sister has gout.",
  "Her best friend's mother has gout.",
  "Her boss's son has gout.",
  'Her husband has a strong family history of gout.',
  'Her friend lost her mother to gout.',
  'Her aunt by marriage has gout.',
  'Her adopted son has gout.',
  'Father Brown, the priest, has gout.',
  'Mother Superior has gout.',
  'The previous patient had gout.',
  'My daughter has gout.',
  "The donor's father had gout.",
  'The Sister on the ward has gout.',
  'Her sister company has a case of gout.',
  'She was bitten by a child with gout.',
])('no kin: %s', (text) => {
  expect(areKin(text)).not.toContain(true)
})

test.each([
  "Her mother's sister has gout.",
  "Her sister's son has gout.",
  'My father has gout.',
  'Her sister Agnes has gout.',
  'Lives with her husband, her mother has gout.',
  'Has a strong family history of gout.',
])('kin: %s', (text) => {
  expect(areKin(text)).toContain(true)
})
