/**
 * Proves of what a code's metadata say, over the miniature release:
 * 1. results and `concept` have a third party's notice where the term has one, and no key where it has none
 * 2. they say whether a code is on trial or discouraged, and whether it is ordered, observed or both
 */

import { afterAll, describe, expect, test } from 'vitest'
import { openMedlink } from '../../../src/medlink.ts'
import { miniRoot } from '../../support/shared-index.ts'

const medlink = openMedlink({ dir: await miniRoot('loinc') })
afterAll(() => medlink.close())

/** The metadata of a code: of the result for its name, of the result for the code, of the concept. */
function metadataOf(code: string) {
  const { name, metadata } = medlink.concept('loinc', code)
  const resultFor = (query: string) =>
    medlink
      .link({ query, ontology: 'loinc', top_k: 10 })
      .results.find(({ term_id }) => term_id === code)?.metadata
  return { byName: resultFor(name), byCode: resultFor(code), concept: metadata }
}

describe.each(['byName', 'byCode', 'concept'] as const)('the metadata, %s,', (way) => {
  test("have a third party's notice, on one line", () => {
    expect(metadataOf('9000010-0')[way]).toHaveProperty(
      'copyright_notice',
      'Copyright of a third party that does not exist. Used in a test, "as is".',
    )
  })

  test.each(['718-7', '2345-7'])('have no such key for %s, which has no notice', (code) => {
    const metadata = metadataOf(code)[way]
    expect(metadata).toHaveProperty('component')
    expect(metadata).not.toHaveProperty('copyright_notice')
  })

  test.each([
    { code: '718-7', status: 'ACTIVE', order: 'Both' },
    { code: '9000007-6', status: 'TRIAL', order: 'Both' },
    { code: '9000004-3', status: 'DISCOURAGED', order: 'Both' },
    { code: '9000009-2', status: 'ACTIVE', order: '' },
    { code: '9000010-0', status: 'ACTIVE', order: 'Observation' },
    { code: '9000011-8', status: 'ACTIVE', order: 'Order' },
  ])('say that $code is $status, for "$order"', ({ code, status, order }) => {
    expect(metadataOf(code)[way]).toMatchObject({ loinc_status: status, order_observation: order })
  })
})

test('a retired code says so', () => {
  expect(medlink.concept('loinc', '9000001-9').metadata.loinc_status).toBe('DEPRECATED')
})
