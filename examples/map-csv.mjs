/**
 * A LOINC code next to every row of a CSV file. Columns are found by their usual names.
 *
 *   node map-csv.mjs tests.csv mapped.csv
 */
import { openMedlink } from 'medlink'
import { mapTable } from 'medlink/mapping'

const [, , input, output] = process.argv
if (input === undefined || output === undefined) {
  console.error('usage: node map-csv.mjs <input.csv> <output.csv>')
  process.exit(2)
}

const medlink = openMedlink({ starter: true })
try {
  const { rows, linked } = await mapTable(medlink, input, output, { ontology: 'loinc' })
  console.log(`${linked} of ${rows} rows are linked; the others say why in link_reason`)
} finally {
  medlink.close()
}
