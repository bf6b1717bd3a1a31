/** Input of operations, from the query of a GET or the Parameters resource of a POST, and Parameters as output. */
import { invalid, notSupported } from './outcome.ts'
import { type Coding, isObject, isResource, type Parameter, type Parameters } from './resources.ts'

/** Resources that are taken in one request, for instance as `tx-resource`. */
const MAX_PARAMETERS = 1000

/** Parameters of a call, by name. Every getter throws FhirError `invalid` for a value of another type. */
export class Input {
  readonly #parameters: readonly Parameter[]

  constructor(parameters: readonly Parameter[]) {
    this.#parameters = parameters
  }

  has(name: string): boolean {
    return this.#parameters.some((each) => each.name === name)
  }

  /** Names of the parameters that were given, each once. */
  names(): readonly string[] {
    return [...new Set(this.#parameters.map(({ name }) => name))]
  }

  /** All entries with a name, in their order. */
  all(name: string): readonly Parameter[] {
    return this.#parameters.filter((each) => each.name === name)
  }

  /** The same parameters under other names, by their own. */
  renamed(names: Readonly<Record<string, string>>): Input {
    return new Input(
      this.#parameters.map((each) => ({
        ...each,
        name: Object.hasOwn(names, each.name) ? names[each.name]! : each.name,
      })),
    )
  }

  /** Text of a string, code, uri, canonical, id or date; undefined if it was not given. */
  text(name: string): string | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw invalid(`${name} must be a string`, name)
    return value
  }

  /** Text of each entry with a name. */
  texts(name: string): readonly string[] {
    return this.all(name).map((each) => {
      const value = parameterValue(each)
      if (typeof value !== 'string') throw invalid(`${name} must be a string`, name)
      return value
    })
  }

  /** @throws FhirError if it was not given */
  requireText(name: string): string {
    const text = this.text(name)
    if (text === undefined || text === '') throw invalid(`the parameter ${name} is missing`, name)
    return text
  }

  boolean(name: string): boolean | undefined {
    const value = this.#value(name)
    if (value === undefined || typeof value === 'boolean') return value
    if (value === 'true' || value === 'false') return value === 'true'
    throw invalid(`${name} must be true or false`, name)
  }

  /** A whole number of 0 or more. */
  count(name: string): number | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
    if (typeof count === 'number' && Number.isInteger(count) && count >= 0) return count
    throw invalid(`${name} must be a whole number, 0 or more`, name)
  }

  coding(name: string): Coding | undefined {
    const value = this.#value(name)
    return value === undefined ? undefined : readCoding(value, name)
  }

  codeableConcept(name: string): { readonly coding: readonly Coding[] } | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    const { coding = [] } = isObject(value) ? value : { coding: undefined }
    if (!isObject(value) || !Array.isArray(coding))
      throw invalid(`${name} must be a CodeableConcept`, name)
    return { coding: coding.map((each) => readCoding(each, `${name}.coding`)) }
  }

  #value(name: string): unknown {
    const entries = this.all(name)
    if (entries.length > 1) throw invalid(`${name} was given more than once`, name)
    return entries[0] && parameterValue(entries[0])
  }
}

/** The value of an entry, whatever its type; undefined where it has a resource or parts instead. */
export function parameterValue(parameter: Parameter): unknown {
  const key = Object.keys(parameter).find((each) => /^value[A-Z]/.test(each))
  return key === undefined ? undefined : parameter[key as `value${string}`]
}

function readCoding(value: unknown, name: string): Coding {
  const isRight =
    isObject(value) &&
    ['system', 'version', 'code', 'display'].every(
      (each) => value[each] === undefined || typeof value[each] === 'string',
    )
  if (!isRight) throw invalid(`${name} must be a Coding`, name)
  return value as Coding
}

/** Parameters of a URL's query: each value is text. */
export function inputOfQuery(query: Readonly<Record<string, unknown>>): Input {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => ({ name, valueString: String(each) })),
  )
  return new Input(parameters)
}

/** @throws FhirError `invalid` for a body that is no Parameters resource */
export function inputOfBody(body: unknown): Input {
  if (!isResource(body) || body.resourceType !== 'Parameters')
    throw invalid('the body must be a Parameters resource')
  const { parameter = [] } = body
  if (!Array.isArray(parameter) || !parameter.every(isParameter))
    throw invalid(
      'Parameters.parameter must be a list of entries with a name',
      'Parameters.parameter',
    )
  if (parameter.length > MAX_PARAMETERS)
    throw invalid(`a request has at most ${MAX_PARAMETERS} parameters`)
  return new Input(parameter)
}

function isParameter(value: unknown): value is Parameter {
  return isObject(value) && typeof value.name === 'string'
}

/** Refuses output formats other than JSON. @throws FhirError `not-supported` */
export function requireJson(format: unknown, accept: string | undefined): void {
  if (format !== undefined) {
    if (typeof format !== 'string' || !isJson(format))
      throw notSupported('_format must be json: XML and other formats are not supported')
    return
  }
  const types = (accept ?? '*/*').split(',').map((each) => each.split(';')[0]!.trim().toLowerCase())
  // A browser asks for HTML and takes anything.
  if (
    !types.some((type) => type === '' || type === '*/*' || type === 'application/*' || isJson(type))
  )
    throw notSupported('answers are application/fhir+json: XML and other formats are not supported')
}

/** In a URL a plus sign may arrive as a space. */
function isJson(type: string): boolean {
  return /^(?:json|(?:application|text)\/(?:fhir[+ ])?json)(?:\s*;|$)/i.test(type.trim())
}

/** The Parameters resource of some entries; undefined ones are left out. */
export function parametersOf(entries: readonly (Parameter | undefined)[]): Parameters {
  return { resourceType: 'Parameters', parameter: entries.filter((each) => each !== undefined) }
}
