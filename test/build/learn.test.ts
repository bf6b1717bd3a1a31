/**
 * Proves of what a release's names teach:
 * 1. words that names of three codes at least differ in stand for each other, both ways
 * 2. opposites, numbers, and names that differ in more than one place or in all teach nothing
 * 3. only names of the release's own in English teach, and entries of an index do not
 * 4. an abbreviation is learned where its letters fit what it is spelled out as
 * 5. what tables know stays as it is, and everything has an order of its own
 */

import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildIndex } from '../../src/build/build.ts'
import { learnAbbreviations, learnPairs, learnPhrases, withLearned } from '../../src/build/learn.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import type { PhraseRecord, TermKind, TermRecord } from '../../src/index/records.ts'
import { snomed } from '../../src/ontologies/snomed/snomed.ts'
import { change, miniFiles } from '../fixtures/snomed-mini/mini.ts'
import { analyzer, phrase } from '../support/linker.ts'
import { writeTempFolder } from '../support/temp-release.ts'
import { tempFolder } from '../support/tiny-index.ts'

type Given = Partial<Pick<TermRecord, 'kind' | 'language'>>

/** Names of one code each row: the first is preferred, the others synonyms, or as given. */
function termsOf(rows: readonly (readonly string[])[], given: Given = {}): TermRecord[] {
  return rows.flatMap((names, code) =>
    names.map((text, i) => ({
      code: String(code),
      text,
      kind: i === 0 ? 'preferred' : ('synonym' as TermKind),
      language: 'en',
      ...given,
    })),
  )
}

const PARTS = ['calculus', 'cyst', 'abscess', 'fistula', 'tumor']

/** As many codes whose names say the one word in one and the other in the other. */
const differing = (one: string, other: string, codes: number): string[][] =>
  PARTS.slice(0, codes).map((part) => [`${one} ${part}`, `${other} ${part}`])

const tokensOf = (text: string) => phrase(text, '').tokens
const learn = (
  rows: readonly (readonly string[])[],
  excluded: readonly (readonly [string, string])[] = [],
) => learnPairs(termsOf(rows), analyzer, excluded)
const pairsOf = (phrases: readonly PhraseRecord[]) =>
  phrases.map(({ tokens, text }) => `${tokens} > ${text}`)

describe('what names differ in', () => {
  test('stands for each other, both ways', () => {
    const learned = learn(differing('Renal', 'Kidney', 3))
    expect(pairsOf(learned).sort()).toEqual(['kidney > renal', 'renal > kidney'])
    for (const { because, context, weight } of learned) {
      expect({ because, context }).toEqual({ because: 'learned', context: '' })
      expect(weight).toBeGreaterThan(0.72)
      expect(weight).toBeLessThan(0.96)
    }
  })

  test.each([
    { what: 'on two codes only', rows: differing('Renal', 'Kidney', 2) },
    {
      what: 'on one code, however many its names',
      rows: [differing('Renal', 'Kidney', 5).flat()],
    },
    {
      what: 'in two places',
      rows: PARTS.map((part) => [`Renal ${part} left`, `Kidney ${part} right`]),
    },
    { what: 'in the one only: it has a word more', rows: differing('Renal', '', 5) },
    { what: 'in everything', rows: PARTS.map((part) => [`Renal ${part}`, 'Kidney disease']) },
    {
      what: 'in three words',
      rows: PARTS.map((part) => [`Renal ${part}`, `Structure near kidney gland ${part}`]),
    },
    { what: 'in a number', rows: PARTS.map((part) => [`${part} type 1`, `${part} type 2`]) },
    {
      what: 'in a number as a numeral',
      rows: PARTS.map((part) => [`${part} type I`, `${part} type II`]),
    },
    { what: 'in function words', rows: differing('the renal', 'a renal', 5) },
    { what: 'in the form of a word', rows: differing('Fractures', 'Fracture', 5) },
  ])('teaches nothing $what', ({ rows }) => {
    expect(learn(rows)).toEqual([])
  })

  test('may be two words on a side', () => {
    const rows = differing('Cancer of urinary bladder', 'Cancer of vesical', 3)
    expect(pairsOf(learn(rows)).sort()).toEqual([
      `${tokensOf('urinary bladder')} > vesical`,
      `${tokensOf('vesical')} > urinary bladder`,
    ])
  })

  test('may stand in another order', () => {
    const rows = PARTS.map((part) => [`Renal ${part}`, `${part} of kidney`])
    expect(pairsOf(learn(rows)).sort()).toEqual(['kidney > renal', 'renal > kidney'])
  })

  test('is not learned of words that exclude each other, given either way', () => {
    const rows = differing('Acute', 'Chronic', 5)
    expect(learn(rows)).not.toEqual([])
    expect(learn(rows, [[analyzer.keyOf('acute'), analyzer.keyOf('chronic')]])).toEqual([])
    expect(learn(rows, [[analyzer.keyOf('chronic'), analyzer.keyOf('acute')]])).toEqual([])
  })

  test('is not learned of the opposites of Medlink’s table', () => {
    expect(learnPhrases(termsOf(differing('Lumbar', 'Cervical', 5)), analyzer)).toEqual([])
  })

  test('weighs more the more often it is so', () => {
    const weightOf = (rows: readonly (readonly string[])[]) =>
      learn(rows).find(({ tokens, text }) => tokens === 'renal' && text === 'kidney')!.weight
    const always = weightOf(differing('Renal', 'Kidney', 5))
    const sometimes = weightOf([
      ...differing('Renal', 'Kidney', 5),
      ...PARTS.map((part) => [`Renal ${part} type A`, `Nephric ${part} type A`]),
    ])
    const seldom = weightOf(differing('Renal', 'Kidney', 3))
    expect(sometimes).toBeLessThan(always)
    expect(seldom).toBeLessThan(always)
  })

  test('is learned for no more than six readings of a word, the strongest', () => {
    const others = 'alpha beta gamma delta epsilon zeta eta theta'.split(' ')
    const rows = others.flatMap((other, i) => differing('Renal', other, i < 2 ? 3 : 5))
    const readings = learn(rows).filter(({ tokens }) => tokens === 'renal')
    expect(readings.map(({ text }) => text)).toEqual([
      'delta',
      'epsilon',
      'eta',
      'gamma',
      'theta',
      'zeta',
    ])
  })
})

describe('pairs are taught by', () => {
  const rows = differing('Renal', 'Kidney', 5)

  test.each([
    { by: 'names of the release', given: {}, teaches: true },
    { by: 'synonyms', given: { kind: 'synonym' }, teaches: true },
    { by: 'entries', given: { kind: 'entry' }, teaches: false },
    { by: 'fully specified names', given: { kind: 'full' }, teaches: false },
    { by: 'names of Medlink’s own', given: { kind: 'curated' }, teaches: false },
    { by: 'names in another language', given: { language: 'es' }, teaches: false },
  ] as { by: string; given: Given; teaches: boolean }[])('$by: $teaches', ({ given, teaches }) => {
    expect(learnPairs(termsOf(rows, given), analyzer, []).length > 0).toBe(teaches)
  })

  test('the first twelve names of a code', () => {
    const many = (part: string, place: number) => {
      const names = Array.from({ length: 16 }, (_, i) => `Unlike ${part}${i} thing${i} other${i}`)
      names[0] = `Renal ${part}`
      names[place] = `Kidney ${part}`
      return names
    }
    expect(learn(PARTS.map((part) => many(part, 11)))).not.toEqual([])
    expect(learn(PARTS.map((part) => many(part, 12)))).toEqual([])
  })
})

test('for every pair there is one the other way round, and no word stands for itself', () => {
  const word = fc.constantFrom('renal', 'kidney', 'acute', 'cyst', 'of', '2', 'left', 'b12')
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  const rows = fc.array(fc.array(name, { maxLength: 4 }), { maxLength: 30 })
  fc.assert(
    fc.property(rows, (some) => {
      const learned = learn(some)
      const pairs = new Set(learned.map(({ tokens, text }) => `${tokens} > ${tokensOf(text)}`))
      expect(pairs.size).toBe(learned.length)
      for (const { tokens, text, weight } of learned) {
        expect(pairs).toContain(`${tokensOf(text)} > ${tokens}`)
        expect(tokensOf(text)).not.toBe(tokens)
        expect(text).not.toMatch(/\d/)
        expect(weight).toBeGreaterThan(0)
        expect(weight).toBeLessThan(1)
      }
    }),
  )
})

describe('an abbreviation is', () => {
  test.each([
    { text: 'MI - Myocardial infarction', tokens: '=mi', long: 'Myocardial infarction' },
    {
      text: 'COPD - Chronic obstructive pulmonary disease',
      tokens: '=copd',
      long: 'Chronic obstructive pulmonary disease',
    },
    { text: 'HbA1c - Hemoglobin A1c', tokens: '=hba1c', long: 'Hemoglobin A1c' },
    { text: 'T1DM - Type 1 diabetes mellitus', tokens: '=t1dm', long: 'Type 1 diabetes mellitus' },
    { text: 'TB - Tuberculosis', tokens: '=tb', long: 'Tuberculosis' },
  ])('learned of "$text"', ({ text, tokens, long }) => {
    expect(learnAbbreviations(termsOf([[text]]), analyzer)).toEqual([
      { tokens, text: long, weight: 0.94, because: 'abbreviation of the release', context: '' },
    ])
  })

  test.each([
    { text: 'MI - Heart attack', why: 'another first letter' },
    { text: 'MIX - Myocardial infarction', why: 'a letter that is not there' },
    { text: 'MCY - Myocardial infarct', why: 'letters in another order' },
    { text: 'Mi. - Myocardial infarction', why: 'a point' },
    { text: 'MI-Myocardial infarction', why: 'no spaces' },
    { text: 'M - Myocardial infarction', why: 'one letter' },
    { text: 'mi - myocardial infarction', why: 'lower case' },
    { text: 'O/E - edema', why: 'a slash' },
    { text: 'Myocardia - Myocardial infarction', why: 'a word, not an abbreviation' },
    { text: 'Myocardial infarction', why: 'no abbreviation' },
    { text: 'MI - ', why: 'nothing behind it' },
    { text: '', why: 'no name' },
  ])('not learned of "$text": $why', ({ text }) => {
    expect(learnAbbreviations(termsOf([[text]]), analyzer)).toEqual([])
  })

  test('learned once for each thing it stands for', () => {
    const rows = [
      ['MI - Myocardial infarction', 'MI - myocardial infarction'],
      ['MI - Mitral insufficiency'],
    ]
    const learned = learnAbbreviations(termsOf(rows), analyzer)
    expect(learned.map(({ text }) => text.toLowerCase())).toEqual([
      'myocardial infarction',
      'mitral insufficiency',
    ])
  })
})

test('everything that is learned comes together', () => {
  const rows = [...differing('Renal', 'Kidney', 3), ['MI - Myocardial infarction']]
  const learned = learnPhrases(termsOf(rows), analyzer)
  expect(new Set(learned.map(({ because }) => because))).toEqual(
    new Set(['learned', 'abbreviation of the release']),
  )
  expect(learnPhrases([], analyzer)).toEqual([])
})

describe('beside what is known', () => {
  const known = [phrase('renal', 'kidney'), phrase('cardiac', 'heart')]
  const learned = [
    phrase('renal', 'Kidneys', { weight: 0.8, because: 'learned' }),
    phrase('renal', 'nephric', { weight: 0.8, because: 'learned' }),
    phrase('kidney', 'renal', { weight: 0.8, because: 'learned' }),
  ]

  test('what is learned anew is added, in order of tokens and weight', () => {
    expect(withLearned(known, learned, analyzer)).toEqual([
      known[1],
      learned[2],
      known[0],
      learned[1],
    ])
  })

  test('nothing changes where nothing is learned', () => {
    expect(withLearned(known, [], analyzer)).toEqual([known[1], known[0]])
    expect(withLearned([], [], analyzer)).toEqual([])
    expect(known.map(({ text }) => text)).toEqual(['kidney', 'heart'])
  })

  test('the order does not depend on the order in which it comes', () => {
    const rows = [
      ...differing('Renal', 'Kidney', 5),
      ...differing('Cardiac', 'Heart', 4),
      ...differing('Hepatic', 'Liver', 3),
      ['MI - Myocardial infarction'],
      ['MI - Mitral insufficiency'],
    ]
    const once = withLearned(known, learnPhrases(termsOf(rows), analyzer), analyzer)
    fc.assert(
      fc.property(
        fc.shuffledSubarray(rows, { minLength: rows.length }),
        fc.shuffledSubarray(known, { minLength: known.length }),
        (shuffled, knownToo) => {
          const again = learnPhrases(termsOf(shuffled), analyzer)
          expect(withLearned(knownToo, again, analyzer)).toEqual(once)
        },
      ),
    )
  })
})

describe('a build', () => {
  /** Why a build with an abbreviation that no table has reads it as something else. */
  async function reasonsIn(options: { learnedPhrases?: boolean }): Promise<string[]> {
    const files = change(miniFiles(), 'sct2_Description', (text) =>
      text.replaceAll('\tHF - Heart failure\t', '\tCFQ - Cardiac failure with quivering\t'),
    )
    const steps: string[] = []
    const { file } = await buildIndex('snomed', await writeTempFolder(files), {
      dir: tempFolder(),
      flexsearchNames: 0,
      onStep: (step) => steps.push(step),
      ...options,
    })
    const expectation = { textVersion: analyzer.version, columns: snomed.columns }
    const index = new MedlinkIndex(file, expectation)
    onTestFinished(() => index.close())
    expect(steps.includes('learn words')).toBe(options.learnedPhrases !== false)
    return index
      .phrasesFrom('=cfq')
      .flatMap(({ phrase }) => index.replacementsFor(phrase))
      .map(({ because }) => because)
  }

  test('learns from its release', async () => {
    expect(await reasonsIn({})).toEqual(['abbreviation of the release'])
  })

  test('does not when it is told so', async () => {
    expect(await reasonsIn({ learnedPhrases: false })).toEqual([])
  })
})
