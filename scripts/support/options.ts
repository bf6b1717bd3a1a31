import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** Options that mean the same everywhere: a header comment has them only where it says more. */
const COMMON = {
  dir: 'root of the indexes',
  ontology: 'one that is installed there',
  version: 'the newest installed one when left out',
  evals: 'the folder with the evaluation sets',
  releases: 'the folder with the releases',
  seed: 'another seed makes others',
  help: 'prints this',
} as const

/** Prints the header comment of a script, which is its help, with the common options that it leaves out, and ends the process. */
export function printHelp(script: string, options: Readonly<Record<string, unknown>> = {}): never {
  const source = readFileSync(new URL(script), 'utf8')
  const comment = source.slice(source.indexOf('/**') + 3, source.indexOf('*/'))
  const text = comment.replace(/^ \* ?/gm, '').trim()
  const others = Object.entries(COMMON).filter(
    ([name]) => (name === 'help' || name in options) && !text.includes(`\n  --${name} `),
  )
  const lines = others.map(([name, meaning]) => {
    const given = options[name]
    const hasDefault = typeof given === 'string' || typeof given === 'number'
    return `  --${name.padEnd(10)}${meaning}${hasDefault ? `; default: ${given}` : ''}`
  })
  console.log([text, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n'))
  process.exit(0)
}

/** The value of a command-line option that must be there. @throws TypeError naming it */
export function requireOption<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new TypeError(`--${name} is missing: see --help`)
  return value
}

/** The value of an option that is a count, 1 or more. @throws RangeError */
export function requireCount(value: string, name: string): number {
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1) return count
  throw new RangeError(`--${name} is ${value}: it must be a whole number from 1`)
}

/** Options that must be given, those that may be left out, and those that may be given several times. */
export const REQUIRED = Symbol('required')
export const OPTIONAL = Symbol('optional')
export const MULTIPLE = Symbol('multiple')

/** An option: its default, or that it has none. A number is a count. */
type Option = string | number | boolean | typeof REQUIRED | typeof OPTIONAL | typeof MULTIPLE

type OptionValue<Given extends Option> = Given extends boolean
  ? boolean
  : Given extends number
    ? number
    : Given extends typeof OPTIONAL
      ? string | undefined
      : Given extends typeof MULTIPLE
        ? string[]
        : string

/**
 * Reads the command line of a script. `--help` prints the header comment of the script and ends the process.
 *
 * @param script URL of its module
 * @throws TypeError for an unknown option or a required one that is missing
 * @throws RangeError for a count below 1
 */
export function readOptions<Options extends Readonly<Record<string, Option>>>(
  script: string,
  options: Options,
): { [Name in keyof Options]: OptionValue<Options[Name]> } {
  const config = Object.entries({ ...options, help: false }).map(([name, given]) => [
    name,
    { type: typeof given === 'boolean' ? 'boolean' : 'string', multiple: given === MULTIPLE },
  ])
  const { values } = parseArgs({ options: Object.fromEntries(config) })
  const said = values as Readonly<Record<string, string | string[] | boolean | undefined>>
  if (said.help) printHelp(script, options)
  const read = Object.entries(options).map(([name, given]) => {
    const value = said[name]
    if (typeof given === 'number') return [name, requireCount(String(value ?? given), name)]
    if (typeof given !== 'symbol') return [name, value ?? given]
    if (given === MULTIPLE) return [name, value ?? []]
    return [name, given === REQUIRED ? requireOption(value, name) : value]
  })
  return Object.fromEntries(read)
}
