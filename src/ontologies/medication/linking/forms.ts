import { readTable } from '../../../text/tables.ts'

/** How what a text says of a form, route or release answers a product. */
export type Said = 'same' | 'unsaid' | 'silent' | 'other'

let groups: ReadonlyMap<string, string> | undefined

/** People write one form of a group for another: a syrup, a suspension. */
function groupOf(form: string): string {
  groups ??= new Map(
    readTable('medication/forms.tsv', ['form', 'group']).map(([form, group]) => [form!, group!]),
  )
  return groups.get(form) ?? form
}

/** A syrup may be any liquid that is drunk; a solution is no suspension. */
const LIQUIDS: ReadonlySet<string> = new Set(['solution', 'suspension'])

/** Forms that are bought as a powder and given as a liquid, which have names of either. */
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
  if (asked !== own && LIQUIDS.has(asked) && LIQUIDS.has(own)) return 'other'
  return groupOf(asked) === groupOf(own) ? 'same' : 'other'
}

let usualRoutes: ReadonlyMap<string, string> | undefined

/** The usual route of a form; '' where there is none. */
export function usualRouteOf(form: string): string {
  usualRoutes ??= new Map(
    readTable('medication/usual-routes.tsv', ['form', 'route']).map(([name, route]) => [
      name!,
      route!,
    ]),
  )
  return usualRoutes.get(form) ?? ''
}

/** Routes of injections, and the word for any of them. */
const INJECTED = new Set(['iv', 'im', 'sc', 'injection', 'intradermal', 'intrathecal'])
const ANY_INJECTION = 'injection'

const FORMS_INJECTED = new Set(['injection', 'infusion', 'kit', 'implant'])

/**
 * The same of routes.
 *
 * @param own routes of the product; none or '' where they are not known
 * @param form of the product: where its route is not known, nothing but an injection is injected
 */
export function matchRoute(asked: string, own: readonly string[], form = ''): Said {
  const known = own.filter((route) => route !== '')
  if (asked === '') return known.length === 0 ? 'same' : 'unsaid'
  if (known.length === 0) {
    const isOther = INJECTED.has(asked) && form !== '' && !FORMS_INJECTED.has(form)
    return isOther ? 'other' : 'silent'
  }
  return known.some((route) => isSameRoute(asked, route)) ? 'same' : 'other'
}

/** True if a route is one of the usual injections. */
export function isInjected(route: string): boolean {
  return route === ANY_INJECTION || route === 'iv' || route === 'im' || route === 'sc'
}

function isSameRoute(asked: string, own: string): boolean {
  if (asked === own) return true
  const isAny = asked === ANY_INJECTION || own === ANY_INJECTION
  return isAny && INJECTED.has(asked) && INJECTED.has(own)
}

/** The same of how a product gives off what is in it; one that says nothing of it does so at once. */
export function matchRelease(asked: readonly string[], own: string): Said {
  if (asked.length === 0) return own === '' ? 'same' : 'unsaid'
  return asked.includes(own) ? 'same' : 'other'
}
