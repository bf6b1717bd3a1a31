/**
 * Proves of how far a mention goes around its name:
 * 1. sides, degrees, courses, stages and parts of the body next to it are part of it; numbers and times are not
 * 2. before it they touch it; behind it words that only join may stand between
 * 3. marks and other words stop it, and so does another name
 */

import { describe, expect, test } from 'vitest'
import { extended } from '../../src/comprehend/mentions.ts'
import { noteOf, textOf } from '../support/comprehend.ts'

const NAME = /\{(.*)\}/

/** The mention around the name in curly brackets; other names stand in square ones. */
function mentionIn(marked: string): string {
  const [before, name] = [marked.slice(0, marked.search(NAME)), NAME.exec(marked)![1]!]
  const note = noteOf(marked.replace(/[{}]/g, ''))
  const { text, words, attributes } = note
  const at = (offset: number) => words.filter(({ start }) => start < offset).length
  const core = { from: at(before.length), to: at(before.length + name.length) }
  const others = [...text.matchAll(/\[(.*?)\]/g)].map(({ index, 0: other }) => {
    return { from: at(index), to: at(index + other.length) }
  })
  const free = {
    from: others.findLast(({ to }) => to <= core.from)?.to ?? 0,
    to: others.find(({ from }) => from >= core.to)?.from ?? words.length,
  }
  const isSilent = (place: number) => words[place]!.stop
  const touches = (place: number) =>
    /^[ -]*\(?$/.test(text.slice(words[place - 1]!.end, words[place]!.start))
  return textOf(note, extended(core, free, attributes, isSilent, touches))
}

describe('the mention in', () => {
  test.each([
    ['{pain}', 'pain'],
    ['severe {pain}', 'severe pain'],
    ['acute severe left {pain}', 'acute severe left pain'],
    ['left hip {pain}', 'left hip pain'],
    ['{pain} left hip', 'pain left hip'],
    ['{pain} in the left hip', 'pain in the left hip'],
    ['{pain} of hip, left', 'pain of hip'],
    ['{CKD} stage 4', 'CKD stage 4'],
    ['stage 4 {CKD}', 'stage 4 CKD'],
    ['{fever} since 3 days', 'fever'],
    ['3 days {fever}', 'fever'],
    ['two {lesions}', 'lesions'],
    ['{pain} radiating to hip', 'pain'],
    ['severe, {pain}', 'pain'],
    ['severe and {pain}', 'pain'],
    ['left hip; {pain}', 'pain'],
    ['{pain} (left)', 'pain (left'],
    ['{pain}, left', 'pain'],
    ['{pain} in, left hip', 'pain'],
    ['{pain} in the [left hip fracture]', 'pain'],
    ['[fracture of hip] {pain}', 'pain'],
    ['left [fracture] severe {pain}', 'severe pain'],
  ])('%s is %s', (marked, mention) => {
    expect(mentionIn(marked)).toBe(mention)
  })
})

test('what is said of a condition may be a word that only joins', () => {
  const { attributes } = noteOf('pain of left')
  const all = { from: 0, to: 3 }
  const mention = extended(
    { from: 0, to: 1 },
    all,
    attributes,
    () => true,
    (at) => at < 3,
  )
  expect(mention).toEqual(all)
})
