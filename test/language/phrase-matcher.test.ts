/**
 * Proves of the phrase matcher:
 * 1. a phrase is found where its tokens stand one behind the other, and nowhere else
 * 2. of phrases that overlap the leftmost counts, of those from one place the longest that is accepted
 * 3. it finds what a search through all phrases at all places finds
 * 4. what stands outside of phrases is all the rest, in its order
 * 5. phrases that are set later are added when their first token is met, once
 * 6. phrases are loaded when their first token is met, once, and again after so many others; not for what is no word
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FoundPhrase, outside, PhraseMatcher } from '../../src/language/phrase-matcher.ts'

function matcherOf(phrases: readonly string[]): PhraseMatcher<string> {
  const matcher = new PhraseMatcher<string>()
  for (const phrase of phrases) matcher.set(phrase.split(' '), phrase.toUpperCase())
  return matcher
}

test.each([
  { phrases: ['a b'], text: 'a b', found: ['0-2 A B'] },
  { phrases: ['a b'], text: 'x a b y', found: ['1-3 A B'] },
  { phrases: ['a b'], text: 'a x b', found: [] },
  { phrases: ['a b'], text: 'b a', found: [] },
  { phrases: ['a b'], text: 'ab', found: [] },
  { phrases: ['a', 'a b c'], text: 'a b c', found: ['0-3 A B C'] },
  { phrases: ['a', 'a b c'], text: 'a b', found: ['0-1 A'] },
  { phrases: ['a b', 'b c d'], text: 'a b c d', found: ['0-2 A B'] },
  { phrases: ['a b', 'b c'], text: 'b c a b', found: ['0-2 B C', '2-4 A B'] },
  { phrases: ['a'], text: 'a a', found: ['0-1 A', '1-2 A'] },
  { phrases: ['a'], text: '', found: [] },
])('of $phrases in "$text": $found', ({ phrases, text, found }) => {
  const tokens = text === '' ? [] : text.split(' ')
  expect(matcherOf(phrases).find(tokens).map(show)).toEqual(found)
})

test.each([
  { phrases: [], rest: ['a', 'b', 'c', 'd'] },
  { phrases: [{ from: 0, to: 1 }], rest: ['b', 'c', 'd'] },
  { phrases: [{ from: 1, to: 3 }], rest: ['a', 'd'] },
  {
    phrases: [
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 3, to: 4 },
    ],
    rest: ['c'],
  },
  { phrases: [{ from: 0, to: 4 }], rest: [] },
])('outside of $phrases stands $rest', ({ phrases, rest }) => {
  expect(outside(['a', 'b', 'c', 'd'], phrases)).toEqual(rest)
})

test('phrases that are set later are there when their first token is met', () => {
  const matcher = matcherOf(['b'])
  const added: string[] = []
  for (const head of ['a', 'c'])
    matcher.setLater(head, () => {
      added.push(head)
      // The phrases of another token may be needed for them.
      const other = head === 'a' ? matcher.get(['c', 'd']) : undefined
      matcher.set([head, 'd'], `${head} ${other}`)
    })
  expect(matcher.find(['b', 'd', 'x']).map(show)).toEqual(['0-1 B'])
  expect(added).toEqual([])
  expect(matcher.find(['b', 'a', 'd']).map(show)).toEqual(['0-1 B', '1-3 a c undefined'])
  expect(matcher.get(['a', 'd'])).toBe('a c undefined')
  expect(matcher.startingAt(['c', 'd'], 0).map(show)).toEqual(['0-2 c undefined'])
  expect(added).toEqual(['a', 'c'])
})

test('every phrase from a place is there, the shortest first', () => {
  const matcher = matcherOf(['a', 'a b', 'a b c d', 'b'])
  expect(matcher.startingAt(['a', 'b', 'c', 'd'], 0).map(show)).toEqual([
    '0-1 A',
    '0-2 A B',
    '0-4 A B C D',
  ])
  expect(matcher.startingAt(['a', 'b', 'c', 'd'], 2)).toEqual([])
})

test.each([
  { at: 0, longest: '0-4 A B C D' },
  { at: 1, longest: '1-2 B' },
  { at: 2, longest: undefined },
])('the longest phrase from place $at is $longest', ({ at, longest }) => {
  const found = matcherOf(['a', 'a b', 'a b c d', 'b']).longestAt(['a', 'b', 'c', 'd'], at)
  expect(found && show(found)).toBe(longest)
})

test('the longest phrase is the longest that is accepted', () => {
  const matcher = matcherOf(['a', 'a b', 'a b c'])
  const longestOf = (value: string) =>
    matcher.longestAt(['a', 'b', 'c'], 0, (_from, _to, each) => each === value)
  expect(show(longestOf('A B')!)).toBe('0-2 A B')
  expect(longestOf('A B C D')).toBeUndefined()
})

test('a phrase may begin only with the first token of one', () => {
  const matcher = matcherOf(['a b', 'c'])
  expect(['a', 'b', 'c', 'd'].filter((token) => matcher.mayBegin(token))).toEqual(['a', 'c'])
})

test('a longer phrase that is not accepted leaves its place to a shorter one', () => {
  const matcher = matcherOf(['a', 'a b', 'b'])
  const found = matcher.find(['a', 'b'], (from, to) => to - from === 1)
  expect(found.map(show)).toEqual(['0-1 A', '1-2 B'])
})

test('a phrase that is set again stands for the new value', () => {
  const matcher = matcherOf(['a b'])
  matcher.set(['a', 'b'], 'new')
  expect(matcher.get(['a', 'b'])).toBe('new')
  expect(matcher.get(['a'])).toBeUndefined()
})

test('finds what a search through all phrases finds', () => {
  const token = fc.constantFrom('a', 'b', 'c')
  const tokens = fc.array(token, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(tokens), fc.array(token, { maxLength: 12 }), (phrases, text) => {
      const matcher = matcherOf(phrases.map((phrase) => phrase.join(' ')))
      expect(matcher.find(text).map(show)).toEqual(findSlowly(phrases, text))
    }),
  )
})

function findSlowly(phrases: readonly string[][], text: readonly string[]): string[] {
  const found: string[] = []
  for (let from = 0; from < text.length; ) {
    const lengths = phrases
      .filter((phrase) => phrase.every((token, i) => text[from + i] === token))
      .map((phrase) => phrase.length)
    const length = Math.max(0, ...lengths)
    if (length > 0) {
      const value = text
        .slice(from, from + length)
        .join(' ')
        .toUpperCase()
      found.push(show({ from, to: from + length, value }))
    }
    from += Math.max(1, length)
  }
  return found
}

test('phrases are loaded when their first token is met, and again after so many others', () => {
  const loaded: string[] = []
  const matcher = new PhraseMatcher<string>({
    load: (head, into) => {
      loaded.push(head)
      if (head === 'a') into.set(['a', 'b'], 'A B')
    },
    maxPages: 2,
  })
  expect(matcher.find(['a', 'b']).map(show)).toEqual(['0-2 A B'])
  expect(matcher.find(['a', 'b', 'a', 'b']).map(show)).toEqual(['0-2 A B', '2-4 A B'])
  expect(loaded).toEqual(['a'])
  matcher.find(['x', 'y'])
  expect(matcher.find(['a', 'b']).map(show)).toEqual(['0-2 A B'])
  expect(loaded).toEqual(['a', 'x', 'y', 'a'])
})

test.each([
  { length: 64, loaded: ['x'.repeat(64)] },
  { length: 65, loaded: [] },
])('a token of $length characters may begin a phrase: $loaded', ({ length, loaded }) => {
  const heads: string[] = []
  const matcher = new PhraseMatcher<string>({ load: (head) => heads.push(head) })
  expect(matcher.find(['x'.repeat(length)])).toEqual([])
  expect(heads).toEqual(loaded)
})

function show({ from, to, value }: FoundPhrase<string>): string {
  return `${from}-${to} ${value}`
}
