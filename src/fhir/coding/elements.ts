/** Elements of FHIR resources as they come: each may be missing or of another type than it should be. */
import { isObject, isResource, type Resource } from '../resources.ts'

/** An object of a resource. */
export type Fields = Readonly<Record<string, unknown>>
/** The way to a value inside a resource. */
export type Path = readonly (string | number)[]

/** A resource in a tree of resources, and the tree's outermost resource that contains it. */
export interface PlacedResource {
  readonly resource: Resource
  readonly path: Path
  /** The resource itself, or the one whose `contained` has it. */
  readonly root: Resource
  /** The URL of its entry in a Bundle. */
  readonly fullUrl: string | undefined
}

/** The resource, those it contains, and those of a Bundle's entries, in the order of the text. */
export function* resourcesIn(
  resource: Resource,
  path: Path = [],
  fullUrl?: string,
): Generator<PlacedResource> {
  yield { resource, path, root: resource, fullUrl }
  for (const [i, contained] of listOf(resource.contained).entries())
    if (isResource(contained))
      yield { resource: contained, path: [...path, 'contained', i], root: resource, fullUrl }
  if (resource.resourceType !== 'Bundle') return
  for (const [i, entry] of listOf(resource.entry).entries())
    if (isObject(entry) && isResource(entry.resource))
      yield* resourcesIn(entry.resource, [...path, 'entry', i, 'resource'], textOf(entry.fullUrl))
}

/** The items of a list; none if it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The fields of an object; none if it is no object. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

/** The fields of a list's first item. */
export function firstOf(value: unknown): Fields {
  return fieldsOf(listOf(value)[0])
}

/** Text that is not blank; undefined if it is anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** The words of a CodeableConcept: its text, or else the first display of its codings. */
export function wordsOf(concept: unknown): string | undefined {
  const { text, coding } = fieldsOf(concept)
  const displays = listOf(coding).map((each) => textOf(fieldsOf(each).display))
  return textOf(text) ?? displays.find((display) => display !== undefined)
}
