/**
 * `ConceptMap/$translate` by what releases say: SNOMED CT to ICD-10-CM with its rules, and retired codes of SNOMED CT and LOINC
 * to those that replace them.
 */
import { ICD10CM_SYSTEM, mapToIcd10cm } from '../internal.ts'
import type { ConceptDetails } from '../medlink.ts'
import { numberIn } from './lookup.ts'
import type { Call, Context } from './operation.ts'
import { invalid, notSupported } from './outcome.ts'
import { type Input, parametersOf, parameterValue } from './parameters.ts'
import { PROFILES } from './profiles.ts'
import { requireCode } from './requested-code.ts'
import { isObject, type Parameter, type Resource } from './resources.ts'
import type { System } from './systems.ts'

/** Implicit concept maps of SNOMED CT that the index can answer, by the reference set that each is made of. */
const MAPS: Readonly<Record<string, string>> = {
  '6011000124106': 'icd-10-cm',
  '900000000000523009': 'possibly_equivalent_to',
  '900000000000524003': 'moved_to',
  '900000000000526001': 'replaced_by',
  '900000000000527005': 'same_as',
  '900000000000528000': 'was_a',
  '900000000000530003': 'alternative',
}

/** A code that another one is translated to. */
interface Match {
  readonly equivalence: 'equivalent' | 'inexact' | 'relatedto'
  readonly system: string
  readonly version?: string
  readonly code: string
  readonly display?: string
  readonly comment?: string
}

export function translate(context: Context, call: Call): Resource {
  const { input } = call
  if (input.has('conceptMap'))
    throw notSupported('ConceptMap resources that are sent are not supported')
  if (input.boolean('reverse') === true) throw notSupported('reverse translation is not supported')
  const { system, code } = requireCode(context, withNames(call))
  const relation = relationOf(input.text('url'), system)
  const target = input.text('targetsystem') ?? input.text('targetSystem')
  const found = context.medlink.codes(system.ontology, system.installed.version, (table) =>
    table.codeOf(numberIn(table, code, system)),
  )
  const concept = context.medlink.concept(system.ontology, found, system.installed.version)
  const mapped =
    relation === undefined || relation === ICD10CM_SYSTEM ? mapsOf(concept, input, context) : []
  const replaced = replacementsOf(concept, system).filter(
    (each) => relation === undefined || each.comment === relation,
  )
  const matches = [...replaced, ...mapped].filter(
    (each) => target === undefined || each.system === target,
  )
  return parametersOf([
    { name: 'result', valueBoolean: matches.length > 0 },
    matches.length > 0
      ? undefined
      : {
          name: 'message',
          valueString: `the installed ${system.profile.title} ${system.version} has no translation of this code`,
        },
    ...matches.map(writeMatch),
  ])
}

/** The same call with the names that R5 gives the parameters. */
function withNames({ input }: Call): Pick<Call, 'input'> {
  const names: Readonly<Record<string, string>> = {
    sourceCode: 'code',
    sourceCoding: 'coding',
    sourceCodeableConcept: 'codeableConcept',
  }
  return { input: input.renamed(names) }
}

/** Relation that a named map is about; undefined for all that the release says of a code. @throws FhirError `not-supported` */
function relationOf(url: string | undefined, { uri }: System): string | undefined {
  if (url === undefined) return undefined
  const [, base, refset = ''] = /^(.*?)\?fhir_cm=(\d+)$/.exec(url) ?? []
  const relation = base?.startsWith(uri) && Object.hasOwn(MAPS, refset) ? MAPS[refset] : undefined
  if (relation === undefined)
    throw notSupported('this concept map is not supported: the index does not hold it')
  return relation
}

/** Codes of ICD-10-CM by the release's rules, for a patient of whom the request may tell age and sex. */
function mapsOf({ maps }: ConceptDetails, input: Input, { systems }: Context): Match[] {
  const { targets, candidates } = mapToIcd10cm(maps, patientOf(input))
  const { uri } = PROFILES[ICD10CM_SYSTEM]
  const displayOf = (code: string) => systems.displayOf(ICD10CM_SYSTEM, code)
  const match = (code: string, comment?: string): Match => {
    const display = displayOf(code)
    return {
      ...{ equivalence: 'relatedto', system: uri, code },
      ...(display !== undefined && { display }),
      ...(comment !== undefined && { comment }),
    }
  }
  return [
    ...targets.map((code) => match(code)),
    ...candidates.map(({ target, when }) => match(target, `if ${when}`)),
  ]
}

/** Age in years and sex, given as `dependency` parameters with these elements. */
function patientOf(input: Input): { age?: number; sex?: 'female' | 'male' } {
  const known = new Map<string, string>()
  for (const { part = [] } of input.all('dependency')) {
    const element = part.find(({ name }) => name === 'element')
    const concept = part.find(({ name }) => name === 'concept' || name === 'value')
    if (element === undefined || concept === undefined)
      throw invalid('a dependency must have the parts element and concept', 'dependency')
    const value = parameterValue(concept)
    known.set(String(parameterValue(element)), isObject(value) ? String(value.text) : String(value))
  }
  const age = Number(known.get('age'))
  const sex = known.get('gender') ?? known.get('sex')
  return {
    ...(Number.isFinite(age) && { age }),
    ...((sex === 'female' || sex === 'male') && { sex }),
  }
}

function replacementsOf({ replacements }: ConceptDetails, { uri, version }: System): Match[] {
  return replacements.map(({ code, name, relation, exact }) => ({
    equivalence: exact ? 'equivalent' : 'inexact',
    ...{ system: uri, version, code, display: name, comment: relation },
  }))
}

function writeMatch({ equivalence, system, version, code, display, comment }: Match): Parameter {
  const concept = { system, ...(version && { version }), code, ...(display && { display }) }
  return {
    name: 'match',
    part: [
      { name: 'equivalence', valueCode: equivalence },
      { name: 'concept', valueCoding: concept },
      ...(comment === undefined ? [] : [{ name: 'comment', valueString: comment }]),
    ],
  }
}
