/**
 * Proves of mentions in the words of titles:
 * 1. "both" before a part of the body is "bilateral"
 * 2. a share of the body that is burned is the tenth of a title
 * 3. a limit of how much or how large something is, is set aside
 * 4. what is left out of a condition is set aside
 * 5. a cause that is not identified is unidentified
 * 6. what says no such thing is not reworded
 */

import { expect, test } from 'vitest'
import {
  withBothSides,
  withBurnedSurface,
  withOpenCause,
  withoutException,
  withoutLimit,
} from '../../src/clinical/rewordings.ts'
import { analyzer } from '../support/linker.ts'

const inWords = (words: ReturnType<typeof withBothSides>) =>
  words?.map(({ form }) => form).join(' ')
const bothSides = (text: string) => inWords(withBothSides(analyzer.analyze(text), analyzer))
const burned = (text: string) => inWords(withBurnedSurface(analyzer.analyze(text), analyzer, text))

test.each([
  ['pterygium both eyes', 'pterygium bilateral eyes'],
  ['both ears wax', 'bilateral ears wax'],
  ['frozen shoulder both shoulders', 'frozen shoulder bilateral shoulders'],
  ['chilblains of both feet', 'chilblains of bilateral feet'],
  ['cysts in both ovaries x 2 months', 'cysts in bilateral ovaries x 2 months'],
  ['hallux valgus both', undefined],
  ['eyes itch, both', undefined],
  ['asthma in both parents', undefined],
  ['stye left eye', undefined],
])('sides: "%s" is "%s"', (text, words) => {
  expect(bothSides(text)).toBe(words)
})

const SURFACE = ' % of body surface'

test.each([
  ['burns 9%', `burns involving less than 10${SURFACE}`],
  ['burns 10%', `burns involving 10-19${SURFACE}`],
  ['flame burns 37 % TBSA', `flame burns involving 30-39${SURFACE}`],
  ['55 percent burns', `burns involving 50-59${SURFACE}`],
  ['burns 22-27% BSA', `burns involving 20-29${SURFACE}`],
  ['burn over 64% of total body surface area', `burn involving 60-69${SURFACE}`],
  ['burns 89 tbsa', `burns involving 80-89${SURFACE}`],
  ['burns 90%', `burns involving 90 % or more of body surface`],
  ['burns 100%', `burns involving 90 % or more of body surface`],
  ['burns less than 10%', undefined],
  ['burns < 10%', undefined],
  ['burns <20% TBSA', undefined],
  ['burns more than 40%', undefined],
  ['burns up to 30%', undefined],
  ['burns 15-40%', undefined],
  ['burns 0%', undefined],
  ['burns 101%', undefined],
  ['burns 20% face, 5% arm', undefined],
  ['burns 3 days', undefined],
  ['weight loss 5%', undefined],
  ['sunburn 20%', undefined],
])('burns: "%s" is "%s"', (text, words) => {
  expect(burned(text)).toBe(words)
})

test.each([
  ['height loss more than 4 cm', 'height loss'],
  ['weight loss of less than 6 percent in spring', 'weight loss of in spring'],
  ['hepatomegaly below 3 cm', 'hepatomegaly'],
  ['melanoma greater than 2 mm', 'melanoma'],
  ['renal stone < 5 mm', 'renal stone'],
  ['burn less than 10 percent', undefined],
  ['cough more than 8 weeks', undefined],
  ['bmi less than 17', undefined],
  ['melanoma 2 mm', undefined],
  ['more than 2 cm', undefined],
])('limits: "%s" is "%s"', (text, words) => {
  expect(inWords(withoutLimit(analyzer.analyze(text), analyzer, text))).toBe(words)
})

test.each([
  ['pneumonia excluding viral pneumonia', 'pneumonia'],
  ['otitis externa, except malignant', 'otitis externa'],
  ['excluding tuberculosis', undefined],
  ['tuberculosis excluding', undefined],
  ['the except gout', undefined],
  ['DVT excl. Cellulitis', undefined],
  ['pneumonia excl. viral pneumonia', 'pneumonia'],
  ['headache. Excluding asthma', undefined],
  ['gout', undefined],
])('exceptions: "%s" is "%s"', (text, words) => {
  expect(inWords(withoutException(analyzer.analyze(text), analyzer, text))).toBe(words)
})

test.each([
  ['sepsis, organism not identified', 'sepsis unidentified organism'],
  ['fever, cause not known for now', 'fever unknown cause for now'],
  ['cancer primary site not specified', 'cancer primary unspecified site'],
  ['pleurisy of origin not determined', 'pleurisy of undetermined origin'],
  ['fracture not identified', 'fracture not identified'],
  ['organism not found', 'organism not found'],
  ['not identified', 'not identified'],
])('causes: "%s" is "%s"', (text, words) => {
  expect(inWords(withOpenCause(analyzer.analyze(text), analyzer))).toBe(words)
})
