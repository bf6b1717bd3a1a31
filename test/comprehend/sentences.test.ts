/**
 * Proves of sentences that are put together of frames, over the starter:
 * 1. nearly no condition is linked as the patient's own where the sentence says otherwise
 * 2. nearly all have the traits that their sentence gives them, and most of the patient's own are linked
 * 3. the same count and seed give the same sentences, each with the words of its conditions at their places
 */

import { describe, expect, test } from 'vitest'
import {
  type Found,
  isLinked,
  isWronglyLinked,
  type Pair,
  pairUp,
  presenceFigures,
} from '../../bench/comprehend/notes.ts'
import { generateSentences } from '../../bench/comprehend/sentences.ts'
import { openStarter } from '../support/linker.ts'

const COUNT = 480
/** Shares that the sentences must keep. */
const FLOORS = { traits: 0.93, linked: 0.9 } as const

const medlink = openStarter()
const sentences = [...generateSentences(COUNT)]
const pairs: readonly Pair[] = sentences.flatMap((sentence) => {
  const { entities } = medlink.comprehend({ text: sentence.text, find: ['problem'] })
  return pairUp(sentence, entities as Found[]).filter(({ marked }) => marked !== undefined)
})
const figures = presenceFigures(pairs)
const shareOf = (name: string) => figures[name]!.n / figures[name]!.of

describe(`${COUNT} sentences of frames`, () => {
  test('link nothing that their words deny, doubt or give to others', () => {
    const wrong = pairs.filter(isWronglyLinked)
    expect(wrong.map(({ note, marked }) => `${marked!.text} in: ${note.text}`)).toEqual([])
  })

  test('have their traits, and are linked', () => {
    expect(shareOf('traits right, of those found')).toBeGreaterThan(FLOORS.traits)
    const known = pairs.filter(({ marked, found }) => marked!.patient_has && found !== undefined)
    expect(known.filter(isLinked).length / known.length).toBeGreaterThan(FLOORS.linked)
  })

  test('are the same for the same seed, and name their conditions', () => {
    expect([...generateSentences(COUNT)]).toEqual(sentences)
    expect([...generateSentences(COUNT, 2)]).not.toEqual(sentences)
    const misplaced = sentences.flatMap(({ text, entities }) =>
      entities.filter((each) => text.slice(each.begin, each.end) !== each.text),
    )
    expect(misplaced).toEqual([])
  })
})
