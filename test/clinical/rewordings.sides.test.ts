/**
 * Proves of sides in letters:
 * 1. a letter is a side at either end of a mention, in brackets, behind the sign of a fracture and next to a paired part
 * 2. letters for an eye are its side in a mention of an eye, and say the eye where that does not
 * 3. a letter that is part of a name, of a unit or of a number is none
 * 4. a disease of one part of the body is itself without that part, and without its side
 * 5. letters and words are written as the analyzer writes them
 */

import { expect, test } from 'vitest'
import { LATERALITY, readPairedParts } from '../../src/clinical/laterality.ts'
import { ofSoleSite, withSides } from '../../src/clinical/rewordings.ts'
import type { Word } from '../../src/language/analyze.ts'
import { readTable } from '../../src/language/tables.ts'
import { analyzer } from '../support/linker.ts'

const inWords = (words: readonly Word[] | undefined) => words?.map(({ form }) => form).join(' ')
const read = (text: string) => inWords(withSides(text, analyzer.analyze(text), analyzer))

test.each([
  ['OA R knee', 'oa right knee'],
  ['pain of L distal radius', 'pain of left distal radius'],
  ['burn of r lower inner eyelid', 'burn of r lower inner eyelid'],
  ['burn knee L deep', 'burn knee left deep'],
  ['L hydronephrosis', 'left hydronephrosis'],
  ['carcinoma breast r', 'carcinoma breast right'],
  ['lump (L) neck', 'lump left neck'],
  ['R. clavicle pain', 'right. clavicle pain'],
  ['#R NOF', 'fracture right nof'],
  ['fracture R NOF', 'fracture r nof'],
  ['B/L knee pain', 'bilateral knee pain'],
  ['bil hernia', 'bilateral hernia'],
])('"%s" is "%s"', (text, words) => {
  expect(read(text)).toBe(words.replace('.', ''))
})

test.each([
  ['cataract RE', 'cataract right eye'],
  ['le uveitis', 'left eye uveitis'],
  ['POAG OU', 'poag bilateral eye'],
  ['OD pterygium, OS pseudophakia', 'right eye pterygium left eye pseudophakia'],
  ['dry eyes OS', 'dry eyes left'],
  ['glaucoma BE', 'glaucoma bilateral eye'],
  ['glaucoma to be seen', 'glaucoma to be seen'],
  ['blurred vision LE', 'blurred vision left eye'],
  ['LE edema', 'le edema'],
  ['paracetamol OD', 'paracetamol od'],
])('of an eye: "%s" is "%s"', (text, words) => {
  expect(read(text)).toBe(words)
})

test.each([
  'diabetes class R',
  'L arginine',
  'R wave',
  'L-dopa',
  'R/O stroke',
  'CRP 5 mg/L',
  'urine 2 L',
  'L 5 root pain',
  "lump 5'R",
  'plan A, R',
  'type L leprosy',
  'insulin R',
  'R',
])('"%s" has no side', (text) => {
  const words = analyzer.analyze(text)
  expect(withSides(text, words, analyzer)).toBe(words)
})

test('a side stands where its letters stand, outside of brackets', () => {
  const [, , side] = withSides('knee pain (L)', analyzer.analyze('knee pain (L)'), analyzer)
  expect(side).toMatchObject({ form: 'left', start: 11, end: 12, optional: false })
})

const soleSite = (text: string, isOfPart = false) => {
  const found = ofSoleSite(analyzer.analyze(text), isOfPart)
  return found && [inWords(found.siteless), inWords(found.sideless)]
}

test.each([
  ['cataract right eye', ['cataract right', 'cataract']],
  ['glaucoma of both eyes', ['glaucoma of both', 'glaucoma of']],
  ['left otitis', ['left otitis', 'otitis']],
  ['ulcer of right eye', undefined],
  ['corneal ulcer right eye', undefined],
  ['eye of uveitis', ['of uveitis', 'of uveitis']],
])('"%s" is %j', (text, words) => {
  expect(soleSite(text)).toEqual(words)
})

test('a word for part of a part says it, too, if that is asked', () => {
  expect(soleSite('corneal ulcer right eye', true)).toEqual([
    'corneal ulcer right',
    'corneal ulcer',
  ])
  expect(soleSite('right eye', true)).toBeUndefined()
})

test('tables are written as the analyzer writes words', () => {
  const rows = [
    ...readTable('clinical/side-letters.tsv', ['letters', 'side', 'part']),
    ...readTable('clinical/lettered-names.tsv', ['word', 'place']),
    ...readTable('clinical/sole-sites.tsv', ['word', 'site', 'kind']),
  ]
  expect(rows.filter(([word]) => analyzer.analyze(word!)[0]?.form !== word)).toEqual([])
})

test('letters say a side that has a bit, and paired parts', () => {
  const rows = readTable('clinical/side-letters.tsv', ['letters', 'side', 'part'])
  const parts = new Set(['-', ...readPairedParts()])
  expect(rows.filter(([, side, part]) => !(side! in LATERALITY && parts.has(part!)))).toEqual([])
})
