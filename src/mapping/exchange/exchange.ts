import { type Medlink, MedlinkError } from '../../medlink.ts'
import { writeOutput } from '../output.ts'
import type { NewDecision, Project, ProjectAbout, Relation } from '../project.ts'
import { CODE_SYSTEMS } from './code-systems.ts'
import { conceptMapFormat } from './concept-map.ts'
import { type ConceptIds, readConcepts } from './concepts.ts'
import type { ExchangeFormat, ExchangeOptions, ReadMapping } from './format.ts'
import { sourceToConceptMap } from './source-to-concept-map.ts'
import { sssom } from './sssom.ts'
import { usagi } from './usagi.ts'

/** Formats in which mappings are exchanged. */
export const EXCHANGE_FORMATS = ['usagi', 'source-to-concept-map', 'sssom', 'concept-map'] as const
export type ExchangeFormatName = (typeof EXCHANGE_FORMATS)[number]

const FORMATS: Readonly<Record<ExchangeFormatName, ExchangeFormat>> = {
  usagi,
  'source-to-concept-map': sourceToConceptMap,
  sssom,
  'concept-map': conceptMapFormat,
}

/** Decisions that are kept at once. */
const BATCH = 1000
/** Places that a report names. */
const MAX_PLACES = 10

export interface TransferOptions {
  readonly format: ExchangeFormatName
  /** Athena's CONCEPT.csv, for formats that have OMOP's concept_ids. */
  readonly concepts?: string | undefined
  /** Name of the site's own codes, see {@link ExchangeOptions}. */
  readonly source?: string | undefined
  /** Version of FHIR; default: R4. */
  readonly release?: 'r4' | 'r5' | undefined
  /** True if an existing file may be replaced. */
  readonly force?: boolean | undefined
  /** Clock in epoch milliseconds; the system's when not given. */
  readonly now?: () => number
  readonly onRemark?: (remark: string) => void
}

/**
 * Writes a project's decisions into a file, which is there when all of it is.
 *
 * @throws MedlinkError `invalid_request` for a format that needs concept_ids and has none, or a file that is there;
 *   `build_in_progress` when another process writes it; `no_access`, `disk_full`; what the project throws
 */
export async function exportMappings(
  project: Project,
  file: string,
  options: TransferOptions,
): Promise<void> {
  const about = await project.about()
  const text = FORMATS[options.format].write(
    about,
    project.rows(),
    await readOptions(about, options),
  )
  await writeOutput(file, options.force ?? false, text)
}

/** Report on a file that was read. Places are those of the first ten. */
export interface ImportReport {
  /** Rows of the file, and decisions that were kept. */
  readonly rows: number
  readonly decided: number
  /** Rows whose decision is in the project already, and rows with none. */
  readonly unchanged: number
  readonly undecided: number
  /** Rows of which the project has no such row of its source, or several. */
  readonly unknown_source: Places
  /** Rows with a code that the release does not have, or has retired. */
  readonly unknown_code: Places
  /** Rows that say something else of a term than an earlier row by the same reviewer. */
  readonly contradicting: Places
}

export interface Places {
  readonly count: number
  /** "row 12". */
  readonly places: readonly string[]
}

/**
 * Takes decisions of a file into a project, as those of the reviewers that it names: they are added to the decisions of the
 * project and replace none. Rows of the file that the project lacks are reported, and nothing is made up for them. The same
 * file again changes nothing.
 *
 * @param reviewer the reviewer of decisions without a name
 * @throws MedlinkError `table_invalid` for a file that is none of the format; `invalid_request` for one that needs
 *   concept_ids; `unknown_version` where the project's release is not installed; what the project throws
 */
export async function importMappings(
  project: Project,
  medlink: Medlink,
  file: string,
  reviewer: string,
  options: TransferOptions,
): Promise<ImportReport> {
  const about = await project.about()
  const read = await readOptions(about, options)
  const report = new Report()
  const terms = await findTerms(project)
  const codes = new CodeReader(medlink, about, read.concepts)
  const acts = new Map<string, { reviewer: string; at: number | undefined; all: Wanted[] }>()
  const seen = new Map<string, string>()
  for await (const each of FORMATS[options.format].read(file, about, read)) {
    report.rows++
    const term = terms(each)
    if (term === undefined) {
      report.unknown_source.add(each.place)
      continue
    }
    if (each.decision === undefined) {
      report.undecided++
      continue
    }
    const found = codes.titled(each)
    if (found === 'unknown') {
      report.unknown_code.add(each.place)
      continue
    }
    const by = each.reviewer ?? reviewer
    const wanted: Wanted = {
      ...{ term, decision: each.decision, note: each.note ?? null },
      ...(found === undefined ? {} : { ...found, relation: each.relation ?? 'equivalent' }),
    }
    const said = JSON.stringify([wanted.decision, wanted.code, wanted.relation])
    const before = seen.get(`${term} ${by}`)
    if (before !== undefined) {
      if (before !== said) report.contradicting.add(each.place)
      continue
    }
    seen.set(`${term} ${by}`, said)
    const key = JSON.stringify([by, each.at])
    const act = acts.get(key) ?? { reviewer: by, at: each.at, all: [] }
    act.all.push(wanted)
    acts.set(key, act)
  }
  // In the order in which they were made: each reviewer's last one is valid.
  const sorted = [...acts.values()].sort((one, other) => (one.at ?? 0) - (other.at ?? 0))
  for (const act of sorted) await keep(project, act, report)
  return report.shown()
}

/** A decision that a file has. */
interface Wanted {
  readonly term: number
  readonly decision: Exclude<ReadMapping['decision'], undefined>
  readonly note: string | null
  readonly code?: string
  readonly title?: string
  readonly relation?: Relation
}

async function keep(
  project: Project,
  { reviewer, at, all }: { reviewer: string; at: number | undefined; all: readonly Wanted[] },
  report: Report,
): Promise<void> {
  for (let i = 0; i < all.length; i += BATCH) {
    const decisions: NewDecision[] = []
    for (const wanted of all.slice(i, i + BATCH)) {
      const term = (await project.term(wanted.term))!
      const standing = term.standing.find((each) => each.reviewer === reviewer)
      const isCandidate = term.candidates.some(({ code }) => code === wanted.code)
      const decision = wanted.decision === 'accept' && !isCandidate ? 'other' : wanted.decision
      const isSame =
        standing !== undefined &&
        (standing.code ?? undefined) === wanted.code &&
        (standing.decision === 'later') === (decision === 'later') &&
        (standing.relation ?? undefined) === wanted.relation &&
        standing.note === wanted.note
      if (isSame) {
        report.unchanged++
        continue
      }
      const { code, title, relation, note } = wanted
      decisions.push({
        ...{ term: term.id, seen: term.revision, decision },
        ...(code !== undefined && { code }),
        ...(title !== undefined && { title }),
        ...(relation !== undefined && { relation }),
        ...(note !== null && { note }),
      })
    }
    if (decisions.length === 0) continue
    const outcomes = await project.decide(reviewer, decisions, at)
    report.decided += outcomes.filter(({ outcome }) =>
      ['decided', 'merged'].includes(outcome),
    ).length
  }
}

/** Finds the term of a row of the source, by its code and name, or by what the file has of both where that is one term. */
async function findTerms(project: Project): Promise<(mapping: ReadMapping) => number | undefined> {
  const both = new Map<string, number | null>()
  const byCode = new Map<string, number | null>()
  const byName = new Map<string, number | null>()
  const add = (map: Map<string, number | null>, key: string, term: number) => {
    map.set(key, map.has(key) && map.get(key) !== term ? null : term)
  }
  for await (const { source, term } of project.rows()) {
    if (term === null) continue
    const [code, name] = [plain(source.code), plain(source.name)]
    add(both, JSON.stringify([code, name]), term.id)
    if (code !== '') add(byCode, code, term.id)
    add(byName, name, term.id)
  }
  return ({ source_code, source_name }) => {
    const [code, name] = [plain(source_code), plain(source_name)]
    const exact = both.get(JSON.stringify([code, name]))
    if (exact != null) return exact
    // A format without a code for every row may have put the name in its place.
    if (code !== '' && byCode.has(code)) return byCode.get(code) ?? undefined
    if (code === '' || code === name.slice(0, code.length))
      return byName.get(name === '' ? code : name) ?? undefined
    return undefined
  }
}

/** Formats differ in what they do with blanks and line breaks. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Codes that a release has, each asked once. */
class CodeReader {
  readonly #medlink: Medlink
  readonly #about: ProjectAbout
  readonly #concepts: ConceptIds | undefined
  readonly #titles = new Map<string, { code: string; title: string } | 'unknown'>()

  constructor(medlink: Medlink, about: ProjectAbout, concepts: ConceptIds | undefined) {
    this.#medlink = medlink
    this.#about = about
    this.#concepts = concepts
  }

  /** The code that a row says with its title; undefined where it says none. */
  titled({
    code: written,
    concept_id,
    decision,
  }: ReadMapping): { code: string; title: string } | 'unknown' | undefined {
    if (decision !== 'accept') return undefined
    const code =
      written ?? (concept_id === undefined ? undefined : this.#concepts?.codeOf(concept_id))
    if (code === undefined) return 'unknown'
    let found = this.#titles.get(code)
    if (found === undefined) {
      found = this.#ask(code)
      this.#titles.set(code, found)
    }
    return found
  }

  #ask(code: string): { code: string; title: string } | 'unknown' {
    const { ontology, version } = this.#about
    try {
      const concept = this.#medlink.concept(ontology, code, version)
      return concept.active ? { code: concept.code, title: concept.name } : 'unknown'
    } catch (error) {
      if (error instanceof MedlinkError && error.code === 'unknown_code') return 'unknown'
      throw error
    }
  }
}

class Report {
  rows = 0
  decided = 0
  unchanged = 0
  undecided = 0
  readonly unknown_source = new PlaceList()
  readonly unknown_code = new PlaceList()
  readonly contradicting = new PlaceList()

  shown(): ImportReport {
    const { rows, decided, unchanged, undecided } = this
    return {
      ...{ rows, decided, unchanged, undecided },
      unknown_source: this.unknown_source.shown(),
      unknown_code: this.unknown_code.shown(),
      contradicting: this.contradicting.shown(),
    }
  }
}

class PlaceList {
  readonly #places: string[] = []
  #count = 0

  add(place: string): void {
    this.#count++
    if (this.#places.length < MAX_PLACES) this.#places.push(place)
  }

  shown(): Places {
    return { count: this.#count, places: this.#places }
  }
}

async function readOptions(
  about: ProjectAbout,
  options: TransferOptions,
): Promise<ExchangeOptions> {
  const { concepts, source, release, now = Date.now, onRemark = () => {} } = options
  return {
    ...{ source, release, onRemark, now: now() },
    concepts:
      concepts === undefined
        ? undefined
        : await readConcepts(concepts, CODE_SYSTEMS[about.ontology]),
  }
}
