/**
 * Proves of linking against the starter vocabulary, for any text:
 * 1. a request is answered as the contract says or refused as invalid, nothing else
 * 2. fewer candidates are the first of more
 * 3. explanations belong to their results, and their parts sum to the ranking score
 * 4. at most one result is linked, the first, and scores do not rise
 * 5. every title links to its own code first
 * 6. the same request gives the same answer
 * 7. case and white space around do not change the codes
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linkResultSchema } from '../../src/contract.ts'
import { MedlinkError } from '../../src/errors.ts'
import { readStarter } from '../../src/ontologies/icd10cm/release/starter.ts'
import { anyString, clinicalText } from '../support/arbitraries.ts'
import { analyzer, openStarter } from '../support/linker.ts'

const medlink = openStarter()
const titles = readStarter().terms
const ask = (query: string, top_k = 10) => ({
  query,
  ontology: 'icd-10-cm' as const,
  top_k,
  request_id: 'r',
})
const codesOf = (query: string) => medlink.link(ask(query)).results.map(({ term_id }) => term_id)

/** Text of up to the longest length: what clinics write, what they never would, and the same over and over. */
const longText = fc
  .tuple(
    fc.oneof(
      anyString,
      clinicalText,
      fc.constantFrom('7', '😀', 'שלום ', 'مرض السكري ', '\ud83d', '…', 'pain ', 'a', '((', "'"),
    ),
    fc.integer({ min: 1, max: 10_000 }),
  )
  .map(([text, length]) =>
    text.repeat(Math.ceil(length / Math.max(1, text.length))).slice(0, length),
  )
const title = fc.constantFrom(...titles).map(({ text }) => text)
/** Some words of a title, in their order. */
const piece = title.chain((text) =>
  fc.subarray(text.split(' '), { minLength: 1 }).map((words) => words.join(' ')),
)
const anyText = fc.oneof(
  { arbitrary: anyString, weight: 2 },
  { arbitrary: clinicalText, weight: 3 },
  { arbitrary: piece, weight: 3 },
  { arbitrary: longText, weight: 1 },
)
const mention = anyText.filter((text) => text.trim() !== '')

test('any text is answered as the contract says or refused as invalid', () => {
  fc.assert(
    fc.property(anyText, (query) => {
      try {
        const result = medlink.link(ask(query))
        expect(linkResultSchema.parse(result)).toEqual(result)
        expect(result.query).toBe(query)
      } catch (error) {
        if (!(error instanceof MedlinkError)) throw error
        expect(error.code).toBe('invalid_request')
        expect(query.trim()).toBe('')
      }
    }),
    { numRuns: 300 },
  )
})

test.each([
  { what: 'a lone surrogate', query: '\ud800' },
  { what: 'lone surrogates', query: '\udc00\ud800 pain \udfff' },
  { what: 'right to left', query: 'السكري من النوع 2' },
  { what: 'emoji', query: '🤕🤒 pain 👩🏽‍⚕️' },
  { what: 'a long run of digits', query: '9'.repeat(10_000) },
  { what: 'a long run of one letter', query: 'x'.repeat(10_000) },
  { what: 'one word over and over', query: 'pain '.repeat(2000) },
  { what: 'a misspelt word over and over', query: 'diabetis '.repeat(1100) },
  {
    what: 'many misspelt words',
    query: titles
      .map(({ text }) => `q${text}`)
      .join(' ')
      .slice(0, 10_000),
  },
  { what: 'punctuation only', query: '.,;:!?()[]{}<>/\\|"\'`~@#$%^&*-_=+'.repeat(300) },
  { what: 'brackets never closed', query: `${'('.repeat(9_990)}pain` },
  { what: 'combining marks', query: `e${'\u0301'.repeat(9_999)}` },
  { what: 'controls', query: '\u0000\u0001\u0002pain\u0000' },
  { what: 'a name of an object property', query: 'constructor __proto__ toString' },
  { what: 'SQL', query: "'; DROP TABLE concept; --" },
])('$what is answered', ({ query }) => {
  const result = medlink.link(ask(query))
  expect(linkResultSchema.parse(result)).toEqual(result)
})

test('fewer candidates are the first of more', () => {
  fc.assert(
    fc.property(mention, (query) => {
      const few = medlink.link(ask(query, 3)).results
      expect(few.map(({ term_id }) => term_id)).toEqual(codesOf(query).slice(0, 3))
      expect(few).toEqual(medlink.link(ask(query, 10)).results.slice(0, 3))
    }),
  )
})

test('explanations belong to their results, and their parts sum to the ranking score', () => {
  fc.assert(
    fc.property(mention, fc.constantFrom('concept', 'term'), (query, collapse) => {
      const {
        explanations,
        passed_over = [],
        ...result
      } = medlink.explain({
        ...ask(query),
        collapse,
      })
      for (const { misfit } of passed_over) {
        expect(misfit ?? 0).toBeGreaterThanOrEqual(0)
        expect(misfit ?? 0).toBeLessThanOrEqual(1)
      }
      expect(result).toEqual(medlink.link({ ...ask(query), collapse }))
      expect(explanations.map(({ term_id }) => term_id)).toEqual(
        result.results.map(({ term_id }) => term_id),
      )
      for (const { ranking_score, parts } of explanations) {
        const sum = parts.reduce((sum, { value, share }) => sum + value * share, 0)
        expect(Math.abs(sum - ranking_score)).toBeLessThan(1e-9)
        for (const { value } of parts) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
      }
    }),
  )
})

test('at most the first result is linked, scores do not rise, and a code comes once', () => {
  fc.assert(
    fc.property(mention, (query) => {
      const { results } = medlink.link(ask(query))
      expect(results.slice(1).filter(({ is_linked }) => is_linked)).toEqual([])
      const scores = results.map(({ score }) => score!)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      expect(new Set(results.map(({ term_id }) => term_id)).size).toBe(results.length)
    }),
  )
})

test('the reason given is the decision made', () => {
  fc.assert(
    fc.property(mention, (query) => {
      for (const [i, { is_linked, metadata }] of medlink.link(ask(query)).results.entries()) {
        expect(is_linked).toBe(metadata.link_reason === 'linked')
        expect(metadata.link_reason === 'not_first').toBe(i > 0)
      }
    }),
  )
})

describe('every title', () => {
  /** Titles that differ in punctuation only read the same. */
  const readAs = (text: string) =>
    analyzer
      .analyze(text)
      .map(({ form }) => form)
      .join(' ')
  const codesByTitle = new Map<string, string[]>()
  for (const { code, text } of titles)
    codesByTitle.set(readAs(text), [...(codesByTitle.get(readAs(text)) ?? []), code])

  test('links to its own code first', { timeout: 60_000 }, () => {
    const misses = titles.filter(({ text }) => {
      const [found] = medlink.link(ask(text, 1)).results
      return !codesByTitle.get(readAs(text))!.includes(found?.term_id ?? '')
    })
    expect(titles.length).toBeGreaterThan(4000)
    expect(misses).toEqual([])
  })

  test('has its code looked up', () => {
    const misses = titles.filter(({ code }) => {
      const { results } = medlink.link(ask(code.replace('.', '').toLowerCase()))
      return results[0]?.term_id !== code || !results[0].is_linked
    })
    expect(misses).toEqual([])
  })
})

test('the same request twice gives the same answer, whatever was asked in between', () => {
  fc.assert(
    fc.property(mention, mention, (query, between) => {
      const before = medlink.explain(ask(query))
      medlink.link(ask(between))
      expect(medlink.explain(ask(query))).toEqual(before)
    }),
  )
})

test('case and white space around do not change the codes', () => {
  // A lone "A" is a letter when it is written large in small text, "hepatitis A", and an article otherwise.
  const caseless = piece.filter((text) => !/\bA\b/.test(text))
  const around = fc.constantFrom('', ' ', '\n', '\t ', '\u00a0', '   ')
  fc.assert(
    fc.property(caseless, around, around, (query, before, after) => {
      const codes = codesOf(query)
      expect(codesOf(`${before}${query}${after}`)).toEqual(codes)
      expect(codesOf(query.toLowerCase())).toEqual(codes)
      expect(codesOf(query.toUpperCase())).toEqual(codes)
    }),
    { numRuns: 150 },
  )
})
