/** The codes from the first to the last, and all below them. */
export interface CodeRange {
  readonly first: string
  readonly last: string
}

/** True if a code is in a range. */
export function holds({ first, last }: CodeRange, code: string): boolean {
  return code >= first && (code <= last || code.startsWith(last))
}
