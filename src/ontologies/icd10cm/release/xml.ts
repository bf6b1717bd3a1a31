import { SaxesParser } from 'saxes'
import { MedlinkError } from '../../../errors.ts'
import { printable } from '../../../language/printable.ts'
import type { ReleaseFile } from '../../release-files.ts'

/** Events for a reader while an XML file streams past. `path` names the open elements, outermost first. */
export interface XmlHandlers {
  onOpen(path: readonly string[], attributes: Readonly<Record<string, string>>): void
  /** `text` is the element's own, without that of the elements inside it; white space collapsed. */
  onClose(path: readonly string[], text: string): void
}

/** Ends the reading with the fault of the file at the current line. */
export type Fail = (what: string) => never

/** Elements within elements, and characters of one element's own text: the publisher's have 12 and some thousand. */
const MAX_DEPTH = 50
const MAX_TEXT = 20_000

/** Characters of a name: the longest of FY2026 has 323. */
export const MAX_NAME = 1000

/** Names of one file: the largest, the alphabetic index, has some ninety thousand. */
export const MAX_NAMES = 300_000

/**
 * SHA-256 (hex) of an XML file, after its elements were handed over in document order. CDATA counts as text. Entities
 * that a document declares are not expanded: one of them makes it malformed.
 * @param root  the name that the outermost element must have, e.g. `ICD10CM.tabular`
 * @throws MedlinkError `release_invalid` with file and line when the XML is malformed, has another root, or elements
 *   that are deeper or longer than any of the publisher's
 */
export async function parseXml(
  file: ReleaseFile,
  root: string,
  handlersFor: (fail: Fail) => XmlHandlers,
): Promise<string> {
  const parser = new SaxesParser()
  const path: string[] = []
  const texts: string[] = []
  const fail: Fail = (what) => {
    throw new MedlinkError('release_invalid', `${file.name} line ${parser.line}: ${what}`)
  }
  const handlers = handlersFor(fail)
  const addText = (text: string) => {
    if (texts.length === 0) return
    // White space is between the elements inside, a piece of it for each.
    const whole = text.trim() === '' ? texts.at(-1)!.replace(/\s?$/, ' ') : texts.at(-1) + text
    if (whole.length > MAX_TEXT) fail(`found a text of more than ${MAX_TEXT} characters`)
    texts[texts.length - 1] = whole
  }
  parser.on('error', (error) => fail(`malformed XML, ${printable(error.message, MAX_REASON)}`))
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length === 0 && name !== root) fail(`found <${printable(name)}>, expected <${root}>`)
    if (path.length === MAX_DEPTH) fail(`found more than ${MAX_DEPTH} elements within one another`)
    path.push(name)
    texts.push('')
    handlers.onOpen(path, attributes)
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    handlers.onClose(path, collapse(texts.pop() ?? ''))
    path.pop()
  })
  const sha256 = await file.readText((text) => {
    parser.write(text)
  })
  parser.close()
  return sha256
}

/** Characters of the parser's message, which may quote the file. */
const MAX_REASON = 200

/** The text with every run of white space as one space and none at the ends. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
