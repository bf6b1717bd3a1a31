/**
 * Proves of entries of lists of admissions:
 * 1. notes on the visit at the end are set aside, one after the other: some behind a mark only, others anyway
 * 2. what is no note, or is all there is, stays
 * 3. a heading at the beginning is set aside before a dash or a colon
 * 4. any text keeps words that follow each other
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
  return kept.length === 0 ? '' : text.slice(kept[0]!.start, kept.at(-1)!.end)
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
  { text: '\\BRONCHOSCOPY', kept: 'BRONCHOSCOPY' },
  { text: 'chest pain for evaluation', kept: 'chest pain' },
  { text: 'hypothyroid on regular treatment', kept: 'hypothyroid' },
  { text: 'PUO for evaluation / ward', kept: 'PUO' },
  { text: 'gallstones / ward for surgery', kept: 'gallstones' },
  { text: 'gallstones, fit for surgery', kept: 'gallstones' },
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

test.each([
  { text: 'Dx: lichen planus', kept: 'lichen planus' },
  { text: 'HIV staging - oral hairy leukoplakia', kept: 'oral hairy leukoplakia' },
  { text: 'Non-operative cardiovascular – pericarditis', kept: 'pericarditis' },
  { text: 'reason for visit: earache for evaluation', kept: 'earache' },
  // No mark, a mark within a word, nothing after it, or a part of the body.
  { text: 'diagnosis gout', kept: 'diagnosis gout' },
  { text: 'problem-drinking', kept: 'problem-drinking' },
  { text: 'diagnosis:', kept: 'diagnosis' },
  { text: 'diagnosis: evaluation', kept: 'evaluation' },
  { text: 'eye - redness', kept: 'eye - redness' },
  { text: 'gout - diagnosis: sure', kept: 'gout - diagnosis: sure' },
])('of "$text" stays "$kept"', ({ text, kept }) => {
  expect(keptOf(text)).toBe(kept)
})

const PHRASES = readTable('clinical/entry-notes.tsv', ['phrase', 'place'])

test('every phrase of the table is set aside', () => {
  for (const [phrase, place] of PHRASES)
    expect(keptOf(place === 'heading' ? `${phrase}: gout` : `gout/${phrase}`)).toBe('gout')
})

test('a note that needs no mark is set aside without one', () => {
  for (const [phrase, place] of PHRASES) {
    expect(['marked', 'end', 'heading']).toContain(place)
    expect(keptOf(`gout ${phrase}`)).toBe(place === 'end' ? 'gout' : `gout ${phrase}`)
  }
})

test('of any text words that follow each other stay', () => {
  fc.assert(
    fc.property(clinicalText, (text) => {
      const words = analyzer.analyze(text)
      const kept = withoutEntryNotes(text, words)
      const from = kept.length === 0 ? 0 : words.indexOf(kept[0]!)
      expect(kept).toEqual(words.slice(from, from + kept.length))
      expect(kept.length > 0).toBe(words.length > 0)
    }),
  )
})
