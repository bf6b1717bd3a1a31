/**
 * Templates of names: "<quality> <head> (of <site>)". A slot that is empty is left out, and so is a group in round
 * brackets with all that is in it when one of its slots is empty. "<site.adjective>" is the form before a noun. No space
 * goes before a comma or a slash.
 */

export type Form = 'text' | 'adjective'
/** One piece of a template: words as they are, or a slot in one of its forms. */
type Piece = string | { readonly slot: number; readonly form: Form }

/** Pieces that are left out together when a slot among them is empty. */
interface Group {
  readonly pieces: readonly Piece[]
  readonly isInBrackets: boolean
}
export type Template = readonly Group[]

const GROUP = /\([^()]*\)|<[^<>]*>|[^\s<>()]+/g
const PIECE = /<[^<>]*>|[^\s<>()]+/g
const SLOT = /^<(\w+)(?:\.(adjective))?>$/

/** @throws TypeError for a slot that is not among the names */
export function compileTemplate(source: string, slotNames: readonly string[]): Template {
  const pieceOf = (token: string): Piece => {
    const [, name, form = 'text'] = SLOT.exec(token) ?? []
    if (name === undefined) return token
    const slot = slotNames.indexOf(name)
    if (slot < 0) throw new TypeError(`"${source}" has no slot ${name}: ${slotNames.join(', ')}`)
    return { slot, form: form as Form }
  }
  return (source.match(GROUP) ?? []).map((group) => ({
    pieces: (group.match(PIECE) ?? []).map(pieceOf),
    isInBrackets: group.startsWith('('),
  }))
}

/** The slots of a template that are outside of brackets. */
export function bareSlots(template: Template): number[] {
  return template
    .filter(({ isInBrackets }) => !isInBrackets)
    .flatMap(({ pieces }) =>
      pieces.flatMap((piece) => (typeof piece === 'string' ? [] : piece.slot)),
    )
}

/** The text of a template. @param textOf undefined for a slot that is empty */
export function render(
  template: Template,
  textOf: (slot: number, form: Form) => string | undefined,
): string {
  let text = ''
  for (const { pieces } of template) {
    const texts = pieces.map((piece) =>
      typeof piece === 'string' ? piece : textOf(piece.slot, piece.form),
    )
    if (texts.includes(undefined)) continue
    for (const next of texts as string[])
      if (next !== '') text += text === '' || next === ',' || next[0] === '/' ? next : ` ${next}`
  }
  return text
}
