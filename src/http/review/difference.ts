import type { LinkResultItem } from '../../medlink.ts'

/** The difference of two candidates. */
export interface Difference {
  /** The attribute of the codes, "specimen"; undefined if only their titles differ. */
  readonly axis: string | undefined
  /** The words that only the first title has; '' if it only lacks words of the second. */
  readonly first: string
  readonly second: string
}

/** Properties of a code by which another one may differ, what they are called for people; the gravest first. */
const AXES: readonly (readonly [key: string, name: string])[] = [
  ['component', 'what is measured'],
  ['generic_name', 'ingredients'],
  ['volume', 'strength'],
  ['form', 'form'],
  ['brand_name', 'brand'],
  ['property', 'property'],
  ['system', 'specimen'],
  ['time_aspect', 'time'],
  ['scale', 'scale'],
  ['method', 'method'],
]

/**
 * The first property in which two candidates differ, with the words that are in one title only; undefined where neither
 * their properties nor their titles do.
 */
export function differenceOf(
  first: LinkResultItem,
  second: LinkResultItem,
): Difference | undefined {
  const axis = AXES.find(([key]) => propertyOf(first, key) !== propertyOf(second, key))
  const titles = [first, second].map(({ metadata }) => wordsOf(metadata.preferred_name))
  const [inFirst, inSecond] = [onlyIn(titles[0]!, titles[1]!), onlyIn(titles[1]!, titles[0]!)]
  if (inFirst !== '' || inSecond !== '')
    return { axis: axis?.[1], first: inFirst, second: inSecond }
  if (axis === undefined) return undefined
  return {
    axis: axis[1],
    first: propertyOf(first, axis[0]),
    second: propertyOf(second, axis[0]),
  }
}

/** A property as text; '' where the candidate has none such. */
function propertyOf({ metadata }: LinkResultItem, key: string): string {
  const { form_info, ...others } = metadata as Readonly<Record<string, unknown>> & {
    readonly form_info?: { readonly form: string } | null
  }
  return String((key === 'form' ? form_info?.form : others[key]) ?? '')
}

function wordsOf(title: string): string[] {
  return title.split(/[\s,;[\]()]+/).filter((word) => word !== '')
}

function onlyIn(words: readonly string[], others: readonly string[]): string {
  const known = new Set(others.map((word) => word.toLowerCase()))
  return words.filter((word) => !known.has(word.toLowerCase())).join(' ')
}
