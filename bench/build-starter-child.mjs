/**
 * The new process of bench/builds-killed.ts that has a namespace of its own: builds a starter and says its steps, and at
 * the end its own number there.
 *
 *   node bench/build-starter-child.mjs <library URL> <ontology> <dir>
 */
import { partOf } from './part-of.mjs'

const [library, ontology, dir] = process.argv.slice(2)
const { buildStarter } = await import(partOf(library, 'build/build'))
// Written at once: the process may be killed before anything that waits is.
const { writeSync } = await import('node:fs')
const say = (text) => writeSync(1, `${text}\n`)
await buildStarter(ontology, { dir, onStep: say })
say(`process ${process.pid}: built`)
