import type { Decision, TermState } from './project.ts'

/** The basis of a state. */
type Said = Pick<
  Decision,
  'id' | 'reviewer' | 'decision' | 'code' | 'title' | 'relation' | 'withdrawn'
>

/** State of a term, and its code. */
export interface Standing {
  readonly state: TermState
  readonly code: string | null
  readonly title: string | null
}

/** Each reviewer's last decision that was not withdrawn, the newest first. @param decisions of one term, in any order */
export function standingOf<Each extends Said>(decisions: readonly Each[]): Each[] {
  const newest = decisions
    .filter(({ withdrawn }) => withdrawn === null)
    .sort((one, other) => other.id - one.id)
  const seen = new Set<string>()
  return newest.filter(({ reviewer }) => !seen.has(reviewer) && seen.add(reviewer))
}

/**
 * The result of those decisions: the same code with another relation is a disagreement; if reviewers agree, the newest one's
 * title counts. `later` does not count next to other decisions.
 */
export function stateOf(standing: readonly Said[]): Standing {
  const said = standing.filter(({ decision }) => decision !== 'later')
  const nothing = { code: null, title: null }
  const first = said[0]
  if (first === undefined) return { state: standing.length === 0 ? 'open' : 'later', ...nothing }
  const differs = ({ code, relation }: Said) => code !== first.code || relation !== first.relation
  if (said.some(differs)) return { state: 'disagreement', ...nothing }
  if (first.code === null) return { state: 'no_code', ...nothing }
  return { state: 'mapped', code: first.code, title: first.title }
}
