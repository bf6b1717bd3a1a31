import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildStarter } from '../src/build/build.ts'
import type { LinkedOntology } from '../src/contract.ts'
import { openMedlink } from '../src/medlink.ts'

const QUERIES = ['hemoglobin', 'serum potassium', 'chest pain', 'gout', 'urine glucose']
/** In the folder of a whole index: it and its FlexSearch index. */
const WHOLE = 2

/** Builds a starter that must stay whole, and answer as it did, whatever happens to later builds. */
export async function builtStarter(ontology: LinkedOntology, dir: string) {
  const faults: string[] = []
  const check = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault)
  }
  const answers = () => {
    const medlink = openMedlink({ dir })
    const given = QUERIES.map((query) => medlink.link({ query, ontology, request_id: '-' }))
    medlink.close()
    return JSON.stringify(given)
  }
  /** Names of all files next to the index. */
  const files = () => readdirSync(join(dir, ontology))
  /** The index, opened anew, must answer to the letter as before. */
  const checkAnswers = (when: string) =>
    check(answers() === before, `${when}: the index does not answer as before`)
  /** There must be the index, its FlexSearch index, and nothing else. */
  const checkFiles = (when: string) =>
    check(files().length === WHOLE, `${when}: files are left: ${files()}`)
  await buildStarter(ontology, { dir })
  const before = answers()
  return {
    ...{ faults, check, files, checkAnswers, checkFiles },
    /** True if there are more files than a whole index has. */
    hasLeftovers: () => files().length > WHOLE,
    /** A build must succeed, and leave an index that is whole and answers as before. */
    async checkBuild(after: string): Promise<void> {
      const built = await buildStarter(ontology, { dir }).then(() => 'ok', String)
      check(built === 'ok', `the build after ${after}: ${built}`)
      checkFiles(`after ${after}`)
      checkAnswers(`after ${after}`)
    },
    /** Prints the faults, and ends the process with 1 if there is any. */
    report(): void {
      for (const fault of faults) console.error(fault)
      if (faults.length > 0) process.exitCode = 1
    },
  }
}
