import { readTable } from '../../../text/tables.ts'

/** How what a text says of a form, route or release answers a product. */
export type Said = 'same' | 'unsaid' | 'silent' | 'other'

let groups: ReadonlyMap<string, string> | undefined

/** Forms of one group are given alike, and people write one for the other: a syrup, a suspension. */
function groupOf(form: string): string {
  groups ??= new Map(
    readTable('medication/forms.tsv', ['form', 'group']).map(([form, group]) => [form!, group!]),
  )
  return groups.get(form) ?? form
}

/** What is bought as a powder and given as a liquid is called either. */
const POWDERS = new Set(['powder', 'sachet', 'granules'])

/**
 * @param asked what the text says; '' for nothing
 * @param own what the product is; '' where it is not known
 * @param isPowder whether the product is bought as a powder, whatever it is given as
 */
export function matchForm(asked: string, own: string, isPowder = false): Said {
  if (asked === '') return own === '' ? 'same' : 'unsaid'
  if (own === '') return 'silent'
  if (isPowder && POWDERS.has(asked)) return 'same'
  return groupOf(asked) === groupOf(own) ? 'same' : 'other'
}

/** By which route each of these is given; what is injected is written by where. */
const INJECTED = new Set(['iv', 'im', 'sc', 'injection', 'intradermal', 'intrathecal'])

const FORMS_INJECTED = new Set(['injection', 'infusion', 'kit', 'implant'])

/**
 * The same of routes.
 *
 * @param form of the product: where its route is not known, nothing but an injection is injected
 */
export function matchRoute(asked: string, own: string, form = ''): Said {
  if (asked === '') return own === '' ? 'same' : 'unsaid'
  if (own === '') {
    const isOther = INJECTED.has(asked) && form !== '' && !FORMS_INJECTED.has(form)
    return isOther ? 'other' : 'silent'
  }
  if (asked === own) return 'same'
  return INJECTED.has(asked) && INJECTED.has(own) ? 'same' : 'other'
}

/** The same of how a product gives off what is in it; one that says nothing of it does so at once. */
export function matchRelease(asked: readonly string[], own: string): Said {
  if (asked.length === 0) return own === '' ? 'same' : 'unsaid'
  return asked.includes(own) ? 'same' : 'other'
}
