/**
 * Proves of words next to the name of a condition:
 * 1. with words that touch it, or that are added behind a comma, a dash or in brackets, it may be linked to another code
 * 2. where all the words name another code that is not linked, the name alone is not linked either
 * 3. times, words of the context, of no name, joining words, other marks and names that are linked stop at it
 * 4. all that an item adds to its condition behind commas is one name if it has a code; if it tells another code of the
 *    category, the condition is not linked by itself
 * 5. what is not linked by itself, or is read as another text, stays as it is
 */

import { expect, test } from 'vitest'
import { readChart } from '../../src/clinical/chart.ts'
import type { Mention } from '../../src/comprehend/mentions.ts'
import { type Named, withNeighbours } from '../../src/comprehend/problems.ts'
import { noteOf, textOf } from '../support/comprehend.ts'

const NAMES: Readonly<Record<string, Named>> = {
  block: linked('I44.30'),
  '1st deg block': incomplete('I44.0'),
  '2nd deg block': incomplete('I44.1', 0.4),
  'deg block': linked('I44.30'),
  depression: linked('F32.9'),
  'depression, recurrent, moderate': linked('F33.1'),
  'depression (melancholic type)': linked('F32.8'),
  edema: linked('R60.9'),
  'wall edema': incomplete('R60.9'),
  'GB wall edema': incomplete('K82.9'),
  'trace edema': {
    code: 'R60.0',
    title: '',
    score: 0.9,
    isLinked: false,
    isIncomplete: false,
    isAdding: false,
  },
  fever: linked('R50.9'),
  'fever edema': incomplete('Z99'),
  'edema, lungs clear': linked('J81'),
  'no edema': linked('Z98'),
  'edema with rales': linked('J80'),
  GB: incomplete('K82'),
  stroke: linked('I63'),
  'stroke MCA': linked('I63.5'),
  lump: incomplete('R22'),
  'lump breast': linked('N63'),
  'alfa edema': linked('Z97'),
  'edema x': linked('Z96'),
  'edema bmi': incomplete('Z68'),
  'edema, uncontrolled': { ...incomplete('R60.5'), isIncomplete: false, isAdding: true },
  'edema, wall': { ...incomplete('R60.6'), isIncomplete: false, isAdding: true },
  'edema, type 2': linked('R60.2'),
  'edema, 2': linked('R60.3'),
  'edema, with rales': linked('J80'),
  'edema, wall-associated': linked('R60.4'),
  'edema, septic': linked('R60.7'),
  'edema, septic, with rash': linked('R60.8'),
  'edema, mild, lungs': linked('R60.9'),
  'lump, septic, left': incomplete('R22.1'),
  'lump, septic': linked('R22.0'),
  'rash, bipolar type': incomplete('L27.1', 0.2),
  rash: { ...linked('L27.0'), title: 'rash' },
  'tight edema': { ...incomplete('R60.7'), isIncomplete: false, isAdding: true },
  'tense edema': { ...incomplete('R60.8'), isIncomplete: false, isAdding: true },
  'late rash': { ...incomplete('L27.8'), isIncomplete: false, isAdding: true, title: 'late rash' },
  'tube edema': incomplete('R60.9'),
  'wide edema': incomplete('R60.9'),
  'alcohol use': linked('F10.90'),
  'alcohol use disorder': incomplete('F10.9'),
}

function linked(code: string): Named {
  return { code, title: '', score: 1, isLinked: true, isIncomplete: false, isAdding: false }
}

function incomplete(code: string, score = 0.6): Named {
  return { code, title: '', score, isLinked: false, isIncomplete: true, isAdding: false }
}

/** Words of titles. */
const KEYS: readonly string[] = ['', 'late', 'rash']

/** The mentions that stand in curly brackets with their neighbours; a star is behind what is not linked by itself. */
function widened(marked: string, given: Partial<Mention> = {}): string[] {
  const { note, mentions } = widenedIn(marked, given)
  return mentions.map(
    (mention) => `${textOf(note, mention)}${mention.isCombined === true ? '*' : ''}`,
  )
}

function widenedIn(marked: string, given: Partial<Mention> = {}) {
  const note = noteOf(marked.replace(/[{}]/g, ''))
  const { words, text, sentences } = note
  const mentions = [...marked.matchAll(/\{(.*?)\}/g)].map(({ index, 1: name }): Mention => {
    const begin = marked.slice(0, index).replace(/[{}]/g, '').length
    const from = words.findIndex(({ start }) => start >= begin)
    const to = words.filter(({ start }) => start < begin + name!.length).length
    return { from, to, core: { from, to }, certainty: 1, keys: [], sentence: 0, ...given }
  })
  const wide = withNeighbours(note, mentions, {
    chart: readChart(text, words, sentences),
    nameOf: (name) => NAMES[name],
    isConnector: ({ form }) => form === 'with' || form === 'associated',
    mayBeOfName: (_, { form }) => form !== 'alfa',
    mayName: (text) => text === 'fever, septic' || text === 'tense edema',
    keysOf: (words) => words.map(({ form }) => KEYS.indexOf(form)),
    titleKeys: ({ title }) => title.split(' ').map((word) => KEYS.indexOf(word)),
    isToldApart: (code, told) => told.map(({ form }) => `${code} ${form}`).includes('R60.9 tube'),
  })
  return { note, mentions: wide }
}

test.each([
  // The likely code of all the words is of the same condition.
  ['1st deg {block}', '1st deg block'],
  ['2nd deg {block}', undefined],
  ['GB wall {edema}', undefined],
])('the candidates of %s are those of %s', (marked, readAs) => {
  expect(widenedIn(marked).mentions[0]!.readAs).toBe(readAs)
})

test.each([
  ['1st deg {block}', ['block*']],
  ['{depression}, recurrent, moderate', ['depression, recurrent, moderate']],
  ['{depression} (melancholic type)', ['depression (melancholic type']],
  ['{GB} wall {edema}', ['GB', 'edema*']],
  ['trace {edema}', ['edema']],
  ['{fever} {edema}', ['fever', 'edema']],
  ['no {edema}', ['edema']],
  ['alfa {edema}', ['edema']],
  // A word before a name is of the first code's name together with it, or is in a title next to that of the name.
  ['tense {edema}', ['edema*']],
  ['tight {edema}', ['edema']],
  ['tube {edema}', ['edema*']],
  ['wide {edema}', ['edema']],
  ['late {rash}', ['late rash']],
  ['{edema} x 3 days', ['edema']],
  ['{edema} with rales', ['edema']],
  ['{edema}; lungs clear', ['edema']],
  ['{edema}, lungs are clear', ['edema']],
  ['{stroke} MCA', ['stroke MCA']],
  ['{lump} breast', ['lump']],
  ['{edema}, uncontrolled', ['edema*']],
  ['{edema}, wall', ['edema*']],
  ['{edema}, type 2', ['edema, type 2']],
  ['{edema}, 2', ['edema']],
  ['{edema}, with rales', ['edema, with rales']],
  ['{edema}, wall-associated', ['edema, wall-associated']],
  ['{edema} bmi 36', ['edema']],
  ['{fever} or edema', ['fever']],
  ['rash or {fever}', ['fever']],
  // All that an item adds behind commas, with the mentions that are of it.
  ['{edema}, {septic}, with {rash}', ['edema, septic, with rash']],
  ['{edema}, {septic}, {gout}', ['edema, septic', 'gout']],
  ['1) {edema}, {septic}', ['edema, septic']],
  ['bad {edema}, {septic}', ['edema', 'septic']],
  ['{edema}, {gout}, septic', ['edema', 'gout']],
  ['{edema}. {septic}', ['edema', 'septic']],
  // A longer part of the item tells another code of the category.
  ['{lump}, {septic}, left', ['lump, septic*']],
  ['{rash}, {bipolar} type', ['rash*', 'bipolar*']],
  ['{fever}, {septic}', ['fever*', 'septic*']],
  // Titles are told apart by an added word, but not by one behind a treatment.
  ['{edema}, tube', ['edema*']],
  ['{edema}, with tube', ['edema*']],
  ['{edema}, after tube', ['edema']],
  // "Use" is not all of "use disorder".
  ['{alcohol use} disorder', ['alcohol use*']],
  ['{alcohol use} and disorder', ['alcohol use']],
])('%s gives %j', (marked, mentions) => {
  expect(widened(marked)).toEqual(mentions)
})

test('a code that differs by nothing but the word before the name is linked by its title', () => {
  expect(widenedIn('late {rash}').mentions[0]!.readAs).toBe('late rash')
})

test('leaves what is read as another text', () => {
  expect(widened('1st deg {block}', { readAs: 'blockade' })).toEqual(['block'])
})
