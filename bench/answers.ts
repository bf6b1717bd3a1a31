import type { LinkedOntology } from '../src/contract.ts'
import { openMedlink } from '../src/medlink.ts'

const QUERIES = ['hemoglobin', 'serum potassium', 'chest pain', 'gout', 'urine glucose']

/** What an installed index answers to some questions, opened anew, to be compared to the letter. */
export function answersOf(dir: string, ontology: LinkedOntology): string {
  const medlink = openMedlink({ dir })
  const given = QUERIES.map((query) => medlink.link({ query, ontology, request_id: '-' }))
  medlink.close()
  return JSON.stringify(given)
}
