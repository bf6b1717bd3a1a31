import { FhirError, invalid } from './outcome.ts'
import type { Input } from './parameters.ts'
import { PROFILES } from './profiles.ts'

const URIS = Object.values(PROFILES).map(({ uri }) => uri)

/** Versions of code systems that a request asks for where a value set names none, and in spite of what it names. */
export class VersionRules {
  readonly #defaults: ReadonlyMap<string, string>
  readonly #forced: ReadonlyMap<string, string>
  readonly #checked: ReadonlyMap<string, string>

  constructor(input: Input) {
    this.#defaults = versionsIn(input, 'system-version')
    this.#forced = versionsIn(input, 'force-system-version')
    this.#checked = versionsIn(input, 'check-system-version')
  }

  /** The version to ask for. @throws FhirError if it is not the one that the request insists on */
  versionOf(uri: string, named: string | undefined): string | undefined {
    const forced = this.#forced.get(uri)
    const version = forced ?? named ?? this.#defaults.get(uri) ?? this.#checked.get(uri)
    const checked = this.#checked.get(uri)
    if (checked !== undefined && version !== checked)
      throw new FhirError(400, {
        code: 'invalid',
        tx: 'vs-invalid',
        messageId: 'VALUESET_VERSION_CHECK',
        text: `The version '${version}' is not allowed for system '${uri}': required to be '${checked}' by a version-check parameter`,
      })
    return version
  }
}

function versionsIn(input: Input, name: string): ReadonlyMap<string, string> {
  return new Map(
    input.texts(name).map((canonical) => {
      const at = canonical.indexOf('|')
      if (at >= 0) return [canonical.slice(0, at), canonical.slice(at + 1)]
      // A version of SNOMED CT is a URI that begins with that of the code system.
      const uri = URIS.find((each) => canonical.startsWith(`${each}/`))
      if (uri === undefined) throw invalid(`${name} must be <code system>|<version>`, name)
      return [uri, canonical]
    }),
  )
}
