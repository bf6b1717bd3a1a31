/** `CodeSystem/$find-matches`: codes for a text and what is known besides. */
import { questionOf } from '../../internal.ts'
import {
  type Explanation,
  type LinkRequest,
  type LinkResult,
  type LinkResultItem,
  reasonInWords,
} from '../../medlink.ts'
import type { Call, Context } from '../operation.ts'
import { invalid, notSupported } from '../outcome.ts'
import type { Input } from '../parameters.ts'
import type { Parameter, Resource } from '../resources.ts'
import type { System } from '../systems.ts'
import { type Fields, fieldsOf, listOf } from './elements.ts'
import { codingOf } from './rows.ts'

/** The property that is the text to be matched. */
const TEXT = 'text'

/** Hint of the linker for each other property. */
const HINTS: Readonly<Record<string, string>> = {
  unit: 'unit',
  specimen: 'specimen',
  value: 'value',
  panel: 'panel_name',
  method: 'method',
  form: 'form',
}
const PROPERTIES = [TEXT, ...Object.keys(HINTS)]

/** Candidates at most. */
const MAX_MATCHES = 10

type PropertyValue = string | number
type Properties = ReadonlyMap<string, PropertyValue>

/**
 * With `exact=true` the linked code, or no match. With `exact=false` candidates, the likeliest first: `comment` says why each
 * is linked or not, `unmatched` has words of the text that the first one does not account for, and the question whose answer
 * it needs.
 *
 * @throws FhirError `not-found` for a code system that is not installed, `not-supported` for other properties, parts of
 *   properties and `compositional=true`; MedlinkError `invalid_request` for text that is too long
 */
export function findMatches({ medlink, systems }: Context, { input }: Call): Resource {
  const system = systems.require(input.requireText('system'), input.text('version'))
  const exact = input.boolean('exact')
  if (exact === undefined) throw invalid('the parameter exact is missing', 'exact')
  if (input.boolean('compositional')) throw notSupported('compositional=true is not supported')
  const properties = readProperties(input)
  const request = requestOf(properties, system)
  const matches = exact
    ? linkedMatches(medlink.link(request), properties, system)
    : rankedMatches(medlink.explain(request), properties, system)
  return { resourceType: 'Parameters', ...(matches.length > 0 && { parameter: matches }) }
}

function linkedMatches(result: LinkResult, properties: Properties, system: System): Parameter[] {
  return rowsOf(result)
    .filter(({ is_linked }) => is_linked)
    .map((row) => matchOf(row, system, unusedIn(result, properties)))
}

function rankedMatches(
  result: LinkResult & { readonly explanations: readonly Explanation[] },
  properties: Properties,
  system: System,
): Parameter[] {
  const [explained] = result.explanations
  return rowsOf(result).map((row, i) => {
    const ofFirst = i > 0 ? [] : [...leftOver(explained), ...neededBy(row)]
    return matchOf(row, system, [...ofFirst, ...unusedIn(result, properties)])
  })
}

function rowsOf({ results }: LinkResult): readonly LinkResultItem[] {
  return results
}

function matchOf(row: LinkResultItem, system: System, unmatched: readonly Parameter[]): Parameter {
  return {
    name: 'match',
    part: [
      { name: 'code', valueCoding: codingOf(system, row) },
      ...unmatched,
      { name: 'comment', valueString: commentOn(row) },
    ],
  }
}

/** "linked: official name", or why it is not linked. */
function commentOn({ metadata: { link_reason, link_basis } }: LinkResultItem): string {
  const reason = reasonInWords(link_reason)
  return link_reason === 'linked' && link_basis
    ? `${reason}: ${link_basis.replaceAll('_', ' ')}`
    : reason
}

/** Words of the text that the first candidate does not account for. */
function leftOver(explained: Explanation | undefined): Parameter[] {
  return (explained?.account ?? [])
    .filter(({ by }) => by === 'left_over')
    .map(({ word }) => unmatchedPart(TEXT, word))
}

/** The question whose answer the first candidate needs, under the property that would answer it. */
function neededBy(row: LinkResultItem): Parameter[] {
  const question = questionOf(row)
  if (question === undefined) return []
  const [, property = TEXT] = /^(unit|specimen|form)_/.exec(row.metadata.link_reason) ?? []
  return [unmatchedPart(property, question)]
}

/** Properties that mean nothing to the code system. */
function unusedIn({ ignored_hints = [] }: LinkResult, properties: Properties): Parameter[] {
  return [...properties]
    .filter(([code]) => code !== TEXT && ignored_hints.includes(HINTS[code]!))
    .map(([code, value]) => unmatchedPart(code, String(value)))
}

function unmatchedPart(code: string, value: string): Parameter {
  return {
    name: 'unmatched',
    part: [
      { name: 'code', valueCode: code },
      { name: 'value', valueString: value },
    ],
  }
}

function requestOf(properties: Properties, { ontology, installed }: System): LinkRequest {
  const hints = [...properties].filter(([code]) => code !== TEXT)
  return {
    query: String(properties.get(TEXT)),
    ontology,
    version: installed.version,
    top_k: MAX_MATCHES,
    metadata: Object.fromEntries(hints.map(([code, value]) => [HINTS[code], value])),
  }
}

function readProperties(input: Input): Properties {
  const properties = new Map<string, PropertyValue>()
  for (const { part } of input.all('property')) {
    const { code, value } = readProperty(listOf(part).map(fieldsOf))
    if (properties.has(code)) throw invalid(`the property ${code} is given twice`, 'property')
    properties.set(code, value)
  }
  if (!properties.has(TEXT)) throw invalid(`the property ${TEXT} is missing`, 'property')
  return properties
}

function readProperty(parts: readonly Fields[]): { code: string; value: PropertyValue } {
  const named = (name: string) => parts.find((part) => part.name === name)
  if (named('subproperty') !== undefined) throw notSupported('subproperty is not supported')
  const { valueCode, valueString } = fieldsOf(named('code'))
  const code = PROPERTIES.find((each) => each === (valueCode ?? valueString))
  if (code === undefined)
    throw notSupported(`a property must have one of the codes ${PROPERTIES.join(', ')}`)
  const given = fieldsOf(named('value'))
  const value =
    given.valueString ??
    given.valueCode ??
    given.valueInteger ??
    given.valueDecimal ??
    fieldsOf(given.valueCoding).display
  if (typeof value !== 'string' && typeof value !== 'number')
    throw invalid(`the property ${code} must have text, a number or a display`, 'property')
  return { code, value }
}
