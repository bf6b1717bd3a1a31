/**
 * Proves of misspelt words of contexts:
 * 1. one that is one edit from one word of a trigger, a terminator or a phrase for presence is read as this
 * 2. everyday words, short ones and those near none or several stay as they are, and so do those with another first letter
 *
 * Proves of choices in the phrases of tables that each stands for a phrase, in their order, and is of whole words.
 *
 * Proves of triggers and terminators, which are read when their first word is met, that every phrase has all that its rows say, and
 * one that closes an item what its end denies, whichever phrase was met before.
 */

import { expect, test, vi } from 'vitest'
import { correctedForm, phrasesOf } from '../../src/clinical/context-phrases.ts'
import { readTable } from '../../src/language/tables.ts'

test.each([
  ['wiht', 'with'],
  ['wth', 'with'],
  ['presnted', 'presented'],
  ['complans', 'complains'],
  ['wihtout', 'without'],
  ['diagnsed', 'diagnosed'],
  ['with', 'with'],
  ['presented', 'presented'],
  ['wish', 'wish'],
  ['wait', 'wait'],
  ['gout', 'gout'],
  ['denis', 'denis'],
  ['iwthout', 'iwthout'],
  ['qwxzqwxz', 'qwxzqwxz'],
  ['hypotension', 'hypotension'],
  ['metformin', 'metformin'],
])('"%s" is read as "%s"', (form, read) => {
  expect(correctedForm(form)).toBe(read)
})

test.each([
  ['no history of', ['no history of']],
  ['lives with (a|the) friend', ['lives with a friend', 'lives with the friend']],
  ['(he|she) (has|had)', ['he has', 'he had', 'she has', 'she had']],
  ['neg (x 2|x2)', ['neg x 2', 'neg x2']],
])('"%s" stands for %j', (cell, phrases) => {
  expect(phrasesOf(cell)).toEqual(phrases)
})

const triggers = readTable('context/triggers.tsv', [
  ...['phrase', 'context', 'direction', 'reach', 'score'],
])
const terminators = readTable('context/terminators.tsv', ['phrase', 'kind'])

test('choices are of whole words', () => {
  const cells = [...triggers, ...terminators].map(([cell]) => cell!)
  expect(cells.filter((cell) => /[^ (|]\(|\)[^ )|]/.test(cell))).toEqual([])
})

test('every phrase says what its rows say, met from the last', async () => {
  const expected = new Map<string, { rules: string[]; ends: string | undefined }>()
  const entryOf = (phrase: string) => {
    const entry = expected.get(phrase) ?? { rules: [], ends: undefined }
    expected.set(phrase, entry)
    return entry
  }
  for (const [cell, ...rule] of triggers)
    for (const phrase of phrasesOf(cell!)) entryOf(phrase).rules.push(rule.join())
  for (const [cell, kind] of terminators)
    for (const phrase of phrasesOf(cell!)) entryOf(phrase).ends = kind
  // Read anew: other tests of this process have met most phrases.
  vi.resetModules()
  const { contextPhrases } = await import('../../src/clinical/context-phrases.ts')
  const differing = [...expected.keys()].toReversed().filter((phrase) => {
    const { rules, ends } = expected.get(phrase)!
    const found = contextPhrases().get(phrase.split(' '))
    const said = found?.rules.map(({ context, direction, reach, score }) =>
      [context, direction, reach, score].join(),
    )
    return found?.ends !== ends || said?.slice(0, rules.length).join(' ') !== rules.join(' ')
  })
  expect(differing).toEqual([])
  const { rules } = contextPhrases().get(['currently', 'not'])!
  expect(rules.map(({ context, direction }) => `${context} ${direction}`)).toEqual([
    'past closing',
    'absent forward',
  ])
})
