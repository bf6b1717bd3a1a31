/** Hints for the linker: statements of a resource besides its name. */

import {
  type Fields,
  fieldsOf,
  firstOf,
  listOf,
  type PlacedResource,
  textOf,
  wordsOf,
} from './elements.ts'
import type { References } from './references.ts'

/** Hints by the linker's keys; undefined if the resource does not say it. */
export type ResourceHints = Readonly<Record<string, string | number | undefined>>

/**
 * The unit, value, reference range, specimen and method of an Observation or of one of its components. A component has the
 * specimen and the method of its Observation, whose name is that of its panel.
 */
export function hintsOfObservation(
  placed: PlacedResource,
  references: References,
  fields: Fields,
): ResourceHints {
  const { resource } = placed
  const ranges = listOf(fields.referenceRange).map(fieldsOf)
  const limits = ranges.flatMap(({ low, high }) => [low, high])
  const units = [fields.valueQuantity, ...limits].map(unitOf)
  return {
    unit: units.find((unit) => unit !== undefined),
    value: resultOf(fields),
    range: ranges.map(rangeOf).find((range) => range !== undefined),
    specimen: specimenOf(placed, resource.specimen, references),
    method: wordsOf(resource.method),
    ...(fields !== resource && { panel_name: wordsOf(resource.code) }),
  }
}

/** The first specimen of a ServiceRequest. */
export function hintsOfOrder(placed: PlacedResource, references: References): ResourceHints {
  return { specimen: specimenOf(placed, firstOf(placed.resource.specimen), references) }
}

/** The form of a Medication. */
export function hintsOfMedication({ resource }: PlacedResource): ResourceHints {
  return { form: wordsOf(resource.form) }
}

/** The unit of the first dose of a MedicationRequest: "tablet". */
export function hintsOfRequest({ resource }: PlacedResource): ResourceHints {
  return doseHints(resource.dosageInstruction)
}

/** The unit of the first dose of a MedicationStatement. */
export function hintsOfStatement({ resource }: PlacedResource): ResourceHints {
  return doseHints(resource.dosage)
}

function doseHints(dosages: unknown): ResourceHints {
  const { doseAndRate } = firstOf(dosages)
  return { dose_unit: unitOf(firstOf(doseAndRate).doseQuantity) }
}

/** A Quantity's unit as it is written, or else its code. */
function unitOf(quantity: unknown): string | undefined {
  const { unit, code } = fieldsOf(quantity)
  return textOf(unit) ?? textOf(code)
}

function resultOf(observation: Fields): string | number | undefined {
  const { valueQuantity, valueString, valueInteger, valueCodeableConcept } = observation
  return (
    measureOf(valueQuantity) ??
    textOf(valueString) ??
    numberOf(valueInteger) ??
    wordsOf(valueCodeableConcept)
  )
}

/** "7.2", or "<5" with a comparator. */
function measureOf(quantity: unknown): string | number | undefined {
  const { value, comparator } = fieldsOf(quantity)
  const measured = numberOf(value)
  const sign = textOf(comparator)
  return measured === undefined || sign === undefined ? measured : `${sign}${measured}`
}

/** A reference range as laboratories print it: "12-16", ">40". */
function rangeOf({ text, low, high }: Fields): string | undefined {
  const [from, to] = [low, high].map((limit) => numberOf(fieldsOf(limit).value))
  if (textOf(text) !== undefined) return textOf(text)
  if (from !== undefined && to !== undefined) return `${from}-${to}`
  if (from !== undefined) return `>${from}`
  return to === undefined ? undefined : `<${to}`
}

/** The type of the Specimen that came with the resource, or else the name that the reference has for it. */
function specimenOf(
  placed: PlacedResource,
  specimen: unknown,
  references: References,
): string | undefined {
  const { type } = references.resolve(specimen, placed) ?? {}
  return wordsOf(type) ?? textOf(fieldsOf(specimen).display)
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
