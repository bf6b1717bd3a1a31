/** Plain text of the XHTML of a resource's narrative. */

/** A comment, a tag, or a reference to a character. */
const MARKUP =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([A-Za-z][A-Za-z0-9]*)[^>]*>?|&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi

/** Elements that end a line, and cells of a table, which are set apart. */
const LINES = /^(?:address|blockquote|br|caption|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|table|tr|ul)$/i
const CELLS = /^t[dh]$/i

/** Named characters of narratives. */
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  deg: '°',
  gt: '>',
  lt: '<',
  micro: 'µ',
  nbsp: ' ',
  quot: '"',
}

/** The text of a narrative: a line for each block, cells of a table with tabs between them. */
export function textOfNarrative(xhtml: string): string {
  let text = ''
  let from = 0
  let isPreformatted = false
  const read = (end: number) => {
    const words = xhtml.slice(from, end)
    text += isPreformatted ? words : words.replace(/\s+/g, ' ')
  }
  for (const { 0: markup, 1: slash, 2: tag, 3: character, index } of xhtml.matchAll(MARKUP)) {
    read(index)
    from = index + markup.length
    if (character !== undefined) text += readCharacter(character) ?? markup
    if (tag === undefined) continue
    if (/^pre$/i.test(tag)) isPreformatted = slash === ''
    if (LINES.test(tag)) text += '\n'
    else if (CELLS.test(tag)) text += '\t'
  }
  read(xhtml.length)
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join('\n')
}

function readCharacter(name: string): string | undefined {
  if (!name.startsWith('#')) return CHARACTERS[name.toLowerCase()]
  const number = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return number <= 0x10ffff ? String.fromCodePoint(number) : undefined
}
