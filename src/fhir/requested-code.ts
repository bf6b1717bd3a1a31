/** The code that a request is about, in whichever form it came. */
import type { Call, Context } from './operation.ts'
import { invalid } from './outcome.ts'
import type { Coding } from './resources.ts'
import type { System } from './systems.ts'
import { VersionRules } from './version-rules.ts'

/** A coding of a request, and the element that it came in. */
export interface RequestedCoding {
  readonly coding: Coding
  /** Way to its elements in messages: empty for parameters of their own. */
  readonly path: '' | 'Coding.' | `CodeableConcept.coding[${number}].`
}

/** Codings of a request: `codeableConcept`, `coding`, or `code` with `system`. @throws FhirError without any */
export function requestedCodings(
  { input }: Pick<Call, 'input'>,
  system?: string,
): RequestedCoding[] {
  const concept = input.codeableConcept('codeableConcept')
  if (concept !== undefined) {
    if (concept.coding.length === 0)
      throw invalid('codeableConcept has no coding', 'codeableConcept')
    return concept.coding.map((coding, place) => ({
      coding,
      path: `CodeableConcept.coding[${place}].`,
    }))
  }
  const coding = input.coding('coding')
  if (coding !== undefined) return [{ coding, path: 'Coding.' }]
  const code = input.requireText('code')
  const named = input.text('system') ?? system
  const version = input.text('systemVersion') ?? input.text('version')
  const display = input.text('display')
  return [
    {
      path: '',
      coding: {
        ...{ code },
        ...(named !== undefined && { system: named }),
        ...(version !== undefined && { version }),
        ...(display !== undefined && { display }),
      },
    },
  ]
}

/** The one coding of an operation on a code, with its code system. @throws FhirError if one of them is missing or unknown */
export function requireCode(
  { systems }: Context,
  call: Pick<Call, 'input'>,
): { readonly system: System; readonly code: string } {
  const [{ coding }] = requestedCodings(call) as [RequestedCoding]
  if (coding.system === undefined) throw invalid('the parameter system is missing', 'system')
  if (coding.code === undefined || coding.code === '')
    throw invalid('the parameter code is missing', 'code')
  const rules = new VersionRules(call.input)
  return {
    system: systems.require(coding.system, rules.versionOf(coding.system, coding.version)),
    code: coding.code,
  }
}
