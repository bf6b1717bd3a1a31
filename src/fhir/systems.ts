/** Code systems by their URI: ontologies and installed versions, as FHIR names them. */
import {
  type InstalledVersion,
  LINKED_ONTOLOGIES,
  type LinkedOntology,
  type Medlink,
} from '../medlink.ts'
import { FhirError, type Issue } from './outcome.ts'

/** URI of each ontology's code system. */
const URIS: Readonly<Record<LinkedOntology, string>> = {
  snomed: 'http://snomed.info/sct',
  'icd-10-cm': 'http://hl7.org/fhir/sid/icd-10-cm',
  loinc: 'http://loinc.org',
  medication: 'http://www.nlm.nih.gov/research/umls/rxnorm',
}

/** SNOMED International's edition. */
export const INTERNATIONAL_EDITION = 'http://snomed.info/sct/900000000000207008'

/** How versions of a code system are written. */
interface VersionForm {
  write(version: string): string
  /** The installed version that a FHIR version may name; undefined if it names another edition. */
  read(version: string): string | undefined
}

const PLAIN: VersionForm = { write: (version) => version, read: (version) => version }

/** An installed version of a code system. */
export interface System {
  readonly ontology: LinkedOntology
  readonly uri: string
  /** Name by which the library is asked for it. */
  readonly installed: InstalledVersion
  /** The same as FHIR writes it. */
  readonly version: string
}

/** Code systems that are installed. */
export class Systems {
  readonly #medlink: Medlink
  readonly #forms: Partial<Readonly<Record<LinkedOntology, VersionForm>>>

  /** @param snomedEdition URI of the edition of the installed versions of SNOMED CT, without a version */
  constructor(medlink: Medlink, snomedEdition: string) {
    this.#medlink = medlink
    this.#forms = { snomed: editionForm(snomedEdition) }
  }

  /** The ontology of a code system; undefined for an unknown one. */
  ontologyOf(uri: string): LinkedOntology | undefined {
    return LINKED_ONTOLOGIES.find((name) => URIS[name] === uri)
  }

  uriOf(ontology: LinkedOntology): string {
    return URIS[ontology]
  }

  /** Every installed version, the newest of each code system first. */
  all(): readonly System[] {
    return this.#medlink
      .registry()
      .ontologies.flatMap(({ name, details }) =>
        details.map((installed) => this.#system(name, installed)),
      )
  }

  /**
   * The installed version that answers for a code system.
   *
   * @param version as FHIR writes it; default: the newest one
   * @throws FhirError `not-found` for a code system or version that is not installed
   */
  require(uri: string, version?: string): System {
    const ontology = this.ontologyOf(uri)
    if (ontology === undefined) throw unknownSystem(uri)
    if (version === undefined || version === '')
      return this.#system(ontology, this.#medlink.version(ontology))
    const named = this.#form(ontology).read(version)
    const systems = this.#versionsOf(ontology)
    const found = systems.find(({ installed }) => installed.version === named)
    if (found === undefined) throw unknownVersion(uri, version, systems)
    return found
  }

  /** The newest installed version of an ontology. @throws MedlinkError `index_missing` */
  newest(ontology: LinkedOntology): System {
    return this.#system(ontology, this.#medlink.version(ontology))
  }

  #versionsOf(ontology: LinkedOntology): readonly System[] {
    return this.all().filter((each) => each.ontology === ontology)
  }

  #system(ontology: LinkedOntology, installed: InstalledVersion): System {
    const version = this.#form(ontology).write(installed.version)
    return { ontology, uri: URIS[ontology], installed, version }
  }

  #form(ontology: LinkedOntology): VersionForm {
    return this.#forms[ontology] ?? PLAIN
  }
}

/** Versions of SNOMED CT are URIs: `http://snomed.info/sct/900000000000207008/version/20260101`. */
function editionForm(edition: string): VersionForm {
  const start = `${edition}/version/`
  return {
    write: (version) => `${start}${version}`,
    read: (version) => {
      if (version.startsWith(start)) return version.slice(start.length)
      // The date alone, as people write it.
      return version.includes('/') ? undefined : version
    },
  }
}

function unknownSystem(uri: string): FhirError {
  return notFound(`A definition for CodeSystem '${uri}' could not be found`, 'UNKNOWN_CODESYSTEM')
}

function unknownVersion(uri: string, version: string, there: readonly System[]): FhirError {
  const valid = there.map((each) => each.version).join(', ') || 'none'
  return notFound(
    `A definition for CodeSystem '${uri}' version '${version}' could not be found. Valid versions: ${valid}`,
    'UNKNOWN_CODESYSTEM_VERSION',
  )
}

function notFound(text: string, messageId: string): FhirError {
  const issue: Issue = { code: 'not-found', tx: 'not-found', text, messageId }
  return new FhirError(404, issue)
}
