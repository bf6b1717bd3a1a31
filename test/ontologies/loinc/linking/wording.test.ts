/**
 * Proves of the wording of test names, with the words of a small index for a dictionary:
 * 1. letters printed apart are put together, glued words taken apart, where the index says so
 * 2. a unit in the last brackets is taken out, "anti" is read as an antibody, a unit's reference is added
 * 3. brackets are flipped where that is a difference
 * 4. a chemical group is joined to its substance where the index knows the word
 * 5. a panel says what its tests look for where their names do not
 * 6. a word that is cut off is the one that begins so, unless it is a word itself or another one is as likely
 * 7. words keep valid places in the text, and no string makes any of it throw
 */

import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { TermKind } from '../../../../src/index/records.ts'
import type { Word } from '../../../../src/language/analyze.ts'
import { flipBrackets, Wording } from '../../../../src/ontologies/loinc/linking/wording.ts'
import { readUnit } from '../../../../src/units/units.ts'
import { anyString, clinicalText } from '../../../support/arbitraries.ts'
import { analyzer, openNames } from '../../../support/linker.ts'

const NAMES = [
  'SGPT',
  'HDL cholesterol',
  'Fetal fibronectin',
  'HbA1c',
  'Protein S',
  'TPO antibody',
  'Free T3',
  'HCV antibody',
  'CRT',
  'A/G ratio',
  'Homocysteine',
  '17-Hydroxypregnenolone',
  'Norfentanyl',
  'Desmethylsertraline',
  'CD16 and CD56',
  'CD3neg CD16',
]

type Named = readonly [name: string, kind: TermKind]

function wording(names: readonly Named[] = NAMES.map((name) => [name, 'preferred'])): Wording {
  const { index } = openNames(
    names.map(([name]) => name),
    [],
    names.map(([, kind]) => kind),
  )
  onTestFinished(() => index.close())
  return new Wording(index, analyzer, (form) => form === 'specific')
}

const show = (words: readonly Word[]) =>
  words.map(({ form, optional }) => (optional ? `(${form})` : form)).join(' ')

describe('mends', () => {
  test.each([
    { text: 'S G P T', words: 'sgpt', why: 'letters apart' },
    { text: 'S.G.P.T', words: 'sgpt', why: 'letters with dots' },
    { text: 'H D L cholesterol', words: 'hdl cholesterol', why: 'letters in front' },
    { text: 'Free T 3', words: 'free t3', why: 'a letter and a number that are a name' },
    { text: 'Free T 9', words: 'free t 9', why: 'a letter and a number that are none' },
    {
      text: 'Zika C RT PCR',
      words: 'zika c rt pcr',
      why: 'a short word of its own behind a letter',
    },
    { text: 'ANTI H C V', words: 'anti hcv', why: 'letters apart behind "anti"' },
    { text: 'Anti D titer', words: 'antid titer', why: 'one letter behind "anti"' },
    { text: 'A : G ratio', words: 'a/g ratio', why: 'two letters of a ratio' },
    { text: 'A / G ratio', words: 'a/g ratio', why: 'a slash with spaces' },
    { text: 'A, G ratio', words: 'a g ratio', why: 'a comma is no mark of a ratio' },
    { text: 'X : Q ratio', words: 'x q ratio', why: 'a ratio that the index does not know' },
    { text: 'X Q Z', words: 'x q z', why: 'no word of the index' },
    { text: 'Protein S', words: 'protein s', why: 'one letter alone' },
    { text: 'Homocyst(e)ine', words: 'homocysteine', why: 'letters in brackets inside a word' },
    { text: 'Xyz(e)ine', words: 'xyz (e) ine', why: 'such letters of no word' },
    { text: 'Homocyst (e) ine', words: 'homocysteine (e) ine', why: 'spaces around brackets' },
    { text: 'CD16/56', words: 'cd16 cd56', why: 'a number behind a marker' },
    { text: 'CD56+16 count', words: 'cd56 cd16 count', why: 'a plus between them' },
    { text: 'CD16 56', words: 'cd16 56', why: 'no sign between them' },
    { text: 'CD16/88', words: 'cd16 88', why: 'no marker that the index knows' },
    { text: 'NK (CD56/16)', words: 'nk (cd56) (cd16)', why: 'markers in brackets' },
    { text: 'CD3-CD16+', words: 'cd3neg cd16 +', why: 'a marker that cells lack' },
    { text: 'CD3-/CD16+', words: 'cd3neg cd16 +', why: 'a slash behind it' },
    { text: 'CD3-CD16 ratio', words: 'cd3 cd16 ratio', why: 'a hyphen, as no marker has a plus' },
    { text: 'CD8-CD16+', words: 'cd8 cd16 +', why: 'no name lacks the marker' },
    { text: 'F VIII activity', words: 'factor 8 activity', why: 'the letter of a clotting factor' },
    { text: 'F.IX', words: 'factor 9', why: 'such a letter with a dot' },
    { text: 'F X activity', words: 'factor 10 activity', why: 'a number of one letter' },
    { text: 'F XII', words: 'factor 12', why: 'a letter and a number that are no code' },
    { text: 'F XXI', words: 'f xxi', why: 'no number of a clotting factor' },
    { text: 'f VIII', words: 'f 8', why: 'a small letter' },
    { text: 'PT, Plasma', words: 'prothrombin time plasma', why: 'PT in front of a comma' },
    { text: 'PT Weight', words: 'pt weight', why: 'PT in front of a word is a patient' },
    { text: 'pt, plasma', words: 'pt plasma', why: 'pt in small letters is a patient' },
    { text: 'L, D, H', words: 'l d h', why: 'commas part words' },
    { text: '(L) DH', words: '(l) dh', why: 'brackets part words' },
    { text: 'FetalFN', words: 'fetal fn', why: 'a capital inside' },
    { text: 'RBCDist', words: 'rbc dist', why: 'a capital word in front' },
    { text: 'HbA1c', words: 'hba1c', why: 'a word that the index knows' },
    { text: 'creatinine', words: 'creatinine', why: 'nothing to mend' },
    { text: 'Widal TO', words: 'widal o', why: 'an antigen, no preposition' },
    { text: 'S. typhi, TO', words: 's typhi o', why: 'an antigen after its germ' },
    { text: 'IgE to', words: 'ige to', why: 'a preposition' },
    { text: '', words: '', why: 'no words' },
  ])('"$text" to "$words": $why', ({ text, words }) => {
    expect(show(wording().mend(analyzer.analyze(text), text))).toBe(words)
  })
})

describe('the unit in', () => {
  test.each([
    { text: 'Haemoglobin (g/dL)', words: 'hemoglobin', unit: 'g/dL' },
    { text: 'Glucose [mmol/L]', words: 'glucose', unit: 'mmol/L' },
    { text: 'Neutrophils {%} ', words: 'neutrophils', unit: '%' },
    { text: 'Platelets (10^3/uL)', words: 'platelets', unit: '10*3/uL' },
    { text: 'Glucose (fasting) (mg/dL)', words: 'glucose (fasting)', unit: 'mg/dL' },
    { text: 'Glucose (fasting)', words: 'glucose (fasting)', unit: undefined },
    { text: 'Glucose (mg/dL) fasting', words: undefined, unit: undefined },
    { text: 'Ratio (a/b c)', words: undefined, unit: undefined },
    { text: 'Glucose', words: 'glucose', unit: undefined },
  ])('$text is $unit', ({ text, words, unit }) => {
    const analyzed = analyzer.analyze(text)
    const taken = wording().takeUnit(analyzed, text)
    expect(taken.unit?.ucum).toBe(unit)
    expect(show(taken.words)).toBe(words ?? show(analyzed))
  })
})

describe('without "anti"', () => {
  test.each([
    { text: 'Anti-TPO antibody', words: 'tpo antibody' },
    { text: 'anti tpo antibodies', words: 'tpo antibodies' },
    { text: 'Anti-HBs Ab', words: 'hbs ab' },
    { text: 'Anti-TPO autoantibody', words: 'tpo autoantibody' },
  ])('$text says the antibody once: $words', ({ text, words }) => {
    expect(show(wording().withoutAnti(analyzer.analyze(text), text))).toBe(words)
  })

  test.each([
    { text: 'Anti-TPO', words: 'tpo ab' },
    { text: 'anti tpo', words: 'tpo ab' },
    { text: 'Serum Anti-HBs', words: 'serum hbs ab' },
  ])('$text is $words', ({ text, words }) => {
    const bare = wording().withoutAnti(analyzer.analyze(text), text)
    expect(show(bare)).toBe(words)
    const added = bare.find(({ form }) => form === 'ab')
    expect(added).toMatchObject({ optional: false, stop: false, kind: 'word' })
  })

  test.each(['Antithrombin', 'Antibody', 'TPO', ''])('%j stays the very same', (text) => {
    const words = analyzer.analyze(text)
    expect(wording().withoutAnti(words, text)).toBe(words)
  })
})

test.each([
  { unit: 'ng/mL FEU', reference: '(feu)' },
  { unit: 'ng/mL DDU', reference: '(ddu)' },
  { unit: 'mg/g creat', reference: '(creatinine)' },
  { unit: 'mg/g creat', text: 'Zinc/Creatinine', reference: '' },
  { unit: 'mg/g creat', text: 'Zinc/Crt', reference: '' },
  { unit: 'mg/g creat', text: 'Zinc/Creat. ratio', reference: '' },
  { unit: 'BU/mL', reference: '(inhibitor)' },
  { unit: 'BU/mL', text: 'Factor VIII inhibitor', reference: '' },
  { unit: 'mg/dL', reference: '' },
  { unit: 'flurbs', reference: '' },
])('$unit of "$text" refers to "$reference"', ({ unit, text = 'Zinc', reference }) => {
  expect(show(wording().referenceOf(readUnit(unit), analyzer.analyze(text)))).toBe(reference)
})

test.each([
  { panel: 'Metanephrines, Plasma Free', text: 'Metanephrine', fraction: '(free)' },
  { panel: 'Metanephrines, Plasma Free', text: 'Total metanephrines', fraction: '' },
  { panel: 'Testosterone, Free and Total', text: 'Testosterone', fraction: '' },
  { panel: 'Testosterone, Free+Total', text: 'Testosterone', fraction: '' },
  { panel: 'Thyroid Panel with Free T4', text: 'T3', fraction: '' },
  { panel: 'Freezing point', text: 'Urea', fraction: '' },
  { panel: 'SPEP and FLC', text: 'Kappa/Lambda ratio', fraction: '(free)' },
  { panel: 'SPEP and free light chains', text: 'Lambda', fraction: '(free)' },
  { panel: 'SPEP and FLC', text: 'Albumin', fraction: '' },
  { panel: 'SPEP and FLC', text: 'Free kappa', fraction: '' },
  { panel: undefined, text: 'Metanephrine', fraction: '' },
])('the panel "$panel" adds "$fraction" to "$text"', ({ panel, text, fraction }) => {
  expect(show(wording().fractionOf(panel, analyzer.analyze(text)))).toBe(fraction)
})

test.each([
  { text: 'Glucose (fasting)', flipped: '(glucose) fasting' },
  { text: 'SGPT (ALT) serum', flipped: '(sgpt) alt (serum)' },
  { text: 'Glucose', flipped: undefined },
  { text: '(Glucose)', flipped: undefined },
  { text: 'Glucose (of)', flipped: undefined },
  { text: '', flipped: undefined },
])('the brackets of "$text" flipped: $flipped', ({ text, flipped }) => {
  const words = flipBrackets(analyzer.analyze(text))
  expect(words && show(words)).toBe(flipped)
})

test('words keep valid places in order, whatever the text', () => {
  const own = wording()
  fc.assert(
    fc.property(fc.oneof(anyString, clinicalText), (text) => {
      const mended = own.mend(analyzer.analyze(text), text)
      const { words } = own.takeUnit(mended, text)
      for (const some of [mended, words, own.withoutAnti(words, text)]) {
        for (const [i, { start, end, form }] of some.entries()) {
          expect(form).not.toBe('')
          expect(start).toBeGreaterThanOrEqual(some[i - 1]?.start ?? 0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }
    }),
  )
})

describe('joins a chemical group', () => {
  test.each([
    { text: '17-OH Pregnenolone', words: '17 hydroxypregnenolone', why: 'in short' },
    { text: 'Nor Fentanyl', words: 'norfentanyl', why: 'as it is' },
    { text: 'Sertraline, desmethyl', words: 'desmethylsertraline', why: 'at the end' },
    { text: 'Sertraline, desmethyl level', words: undefined, why: 'not at the end' },
    { text: 'Desmethyl, sertraline', words: undefined, why: 'a comma parts them' },
    { text: 'OH xyz', words: undefined, why: 'a word that the index does not know' },
    { text: 'Free T3', words: undefined, why: 'no group' },
  ])('$text: $why', ({ text, words }) => {
    const joined = wording().withPrefixes(analyzer.analyze(text), text)
    expect(joined && show(joined)).toBe(words)
  })
})

describe('a panel says what its tests look for', () => {
  test.each([
    { panel: 'Virus Panel, DFA', text: 'Adenovirus', words: 'ag' },
    { panel: 'Respiratory PCR', text: 'Adenovirus', words: 'dna rna' },
    { panel: 'Virus Antibodies', text: 'Adenovirus', words: 'ab' },
    { panel: 'Virus Antibodies', text: 'Adenovirus IgM', words: '' },
    { panel: 'Stool Culture', text: 'Campylobacter', words: '' },
    { panel: 'Renal Panel', text: 'Sodium', words: '' },
    { panel: undefined, text: 'Adenovirus', words: '' },
  ])('$panel, $text: "$words"', ({ panel, text, words }) => {
    expect(show(wording().soughtBy(panel, analyzer.analyze(text)))).toBe(words)
  })
})

describe('a word that is cut off', () => {
  const names: readonly Named[] = [
    ['Ceruloplasmin', 'preferred'],
    ['Specificity', 'preferred'],
    ['Homocysteine', 'preferred'],
    ['Homocystine', 'preferred'],
    ['Norepineph SerPl', 'short'],
    ['Norepinephrine', 'preferred'],
    ['Norepinephrine in plasma', 'preferred'],
    ['Chick pea', 'preferred'],
    ['Chicken meat', 'preferred'],
    ['Chicken feather', 'preferred'],
    ['Creatine', 'preferred'],
  ]
  test.each([
    { text: 'Ceruloplas', words: 'ceruloplasmin', why: 'one word begins so' },
    { text: '(Ceruloplas.)', words: '(ceruloplasmin)', why: 'brackets stay' },
    { text: 'Ceruloplasmi', words: 'ceruloplasmi', why: 'a letter less is a misspelling' },
    { text: 'Ceru', words: 'ceru', why: 'too few letters' },
    { text: 'Homocyst', words: 'homocyst', why: 'two words as likely' },
    { text: 'Norepineph', words: 'norepinephrine', why: 'cut off in a short name, too' },
    { text: 'Chick', words: 'chick', why: 'a word of another name' },
    { text: 'Specific', words: 'specific', why: 'it speaks of another axis' },
    { text: 'Creat', words: 'creat', why: 'an abbreviation that the tables have' },
  ])('$text is "$words": $why', ({ text, words }) => {
    const own = wording(names)
    expect(show(own.mend(analyzer.analyze(text), text))).toBe(words)
  })

  test('is another word than one of as many letters', () => {
    const own = wording(names)
    const mended = (text: string) => show(own.mend(analyzer.analyze(text), text))
    const both = ['norepinephrine', 'ceruloplasmin', 'norepinephrine', 'ceruloplasmin']
    expect(['Norepineph', 'Ceruloplas', 'Norepineph', 'Ceruloplas'].map(mended)).toEqual(both)
  })
})
