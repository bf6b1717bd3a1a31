/**
 * Templates of names: "<quality> <head> (of <site>)". A slot that is empty is left out, and so is a group in round
 * brackets with all that is in it when one of its slots is empty. "<site.adjective>" is the form before a noun. No space
 * goes before a comma or a slash.
 */

/** One piece of a template: words as they are, or a slot in one of its forms. */
type Piece =
  | { readonly text: string }
  | { readonly slot: number; readonly form: 'text' | 'adjective' }

/** Pieces that are left out together when one of these slots is empty. */
interface Group {
  readonly slots: readonly number[]
  readonly pieces: readonly Piece[]
}

export interface Template {
  readonly groups: readonly Group[]
  /** The slots outside of brackets. */
  readonly bare: readonly number[]
}

/** Gives the text of a filled slot. */
export type SlotText = (slot: number, form: 'text' | 'adjective') => string

const TOKEN = /<(\w+)(?:\.(adjective))?>|[()]|[^\s<>()]+/g

/** @throws TypeError for a slot that is not among the names */
export function compileTemplate(source: string, slotNames: readonly string[]): Template {
  const groups: { slots: number[]; pieces: Piece[] }[] = []
  const bare: number[] = []
  let open: (typeof groups)[number] | undefined
  for (const [token, name, form] of source.matchAll(TOKEN)) {
    if (token === '(') {
      open = { slots: [], pieces: [] }
      groups.push(open)
    } else if (token === ')') open = undefined
    else if (name === undefined) {
      const piece = { text: token! }
      if (open) open.pieces.push(piece)
      else groups.push({ slots: [], pieces: [piece] })
    } else {
      const slot = slotNames.indexOf(name)
      if (slot < 0) throw new TypeError(`"${source}" has no slot ${name}: ${slotNames.join(', ')}`)
      const piece: Piece = { slot, form: form === 'adjective' ? form : 'text' }
      if (open) {
        open.slots.push(slot)
        open.pieces.push(piece)
      } else {
        bare.push(slot)
        groups.push({ slots: [slot], pieces: [piece] })
      }
    }
  }
  return { groups, bare }
}

/** The text of a template; `isFilled` tells which slots have something in them. */
export function render(
  template: Template,
  isFilled: (slot: number) => boolean,
  textOf: SlotText,
): string {
  let text = ''
  for (const { slots, pieces } of template.groups) {
    if (!slots.every(isFilled)) continue
    for (const piece of pieces) {
      const next = 'text' in piece ? piece.text : textOf(piece.slot, piece.form)
      if (next === '') continue
      text += text === '' || next === ',' || next[0] === '/' ? next : ` ${next}`
    }
  }
  return text
}
