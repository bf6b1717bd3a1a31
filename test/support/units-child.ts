/**
 * Links prescriptions and prints as JSON after which of them the parser of units is loaded. A process of its own, so that
 * nothing else has loaded it.
 *
 *   node --import tsx units-child.ts DIR TEXT…
 */

import { createRequire } from 'node:module'
import { openMedlink } from '../../src/medlink.ts'

const PARSER = /@lhncbc[/\\]ucum-lhc/
const [dir, ...texts] = process.argv.slice(2)
const { cache } = createRequire(import.meta.url)

const medlink = openMedlink({ dir: dir! })
const loaded = texts.filter((query) => {
  medlink.link({ query, ontology: 'medication' })
  return Object.keys(cache).some((path) => PARSER.test(path))
})
medlink.close()
console.log(JSON.stringify(loaded))
