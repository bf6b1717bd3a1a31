/**
 * Proves of entries of lists of admissions:
 * 1. notes on the visit at the end are set aside, one after the other: some behind a mark only, others anyway
 * 2. what is no note, or is all there is, stays
 * 3. any text keeps a beginning of its words
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutEntryNotes } from '../../src/clinical/qualifiers.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'
import { readTable } from '../../src/language/tables.ts'
import { clinicalText } from '../support/arbitraries.ts'

const analyzer = createAnalyzer()

function keptOf(text: string): string {
  const kept = withoutEntryNotes(text, analyzer.analyze(text))
  return kept.length === 0 ? '' : text.slice(0, kept.at(-1)!.end)
}

test.each([
  { text: 'UNSTABLE ANGINA\\CATH', kept: 'UNSTABLE ANGINA' },
  { text: 'syncope; telemetry', kept: 'syncope' },
  { text: 'inguinal hernia / day surgery', kept: 'inguinal hernia' },
  { text: 'gallstones|pre op|opd', kept: 'gallstones' },
  { text: 'TIA;+ETT\\CARDIAC CATH', kept: 'TIA' },
  { text: 'LUNG CANCER\\RIGID BRONCHOSCOPY/SDA', kept: 'LUNG CANCER' },
  { text: 'renal mass\\left nephrectomy', kept: 'renal mass' },
  { text: 'renal mass/left nephrectomy', kept: 'renal mass/left nephrectomy' },
  { text: 'renal mass\\renal failure', kept: 'renal mass\\renal failure' },
  { text: '\\BRONCHOSCOPY', kept: '\\BRONCHOSCOPY' },
  { text: 'chest pain for evaluation', kept: 'chest pain' },
  { text: 'hypothyroid on regular treatment', kept: 'hypothyroid' },
  { text: 'PUO for evaluation / ward', kept: 'PUO' },
  { text: 'gallstones / ward for surgery', kept: 'gallstones' },
  // Another condition, also between notes.
  { text: 'fever; rash', kept: 'fever; rash' },
  { text: 'angina/cath/gout', kept: 'angina/cath/gout' },
  { text: 'cough/asthma/icu', kept: 'cough/asthma' },
  // More than a note, and a note without a mark.
  { text: 'abscess/cath site', kept: 'abscess/cath site' },
  { text: 'infection cath', kept: 'infection cath' },
  { text: 'hip fracture, surgery', kept: 'hip fracture, surgery' },
  { text: 'cath/icu', kept: 'cath' },
  { text: 'for evaluation', kept: 'for evaluation' },
  { text: 'for treatment of gout', kept: 'for treatment of gout' },
  { text: 'diabetic on insulin', kept: 'diabetic on insulin' },
  // The condition is in doubt.
  { text: 'meningitis under evaluation', kept: 'meningitis under evaluation' },
])('of "$text" stays "$kept"', ({ text, kept }) => {
  expect(keptOf(text)).toBe(kept)
})

test('every phrase of the table is set aside', () => {
  for (const [phrase] of readTable('clinical/entry-notes.tsv', ['phrase', 'place']))
    expect(keptOf(`gout/${phrase}`)).toBe('gout')
})

test('a note that needs no mark is set aside without one', () => {
  for (const [phrase, place] of readTable('clinical/entry-notes.tsv', ['phrase', 'place'])) {
    expect(['marked', 'end']).toContain(place)
    expect(keptOf(`gout ${phrase}`)).toBe(place === 'end' ? 'gout' : `gout ${phrase}`)
  }
})

test('of any text a beginning stays', () => {
  fc.assert(
    fc.property(clinicalText, (text) => {
      const words = analyzer.analyze(text)
      const kept = withoutEntryNotes(text, words)
      expect(kept).toEqual(words.slice(0, kept.length))
      expect(kept.length > 0).toBe(words.length > 0)
    }),
  )
})
