import { SaxesParser } from 'saxes'
import { MedlinkError } from '../../../errors.ts'
import type { ReleaseFile } from '../../release-files.ts'

/** What a reader hears while an XML file streams past. `path` names the open elements, outermost first. */
export interface XmlHandlers {
  onOpen(path: readonly string[], attributes: Readonly<Record<string, string>>): void
  /** `text` is the element's own, without that of the elements inside it; white space collapsed. */
  onClose(path: readonly string[], text: string): void
}

/**
 * SHA-256 (hex) of an XML file, after its elements were handed over in document order. CDATA counts as text.
 * @param root  the name that the outermost element must have, e.g. `ICD10CM.tabular`
 * @throws MedlinkError `release_invalid` with file and line when the XML is malformed or has another root
 */
export async function parseXml(
  file: ReleaseFile,
  root: string,
  handlers: XmlHandlers,
): Promise<string> {
  const parser = new SaxesParser()
  const path: string[] = []
  const texts: string[] = []
  const fail = (what: string): never => {
    throw new MedlinkError('release_invalid', `${file.name} line ${parser.line}: ${what}`)
  }
  const addText = (text: string) => {
    if (texts.length > 0) texts[texts.length - 1] += text
  }
  parser.on('error', (error) => fail(`malformed XML, ${error.message}`))
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length === 0 && name !== root) fail(`found <${name}>, expected <${root}>`)
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

/** The text with every run of white space as one space and none at the ends. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
