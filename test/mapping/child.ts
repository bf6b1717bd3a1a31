/**
 * A process of its own that decides until it is killed: argv is the place of a project with one term and the name of the
 * reviewer. It prints the id of each decision that was acknowledged, one a line.
 */
import { writeSync } from 'node:fs'
import { openProject } from '../../src/mapping/projects.ts'

const [where, reviewer] = process.argv.slice(2)
const project = await openProject(where!)
for (let i = 0; ; i++) {
  const note = `${reviewer} ${i}`
  await project.decide(reviewer!, [{ term: 1, seen: 1, decision: 'none', note }])
  writeSync(1, `${note}\n`)
}
