/**
 * Proves of the XML of a release that elements which are deeper, longer or more than any of the publisher's are refused
 * with file and line, that what is just as many is read, and that a document's own entities are not expanded.
 */

import { expect, test } from 'vitest'
import { readIndexXml } from '../../../../src/ontologies/icd10cm/release/alphabetic.ts'
import { readTabular } from '../../../../src/ontologies/icd10cm/release/tabular.ts'
import { tempReleaseFile } from '../../../support/temp-release.ts'

const tabular = (body: string) => `<ICD10CM.tabular>\n${body}\n</ICD10CM.tabular>`
const note = (text: string) =>
  `<diag><name>A00</name><inclusionTerm><note>${text}</note></inclusionTerm></diag>`
const index = (body: string) => `<ICD10CM.index>\n${body}\n</ICD10CM.index>`
const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`

const RULES = [
  { what: 'elements within one another', most: 50, xml: (n: number) => tabular(nested(n - 1)) },
  {
    what: 'a text of',
    most: 20_000,
    xml: (n: number) => tabular(`<a>${'x'.repeat(n - 1)}<b/>y</a>`),
  },
  { what: 'a name of', most: 1000, xml: (n: number) => tabular(note('x'.repeat(n))) },
  {
    what: 'a name of',
    most: 1000,
    xml: (n: number) => tabular(`<chapter><desc>${'x'.repeat(n)}</desc></chapter>`),
  },
  {
    what: 'a name of',
    most: 1000,
    xml: (n: number) => tabular(`<section><desc>${'x'.repeat(n)}</desc></section>`),
  },
  {
    what: 'chapters',
    most: 100,
    xml: (n: number) => tabular('<chapter><desc>x</desc></chapter>'.repeat(n)),
  },
  {
    what: 'names',
    most: 300_000,
    xml: (n: number) =>
      tabular(`<diag><inclusionTerm>\n${'<note>x</note>\n'.repeat(n)}</inclusionTerm></diag>`),
  },
  {
    what: 'an entry of',
    most: 1000,
    xml: (n: number) =>
      index(
        `<term><title>${'x'.repeat(500)}</title><term><title>${'x'.repeat(n - 502)}</title><code>A00</code></term></term>`,
      ),
  },
  {
    what: 'codes',
    most: 300_000,
    xml: (n: number) => index(`<term><title>x</title>\n${'<code>A00</code>\n'.repeat(n)}</term>`),
  },
]

test.each(RULES)('reads $most and refuses more: $what', async ({ what, most, xml }) => {
  const read = async (text: string) => {
    const file = await tempReleaseFile('a.xml', text)
    return text.includes('ICD10CM.index') ? readIndexXml(file) : readTabular(file)
  }
  await read(xml(most))
  const reading = read(xml(most + 1))
  await expect(reading).rejects.toMatchObject({ code: 'release_invalid' })
  await expect(reading).rejects.toThrow(/^a\.xml line \d+: found /)
  await expect(reading).rejects.toThrow(what)
  await expect(reading).rejects.toThrow(`more than ${most}`)
})

test('white space between elements is no text of the one around them', async () => {
  const file = await tempReleaseFile('a.xml', tabular(`<a/>${' '.repeat(100)}\n`.repeat(1000)))
  expect((await readTabular(file)).names).toEqual([])
})

test.each(['"ha"', 'SYSTEM "file:///etc/passwd"'])(
  'does not expand an entity of %s',
  async (of) => {
    const xml = `<!DOCTYPE x [<!ENTITY a ${of}>]>\n${tabular('&a;')}`
    await expect(readTabular(await tempReleaseFile('a.xml', xml))).rejects.toThrow(
      /^a\.xml line 3: malformed XML, .*undefined entity/,
    )
  },
)

test('repeats names of elements without what a terminal obeys', async () => {
  const xml = `<a\u200d${'x'.repeat(1000)}>`
  await expect(readTabular(await tempReleaseFile('a.xml', xml))).rejects.toThrow(
    `line 1: found <a\\u{200d}${'x'.repeat(78)}…>`,
  )
})
