import { hintKey, hintSchemas, SITE_NAME_COLUMNS, siteNameKey } from '../internal.ts'
import { createAnalyzer } from '../language/analyze.ts'
import type { LinkedOntology } from '../medlink.ts'
import { writeOutput } from './output.ts'
import type { MappedTerm, Project } from './project.ts'

/** The hints that a name may be bound to. */
const HINTS = ['unit', 'specimen'] as const

/** Report on the terms of a project as a table of names. */
export interface NamesReport {
  /** Names that were written. */
  readonly names: number
  /**
   * Terms with a code that are no names: with a code that is wider, narrower or inexact; asked with hints that a name
   * cannot be bound to; without words; and those that are one name with another term and have another code.
   */
  readonly left_out: {
    readonly relation: number
    readonly hints: number
    readonly words: number
    readonly contradicting: number
  }
}

/**
 * Writes the decisions of a project as a table of site names, which `openMedlink({ names })` and `medlink build --names`
 * read: a line for each term that all who decided on it gave one code that means the same.
 *
 * @param force whether a file that is there may be replaced
 * @throws MedlinkError `invalid_request` for a file that is there; `build_in_progress` when another process writes it;
 *   `no_access`, `disk_full`; what the project throws
 */
export async function exportNames(
  project: Project,
  file: string,
  { force = false }: { readonly force?: boolean | undefined } = {},
): Promise<NamesReport> {
  const { ontology } = await project.about()
  const reader = new NameReader(ontology)
  const left_out = { relation: 0, hints: 0, words: 0, contradicting: 0 }
  const names = new Map<string, Name>()
  for await (const term of project.everyTerm()) {
    if (term.state !== 'mapped') continue
    const name = reader.read(term)
    if (typeof name === 'string') {
      left_out[name]++
      continue
    }
    const before = names.get(name.key)
    if (before === undefined) names.set(name.key, name)
    else {
      before.terms++
      if (before.code !== name.code) before.contradicts = true
    }
  }
  const kept = [...names.values()].filter(({ contradicts }) => !contradicts)
  for (const { contradicts, terms } of names.values())
    if (contradicts) left_out.contradicting += terms
  await writeOutput(
    file,
    force,
    (async function* () {
      yield `${SITE_NAME_COLUMNS.join('\t')}\n`
      for (const { cells } of kept) yield `${cells.map(cellOf).join('\t')}\n`
    })(),
  )
  return { names: kept.length, left_out }
}

/** A name, with what it is found by. */
interface Name {
  readonly key: string
  readonly code: string
  /** In the order of the columns. */
  readonly cells: readonly string[]
  terms: number
  contradicts: boolean
}

/** Makes names of the terms of an ontology. */
class NameReader {
  readonly #analyzer = createAnalyzer()
  readonly #ontology: LinkedOntology
  readonly #hints: readonly string[]

  constructor(ontology: LinkedOntology) {
    this.#ontology = ontology
    this.#hints = HINTS.filter((hint) => Object.hasOwn(hintSchemas[ontology].shape, hint))
  }

  /** The name that a mapped term is, or why it is none. */
  read({ query, hints, code, standing }: MappedTerm): Name | 'relation' | 'hints' | 'words' {
    const said = standing.filter((each) => each.code !== null)
    if (said.some(({ relation }) => relation !== 'equivalent')) return 'relation'
    if (Object.keys(hints).some((hint) => !this.#hints.includes(hint))) return 'hints'
    const words = siteNameKey(query, this.#analyzer)
    if (words === '') return 'words'
    const { unit = '', specimen = '' } = hints
    const note = said.find((each) => each.note !== null)?.note ?? ''
    return {
      key: [words, hintKey(unit), hintKey(specimen)].join('\t'),
      code: code!,
      cells: [query, this.#ontology, code!, note, unit, specimen],
      ...{ terms: 1, contradicts: false },
    }
  }
}

/** A cell on one line, with the quotes that its reader takes away. */
function cellOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return /^".*"$/.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}
