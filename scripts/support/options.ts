import { readFileSync } from 'node:fs'

/** Prints the header comment of a script, which is its help, and ends the process. */
export function printHelp(script: string): never {
  const source = readFileSync(new URL(script), 'utf8')
  const comment = source.slice(source.indexOf('/**') + 3, source.indexOf('*/'))
  console.log(comment.replace(/^ \* ?/gm, '').trim())
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
