import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildStarter } from '../src/build/build.ts'
import type { LinkedOntology } from '../src/contract.ts'
import { openMedlink } from '../src/medlink.ts'

const QUERIES = ['hemoglobin', 'serum potassium', 'chest pain', 'gout', 'urine glucose']
/** In the folder of a whole index: it and its FlexSearch index. */
const WHOLE = 2

/** A starter that must stay whole, and answer as it did, whatever happens to later builds. */
export class BuiltStarter {
  readonly faults: string[] = []
  readonly #ontology: LinkedOntology
  readonly #dir: string
  readonly #before: string

  private constructor(ontology: LinkedOntology, dir: string) {
    this.#ontology = ontology
    this.#dir = dir
    this.#before = this.#answers()
  }

  static async build(ontology: LinkedOntology, dir: string): Promise<BuiltStarter> {
    await buildStarter(ontology, { dir })
    return new BuiltStarter(ontology, dir)
  }

  check(holds: boolean, fault: string): void {
    if (!holds) this.faults.push(fault)
  }

  /** The index, opened anew, must answer to the letter as before. */
  checkAnswers(when: string): void {
    this.check(this.#answers() === this.#before, `${when}: the index does not answer as before`)
  }

  /** Names of all files next to the index. */
  files(): string[] {
    return readdirSync(join(this.#dir, this.#ontology))
  }

  /** True if there are more files than a whole index has. */
  hasLeftovers(): boolean {
    return this.files().length > WHOLE
  }

  /** There must be the index, its FlexSearch index, and nothing else. */
  checkFiles(when: string): void {
    this.check(this.files().length === WHOLE, `${when}: files are left: ${this.files()}`)
  }

  /** A build must succeed, and leave an index that is whole and answers as before. */
  async checkBuild(after: string): Promise<void> {
    const built = await buildStarter(this.#ontology, { dir: this.#dir }).then(
      () => 'ok',
      (error) => String(error),
    )
    this.check(built === 'ok', `the build after ${after}: ${built}`)
    this.checkFiles(`after ${after}`)
    this.checkAnswers(`after ${after}`)
  }

  /** Prints the faults, and ends the process with 1 if there is any. */
  report(): void {
    for (const fault of this.faults) console.error(fault)
    if (this.faults.length > 0) process.exitCode = 1
  }

  #answers(): string {
    const medlink = openMedlink({ dir: this.#dir })
    const given = QUERIES.map((query) =>
      medlink.link({ query, ontology: this.#ontology, request_id: '-' }),
    )
    medlink.close()
    return JSON.stringify(given)
  }
}
