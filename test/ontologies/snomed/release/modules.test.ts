/**
 * Proves of modules and dialects:
 * 1. a concept's source names its edition: the country of its module, else the module
 * 2. a dialect is a tag or the id of a language reference set; what is unknown is an error that lists the tags
 * 3. associations that are no history have no relation
 */

import { expect, test } from 'vitest'
import {
  describeRefset,
  relationOf,
  requireDialect,
  sourceOfModule,
} from '../../../../src/ontologies/snomed/release/modules.ts'
import { parseSctid } from '../../../../src/ontologies/snomed/sctid.ts'

test.each([
  { moduleId: '900000000000207008', source: 'snomed_ct_V' },
  { moduleId: '900000000000012004', source: 'snomed_ct_V' },
  { moduleId: '449080006', source: 'snomed_ct_V' },
  { moduleId: '731000124108', source: 'snomed_ct_us_V' },
  { moduleId: '5991000124107', source: 'snomed_ct_us_V' },
  { moduleId: '1121000189102', source: 'snomed_ct_in_V' },
  { moduleId: '83821000000107', source: 'snomed_ct_gb_V' },
  { moduleId: '999000021000000109', source: 'snomed_ct_gb_V' },
  { moduleId: '32506021000036107', source: 'snomed_ct_au_V' },
  { moduleId: '20621000087109', source: 'snomed_ct_ca_V' },
  { moduleId: '449081005', source: 'snomed_ct_es_V' },
  { moduleId: '11000220105', source: 'snomed_ct_ie_V' },
  { moduleId: '11000146104', source: 'snomed_ct_nl_V' },
  { moduleId: '21000210109', source: 'snomed_ct_nz_V' },
  { moduleId: '45991000052106', source: 'snomed_ct_se_V' },
  { moduleId: '11010000107', source: 'snomed_ct_11010000107_V' },
  { moduleId: '22298006', source: 'snomed_ct_22298006_V' },
])('says that concepts of module $moduleId come from $source', ({ moduleId, source }) => {
  expect(sourceOfModule(moduleId, 'V')).toBe(source)
})

test.each([
  { text: 'en-US', name: 'en-US', refsets: ['900000000000509007'] },
  { text: ' EN-us ', name: 'en-US', refsets: ['900000000000509007'] },
  { text: '900000000000508004', name: 'en-GB', refsets: ['900000000000508004'] },
  { text: '9011000189108', name: '9011000189108', refsets: ['9011000189108'] },
])('reads the dialect "$text"', ({ text, name, refsets }) => {
  expect(requireDialect(text)).toEqual({ name, refsets })
})

test.each(['en-XX', '', '900000000000508005'])('refuses the dialect "%s"', (text) => {
  expect(() => requireDialect(text)).toThrow(/^unknown dialect: expected one of en-US, en-GB/)
})

test('has only well-formed ids for its dialects', () => {
  for (const tag of [
    'en-US',
    'en-GB',
    'en-AU',
    'en-CA',
    'en-IE',
    'en-NZ',
    'es',
    'sv-SE',
    'nl-NL',
  ]) {
    for (const id of requireDialect(tag).refsets) expect([id, parseSctid(id)]).toEqual([id, id])
  }
})

test('names a language reference set by its dialect, or by its id', () => {
  expect(describeRefset('900000000000509007')).toBe('en-US (900000000000509007)')
  expect(describeRefset('9011000189108')).toBe('9011000189108')
})

test.each([
  { refset: '900000000000527005', relation: 'same_as' },
  { refset: '900000000000526001', relation: 'replaced_by' },
  { refset: '1186924009', relation: 'partially_equivalent_to' },
  { refset: '900000000000531004', relation: 'refers_to' },
  { refset: '734139008', relation: undefined },
  { refset: '900000000000525002', relation: undefined },
])('calls the association $refset $relation', ({ refset, relation }) => {
  expect(relationOf(refset)).toBe(relation)
})
