/**
 * Proves which words behind a cancer say that it is still treated or there, so that what was cut out, or its year, is no history;
 * and that its table is of known kinds.
 */

import { expect, test } from 'vitest'
import { CANCER_KINDS } from '../../src/clinical/history.ts'
import { readTable } from '../../src/language/tables.ts'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

const traitsIn = (text: string) =>
  medlink
    .comprehend({ text, ontology: 'icd-10-cm', find: ['problem'] })
    .entities[0]?.traits.map(({ name }) => name)

test.each([
  'Breast cancer s/p mastectomy, on letrozole.',
  'Breast cancer s/p lumpectomy, awaiting radiotherapy.',
  'Lung cancer s/p lobectomy, now cycle 3 of gemcitabine.',
  'Lung cancer s/p lobectomy, due to start adjuvant chemo.',
  'Prostate cancer 2020, on active surveillance.',
  'Prostate cancer s/p prostatectomy, PSA rising.',
  'Lung cancer s/p lobectomy, now with brain mets.',
])('"%s" is no history', (text) => {
  expect(traitsIn(text)).not.toContain('PAST_HISTORY')
})

test.each([
  'Breast cancer s/p mastectomy, on aspirin.',
  'Breast cancer s/p mastectomy, completed chemo.',
  'Breast cancer s/p mastectomy, no longer on chemo.',
  'Breast cancer s/p mastectomy, was on tamoxifen.',
  'Breast cancer s/p mastectomy, on tamoxifen until 2015.',
  'Breast cancer s/p mastectomy, no bone mets.',
  'Breast cancer s/p mastectomy 2010, lung cancer on chemo.',
])('"%s" is one', (text) => {
  expect(traitsIn(text)).toContain('PAST_HISTORY')
})

test('the table has known kinds only, and uses each', () => {
  const kinds = readTable('context/cancer.tsv', ['phrase', 'kind']).map(([, kind]) => kind)
  expect(new Set(kinds)).toEqual(new Set(CANCER_KINDS))
})
