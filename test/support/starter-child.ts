/** A process of its own that links a laboratory test by the starter in the folder that argv names, and prints its code. */
import { openMedlink } from '../../src/medlink.ts'

const medlink = openMedlink({ dir: process.argv[2]!, starter: true })
const { results } = medlink.link({ query: 'hemoglobin', ontology: 'loinc' })
console.log(results[0]?.term_id)
medlink.close()
