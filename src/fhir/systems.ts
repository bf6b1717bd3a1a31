/** Code systems by their URI: ontologies and installed versions, as FHIR names them. */
import {
  type InstalledVersion,
  LINKED_ONTOLOGIES,
  type LinkedOntology,
  type Medlink,
  MedlinkError,
} from '../medlink.ts'
import { FhirError, type Issue } from './outcome.ts'
import { PROFILES, type Profile } from './profiles.ts'

/** SNOMED International's edition. */
export const INTERNATIONAL_EDITION = 'http://snomed.info/sct/900000000000207008'

/** How versions of a code system are written. */
interface VersionForm {
  write(version: string): string
  /** The installed version that a FHIR version may name; undefined if it names another edition. */
  read(version: string): string | undefined
  /** Version that stands for whichever is the newest. */
  readonly newest?: string
}

const PLAIN: VersionForm = { write: (version) => version, read: (version) => version }

/** An installed version of a code system. */
export interface System {
  readonly ontology: LinkedOntology
  readonly uri: string
  readonly profile: Profile
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
    return LINKED_ONTOLOGIES.find((name) => PROFILES[name].uri === uri)
  }

  uriOf(ontology: LinkedOntology): string {
    return PROFILES[ontology].uri
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
    const form = this.#form(ontology)
    if (version === undefined || version === '' || version === form.newest)
      return this.newest(ontology)
    const named = form.read(version)
    const installed = named === undefined ? undefined : this.#find(ontology, named)
    if (installed === undefined) throw unknownVersion(uri, version, this.#versionsOf(ontology))
    return this.#system(ontology, installed)
  }

  /** The newest installed version of an ontology. @throws MedlinkError `index_missing` */
  newest(ontology: LinkedOntology): System {
    return this.#system(ontology, this.#medlink.version(ontology))
  }

  /** Official name of a code in the newest installed version; undefined where there is none. */
  displayOf(ontology: LinkedOntology, code: string): string | undefined {
    try {
      return this.#medlink.codes(ontology, undefined, (table) => {
        const number = table.find(code)
        return number === undefined ? undefined : table.titleOf(number)
      })
    } catch (error) {
      if (error instanceof MedlinkError && error.code === 'index_missing') return undefined
      throw error
    }
  }

  /** An installed version; undefined where there is none of the name. Asks no other versions. */
  #find(ontology: LinkedOntology, version: string): InstalledVersion | undefined {
    try {
      return this.#medlink.version(ontology, version)
    } catch (error) {
      if (error instanceof MedlinkError && error.code === 'unknown_version') return undefined
      throw error
    }
  }

  #versionsOf(ontology: LinkedOntology): readonly System[] {
    return this.all().filter((each) => each.ontology === ontology)
  }

  #system(ontology: LinkedOntology, installed: InstalledVersion): System {
    const version = this.#form(ontology).write(installed.version)
    const profile = PROFILES[ontology]
    return { ontology, uri: profile.uri, profile, installed, version }
  }

  #form(ontology: LinkedOntology): VersionForm {
    return this.#forms[ontology] ?? PLAIN
  }
}

/** Versions of SNOMED CT are URIs: `http://snomed.info/sct/900000000000207008/version/20260101`. */
function editionForm(edition: string): VersionForm {
  const start = `${edition}/version/`
  return {
    newest: edition,
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
