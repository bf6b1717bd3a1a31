/** The words of generated names and their forms. */

/** A word of names in its forms; the forms that it does not have are the text itself. */
export interface Word {
  readonly text: string
  readonly adjective: string
  readonly other: string
}

export function makeWord(text: string, adjective = text, other = text): Word {
  return { text, adjective, other }
}

/**
 * Words of a table, one a line: as it stands in an official name | before a noun | what other names of the same concept
 * use in its place. '-' or nothing: the word itself.
 */
export function wordTable(table: string): readonly Word[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', adjective = '-', other = '-'] = line.split('|').map((cell) => cell.trim())
      return makeWord(text, adjective === '-' ? text : adjective, other === '-' ? text : other)
    })
}

/** Words without other forms, with commas between. */
export function wordList(list: string): readonly Word[] {
  return list.split(',').map((text) => makeWord(text.trim().replace(/\s+/g, ' ')))
}
