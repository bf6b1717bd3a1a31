/** Instructions of a Dockerfile, as far as Medlink's has them. */

/** One instruction, its continued lines joined. */
export interface Instruction {
  /** In capitals, e.g. COPY. */
  readonly name: string
  readonly text: string
}

/** Instructions of one stage, its FROM left out. */
export interface Stage {
  /** Image that it starts from. */
  readonly base: string
  /** Undefined for the last one. */
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

/** Reads the stages of a Dockerfile. @throws Error if an instruction comes before the first FROM */
export function readStages(source: string): Stage[] {
  const lines = source
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = []
  for (const line of lines) {
    const [, name = '', text = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') {
      const [base = '', , stage] = text.split(/\s+/)
      stages.push({ base, name: stage, instructions: [] })
    } else {
      const stage = stages.at(-1)
      if (stage === undefined) throw new Error(`${name} comes before FROM`)
      stage.instructions.push({ name, text })
    }
  }
  return stages
}

/** The words of a command in the form of a JSON array. @throws Error for another form, which needs a shell */
export function execForm(text: string): string[] {
  const words: unknown = text.startsWith('[') ? JSON.parse(text) : undefined
  if (!Array.isArray(words)) throw new Error(`a shell is needed for ${text}`)
  return words.map(String)
}

/** The last text that a stage has of an instruction. @throws Error if there is none */
export function lastOf({ instructions }: Stage, name: string): string {
  const found = instructions.findLast((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found.text
}
