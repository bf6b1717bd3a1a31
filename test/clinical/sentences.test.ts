/**
 * Proves of sentences:
 * 1. where they end: full stops, abbreviations, line ends, bullets and numbers, wrapped lines
 * 2. they cover all words, in order, without overlap, on any string, headings at their beginning
 * 3. reading takes time linear in the length of the text
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SECTION_KINDS } from '../../src/clinical/sections.ts'
import { readSentences } from '../../src/clinical/sentences.ts'
import { anyString, clinicalText } from '../support/arbitraries.ts'
import { analyzer } from '../support/linker.ts'

/** The sentences as they are written, from their first to their last word. */
function read(text: string): string[] {
  const words = analyzer.analyze(text)
  return readSentences(text, words).map(({ from, to }) =>
    text.slice(words[from]!.start, words[to - 1]!.end),
  )
}

const LONG = 'Seen in clinic with crampy pain in the right lower'

describe('reads', () => {
  test.each<readonly [string, readonly string[]]>([
    ['', []],
    ['...', []],
    ['fever', ['fever']],
    ['Fever. Cough.', ['Fever', 'Cough']],
    ['fever. no cough', ['fever', 'no cough']],
    ['fever.No rash', ['fever', 'No rash']],
    ['E.coli sepsis', ['E.coli sepsis']],
    ['fever...cough', ['fever', 'cough']],
    ['Fever! Cough', ['Fever', 'Cough']],
    ['UTI? Start antibiotics', ['UTI', 'Start antibiotics']],
    ['UTI? cough', ['UTI? cough']],
    ['UTI? None. Cough', ['UTI? None', 'Cough']],
    ['UTI? No cough', ['UTI', 'No cough']],
    ['Reports: cough, fever Denies: rash', ['Reports: cough, fever', 'Denies: rash']],
    ['Active: gout - Resolved: asthma', ['Active: gout', 'Resolved: asthma']],
    ['Status: Resolved: 2019', ['Status: Resolved: 2019']],
    ['Gout is Confirmed by: aspirate', ['Gout is Confirmed by: aspirate']],
    ['C. difficile colitis', ['C. difficile colitis']],
    ['?dengue ?malaria', ['dengue ?malaria']],
    ['BP 120.5 today', ['BP 120.5 today']],
    ['Seen by Dr. Rao today', ['Seen by Dr. Rao today']],
    ['Seen by MR. RAO today', ['Seen by MR. RAO today']],
    ['Mild MR. Lungs clear', ['Mild MR', 'Lungs clear']],
    ['Father d. 60 of stroke', ['Father d. 60 of stroke']],
    ['Dad d. of stroke', ['Dad d. of stroke']],
    ['Father: gout, d. 60 stroke', ['Father: gout, d. 60 stroke']],
    ['low vit d. 60 years', ['low vit d', '60 years']],
    ['On vitamin D. 60 years', ['On vitamin D', '60 years']],
    ['approx. 3 days', ['approx. 3 days']],
    ['given tab. Paracetamol', ['given tab', 'Paracetamol']],
    ['No hx. DVT', ['No hx. DVT']],
    ['Prev. Gout', ['Prev. Gout']],
    ['Gout. R/o. MI', ['Gout', 'R/o. MI']],
    ['Gout r/o. MI', ['Gout r/o', 'MI']],
    ['PE neg. Gout', ['PE neg', 'Gout']],
    ['DDx incl. PE', ['DDx incl. PE']],
    ['Gout, fa. MI', ['Gout, fa. MI']],
    ['taken p.o. daily', ['taken p.o. daily']],
    ['taken p.o. She improved', ['taken p.o.', 'She improved']],
    ['EF is 55. No rash', ['EF is 55', 'No rash']],
    ['pain (mild.) Fever', ['pain (mild', 'Fever']],
    ['fever; cough', ['fever; cough']],
    ['fever\ncough', ['fever', 'cough']],
    ['fever\r\ncough', ['fever', 'cough']],
    ['fever\rcough', ['fever', 'cough']],
    ['fever\n\nand cough', ['fever', 'and cough']],
    ['fever\n \nand cough', ['fever', 'and cough']],
    ['chest pain\nand fever', ['chest pain\nand fever']],
    ['chest pain\nAnd fever', ['chest pain', 'And fever']],
    ['chest pain and\nfever', ['chest pain and\nfever']],
    ['chest pain,\nfever', ['chest pain,\nfever']],
    ['chest pain.\nand fever', ['chest pain', 'and fever']],
    ['Fever: no\ncough: yes', ['Fever: no', 'cough: yes']],
    [`${LONG}\nquadrant`, [`${LONG}\nquadrant`]],
    [`${LONG}\r\nquadrant`, [`${LONG}\r\nquadrant`]],
    [`${LONG}\nQuadrant`, [LONG, 'Quadrant']],
    [`${LONG} with no\nFever`, [`${LONG} with no\nFever`]],
    [`${LONG.slice(1)}\nquadrant`, [LONG.slice(1), 'quadrant']],
    [`fever\n${LONG.slice(1)}\nquadrant`, ['fever', LONG.slice(1), 'quadrant']],
    ['fever,\n- and cough', ['fever', 'and cough']],
    ['She never had\ngout', ['She never had\ngout']],
    ['She has\ngout', ['She has\ngout']],
    ['She has\nGout', ['She has', 'Gout']],
    ['Her husband\nhas gout', ['Her husband\nhas gout']],
    ['cough since\nhas gout', ['cough since', 'has gout']],
    ['Labs to rule out\nGout', ['Labs to rule out\nGout']],
    // A line of its own is about the list below.
    ['Rule out\ngout', ['Rule out', 'gout']],
    // It may be about what is before.
    ['PE ruled out\ngout', ['PE ruled out', 'gout']],
    ['Smoking: denied\ngout', ['Smoking: denied', 'gout']],
    ['Informant: mother\ngout', ['Informant: mother', 'gout']],
    ['- fever\n- cough', ['fever', 'cough']],
    ['* fever\n* cough', ['fever', 'cough']],
    ['• fever • cough', ['fever', 'cough']],
    ['E.coli sepsis', ['E.coli sepsis']],
    ['fever | cough', ['fever', 'cough']],
    ['a) fever\nb) cough', ['a) fever', 'b) cough']],
    ['1. fever\n2. cough', ['1. fever', '2. cough']],
    ['1) DM 2) HTN', ['1) DM', '2) HTN']],
    ['1) DM 2 HTN', ['1) DM 2 HTN']],
    ['1. DM 2. HTN 3. CKD', ['1. DM', '2. HTN', '3. CKD']],
    ['Imp: 1) DM 2) HTN', ['Imp', '1) DM', '2) HTN']],
    ['1. DM 4. HTN', ['1. DM 4', 'HTN']],
    ['stage 2) pain', ['stage 2) pain']],
    ['gout: no RA: no', ['gout: no', 'RA: no']],
    ['Gout: Yes since 2 yrs RA = No', ['Gout: Yes since 2 yrs', 'RA = No']],
    ['gout: yes chest pain at rest: no', ['gout: yes', 'chest pain at rest: no']],
    ['pallor: - edema: +', ['pallor', 'edema']],
    // A denial of what follows is no answer.
    ['X-ray: no fracture: no sprain', ['X-ray: no fracture: no sprain']],
    ['Pulse: 72 BP: 120', ['Pulse: 72 BP: 120']],
    ['ALL CAPS FEVER\nCOUGH', ['ALL CAPS FEVER', 'COUGH']],
    ['fever PMH: DM', ['fever', 'PMH: DM']],
  ])('%j', (text, sentences) => {
    expect(read(text)).toEqual(sentences)
  })
})

test('sentences cover the words of any text, in order, with their headings first', () => {
  const pieces = fc.constantFrom('PMH:', '1. ', '2) ', '\n', 'O/E ', 'no fever', '. ', '? ', '- ')
  const text = fc
    .array(fc.oneof(pieces, clinicalText, anyString), { maxLength: 12 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (said) => {
      const words = analyzer.analyze(said)
      let next = 0
      for (const { from, to, section, heading } of readSentences(said, words)) {
        expect(from).toBe(next)
        expect(to).toBeGreaterThan(from)
        if (section !== undefined) expect(SECTION_KINDS).toContain(section)
        if (heading !== undefined) {
          expect(section).toBeDefined()
          expect(heading.from).toBe(from)
          expect(heading.to).toBeGreaterThan(from)
          expect(heading.to).toBeLessThanOrEqual(to)
        }
        next = to
      }
      expect(next).toBe(words.length)
    }),
  )
})

test.each([
  'a ',
  'PMH: ',
  '1. ',
  '1) 2) ',
  'history of ',
  '\n',
  'no\n',
  '? ',
  '. ',
  '( ',
  'fever - ',
])('takes linear time on %j again and again', (piece) => {
  const timeOf = (length: number) => {
    const text = piece.repeat(length / piece.length)
    const words = analyzer.analyze(text)
    const start = performance.now()
    readSentences(text, words)
    return performance.now() - start
  }
  timeOf(10_000)
  expect(timeOf(100_000)).toBeLessThan(1000)
})
