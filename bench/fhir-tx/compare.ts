/** Comparison of an answer with the expected one, by the grammar of the cases of the FHIR terminology ecosystem. */

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type JsonObject = { readonly [key: string]: Json }

/** Mode of a server, by which some items of an answer are optional. */
const MODE = 'general'

/** Forms of values, by their marker. */
const FORMS: Readonly<Record<string, RegExp>> = {
  $$: /^/,
  $id$: /^[A-Za-z0-9\-.]{1,64}$/,
  $semver$: /^\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?$/,
  $url$: /^(?:https?:\/\/|urn:)\S+$/,
  $token$: /^\S+$/,
  $string$: /\S/,
  $date$: /^\d{4}(?:-\d\d(?:-\d\d(?:T.*)?)?)?$/,
  $version$: /^\d+\.\d+(?:\.\d+)?\S*$/,
  $uuid$: /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  $instant$: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
}

/** Keys that say how to compare, remarks, and `location`, which is `expression` once more: R4 has deprecated it. */
const NOT_CONTENT = new Set([
  'location',
  'fhir_comments',
  '$optional$',
  '$optional-properties$',
  '$count-arrays$',
  '$only$',
])

/**
 * The first difference, as a path with what is wrong there; undefined if an answer is as expected.
 *
 * @param mayHaveMore true if an answer may have elements that the expected one does not name: statements of capabilities
 */
export function differenceOf(
  expected: Json,
  actual: Json | undefined,
  mayHaveMore: boolean,
  path = '',
): string | undefined {
  if (actual === undefined) return `${path} is missing`
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${path} is no list`
    return differenceOfLists(expected, actual, mayHaveMore, path)
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return `${path} is no object`
    return differenceOfObjects(expected, actual, mayHaveMore, path)
  }
  if (typeof expected === 'string') return differenceOfText(expected, actual, path)
  return expected === actual ? undefined : `${path} is ${shown(actual)}, not ${shown(expected)}`
}

function differenceOfObjects(
  expected: JsonObject,
  actual: JsonObject,
  mayHaveMore: boolean,
  path: string,
): string | undefined {
  const optional = listIn(expected, '$optional-properties$')
  const counted = listIn(expected, '$count-arrays$')
  for (const [key, value] of Object.entries(expected)) {
    if (NOT_CONTENT.has(key)) continue
    const there = actual[key]
    if (there === undefined && (optional.includes(key) || isAllOptional(value))) continue
    const at = `${path}.${key}`
    if (counted.includes(key) && Array.isArray(value) && Array.isArray(there)) {
      if (value.length !== there.length)
        return `${at} has ${there.length} items, not ${value.length}`
      continue
    }
    const difference = differenceOf(value, there, mayHaveMore, at)
    if (difference !== undefined) return difference
  }
  if (mayHaveMore && expected.$only$ !== true) return undefined
  const more = Object.keys(actual).find(
    (key) => !Object.hasOwn(expected, key) && !optional.includes(key),
  )
  return more === undefined ? undefined : `${path}.${more} is not expected`
}

/** Pairs the items of two lists in any order. */
function differenceOfLists(
  expected: readonly Json[],
  actual: readonly Json[],
  mayHaveMore: boolean,
  path: string,
): string | undefined {
  const left = [...actual]
  for (const item of expected) {
    const place = left.findIndex((each) => differenceOf(item, each, mayHaveMore) === undefined)
    if (place >= 0) left.splice(place, 1)
    else if (!isOptional(item)) {
      const name = isObject(item) ? (item.name ?? item.code ?? item.url) : undefined
      const alike = left.find(
        (each) =>
          isObject(each) && name !== undefined && (each.name ?? each.code ?? each.url) === name,
      )
      const reason = alike === undefined ? 'is missing' : differenceOf(item, alike, mayHaveMore)
      return `${path}[${shown(name ?? item)}] ${reason}`
    }
  }
  if (left.length === 0 || mayHaveMore) return undefined
  return `${path} has ${left.length} more, e.g. ${shown(left[0]!)}`
}

function differenceOfText(expected: string, actual: Json, path: string): string | undefined {
  const is = (holds: boolean) =>
    holds ? undefined : `${path} is ${shown(actual)}, not ${shown(expected)}`
  const form = FORMS[expected]
  if (form !== undefined)
    return is(expected === '$$' || (typeof actual === 'string' && form.test(actual)))
  const [, marker, rest = ''] = /^\$(choice|fragments|external):(.*)\$$/s.exec(expected) ?? []
  if (marker === 'choice') return is(typeof actual === 'string' && rest.split('|').includes(actual))
  if (marker === 'fragments')
    return is(typeof actual === 'string' && rest.split('|').every((part) => actual.includes(part)))
  if (marker === 'external') return is(typeof actual === 'string' && actual !== '')
  return is(expected === actual)
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `true`, or the name of a mode that a server need not have: `!tx.fhir.org`, `warning:version`. */
function isOptional(value: Json): boolean {
  if (!isObject(value)) return false
  const { $optional$: optional } = value
  return optional === true || (typeof optional === 'string' && optional !== `!${MODE}`)
}

function isAllOptional(value: Json): boolean {
  if (Array.isArray(value)) return value.every((each) => isOptional(each))
  return isOptional(value)
}

function listIn(value: JsonObject, key: string): readonly Json[] {
  const list = value[key]
  return Array.isArray(list) ? list : []
}

function shown(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
