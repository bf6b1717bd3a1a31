import { expect, test } from 'vitest'
import { isName, readTabular } from '../../../../src/ontologies/icd10cm/release/tabular.ts'
import { openRelease } from '../../../../src/ontologies/release-files.ts'
import { tempReleaseFile } from '../../../support/temp-release.ts'

const MINI = new URL('../../../fixtures/icd10cm-mini', import.meta.url).pathname

test('reads version, chapters, blocks and names of the tabular list', async () => {
  const release = await openRelease(MINI)
  const list = await readTabular(release.find(/tabular/)[0]!)
  expect(list.version).toBe('2027')
  expect(list.chapters.map(({ number, range }) => `${number} ${range}`)).toEqual([
    '2 C00-D49',
    '4 E00-E89',
    '10 J00-J99',
    '19 S00-T88',
  ])
  expect(list.blocks.get('C4A')).toEqual({
    range: 'C43-C44',
    title: 'Melanoma and other malignant neoplasms of skin',
  })
  expect(list.blocks.get('C50')).toEqual({ range: 'C50', title: 'Malignant neoplasms of breast' })
  expect(list.names).toEqual([
    { code: 'E11', text: 'diabetes (mellitus) due to insulin secretory defect' },
    { code: 'E11.9', text: 'Type 2 diabetes NOS' },
    { code: 'E11.9', text: 'type 2 DIABETES nos' },
    { code: 'E11.8', text: 'Nothing' },
    { code: 'J45', text: 'allergic (predominantly) asthma' },
  ])
})

test.each([
  { note: 'Meibomian (gland) cyst', named: true },
  { note: 'vitamin B12 deficiency', named: true },
  { note: 'STEC O157:H7 with Shiga toxin', named: true },
  { note: 'Escherichia coli [E. coli] O157:H- (nonmotile)', named: true },
  { note: 'Difficult conditions at work', named: true },
  { note: 'Headache with positional component, not elsewhere classified', named: true },
  { note: 'Colonic inflammatory bowel disease unclassified (IBDU)', named: true },
  { note: 'Conditions classifiable to C15', named: false },
  { note: 'any condition in I50.- due to hypertension', named: false },
  { note: 'Conditions in A50-A53', named: false },
  { note: 'Any condition listed under K45 specified as gangrenous', named: false },
  { note: 'Perineal laceration, rupture or tear as in O70.0', named: false },
  { note: 'This category is for use with other codes', named: false },
  { note: 'Codes also fistula of bile duct (K83.3)', named: false },
  { note: 'Angiostrongyliasis due to:', named: false },
  { note: '', named: false },
])('takes "$note" for a name: $named', ({ note, named }) => {
  expect(isName(note)).toBe(named)
})

test.each([
  { what: 'malformed XML', xml: '<ICD10CM.tabular>\n<chapter>\n</section>', line: 3 },
  { what: 'XML that is cut off', xml: '<ICD10CM.tabular>\n<chapter>', line: 2 },
  { what: 'another root', xml: '<?xml version="1.0"?>\n<html></html>', line: 2 },
  { what: 'no XML', xml: 'plain text', line: 1 },
])('refuses $what with file and line', async ({ xml, line }) => {
  await expect(readTabular(await tempReleaseFile('tabular.xml', xml))).rejects.toMatchObject({
    code: 'release_invalid',
    message: expect.stringContaining(`tabular.xml line ${line}: `),
  })
})
