import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { buildSpelling, FLEXSEARCH_VERSION, openSpelling } from '../../src/index/flexsearch.ts'

const packageJson = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { dependencies: Record<string, string> }

test('stores the exact version of FlexSearch that package.json names', () => {
  const version = packageJson.dependencies.flexsearch!
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(FLEXSEARCH_VERSION.split('+')[0]).toBe(version)
})

const WORDS = [
  'diabetes',
  'diarrhea',
  'pneumonia',
  'pneumothorax',
  'tuberculosis',
  'hypertension',
  'hypotension',
  'asthma',
  'psoriasis',
  'cirrhosis',
  'appendicitis',
  'jaundice',
  'schizophrenia',
  'rheumatoid',
  'hemorrhage',
  'ophthalmic',
  'typhoid',
  'migraine',
  'eczema',
  'fracture',
]

describe('spelling candidates:', () => {
  const spelling = openSpelling(buildSpelling(WORDS.entries()))

  test.each([
    { typed: 'diabetis', meant: 'diabetes' },
    { typed: 'dibeties', meant: 'diabetes' },
    { typed: 'diarhea', meant: 'diarrhea' },
    { typed: 'numonia', meant: 'pneumonia' },
    { typed: 'pnemonia', meant: 'pneumonia' },
    { typed: 'tubercolosis', meant: 'tuberculosis' },
    { typed: 'hipertention', meant: 'hypertension' },
    { typed: 'asma', meant: 'asthma' },
    { typed: 'soriasis', meant: 'psoriasis' },
    { typed: 'cirosis', meant: 'cirrhosis' },
    { typed: 'appendisitis', meant: 'appendicitis' },
    { typed: 'jondice', meant: 'jaundice' },
    { typed: 'skizofrenia', meant: 'schizophrenia' },
    { typed: 'rumatoid', meant: 'rheumatoid' },
    { typed: 'hemorage', meant: 'hemorrhage' },
    { typed: 'opthalmic', meant: 'ophthalmic' },
    { typed: 'tifoid', meant: 'typhoid' },
    { typed: 'migrane', meant: 'migraine' },
    { typed: 'exzema', meant: 'eczema' },
    { typed: 'fractur', meant: 'fracture' },
  ])('$typed is $meant', ({ typed, meant }) => {
    const words = spelling.candidates(typed, 5).map((id) => WORDS[id])
    expect(words.slice(0, 3)).toContain(meant)
  })

  test('at most as many as asked for', () => {
    expect(spelling.candidates('hypertensio', 1)).toHaveLength(1)
  })

  test.each(['', 'qqqq', '糖尿病', '\ud800'])('none for %s', (word) => {
    expect(spelling.candidates(word, 5)).toEqual([])
  })
})

test('gives the same chunks for the same words', () => {
  expect(buildSpelling(WORDS.entries())).toEqual(buildSpelling(WORDS.entries()))
})
