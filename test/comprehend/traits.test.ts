/**
 * Proves of traits:
 * 1. what kind of finding it is comes first, by its code; a symptom that was seen is a sign
 * 2. what the text says of it follows, each under its own name with its own score
 * 3. what is past is so from one bound on, what lasts from a higher one
 * 4. what the code says by itself is told where the text does not say it
 * 5. what a relative had is a relative's, over or not
 * 6. traits say of whose condition it is what was said
 */

import { describe, expect, test } from 'vitest'
import type { Assertion } from '../../src/clinical/assertions.ts'
import { SAYS_OVER, SAYS_PAST } from '../../src/clinical/history.ts'
import {
  CONTEXT,
  type Context,
  FINDING_KINDS,
  type FindingKind,
} from '../../src/clinical/qualifiers.ts'
import { SECTION_KINDS, type SectionKind } from '../../src/clinical/sections.ts'
import { contextsOf, NO_CODE, SAYS_NOTHING, traitsOf } from '../../src/comprehend/traits.ts'

const CONTEXTS = Object.keys(CONTEXT) as Context[]

interface Told {
  readonly kind?: FindingKind
  readonly lasts?: boolean
  readonly section?: SectionKind
  /** Bits of CONTEXT that the code says. */
  readonly context?: number
}

function traitsIn(said: readonly (readonly [Context, number])[], told: Told = {}): string[] {
  const { kind = 'diagnosis', lasts = false, section, context: ofCode = 0 } = told
  const assertions = said.map(([context, score]): Assertion => {
    return { context, score, because: 'so' }
  })
  return traitsOf({ kind, lasts, context: ofCode }, section, assertions).map(
    ({ name, score }) => `${name} ${score}`,
  )
}

describe('the kind of', () => {
  test.each<[kind: FindingKind, section: SectionKind | undefined, trait: string]>([
    ['diagnosis', undefined, 'DIAGNOSIS 0.9'],
    ['sign', undefined, 'SIGN 0.9'],
    ['symptom', undefined, 'SYMPTOM 0.9'],
    ['symptom', 'complaint', 'SYMPTOM 0.9'],
    ['symptom', 'examination', 'SIGN 0.8'],
    ['sign', 'examination', 'SIGN 0.9'],
    ['diagnosis', 'examination', 'DIAGNOSIS 0.9'],
  ])('a %s in section %s is %s', (kind, section, trait) => {
    expect(traitsIn([], { kind, ...(section !== undefined && { section }) })).toEqual([trait])
  })

  test('a finding is said by its code in every other section', () => {
    for (const kind of FINDING_KINDS)
      for (const section of SECTION_KINDS)
        if (section !== 'examination')
          expect(traitsIn([], { kind, section })).toEqual(traitsIn([], { kind }))
  })
})

test.each<[context: Context, trait: string]>([
  ['absent', 'NEGATION 0.7'],
  ['suspected', 'LOW_CONFIDENCE 0.7'],
  ['past', 'PAST_HISTORY 0.7'],
  ['family', 'PERTAINS_TO_FAMILY 0.7'],
  ['planned', 'HYPOTHETICAL 0.7'],
])('%s is %s', (context, trait) => {
  expect(traitsIn([[context, 0.7]])).toEqual(['DIAGNOSIS 0.9', trait])
})

test('all that is said is told, in its order', () => {
  const said = traitsIn([
    ['absent', 0.95],
    ['family', 0.4],
  ])
  expect(said).toEqual(['DIAGNOSIS 0.9', 'NEGATION 0.95', 'PERTAINS_TO_FAMILY 0.4'])
})

test.each<{ said: [Context, number][]; context: number; traits: string[] }>([
  { said: [], context: CONTEXT.past, traits: ['PAST_HISTORY 0.9'] },
  { said: [['past', 0.7]], context: CONTEXT.past, traits: ['PAST_HISTORY 0.7'] },
  { said: [['past', SAYS_PAST - 0.1]], context: CONTEXT.past, traits: ['PAST_HISTORY 0.9'] },
  {
    said: [['absent', 0.8]],
    context: CONTEXT.past,
    traits: ['NEGATION 0.8', 'PAST_HISTORY 0.9'],
  },
  { said: [], context: CONTEXT.family, traits: ['PERTAINS_TO_FAMILY 0.9'] },
  // What a relative had is a relative's.
  {
    said: [
      ['past', 0.9],
      ['family', 0.7],
    ],
    context: 0,
    traits: ['PERTAINS_TO_FAMILY 0.7'],
  },
  { said: [['family', 0.7]], context: CONTEXT.past, traits: ['PERTAINS_TO_FAMILY 0.7'] },
])('of $said by a code of context $context: $traits', ({ said, context, traits }) => {
  expect(traitsIn(said, { context })).toEqual(['DIAGNOSIS 0.9', ...traits])
})

test('a code that says nothing says that it is a diagnosis', () => {
  expect(SAYS_NOTHING).toEqual({ kind: 'diagnosis', lasts: false, context: 0 })
})

test('what has no code is a sign', () => {
  expect(NO_CODE).toEqual({ kind: 'sign', lasts: false, context: 0 })
})

test.each<[score: number, lasts: boolean, isPast: boolean]>([
  [SAYS_PAST - 0.01, false, false],
  [SAYS_PAST, false, true],
  [SAYS_PAST, true, false],
  [SAYS_OVER - 0.01, true, false],
  [SAYS_OVER, true, true],
])('past by %d of what lasts: %s, is past: %s', (score, lasts, isPast) => {
  const traits = traitsIn([['past', score]], { lasts })
  expect(traits).toEqual(['DIAGNOSIS 0.9', ...(isPast ? [`PAST_HISTORY ${score}`] : [])])
})

test('traits say the contexts that they were made of, a relative’s being past for the relative', () => {
  for (let bits = 0; bits < 32; bits++) {
    const own = CONTEXTS.filter((context) => (CONTEXT[context] & bits) !== 0)
    const said = own.map((context): Assertion => ({ context, score: 0.9, because: 'so' }))
    const isFamily = (bits & CONTEXT.family) !== 0
    const traits = traitsOf(SAYS_NOTHING, undefined, said)
    expect(contextsOf(traits)).toBe(isFamily ? bits & ~CONTEXT.past : bits)
  }
})
