/** Proves of changes of weight: their unit is read as the weight, where a number and a verb are near it, and nowhere else. */

import { expect, test } from 'vitest'
import { withWeightChange } from '../../src/clinical/rewordings.ts'
import { analyzer } from '../support/linker.ts'

const read = (text: string) => withWeightChange(analyzer.analyze(text), analyzer.wordOf('weight'))

test.each([
  { text: 'gained 24 pounds', forms: 'gained 24 weight' },
  { text: 'lost 5kg in 2 months', forms: 'lost 5 weight in 2 months' },
  { text: 'gained 40+ lbs', forms: 'gained 40 + weight' },
  { text: 'put on at about 3 kilos', forms: 'put on at about 3 weight' },
  { text: '20 kg were then lost', forms: '20 weight were then lost' },
])('"$text" is read as "$forms"', ({ text, forms }) => {
  expect(
    read(text)
      .map(({ form }) => form)
      .join(' '),
  ).toBe(forms)
})

test.each([
  'baby of 3 kg',
  'gained pounds',
  'weight loss of 10 kg',
  'lost to follow up and now for a year at 5 kg',
  '5 kg tumour that was removed and then lost',
  'lost 5 teeth',
])('"%s" is read as it is', (text) => {
  expect(read(text)).toEqual(analyzer.analyze(text))
})

test('the weight is where the unit was', () => {
  const text = 'gained 24 pounds'
  const { start, end } = read(text)[2]!
  expect(text.slice(start, end)).toBe('pounds')
})
