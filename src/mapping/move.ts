import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import type { CodeChange, LinkOutcome, Medlink } from '../medlink.ts'
import { MedlinkError } from '../medlink.ts'
import { locked, type Store } from '../records/store.ts'
import { readAbout } from './about.ts'
import { requireAnswer } from './answering.ts'
import { candidatesOf, reasonOf, requestFor, writeAnswers } from './candidates.ts'
import type {
  Candidate,
  FirstCandidate,
  Look,
  MappedTerm,
  MoveOptions,
  ReleaseMove,
  TermChange,
} from './project.ts'
import type { Tables } from './schema.ts'
import { everyTerm } from './terms.ts'

/** See `Project.compareTo`. */
export async function compareTo(
  store: Store<Tables>,
  medlink: Medlink,
  to: string,
  options: MoveOptions = {},
): Promise<ReleaseMove> {
  const release = await linkAgain(store, medlink, to, options)
  const changes: TermChange[] = []
  for await (const term of everyTerm((work) => store.run(work))) {
    const change = release.changeOf(term)
    if (change !== undefined) changes.push(change)
  }
  return release.moved(changes)
}

/** See `Project.move`. */
export async function move(
  store: Store<Tables>,
  medlink: Medlink,
  to: string,
  options: MoveOptions = {},
): Promise<ReleaseMove> {
  const release = await linkAgain(store, medlink, to, options)
  return store.run((db, engine) =>
    db.transaction().execute(async (trx) => {
      const { version } = await locked(
        engine,
        trx.selectFrom('project').select('version'),
      ).executeTakeFirstOrThrow()
      if (version !== release.from)
        throw new MedlinkError(
          'build_in_progress',
          'the mapping project was moved to another release in the meantime',
        )
      const changes: TermChange[] = []
      for await (const term of everyTerm((work) => work(trx as unknown as Kysely<Tables>))) {
        const change = release.changeOf(term)
        if (change !== undefined) changes.push(change)
        const outcome = release.answers.get(term.id)
        if (outcome !== undefined || change?.look)
          await changeTerm(trx, term, outcome, change?.look ?? null)
      }
      await trx
        .updateTable('project')
        .set({ version: release.to, model_version: release.model_version })
        .execute()
      return release.moved(changes)
    }),
  )
}

async function changeTerm(
  trx: Transaction<Tables>,
  { id, revision }: MappedTerm,
  outcome: LinkOutcome | undefined,
  look: Look | null,
): Promise<void> {
  const next = revision + 1
  if (outcome !== undefined) await writeAnswers(trx, [outcome])
  await trx
    .updateTable('term')
    .set({
      revision: next,
      ...(outcome !== undefined && { asked_revision: next }),
      ...(look !== null && { needs_look: 1, look: JSON.stringify(look), look_revision: next }),
    })
    .where('id', '=', id)
    .execute()
}

/** Links of a project's terms by another release, and changes of codes. */
class OtherRelease {
  readonly from: string
  readonly to: string
  /** Answers that are others than the project has, by term. */
  readonly answers = new Map<number, LinkOutcome>()
  model_version: string | null
  readonly #ontology: ReleaseMove['ontology']
  readonly #codes: ReadonlyMap<string, CodeChange>

  constructor(
    { ontology, version, model_version }: Awaited<ReturnType<typeof readAbout>>,
    to: string,
    changes: readonly CodeChange[],
  ) {
    this.from = version
    this.to = to
    this.model_version = model_version
    this.#ontology = ontology
    this.#codes = new Map(changes.map((change) => [change.code, change]))
  }

  /** Takes the answer to a term. */
  add(term: MappedTerm, outcome: LinkOutcome): void {
    if ('results' in outcome) this.model_version = outcome.model_version
    const candidates = candidatesOf(outcome)
    const isSame =
      isDeepStrictEqual(candidates, term.candidates) &&
      reasonOf(outcome, candidates) === term.reason
    if (!isSame) this.answers.set(term.id, outcome)
  }

  /** The change of a term for a person to see; undefined if there is none. */
  changeOf(term: MappedTerm): TermChange | undefined {
    const outcome = this.answers.get(term.id)
    const after = outcome === undefined ? term.first : (candidatesOf(outcome)[0] ?? null)
    const look = this.#lookAt(term, after)
    const isSame = after?.code === term.first?.code && after?.is_linked === term.first?.is_linked
    if (look === null && isSame) return undefined
    const { id, query, first } = term
    return { term: id, query, look, before: firstOf(first), after: firstOf(after) }
  }

  moved(changes: readonly TermChange[]): ReleaseMove {
    const { from, to, answers } = this
    return { ontology: this.#ontology, from, to, candidates_changed: answers.size, changes }
  }

  #lookAt({ standing, state, code, first }: MappedTerm, after: Candidate | null): Look | null {
    const { from, to } = this
    for (const decided of standing) {
      const change = decided.code === null ? undefined : this.#codes.get(decided.code)
      if (change === undefined) continue
      const reason = lookReasonOf(change)
      if (reason === undefined) continue
      const renamed = { code: change.code, title: change.new_name ?? '' }
      const into = change.into.map((each) => ({ code: each.code, title: each.name }))
      return { reason, code: change.code, from, to, into: reason === 'renamed' ? [renamed] : into }
    }
    const isDecided = state === 'mapped' || state === 'no_code'
    if (!isDecided || !after?.is_linked || after.code === code) return null
    const wasLinked = first?.is_linked === true && first.code === after.code
    if (wasLinked) return null
    const into = [{ code: after.code, title: after.title }]
    return { reason: 'link_changed', code, from, to, into }
  }
}

/** Links every term to another release. */
async function linkAgain(
  store: Store<Tables>,
  medlink: Medlink,
  to: string,
  { onProgress, workers, signal }: MoveOptions,
): Promise<OtherRelease> {
  const about = await store.run(readAbout)
  const { ontology, version: from, asked_with } = about
  if (to === from)
    throw new MedlinkError('invalid_request', `the mapping project already uses ${ontology} ${to}`)
  const release = new OtherRelease(about, to, medlink.diff({ ontology, from, to }).changes)
  const { total } = await store.run((db) =>
    db
      .selectFrom('term')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  )
  const asked = new Map<string, MappedTerm>()
  const requests = (async function* () {
    for await (const term of everyTerm((work) => store.run(work))) {
      asked.set(String(term.id), term)
      yield requestFor(term, { ...asked_with, ontology, version: to })
    }
  })()
  const options = {
    ...(workers !== undefined && { workers }),
    ...(signal !== undefined && { signal }),
  }
  let done = 0
  for await (const outcome of medlink.linkMany(requests, options)) {
    const id = outcome.request_id!
    release.add(asked.get(id)!, requireAnswer(outcome))
    asked.delete(id)
    onProgress?.(++done, Number(total))
  }
  return release
}

/**
 * The reason to report among several changes of a code: the gravest one. Undefined for a code that exists again.
 */
function lookReasonOf({
  changes,
}: CodeChange): Exclude<Look['reason'], 'link_changed'> | undefined {
  const reasons = ['retired', 'split', 'flag_changed', 'renamed'] as const
  return reasons.find((kind) => changes.includes(kind))
}

function firstOf(candidate: Candidate | null): FirstCandidate | null {
  if (candidate === null) return null
  const { code, title, is_linked } = candidate
  return { code, title, is_linked }
}
