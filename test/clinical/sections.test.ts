/**
 * Proves of sections:
 * 1. headings are told by a colon, a dash, a line end or capitals, some by where they stand alone
 * 2. a section lasts until the next heading, and sentences know their heading's words
 * 3. what a section says of all in it ends with the sentence of a heading in a paragraph, else at a blank line or at what is
 *    found now
 * 4. every row of the table is a heading of its section, as marked
 */

import { describe, expect, test } from 'vitest'
import { HEADING_MARKS, SECTION_KINDS } from '../../src/clinical/sections.ts'
import { readSentences } from '../../src/clinical/sentences.ts'
import { readTable } from '../../src/language/tables.ts'
import { analyzer } from '../support/linker.ts'

/** Each sentence as `section|heading|rest`, with nothing for what there is not. */
function read(text: string): string[] {
  const words = analyzer.analyze(text)
  return readSentences(text, words).map(({ from, to, section, heading }) => {
    const of = (first: number, last: number) =>
      last > first ? text.slice(words[first]!.start, words[last - 1]!.end) : ''
    const rest = heading?.to ?? from
    return `${section ?? ''}|${of(heading?.from ?? from, rest)}|${of(rest, to)}`
  })
}

describe('reads', () => {
  test.each<readonly [string, readonly string[]]>([
    ['fever', ['||fever']],
    ['PMH: DM', ['past|PMH|DM']],
    ['PMH DM', ['past|PMH|DM']],
    ['PED: DM', ['past|PED|DM']],
    ['Existing conditions: DM', ['past|Existing conditions|DM']],
    ['Any pre-existing illness: DM', ['past|Any pre-existing illness|DM']],
    ['PMH of DM', ['||PMH of DM']],
    ['PMH:\nDM\nHTN', ['past|PMH|', 'past||DM', 'past||HTN']],
    ['PMH: DM. HTN.', ['past|PMH|DM', 'past||HTN']],
    ['PMH: DM FH: asthma', ['past|PMH|DM', 'family|FH|asthma']],
    ['FAMILY HISTORY\nasthma', ['family|FAMILY HISTORY|', 'family||asthma']],
    ['FAMILY HISTORY asthma', ['family|FAMILY HISTORY|asthma']],
    ['Family history asthma', ['||Family history asthma']],
    ['Family history of asthma', ['||Family history of asthma']],
    ['FAMILY HISTORY OF ASTHMA', ['||FAMILY HISTORY OF ASTHMA']],
    ['FAMILY HX - asthma', ['family|FAMILY HX|asthma']],
    ['Family history - asthma', ['family|Family history|asthma']],
    ['Past history (significant): TB', ['past|Past history|significant): TB']],
    [`Past history (${'x'.repeat(40)}) : TB`, [`past|Past history|${'x'.repeat(40)}) : TB`]],
    [`Past history (${'x'.repeat(41)}) : TB`, [`||Past history (${'x'.repeat(41)}) : TB`]],
    ["Mother's PMH: gout", ["family|Mother's PMH|gout"]],
    ['Maternal meds: insulin', ['family|Maternal meds|insulin']],
    ["Partner's PMH: gout", ["||Partner's PMH: gout"]],
    ['Mother reports PMH: gout', ['||Mother reports', 'past|PMH|gout']],
    ['MOTHER\n- GDM\nBABY\n- rash', ['family|MOTHER|', 'family||GDM', '||BABY', '||rash']],
    ['fever, plan: rest', ['||fever', 'plan|plan|rest']],
    ['fever plan: rest', ['||fever plan: rest']],
    ['fever Plan: rest', ['||fever', 'plan|Plan|rest']],
    ['the plan was changed', ['||the plan was changed']],
    ['Plan was changed', ['||Plan was changed']],
    ['PLAN OF CARE: rest', ['plan|PLAN OF CARE|rest']],
    ['Impresion: gout', ['assessment|Impresion|gout']],
    ['Impreson: gout', ['||Impreson: gout']],
    ['the impresion of gout', ['||the impresion of gout']],
    ['O/E: wheeze', ['examination|O/E|wheeze']],
    ['O/E wheeze', ['examination|O/E|wheeze']],
    ['wheeze O/E', ['||wheeze O/E']],
    ['1. PMH: DM', ['past|1. PMH|DM']],
    ['A/P: 1. DM', ['assessment|A/P|', 'assessment||1. DM']],
    ['GI: pain', ['examination|GI|pain']],
    ['ROS: GI: pain', ['review|ROS|', 'review|GI|pain']],
    ['PE: GI: pain', ['examination|PE|', 'examination|GI|pain']],
    ['ROS: pain PE: GI: pain', ['review|ROS|pain', 'examination|PE|', 'examination|GI|pain']],
    ['CXR: effusion', ['investigations|CXR|effusion']],
    ['Labs: low Hb', ['investigations|Labs|low Hb']],
    ['PMH: DM. Presents with fever.', ['past|PMH|DM', 'complaint||Presents with fever']],
    ['DM, c/o fever', ['||DM, c/o fever']],
    ['Fever: 3 days', ['||Fever: 3 days']],
    ['PMH: DM\nFever: 3 days', ['past|PMH|DM', 'past||Fever: 3 days']],
    ['chest\nclear', ['examination|chest|', 'examination||clear']],
    ['chest pain', ['||chest pain']],
    ['Impression - CVA', ['assessment|Impression|CVA']],
    ['HISTORY OF PRESENT ILLNESS: fever', ['history|HISTORY OF PRESENT ILLNESS|fever']],
  ])('%j', (text, sentences) => {
    expect(read(text)).toEqual(sentences)
  })
})

describe('ends', () => {
  test.each<readonly [string, readonly string[]]>([
    ['Pain. PMH: DM. Rash.', ['||Pain', 'past|PMH|DM', '||Rash']],
    // A first diagnosis is provisional once a final one says another.
    [
      'Preop diagnosis: gout. Postop diagnosis: mumps.',
      ['provisional|Preop diagnosis|gout', 'diagnosis|Postop diagnosis|mumps'],
    ],
    [
      'Preop diagnosis: gout. Postop diagnosis: same.',
      ['diagnosis|Preop diagnosis|gout', 'diagnosis|Postop diagnosis|same'],
    ],
    [
      'Final diagnosis: gout. Admission diagnosis: mumps.',
      ['diagnosis|Final diagnosis|gout', 'diagnosis|Admission diagnosis|mumps'],
    ],
    [
      'Admission diagnosis: gout. Plan: rest.',
      ['diagnosis|Admission diagnosis|gout', 'plan|Plan|rest'],
    ],
    ['HPI: pain. PMH: DM. Rash.', ['history|HPI|pain', 'past|PMH|DM', 'history||Rash']],
    [
      'HPI: pain. PMH: DM. FH: MI. Rash.',
      ['history|HPI|pain', 'past|PMH|DM', 'family|FH|MI', 'history||Rash'],
    ],
    ['Pain. PMH: 1. DM 2. HTN', ['||Pain', 'past|PMH|', 'past||1. DM', 'past||2. HTN']],
    ['Pain. PAST HISTORY: DM. Rash.', ['||Pain', 'past|PAST HISTORY|DM', 'past||Rash']],
    ['Pain. PMH:\nDM\nHTN', ['||Pain', 'past|PMH|', 'past||DM', 'past||HTN']],
    ['Pain\n  - PMH: DM. Rash.', ['||Pain', 'past|PMH|DM', 'past||Rash']],
    ['PMH: DM\n\nRash', ['past|PMH|DM', '||Rash']],
    ['PMH:\n\nDM\nRash', ['past|PMH|', 'past||DM', 'past||Rash']],
    ['PMH: DM. EKG normal. Rash.', ['past|PMH|DM', '||EKG normal', '||Rash']],
    ['PMH: DM. BP 120. Rash.', ['past|PMH|DM', '||BP 120', '||Rash']],
    ['PMH: DM. CT showed a mass.', ['past|PMH|DM', '||CT showed a mass']],
    ['PMH: DM. Heart failure.', ['past|PMH|DM', 'past||Heart failure']],
    ['PMH: DM. Now has fever.', ['past|PMH|DM', '||Now has fever']],
    ['PMH: DM. Return if fever.', ['past|PMH|DM', '||Return if fever']],
    ['Red flags: fever. If rash.', ['precautions|Red flags|fever', 'precautions||If rash']],
    ['Return to ED if\n- fever', ['precautions|Return to ED if|', 'precautions||fever']],
    ['Head injury advice\n- fever', ['precautions|Head injury advice|', 'precautions||fever']],
    ['CES RED FLAGS -\n• fever', ['precautions|CES RED FLAGS|', 'precautions||fever']],
    [
      'Asthma advice:\n* fever\n\nRash',
      ['precautions|Asthma advice|', 'precautions||fever', '||Rash'],
    ],
    ['Rang for advice\n- fever', ['||Rang for advice', '||fever']],
    ['- HI advice\n- fever', ['||HI advice', '||fever']],
    ['HI advice\nfever', ['||HI advice', '||fever']],
    ['Diet advice\n- fever', ['advice|Diet advice|', 'advice||fever']],
    ['Concerns -\n- TB\n- DM', ['differential|Concerns|', 'differential||TB', 'differential||DM']],
    ['Initial dx: TB. Final dx: DM', ['provisional|Initial dx|TB', 'diagnosis|Final dx|DM']],
    ['Initial dx: TB.', ['diagnosis|Initial dx|TB']],
    ['FH: DM. Patient is well.', ['family|FH|DM', '||Patient is well']],
    ['PMH: DM. Patient had TB.', ['past|PMH|DM', 'past||Patient had TB']],
    [
      'O/E: rash\n\nPain. BP 120.',
      ['examination|O/E|rash', 'examination||Pain', 'examination||BP 120'],
    ],
  ])('%j', (text, sentences) => {
    expect(read(text)).toEqual(sentences)
  })
})

const rows = readTable('context/headings.tsv', ['phrase', 'section', 'mark'])

test('every row has a section and a mark that there are, and no phrase has two', () => {
  for (const [, section, mark] of rows) {
    expect(SECTION_KINDS).toContain(section)
    expect(HEADING_MARKS).toContain(mark)
  }
  expect(new Set(rows.map(([phrase]) => phrase)).size).toBe(rows.length)
  expect(new Set(rows.map(([, section]) => section))).toEqual(new Set(SECTION_KINDS))
})

test('every row opens its section', () => {
  for (const [phrase, section, mark] of rows) {
    const heading = mark === 'opens' ? '' : phrase
    const rest = mark === 'opens' ? `${phrase} asthma` : 'asthma'
    const text = mark === 'colon' || mark === 'part' ? `${phrase}: asthma` : `${phrase} asthma`
    // The only diagnosis of a text is the final one.
    const told = section === 'initial' ? 'diagnosis' : section
    expect(read(text)).toEqual([`${told}|${heading}|${rest}`])
  }
})
