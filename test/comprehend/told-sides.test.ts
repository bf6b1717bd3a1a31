/**
 * Proves of sides and parts of the body outside the name of a condition, over the starter:
 * 1. where one side is worse, both have it: the code for both, or none if there are only codes for one side
 * 2. a letter of a side right before or behind a name whose code leaves it open gives that side
 * 3. so does the label of a report before a colon, or the title above it, if the label is of a part that the code is of
 * 4. a label with nothing wrong, one of another part, and a sentence that names a part are no such labels
 */
import { expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

/** The first code of the first problem of a text, with a mark if it is linked. */
function codeOf(text: string): string {
  const [first] = medlink.comprehend({ text, find: ['problem'] }).entities[0]!.results
  return `${first?.term_id}${first?.is_linked === true ? ' linked' : ''}`
}

test.each([
  ['CTS R > L. Gout.', 'G56.03 linked'],
  ['Knee OA, left worse than right.', 'M17.0 linked'],
  ['Left > right knee OA.', 'M17.0 linked'],
  ['Knee pain R>L. Gout.', 'M25.569'],
  ['Frozen shoulders L>R. Gout.', 'M75.00'],
  ['Gout R > L.', 'M10.9 linked'],
])('both sides: %s: %s', (text, code) => {
  expect(codeOf(text)).toBe(code)
})

test.each([
  ['Ovarian cyst L 4 cm. Gout.', 'N83.202 linked'],
  ['Ovarian cyst R 5 cm.', 'N83.201 linked'],
  ['Ovarian cyst 5 cm.', 'N83.209 linked'],
  ['Carotid stenosis L 70%.', 'I65.22 linked'],
  ['BE dry eye.', 'H04.123 linked'],
  ['Undescended testis L. Gout.', 'Q53.10 linked'],
  ['Gout L 4.', 'M10.9 linked'],
  // The starter has no code for the lid.
  ['Chalazion LUL. Gout.', 'H00.19'],
])('a letter: %s: %s', (text, code) => {
  expect(codeOf(text)).toBe(code)
})

test.each([
  ['Left shoulder: rotator cuff tear.', 'M75.102 linked'],
  ['MRI right shoulder: rotator cuff tear. Gout.', 'M75.101 linked'],
  ['MRI RIGHT KNEE\nImpression: joint effusion.', 'M25.461 linked'],
  ['Left shoulder: normal. Right: rotator cuff tear.', 'M75.101 linked'],
  ['Left knee: osteoarthritis. Gout.', 'M17.12 linked'],
  ['Left leg: DVT. Gout.', 'I82.402 linked'],
  ['RE: pterygium.', 'H11.001 linked'],
  // The starter has no code for the left ear, or for a part of the face.
  ['Left ear: CSOM.', 'H66.3X9'],
  ['Right cheek: basal cell carcinoma.', 'C44.91'],
  ['Left ear: normal. CSOM.', 'H66.3X9 linked'],
  ['Uterus: gout.', 'M10.9 linked'],
  ['Left knee: normal.\nImpression: rotator cuff tear.', 'M75.100 linked'],
  ['Left shoulder: left rotator cuff tear.', 'M75.102 linked'],
  ['Left knee: normal, right hip too, rotator cuff tear.', 'M75.100 linked'],
])('a label: %s: %s', (text, code) => {
  expect(codeOf(text)).toBe(code)
})
