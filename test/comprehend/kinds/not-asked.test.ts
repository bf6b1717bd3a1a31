/**
 * Proves that what is a test or a procedure is no problem, whatever kinds are asked for:
 * 1. problems alone are the same as problems among all kinds, and no other kind is told
 * 2. a text that is one mention stays the problem that is asked for
 */

import { expect, test } from 'vitest'
import { openStarter } from '../../support/linker.ts'

const medlink = openStarter()

const toldIn = (text: string) =>
  medlink
    .comprehend({ text, ontology: 'icd-10-cm', find: ['problem'] })
    .entities.map((entity) => `${entity.type} ${entity.text}`)

test.each([
  ['Gout. Adv HIV, CBC.', ['problem Gout']],
  ['Known HIV, has gout.', ['problem HIV', 'problem gout']],
  ['Gout on allopurinol. HIV test negative.', ['problem Gout']],
  ['Gout, ESR 96 elevated ESR, lactate nl.', ['problem Gout', 'problem elevated ESR']],
  ['Gout. Mother had gastric cancer at 61.', ['problem Gout', 'problem gastric cancer']],
  ['Gout. Plan: rule out malaria.', ['problem Gout', 'problem malaria']],
  ['Gout. Cataract op 2019.', ['problem Gout']],
])('"%s" %j', (text, told) => {
  expect(toldIn(text)).toEqual(told)
})

test.each(['HIV', 'elevated ESR'])('"%s" alone is the problem', (text) => {
  expect(toldIn(text)).toEqual([`problem ${text}`])
})
