/** Mutants that no test can notice, because they change nothing; each with the reason. */
export interface Equivalent {
  readonly path: string
  /** The line of the source that is changed, without the white space around. */
  readonly line: string
  readonly before: string
  readonly after: string
  readonly because: string
}

export const EQUIVALENTS: readonly Equivalent[] = []
