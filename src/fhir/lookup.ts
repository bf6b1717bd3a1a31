/** `CodeSystem/$lookup`: a code's display, names, properties, parents and children. */
import type { CodeTable } from '../medlink.ts'
import { designations, displayIn } from './expand.ts'
import type { Call, Context } from './operation.ts'
import { FhirError } from './outcome.ts'
import { parametersOf } from './parameters.ts'
import { requireCode } from './requested-code.ts'
import type { Parameter, Resource } from './resources.ts'
import type { System } from './systems.ts'

/** Values of one property that an answer lists at most: a chapter of a classification has thousands of children. */
const MAX_RELATIVES = 1000

export function lookup(context: Context, call: Call): Resource {
  const { system, code } = requireCode(context, call)
  const { ontology, installed } = system
  const wanted = call.input.texts('property')
  const language = call.input.text('displayLanguage')
  return context.medlink.codes(ontology, installed.version, (table) => {
    const number = numberIn(table, code, system)
    const names = table.namesOf(new Set([number])).get(number) ?? []
    const title = table.titleOf(number)
    const isWanted = (name: string) =>
      wanted.length === 0 || wanted.includes(name) || wanted.includes('*')
    return parametersOf([
      { name: 'code', valueCode: table.codeOf(number) },
      { name: 'system', valueUri: system.uri },
      { name: 'name', valueString: system.profile.title },
      { name: 'version', valueString: system.version },
      { name: 'display', valueString: displayIn(language, names) ?? title },
      { name: 'abstract', valueBoolean: false },
      ...(isWanted('designation')
        ? designations(names, title, system.profile).map(writeDesignation)
        : []),
      ...propertiesOf(number, table, system)
        .filter(({ code }) => isWanted(code))
        .map(writeProperty),
    ])
  })
}

/** @throws FhirError `not-found` for a code that the code system lacks */
export function numberIn(table: CodeTable, code: string, system: System): number {
  const number = findOwn(table, code, system)
  if (number !== undefined) return number
  throw new FhirError(404, {
    code: 'not-found',
    tx: 'invalid-code',
    messageId: 'Unknown_Code_in_Version',
    text: unknownCode(code, system),
    expression: 'code',
  })
}

export function unknownCode(code: string, { uri, version }: System): string {
  return `Unknown code '${code}' in the CodeSystem '${uri}' version '${version}'`
}

/** Number of a code of the code system itself, written as the publisher does. */
export function findOwn(table: CodeTable, code: string, { profile }: System): number | undefined {
  const number = table.find(code)
  if (number === undefined) return undefined
  const { own } = profile
  const isOwn = own === undefined || table.attributesOf(number)[own.attribute] === own.value
  return isOwn ? number : undefined
}

interface Property {
  readonly code: string
  readonly value: Parameter
  readonly description?: string
}

function propertiesOf(number: number, table: CodeTable, { profile }: System): Property[] {
  const relatives = (code: string, numbers: Iterable<number>) =>
    [...numbers].slice(0, MAX_RELATIVES).map((relative) => ({
      code,
      value: { name: 'value', valueCode: table.codeOf(relative) },
      description: table.titleOf(relative),
    }))
  const attributes = table.attributesOf(number)
  const { values = {}, holders = {} } = profile.relations ?? {}
  const related = [
    ...Object.entries(values).flatMap(([code, relation]) =>
      relatives(code, table.valuesOf(number, relation)),
    ),
    ...Object.entries(holders).flatMap(([code, relation]) =>
      relatives(code, table.holdersOf(number, relation)),
    ),
  ]
  const isRelated = new Set(related.map(({ code }) => code))
  const own = Object.entries(profile.properties).flatMap(([code, attribute]) => {
    if (isRelated.has(code)) return []
    const value = attributes[attribute]
    if (value === undefined || value === null || value === '') return []
    return [{ code, value: valueParameter(value) }]
  })
  return [
    { code: 'inactive', value: { name: 'value', valueBoolean: !table.isActive(number) } },
    ...own,
    ...related,
    ...relatives('parent', table.parentsOf(number)),
    ...relatives('child', table.childrenOf(number)),
  ]
}

function valueParameter(value: string | number | boolean): Parameter {
  if (typeof value === 'boolean') return { name: 'value', valueBoolean: value }
  return { name: 'value', valueString: String(value) }
}

function writeProperty({ code, value, description }: Property): Parameter {
  return {
    name: 'property',
    part: [
      { name: 'code', valueCode: code },
      value,
      ...(description === undefined ? [] : [{ name: 'description', valueString: description }]),
    ],
  }
}

function writeDesignation({
  language,
  use,
  value,
}: ReturnType<typeof designations>[number]): Parameter {
  return {
    name: 'designation',
    part: [
      { name: 'language', valueCode: language },
      ...(use === undefined ? [] : [{ name: 'use', valueCoding: use }]),
      { name: 'value', valueString: value },
    ],
  }
}
