/**
 * Proves of whole official names of LOINC, which are found verbatim and not by their words:
 * 1. whoever writes one has its code first and linked, in any ASCII case and with spaces around it
 * 2. nothing else is matched through one: a name in part is no name
 */

import { describe, expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter('loinc')
const link = (query: string) => medlink.link({ query, ontology: 'loinc' })

const CODES = ['2345-7', '718-7', '2160-0', '1742-6', '6690-2', '777-3', '2951-2', '4548-4']

describe('the whole official name of', () => {
  test.each(CODES)('%s is linked first', (code) => {
    const { name } = medlink.concept('loinc', code)
    for (const query of [name, name.toUpperCase(), name.toLowerCase(), `  ${name}\n`]) {
      const [first] = link(query).results
      expect(first, query).toMatchObject({ term_id: code, is_linked: true })
      expect(first!.metadata).toMatchObject({ preferred_name: name, link_reason: 'linked' })
    }
  })
})

test.each(CODES.filter((code) => medlink.concept('loinc', code).name.includes(' [')))(
  'the head of the name of %s is not enough for a yes',
  (code) => {
    const { name } = medlink.concept('loinc', code)
    const [head] = name.split(' [') as [string]
    for (const { is_linked } of link(head).results) expect(is_linked).toBe(false)
  },
)
