/**
 * Proves of sites that share a condition:
 * 1. a site joined to the one that a condition ends or begins with is read with it, with its own side
 * 2. several are, as long as each is joined to the one before
 * 3. other words, other marks and sites of other conditions end them; a condition without a site at its end has none
 */

import { describe, expect, test } from 'vitest'
import type { Mention } from '../../src/comprehend/mentions.ts'
import { sharedSites } from '../../src/comprehend/mentions.ts'
import { noteOf, textOf } from '../support/comprehend.ts'

/** The conditions that stand in curly brackets, and what is read beside them. */
function sharedIn(marked: string, given: Partial<Mention> = {}): string[] {
  const note = noteOf(marked.replace(/[{}]/g, ''))
  const { words, attributes } = note
  const mentions = [...marked.matchAll(/\{(.*?)\}/g)].map(({ index, 1: name }): Mention => {
    const begin = marked.slice(0, index).replace(/[{}]/g, '').length
    const from = words.findIndex(({ start }) => start >= begin)
    const to = words.filter(({ start }) => start < begin + name!.length).length
    const place = { from, to }
    return { ...place, core: place, certainty: 0.9, keys: [7], sentence: 3, ...given }
  })
  return sharedSites(note, attributes, mentions).map((found) => {
    expect(found).toMatchObject({ certainty: 0.9, keys: [7], sentence: 3 })
    expect(found.core).toEqual({ from: found.from, to: found.to })
    expect(found).not.toHaveProperty('isGuessed')
    return `${textOf(note, found)}: ${found.readAs}`
  })
}

describe('reads in', () => {
  test.each([
    ['{fracture of radius} and ulna', ['ulna: fracture of ulna']],
    ['{fracture of left radius} and ulna', ['ulna: fracture of left ulna']],
    ['{pain in neck} or shoulder', ['shoulder: pain in shoulder']],
    ['{pain in neck}, shoulder', ['shoulder: pain in shoulder']],
    ['{pain in neck}/shoulder', ['shoulder: pain in shoulder']],
    ['{pain in neck} + shoulder', ['shoulder: pain in shoulder']],
    ['{pain in neck} & right shoulder', ['right shoulder: pain in right shoulder']],
    ['{pain in neck} and right shoulder', ['right shoulder: pain in right shoulder']],
    ['{pain in neck}, shoulder and back', ['shoulder: pain in shoulder', 'back: pain in back']],
    ['neck and {knee pain}', ['neck: neck pain']],
    ['neck and {right knee pain}', ['neck: neck pain']],
    ['neck/{knee pain}', ['neck: neck pain']],
    ['neck, shoulder and {knee pain}', ['shoulder: shoulder pain', 'neck: neck pain']],
    ['elbow and {knee pain} and fever', ['elbow: elbow pain']],
    [
      '{pain in neck} and shoulder, left knee',
      ['shoulder: pain in shoulder', 'left knee: pain in left knee'],
    ],
    ['left {pain in neck} and right shoulder', ['right shoulder: pain in right shoulder']],
    ['{pain in knee}, hip, {shoulder swelling}', ['hip: pain in hip']],
    // Nothing of the kind.
    ['{fracture of radius}', []],
    ['{fracture of radius} ulna', []],
    ['{fracture of radius} with ulna', []],
    ['{fracture of radius}; ulna', []],
    ['{fracture of radius} and the ulna', []],
    ['{fracture of radius} and swelling of ulna', []],
    ['{fracture} and ulna', []],
    ['{radius fracture} and ulna', []],
    ['{fracture of radius} and {pain in ulna}', []],
    ['neck and {pain in knee}', []],
    ['neck and {severe knee pain}', []],
    ['neck; {knee pain}', []],
    ['neck, fever and {knee pain}', []],
    ['shoulder; neck and {knee pain}', ['neck: neck pain']],
    ['neck and {knee}', []],
    // The first has a site of its own, and shares it with what is joined to it.
    [
      '{pain in neck} and shoulder, {swelling of knee} and ankle',
      ['shoulder: pain in shoulder', 'ankle: swelling of ankle'],
    ],
    ['{pain in neck} and shoulder; back', ['shoulder: pain in shoulder']],
  ])('"%s" %j', (marked, read) => {
    expect(sharedIn(marked)).toEqual(read)
  })
})

test('what is read as something else shares nothing', () => {
  expect(sharedIn('{MS of neck} and shoulder', { readAs: 'mitral stenosis' })).toEqual([])
})
