/**
 * Proves of conditions whose code depends on a site that is not next to them, over the starter:
 * 1. the site of the same sentence decides the first code, before the one that the text is about
 * 2. the side of the site is the condition's
 * 3. such a code is not linked
 * 4. a condition with a site of its own, one that needs none, and one that another site makes another condition stay
 */

import { expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

/** The first code of a problem of a text, with a mark if it is linked. */
function codeOf(text: string, name: string): string {
  const { entities } = medlink.comprehend({ text, find: ['problem'] })
  const [first] = entities.find((each) => each.text === name)!.results
  return `${first?.term_id}${first?.is_linked === true ? ' linked' : ''}`
}

test.each([
  ['Right knee OA. Pain 6/10 on stairs, crepitus.', 'Pain', 'M25.561'],
  ['OA R knee, R knee injected. Pain 7/10. L knee and hip ok.', 'Pain', 'M25.561'],
  ['Neck pain. Fell on left knee, swelling now.', 'swelling', 'M25.462'],
  ['Neck exam today. 2 cm lump, mobile, non tender.', 'lump', 'R22.1'],
  ['Carcinoma left breast. She noticed a lump in Feb.', 'lump', 'N63.20'],
  ['CT: RUL spiculated nodule, new.', 'nodule', 'R91.1'],
  ['OA R knee, failed PT. Exam: mild effusion.', 'mild effusion', 'M25.461'],
  ['XR: reduced L4-5 space. Has Rt radiculopathy.', 'Rt radiculopathy', 'M54.16'],
  ['XR: reduced L4-5 space. Has radiculopathy.', 'radiculopathy', 'M54.16'],
])('%s: %s %s', (text, name, code) => {
  expect(codeOf(text, name)).toBe(code)
})

test.each([
  ['Right knee OA. Ankle pain for a week.', 'Ankle pain', 'M25.579 linked'],
  ['Chest clear. Has edema.', 'edema', 'R60.9 linked'],
  ['Chest: clear. Has fever.', 'fever', 'R50.9 linked'],
  // The text is about no site: one of five.
  ['Neck, throat, thyroid, ear and nose normal. Has pain.', 'pain', 'R52'],
])('%s: %s stays %s', (text, name, code) => {
  expect(codeOf(text, name)).toBe(code)
})
