import { lazily } from '../../../language/remember.ts'
import { readTable } from '../../../language/tables.ts'

/** How what a text says of a form, route or release answers a product. */
export type Said = 'same' | 'unsaid' | 'silent' | 'other'

const groups = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      readTable('medication/forms.tsv', ['form', 'group']).map(([form, group]) => [form!, group!]),
    ),
)

/** People write one form of a group for another: a syrup, a suspension. */
function groupOf(form: string): string {
  return groups().get(form) ?? form
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

const usualRoutes = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      readTable('medication/usual-routes.tsv', ['form', 'route']).map(([name, route]) => [
        name!,
        route!,
      ]),
    ),
)

/** The usual route of a form; '' where there is none. */
export function usualRouteOf(form: string): string {
  return usualRoutes().get(form) ?? ''
}

/** Routes of injections, and the word for any of them. */
const ROUTES_INJECTED = new Set(['iv', 'im', 'sc', 'injection', 'intradermal', 'intrathecal'])
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
    const isOther = ROUTES_INJECTED.has(asked) && form !== '' && !FORMS_INJECTED.has(form)
    return isOther ? 'other' : 'silent'
  }
  return known.some((route) => isSameRoute(asked, route)) ? 'same' : 'other'
}

/** True if a route is one of the usual injections. */
export function isInjected(route: string): boolean {
  return route === ANY_INJECTION || route === 'iv' || route === 'im' || route === 'sc'
}

/** Tubes that oral products are given by. */
const TUBES = new Set(['nasogastric', 'gastrostomy'])

function isSameRoute(asked: string, own: string): boolean {
  if (asked === own || (TUBES.has(asked) && own === 'oral')) return true
  const isAny = asked === ANY_INJECTION || own === ANY_INJECTION
  return isAny && ROUTES_INJECTED.has(asked) && ROUTES_INJECTED.has(own)
}

/** Immediate release: a text may say it, "oxycodone IR", a product says no release instead. */
const IMMEDIATE = 'ir'

/** The same of how a product gives off what is in it; one that says nothing of it does so at once. */
export function matchRelease(asked: readonly string[], own: string): Said {
  if (asked.length === 0) return own === '' ? 'same' : 'unsaid'
  return asked.includes(own || IMMEDIATE) ? 'same' : 'other'
}

/** Units in which what is drawn up or poured is counted, not what is given by the piece. */
const MEASURED = /^(?:m?c?g|gm|grams?|ug|µg|units?|iu|u|ml|meq|mmol|mcg.*|mg.*)$/i

/** True if a dose in this unit is an amount. */
export function isMeasured(doseUnit: string): boolean {
  return MEASURED.test(doseUnit.trim())
}

/** Forms that are drawn up. */
const DRAWN_UP = new Set(['injection', 'infusion'])
const POURED = new Set(['solution', 'suspension', 'syrup', 'drops'])

/** True if a form is given by needle, of which any amount can be. */
export function isDrawnUp(form: string): boolean {
  return DRAWN_UP.has(form)
}

/** True if any amount of a form can be given. */
export function isMeasurable(form: string): boolean {
  return DRAWN_UP.has(form) || isPoured(form)
}

/** True if a form is measured by the spoon. */
export function isPoured(form: string): boolean {
  return POURED.has(form)
}

/** True if any amount can be given of the form that a text says, or of every product under its names. */
export function isMeasuredForm({
  form,
  known,
}: {
  readonly form: string
  readonly known: readonly { readonly form: string }[]
}): boolean {
  if (form !== '') return isMeasurable(form)
  return known.length > 0 && known.every((product) => isMeasurable(product.form))
}

/** How well a form answers a dose that is an amount, in [0, 1]. What is dosed by its amount has a form that can be measured; an ingredient alone says none. */
export function valueOfDose(form: string): number {
  if (form === '') return 0.5
  if (DRAWN_UP.has(form)) return 1
  return isMeasurable(form) ? 0.8 : 0.3
}

/** Below data/: ingredients whose slow products last for different times. */
const TIMES_TABLE = 'medication/release-times.tsv'

const severalTimes = lazily(
  (): ReadonlySet<string> =>
    new Set(
      readTable(TIMES_TABLE, ['ingredient', 'form']).map(([ingredient, form]) =>
        keyOf(ingredient!, form!),
      ),
    ),
)

/** Forms that release over time whether or not they say so. */
const PATCH = 'patch'

/** The part of a drug that tells how long it lasts. */
interface ReleasedDrug {
  readonly bases: readonly string[]
  readonly form: string
  readonly release: string
}

/** True if products of the ingredient in this form that release slowly do so for different times. */
export function isOfSeveralTimes({ bases, form, release }: ReleasedDrug): boolean {
  const [base, another] = bases
  if (base === undefined || another !== undefined) return false
  return (release === 'er' || form === PATCH) && severalTimes().has(keyOf(base, form))
}

function keyOf(ingredient: string, form: string): string {
  return `${ingredient};${form}`
}
