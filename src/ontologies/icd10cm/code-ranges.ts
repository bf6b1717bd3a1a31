/** The codes from the first to the last, and all below them. */
export interface CodeRange {
  readonly first: string
  readonly last: string
}

/** Whether a code is one of a range. */
export function holds({ first, last }: CodeRange, code: string): boolean {
  return code >= first && (code <= last || code.startsWith(last))
}
