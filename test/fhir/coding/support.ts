/** Medlink over the starters of several vocabularies, and short ways to have resources coded. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { LinkedTexts } from '../../../src/fhir/coding/linked-texts.ts'
import { Composer } from '../../../src/fhir/compose.ts'
import type { Context } from '../../../src/fhir/operation.ts'
import type { Resource } from '../../../src/fhir/resources.ts'
import { INTERNATIONAL_EDITION, Systems } from '../../../src/fhir/systems.ts'
import { type LinkedOntology, openMedlink } from '../../../src/medlink.ts'
import { starterRoot } from '../../support/shared-index.ts'

/** Answers from the starters of these vocabularies, and no other; closed when the tests of the file are over. */
export function openStarters(...ontologies: readonly LinkedOntology[]): Context {
  const dir = mkdtempSync(join(tmpdir(), 'medlink-fhir-'))
  for (const each of ontologies) symlinkSync(join(starterRoot(each), each), join(dir, each))
  const medlink = openMedlink({ dir })
  afterAll(() => {
    medlink.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const systems = new Systems(medlink, INTERNATIONAL_EDITION)
  return {
    ...{ medlink, systems },
    ...{ composer: new Composer(medlink, systems), linkedTexts: new LinkedTexts() },
  }
}

/** A Bundle of these resources. */
export function bundleOf(...resources: readonly Resource[]): Resource {
  const entry = resources.map((resource, i) => ({ fullUrl: `urn:uuid:${i}`, resource }))
  return { resourceType: 'Bundle', type: 'collection', entry }
}
