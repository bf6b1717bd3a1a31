import { expect, test } from 'vitest'
import { downloadableOntologies, downloadRelease } from '../../../src/build/download/download.ts'

test('of what anybody may fetch', () => {
  expect(downloadableOntologies()).toEqual(['icd-10-cm'])
})

test.each(['snomed', 'loinc', 'medication', 'x'])('%s is refused', async (ontology) => {
  await expect(downloadRelease(ontology, { to: '/nowhere' })).rejects.toMatchObject({
    name: 'MedlinkError',
    code: 'unknown_ontology',
    message: 'only icd-10-cm can be downloaded: get other releases from their publishers',
  })
})

test('a version is the edition to fetch', async () => {
  const download = downloadRelease('icd-10-cm', { to: '/nowhere', version: 'x' })
  await expect(download).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'the version must be a year such as 2026',
  })
})
