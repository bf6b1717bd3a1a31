/**
 * Proves of details next to the name of a condition, over invented codes:
 * 1. a degree or a course is left out if no name has it, nor another one of its sort
 * 2. a side is left out if neither a code beside the name's nor a name that says no more is for a side
 * 3. a stage is left out if no name of another code has one, and no code of the category for such a condition a degree; a
 *    stage on a named scale only if no name has the scale; that of a cancer always, but for a grade and stage 0
 * 4. a part of the body is left out if the code's place says it; if it is one of the skin, the condition too, and no code of
 *    the category nor of the name is for a part near it; or if the code is for one condition, and no name of it for a part near it
 * 5. nothing is left out next to other words, if the whole mention may be of another category, where the title leaves the place
 *    open, or in a vocabulary without categories
 */

import { describe, expect, onTestFinished, test } from 'vitest'
import { isRightWithout } from '../../src/comprehend/details.ts'
import { SpanFinder } from '../../src/comprehend/spans.ts'
import type { LinkResultItem } from '../../src/contract.ts'
import { Work } from '../../src/index/work.ts'
import { PhraseBook } from '../../src/linker/phrases.ts'
import { findings, noteOf, rowOf } from '../support/comprehend.ts'
import { analyzer, openNames } from '../support/linker.ts'

/** Codes with their names, the title first. */
const NAMES: readonly (readonly [code: string, name: string])[] = [
  ['A00.0', 'Sarcoidosis of lung'],
  ['A00.9', 'Sarcoidosis, unspecified'],
  ['B10.1', 'Nephropathy, stage 1'],
  ['B10.9', 'Nephropathy, unspecified'],
  ['B20.0', 'Mild asthma'],
  ['B20.9', 'Asthma, unspecified'],
  ['B21.0', 'Mild spasm'],
  ['B21.9', 'Ileitis, unspecified'],
  ['B30.9', 'Type 2 goiter'],
  ['B31.9', 'Goiter, unspecified'],
  ['B40.0', 'Edema of newborn, grade 3'],
  ['B41.0', 'Edema, unspecified'],
  ['B50.0', 'Cirrhosis, NYHA 3'],
  ['B51.0', 'Cirrhosis, unspecified'],
  ['B60.0', 'Neuritis 2'],
  ['B61.9', 'Neuritis, unspecified'],
  ['B70.9', 'IVH'],
  ['B70.9', 'Ventricle bleeding'],
  ['B71.0', 'Ventricle bleeding grade 3'],
  ['B72.9', 'Coma, unspecified'],
  ['B72.9', 'coma grade 2'],
  ['C10.1', 'Cataract, right eye'],
  ['C10.9', 'Cataract, unspecified eye'],
  ['C11.1', 'Traumatic stye, right eye'],
  ['C11.21', 'Fissure, left ear'],
  ['C11.29', 'Fissure, unspecified ear'],
  ['C11.9', 'Stye, unspecified'],
  ['C12.1', 'Ptosis, right'],
  ['C13.9', 'Ptosis, unspecified'],
  ['C14.01', 'Palsy, right dominant'],
  ['C15.9', 'Palsy'],
  ['C16.9', 'Cyst'],
  ['D10.9', 'Rash, unspecified'],
  ['D11.0', 'Tinea of foot'],
  ['D11.9', 'Tinea, unspecified'],
  ['D12.9', 'Wart'],
  ['C81.90', 'Lymphoma, unspecified site'],
  ['C82.90', 'Lymphoma grade 3'],
  ['C17.1', 'Bunion'],
  ['C17.12', 'Bunion of the left foot, inflamed'],
  ['D13.0', 'Hand wart'],
  ['D14.0', 'Seborrhea capitis'],
  ['D14.9', 'Seborrhea, unspecified'],
  ['D15.8', 'Skin corn'],
  ['D15.9', 'Callus of skin'],
  ['D16.9', 'Spots'],
  ['D17.1', 'Fasciitis of palm'],
  ['D17.2', 'Fasciitis'],
  ['E10.9', 'Mastitis, unspecified'],
  ['E11.9', 'Gout, unspecified site'],
  ['E12.0', 'Chronic gout'],
]
const SKIN = {
  chapter: 'A00-Z99 Diseases of the skin',
  block: 'A00-B99 Some',
  category: 'D10 Such',
}
const OTHER = {
  chapter: 'A00-Z99 Diseases',
  block: 'A00-B99 Inflammations of breast',
  category: 'E10 Any',
}

interface Given {
  readonly place?: Readonly<Record<string, string>>
  /** Code of the first candidate for the whole mention; default: the name's. */
  readonly whole?: string | undefined
  readonly work?: Work
  readonly more?: readonly (readonly [code: string, name: string])[]
}

/** True if the code of the name in curly brackets is right for the whole text. */
function isRight(marked: string, code: string, given: Given = {}): boolean {
  const names = [...NAMES, ...(given.more ?? [])]
  const { index } = openNames(
    names.map(([, name]) => name),
    [],
    [],
    names.map(([each]) => each),
  )
  onTestFinished(() => index.close())
  const phrases = new PhraseBook(index, analyzer)
  const finder = new SpanFinder({
    index,
    analyzer,
    findings,
    lightWords: new Map([['unspecified', 0.2]]),
    phrases,
  })
  const note = noteOf(marked.replace(/[{}]/g, ''))
  const at = (offset: number) => note.words.filter(({ start }) => start < offset).length
  const core = { from: at(marked.indexOf('{')), to: at(marked.indexOf('}') - 1) }
  const keys = finder.keysOf(note.words.slice(core.from, core.to))
  const mention = { from: 0, to: note.words.length, core, keys, certainty: 1, sentence: 0 }
  const row = (term_id: string) => {
    const own = rowOf(term_id)
    const metadata = {
      ...own.metadata,
      ...(given.place ?? OTHER),
      preferred_name: index.getConcept(term_id)!.name,
    }
    return { ...own, metadata } as LinkResultItem
  }
  const whole = 'whole' in given ? given.whole : code
  return isRightWithout(note, mention, row(code), whole === undefined ? undefined : row(whole), {
    ...{ index, finder, analyzer, work: given.work ?? new Work() },
  })
}

describe('a degree or a course', () => {
  test.each([
    ['severe {sarcoidosis}', 'A00.9', true],
    ['severe {asthma}', 'B20.9', false],
    ['acute {gout}', 'E11.9', false],
    ['acute {sarcoidosis}', 'A00.9', true],
    ['{sarcoidosis}', 'A00.9', false],
    ['old {sarcoidosis}', 'A00.9', false],
    ['type 2 {sarcoidosis}', 'A00.9', false],
    ['{sarcoidosis} 3 cm', 'A00.9', false],
  ])('%s', (text, code, right) => {
    expect(isRight(text, code)).toBe(right)
  })
})

describe('a stage', () => {
  test.each([
    ['{sarcoidosis} stage II', 'A00.9', true],
    ['grade 2-3 {sarcoidosis}', 'A00.9', true],
    ['{sarcoidosis} NYHA class III', 'A00.9', true],
    ['{lymphoma} stage IV', 'C81.90', true],
    ['{lymphoma} Binet B', 'C81.90', true],
    ['{lymphoma} grade 2', 'C81.90', false],
    ['{lymphoma} stage 0', 'C81.90', false],
    ['{nephropathy} stage 3', 'B10.9', false],
    ['{asthma} grade 3', 'B20.9', false],
    ['{ileitis} grade 3', 'B21.9', true],
    ['{goiter} grade 2', 'B31.9', true],
    ['{goiter} gr 2', 'B31.9', true],
    ['{edema} gr 2', 'B41.0', false],
    ['{edema} grade 2', 'B41.0', false],
    ['{edema} stage B', 'B41.0', true],
    ['{edema} stage C', 'B41.0', true],
    ['{neuritis} grade 2', 'B61.9', false],
    ['{neuritis} grade 7', 'B61.9', false],
    ['{IVH} grade 3', 'B70.9', false],
    ['{coma} grade 3', 'B72.9', true],
    ['{cirrhosis} NYHA III', 'B51.0', false],
    ['{cirrhosis} ECOG 3', 'B51.0', true],
    ['{sarcoidosis} type II', 'A00.9', false],
    ['{sarcoidosis} Forrest II', 'A00.9', false],
  ])('%s', (text, code, right) => {
    expect(isRight(text, code)).toBe(right)
  })
})

describe('a side', () => {
  test.each([
    ['left {sarcoidosis}', 'A00.9', true],
    ['{sarcoidosis} bilateral', 'A00.9', true],
    ['{sarcoidosis} (R)', 'A00.9', true],
    ['left {cataract}', 'C10.9', false],
    ['left {stye}', 'C11.9', false],
    ['left {fissure}', 'C11.29', false],
    ['left {ptosis}', 'C13.9', false],
    ['left {palsy}', 'C15.9', false],
    ['left {cyst}', 'C16.9', true],
    ['upper {sarcoidosis}', 'A00.9', false],
    // A code below is for a side.
    ['left {bunion}', 'C17.1', false],
  ])('%s', (text, code, right) => {
    expect(isRight(text, code)).toBe(right)
  })
})

describe('a part of the body', () => {
  test.each<[text: string, code: string, place: Given['place'], right: boolean]>([
    ['{rash} on the left shin', 'D10.9', SKIN, true],
    ['{rash} of his upper back', 'D10.9', SKIN, true],
    ['{rash} on left shin', 'D10.9', OTHER, false],
    ['{spots} on legs', 'D16.9', { category: 'D16 Purpura and such' }, true],
    ['{spots} on legs', 'D16.9', { category: 'D16 Other superficial mycoses' }, true],
    ['{spots} on legs', 'D16.9', { block: 'D10-D19 Lesions of skin', category: 'D16 Spots' }, true],
    // One condition wherever it is, unless another code has its name with a part near that one.
    ['{spots} on legs', 'D16.9', { category: 'D16 Deep mycoses' }, true],
    ['{fasciitis} of the heel', 'D17.2', OTHER, true],
    ['{fasciitis} of the wrist', 'D17.2', OTHER, false],
    ['{fasciitis} of the palm', 'D17.2', OTHER, false],
    ['{fasciitis} of the liver', 'D17.2', OTHER, false],
    ['{rash} on the liver', 'D10.9', SKIN, false],
    ['{rash} near shin', 'D10.9', SKIN, false],
    ['{tinea} on the toe', 'D11.9', SKIN, false],
    ['{tinea} on the back', 'D11.9', SKIN, true],
    ['{wart} on the hand', 'D12.9', SKIN, false],
    ['{wart} on the neck', 'D12.9', SKIN, true],
    ['{seborrhea} of scalp', 'D14.9', SKIN, false],
    ['{callus} of the heel', 'D15.9', SKIN, true],
    ['{mastitis} of the right breast', 'E10.9', OTHER, true],
    ['{mastitis} of the armpit', 'E10.9', OTHER, false],
  ])('%s', (text, code, place, right) => {
    expect(isRight(text, code, { place: place! })).toBe(right)
  })
})

describe('nothing is left out', () => {
  test.each([
    ['{sarcoidosis} stage II', 519, false],
    ['{sarcoidosis} stage II', 10_000, true],
    ['left {cyst}', 3, false],
    ['left {cyst}', 1000, true],
  ])('"%s" in %i steps: %s', (text, steps, right) => {
    const code = text.includes('cyst') ? 'C16.9' : 'A00.9'
    expect(isRight(text, code, { work: new Work(steps) })).toBe(right)
  })

  test('of one code of many', () => {
    const many = (count: number) =>
      Array.from(
        { length: count },
        (_, i) => [`F10.${String(i).padStart(3, '0')}`, 'Fever'] as const,
      )
    expect(
      isRight('{sarcoidosis} grade 2', 'F10.9', { more: [...many(399), ['F10.9', 'Sarcoidosis']] }),
    ).toBe(true)
    expect(
      isRight('{sarcoidosis} grade 2', 'F10.9', { more: [...many(400), ['F10.9', 'Sarcoidosis']] }),
    ).toBe(false)
  })

  test('if the whole mention may be of another category', () => {
    expect(isRight('left {sarcoidosis}', 'A00.9', { whole: 'A00.0' })).toBe(true)
    expect(isRight('left {sarcoidosis}', 'A00.9', { whole: 'B10.1' })).toBe(false)
    expect(isRight('left {sarcoidosis}', 'A00.9', { whole: undefined })).toBe(true)
  })

  test('where the title leaves the place open, or where no code has a category', () => {
    expect(isRight('left {gout}', 'E11.9')).toBe(false)
    expect(isRight('left {sarcoidosis}', 'A00.9', { place: {} })).toBe(false)
  })
})
