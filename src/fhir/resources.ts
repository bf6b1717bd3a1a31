/** Parts of FHIR R4 that are read and written here. */

/** A resource: its type, and elements that are checked where they are read. */
export interface Resource {
  readonly resourceType: string
  readonly [element: string]: unknown
}

export interface Coding {
  readonly system?: string
  readonly version?: string
  readonly code?: string
  readonly display?: string
}

/** One entry of a Parameters resource: a value, a resource or parts. */
export interface Parameter {
  readonly name: string
  readonly part?: readonly Parameter[]
  readonly resource?: Resource
  /** `valueString`, `valueCode` … */
  readonly [value: `value${string}`]: unknown
}

export interface Parameters extends Resource {
  readonly resourceType: 'Parameters'
  readonly parameter: readonly Parameter[]
}

/** True for an object that says what resource it is. */
export function isResource(value: unknown): value is Resource {
  return isObject(value) && typeof value.resourceType === 'string'
}

/** True for an object of elements: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
