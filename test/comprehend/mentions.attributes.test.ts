/**
 * Proves of the attributes of mentions:
 * 1. each has its text, its place, how sure it is, and how it is related; a site and a quality by their own names
 * 2. each mention has those of its own sentence that belong to it
 */

import { describe, expect, test } from 'vitest'
import { attach } from '../../src/clinical/attributes.ts'
import { attributesOf, type Mention } from '../../src/comprehend/mentions.ts'
import { noteOf } from '../support/comprehend.ts'

/** The attributes of the mentions that stand in curly brackets. */
function attributesIn(marked: string) {
  const note = noteOf(marked.replace(/[{}]/g, ''))
  const { words, sentences } = note
  const mentions = [...marked.matchAll(/\{(.*?)\}/g)].map(({ index, 1: name }): Mention => {
    const begin = marked.slice(0, index).replace(/[{}]/g, '').length
    const from = words.findIndex(({ start }) => start >= begin)
    const to = words.filter(({ start }) => start < begin + name!.length).length
    const sentence = sentences.findIndex((each) => from >= each.from && from < each.to)
    return { from, to, core: { from, to }, certainty: 1, keys: [], sentence }
  })
  return { note, mentions, all: attributesOf(note, mentions) }
}

describe('in', () => {
  test.each([
    [
      'severe {pain} of the left knee since 2 days',
      [
        'QUALITY severe: QUALITY',
        'DIRECTION left: OVERLAP',
        'SYSTEM_ORGAN_SITE knee: SYSTEM_ORGAN_SITE',
        'TIME_TO_DX_NAME since 2 days: OVERLAP',
      ],
    ],
    ['acute {pain} x 2 days', ['ACUITY acute: OVERLAP', 'TIME_TO_DX_NAME x 2 days: OVERLAP']],
    ['two {ulcers}', ['QUANTITY two ulcers: OVERLAP']],
    ['{pain}', []],
  ])('"%s"', (marked, told) => {
    const { note, all } = attributesIn(marked)
    expect(all).toHaveLength(1)
    const [own] = all
    expect(own!.map((each) => `${each.type} ${each.text}: ${each.relationship_type}`)).toEqual(told)
    for (const { text, begin_offset, end_offset } of own!)
      expect(note.text.slice(begin_offset, end_offset)).toBe(text)
  })
})

test('has how sure they are, and how sure that they belong', () => {
  const { note, mentions, all } = attributesIn('severe {pain} of the left knee')
  const { words, sentences, attributes } = note
  const attached = attach(words, sentences[0]!, attributes, mentions)
  expect(attached.length).toBe(3)
  expect(all[0]!.map(({ score }) => score)).toEqual(attributes.map(({ score }) => score))
  expect(all[0]!.map(({ relationship_score }) => relationship_score)).toEqual(
    attached.map(({ score }) => score),
  )
})

test('each mention has its own, sentence by sentence', () => {
  const { all } = attributesIn('Severe {pain}. {Gout} of the left knee, chronic {cough}. Acute.')
  expect(all.map((own) => own.map(({ text }) => text))).toEqual([
    ['Severe'],
    ['left', 'knee'],
    ['chronic'],
  ])
})

test('a sentence without a mention has none', () => {
  const { all } = attributesIn('Severe left knee. {Gout}.')
  expect(all).toEqual([[]])
})
