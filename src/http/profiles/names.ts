/** A name in its parts: first, middle and last. */
export interface NameParts {
  readonly fn: string
  readonly mn?: string | undefined
  readonly ln?: string | undefined
}

/** A full name split on white space: the first word, those in the middle, the last. What there is none of is left out. */
export function splitFullName(fln: string): NameParts {
  const [fn = '', ...others] = fln.trim().split(/\s+/)
  const ln = others.pop()
  if (ln === undefined) return { fn }
  return others.length === 0 ? { fn, ln } : { fn, mn: others.join(' '), ln }
}

/** The parts that there are, with a space between them. */
export function joinName({ fn, mn, ln }: NameParts): string {
  return [fn, mn, ln].filter((part) => part !== undefined).join(' ')
}
