/** Self-description of the server: CapabilityStatement and TerminologyCapabilities. */
import { MEDLINK_VERSION } from '../medlink.ts'
import type { Level, Operation } from './operation.ts'
import type { Resource } from './resources.ts'
import type { System, Systems } from './systems.ts'
import { FHIR_VERSION } from './versions.ts'

/** Parameters of `$expand` that have an effect. */
const EXPANSION_PARAMETERS = [
  'activeOnly',
  'check-system-version',
  'count',
  'displayLanguage',
  'excludeNested',
  'filter',
  'force-system-version',
  'includeDefinition',
  'includeDesignations',
  'offset',
  'property',
  'system-version',
  'tx-resource',
]

/** Date of the statements: that of the release of Medlink that last changed them. */
const CHANGED = '2026-11-24'
const FEATURE = 'http://hl7.org/fhir/uv/application-feature/StructureDefinition/feature'
/** Version of the tests of the terminology ecosystem that the server is measured by. */
const TESTS_VERSION = '1.9.1'

const RESOURCES = ['CodeSystem', 'ValueSet', 'ConceptMap'] as const

/** Features that are declined, by name, for readers of the statement. */
const DECLINED = [
  'Read only: no resource is created, changed or stored.',
  'XML and Turtle are not supported.',
  'SNOMED CT reference sets, attributes and expressions are not supported: the indexes do not hold them.',
  'CodeSystem supplements, and code systems given as tx-resource, are not supported.',
]

/** Elements that both statements begin with. */
function heading(name: string, title: string) {
  return {
    version: MEDLINK_VERSION,
    ...{ name, title },
    status: 'active',
    date: CHANGED,
    kind: 'instance',
  }
}

const SOFTWARE = { name: 'Medlink', version: MEDLINK_VERSION, releaseDate: CHANGED }

/** @param base URL of the server's FHIR API, without a slash at its end */
export function capabilityStatement(base: string, operations: readonly Operation[]): Resource {
  const listed = (level: Level) =>
    operations
      .filter((each) => each.level === level)
      .map(({ name, definition }) => ({ name, definition }))
  return {
    resourceType: 'CapabilityStatement',
    extension: [
      feature('http://hl7.org/fhir/uv/tx-tests/FeatureDefinition/test-version', {
        valueCode: TESTS_VERSION,
      }),
      feature('http://hl7.org/fhir/uv/tx-ecosystem/FeatureDefinition/CodeSystemAsParameter', {
        valueBoolean: false,
      }),
    ],
    url: `${base}/metadata`,
    ...heading('MedlinkTerminologyServer', 'Medlink: terminology of installed releases'),
    instantiates: ['http://hl7.org/fhir/CapabilityStatement/terminology-server'],
    software: SOFTWARE,
    implementation: { description: DECLINED.join(' '), url: base },
    fhirVersion: FHIR_VERSION,
    format: ['application/fhir+json'],
    rest: [
      {
        mode: 'server',
        documentation: DECLINED.join(' '),
        resource: RESOURCES.filter((type) => listed(type).length > 0).map((type) => ({
          type,
          ...(type === 'ValueSet' && { interaction: [{ code: 'read' }, { code: 'search-type' }] }),
          operation: listed(type),
        })),
        operation: listed('system'),
      },
    ],
  }
}

function feature(definition: string, value: Readonly<Record<`value${string}`, unknown>>) {
  return {
    url: FEATURE,
    extension: [
      { url: 'definition', valueCanonical: definition },
      { url: 'value', ...value },
    ],
  }
}

/** @param base URL of the server's FHIR API, without a slash at its end */
export function terminologyCapabilities(base: string, systems: Systems): Resource {
  return {
    resourceType: 'TerminologyCapabilities',
    url: `${base}/metadata?mode=terminology`,
    ...heading('MedlinkTerminologyCapabilities', 'Medlink: installed code systems'),
    software: { name: SOFTWARE.name, version: SOFTWARE.version },
    implementation: { description: DECLINED.join(' '), url: base },
    codeSystem: codeSystems(systems.all()),
    expansion: {
      hierarchical: false,
      paging: true,
      incomplete: true,
      parameter: EXPANSION_PARAMETERS.map((name) => ({ name })),
      textFilter:
        'Words or beginnings of words in any order, abbreviations and one slip a word; the likeliest code first.',
    },
    codeSearch: 'all',
    validateCode: { translations: false },
    translation: { needsMap: false },
  }
}

function codeSystems(all: readonly System[]) {
  const uris = [...new Set(all.map(({ uri }) => uri))]
  return uris.map((uri) => ({
    uri,
    version: all
      .filter((each) => each.uri === uri)
      .map(({ version }, place) => ({
        code: version,
        isDefault: place === 0,
        compositional: false,
      })),
    subsumption: true,
  }))
}
