/**
 * Proves which allergies a note names, over the starter of medication: a drug, food or material with its reactions is one
 * entity, a statement about all of them has no substance, and neither substance nor reaction is a medication or a problem.
 */

import { expect, test } from 'vitest'
import { comprehendResultSchema } from '../../../src/contract.ts'
import { openStarter } from '../../support/linker.ts'

const medlink = openStarter('medication')

function allergiesIn(text: string) {
  const result = medlink.comprehend({ text, find: ['allergy', 'medication'] })
  expect(comprehendResultSchema.parse(result)).toEqual(result)
  return result.entities.flatMap((entity) => {
    expect(text.slice(entity.begin_offset, entity.end_offset)).toBe(entity.text)
    if (entity.type !== 'allergy') return [`${entity.type} ${entity.text}`]
    const reactions = entity.reactions.map((each) => each.text)
    return [[entity.substance ?? '-', entity.status, ...reactions].join(' | ')]
  })
}

test.each([
  ['allergic to ibuprofen', ['ibuprofen | present']],
  ['ibuprofen caused hives', ['ibuprofen | present | hives']],
  ['Allergies: ibuprofen (rash, wheeze)', ['ibuprofen | present | rash | wheeze']],
  ['Allergies: ibuprofen - swelling; latex', ['ibuprofen | present | swelling', 'latex | present']],
  ['Peanut allergy since childhood', ['Peanut | present']],
  ['NKDA', ['- | negated']],
  ['No known drug allergies', ['- | negated']],
  ['Allergies: nil', ['- | negated']],
  // An intolerance is no drug that is taken.
  ['Intolerance: codeine - nausea.', ['codeine | present | nausea']],
  [
    'Drug intolerances:\n- ramipril (cough)\n- codeine',
    ['ramipril | present | cough', 'codeine | present'],
  ],
  ['Allergies and intolerances: ibuprofen', ['ibuprofen | present']],
  ['intolerant of codeine (nausea)', ['codeine | present | nausea']],
  ['codeine intolerance - nausea', ['codeine | present | nausea']],
  ['She cannot tolerate ramipril (cough).', ['ramipril | present | cough']],
  ["He can't tolerate ramipril", ['ramipril | present']],
  ["She doesn't tolerate statins", ['statins | present']],
  ['Statin intolerance', ['Statin | present']],
  ["Ibuprofen doesn't agree with her", ['Ibuprofen | present']],
  ['Ibuprofen does not agree with him', ['Ibuprofen | present']],
  ['Can tolerate ibuprofen', ['medication ibuprofen']],
  ['No intolerance to ibuprofen', ['medication ibuprofen']],
  ['exercise intolerance on metoprolol 25 mg', ['medication metoprolol']],
  ['Glucose intolerance', []],
  ['on ibuprofen 400', ['medication ibuprofen']],
  ['ate peanut butter', []],
])('"%s": %j', (text, expected) => {
  expect(allergiesIn(text)).toEqual(expected)
})

test('the candidates are ingredients, by the linker’s own decision', () => {
  const { entities } = medlink.comprehend({ text: 'allergic to ibuprofen', find: ['allergy'] })
  const linked = medlink.link({
    ...{ query: 'ibuprofen', ontology: 'medication', granularity: 'ingredient' },
  })
  expect(entities[0]!.results).toEqual(linked.results)
  expect(entities[0]!.ingredients).toMatchObject([{ name: 'ibuprofen' }])
})
