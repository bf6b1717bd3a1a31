/** `ValueSet` as a resource that is read and searched: the value set of all codes of each installed code system. */
import { LINKED_ONTOLOGIES } from '../medlink.ts'
import type { Context } from './operation.ts'
import { FhirError } from './outcome.ts'
import { PROFILES } from './profiles.ts'
import type { Resource } from './resources.ts'

/** The value set with an id: the name of an ontology. @throws FhirError `not-found` */
export function readValueSet({ systems }: Context, id: string): Resource {
  const ontology = LINKED_ONTOLOGIES.find((name) => name === id)
  const isInstalled = systems.all().some((each) => each.ontology === ontology)
  if (ontology === undefined || !isInstalled)
    throw new FhirError(404, { code: 'not-found', text: 'there is no value set with this id' })
  const { uri, title } = PROFILES[ontology]
  return {
    resourceType: 'ValueSet',
    ...{ id: ontology, url: `${uri}?fhir_vs`, title: `All of ${title}`, status: 'active' },
    compose: { include: [{ system: uri }] },
  }
}

/**
 * A Bundle of the value sets with a URL, or of all.
 *
 * @param base URL of the server's FHIR API, without a slash at its end
 */
export function searchValueSets(context: Context, base: string, url: string | undefined): Resource {
  const installed = new Set(context.systems.all().map(({ ontology }) => ontology))
  const found = [...installed]
    .map((ontology) => readValueSet(context, ontology))
    .filter((each) => url === undefined || each.url === url)
  return {
    resourceType: 'Bundle',
    ...{ type: 'searchset', total: found.length },
    entry: found.map((resource) => ({
      fullUrl: `${base}/ValueSet/${resource.id}`,
      resource,
      search: { mode: 'match' },
    })),
  }
}
