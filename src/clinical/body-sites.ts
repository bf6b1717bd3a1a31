import { createAnalyzer, type Word } from '../language/analyze.ts'
import { lemmaTokens, PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily, remember } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'

/** Parts of the body and organ systems in running text: "neck of femur", "chest wall", "retro-orbital". */

const TABLE = 'clinical/body-sites.tsv'

/** `part` is a site only with another one: "tip of nose"; a `prefix` makes one of an adjective, a `link` one of two. */
type Kind = 'site' | 'part' | 'prefix' | 'link'

/** A site that begins at a word and ends before `to`. */
export interface FoundSite {
  readonly to: number
  /** True if the tables have its words; false if they only have the word after its prefix: "peri-" and "orbital". */
  readonly isListed: boolean
}

interface Tables {
  /** Sites by lemmas. */
  readonly phrases: PhraseMatcher<Kind>
  /** True for a site of one word behind a prefix: "periorbital". */
  readonly isPrefixed: (form: string) => boolean
}

/** Forms that are remembered: adjectives behind a prefix, few of them. */
const MAX_REMEMBERED = 1000
/** A shorter word behind a prefix is a part of another word: "preface". */
const SHORTEST_BEHIND_PREFIX = 5

const tables = lazily(readTables)

/**
 * The site that begins at a word; undefined where none does.
 *
 * @param lemmas of the words, {@link lemmaTokens}
 * @param touches true if only a space or a hyphen is between a word and the next one
 * @throws MedlinkError `data_invalid`
 */
export function siteAt(
  words: readonly Word[],
  lemmas: readonly string[],
  from: number,
  touches: (at: number) => boolean,
): FoundSite | undefined {
  const { phrases } = tables()
  const longest = (kind: Kind, at: number) =>
    at < lemmas.length
      ? phrases.startingAt(lemmas, at).findLast(({ value }) => value === kind)?.to
      : undefined
  const siteEnd = (at: number) => longest('site', at) ?? prefixedEnd(words, at)
  // A part is one only where a site follows it: "tip of nose", "end of radius".
  const part = longest('part', from)
  const link = part === undefined ? undefined : longest('link', part)
  let to = siteEnd(from) ?? (link === undefined ? undefined : siteEnd(link))
  if (to === undefined) return undefined
  const isListed = link !== undefined || longest('site', from) !== undefined
  for (let next = nextEnd(to); next !== undefined; next = nextEnd(to)) to = next
  return { to, isListed }

  /** "chest wall", "neck of femur": the end of what goes on behind a site. */
  function nextEnd(at: number): number | undefined {
    if (at >= lemmas.length || !touches(at - 1)) return undefined
    const link = longest('link', at)
    return link === undefined ? (siteEnd(at) ?? longest('part', at)) : siteEnd(link)
  }
}

const wordsOfSites = lazily((): ReadonlySet<string> => {
  const rows = readTable(TABLE, ['phrase', 'kind'])
  return new Set(rows.flatMap(([phrase, kind]) => (kind === 'prefix' ? [] : phrase!.split(' '))))
})

/** True if a form is in a phrase for a part of the body: "great" of "great toe". @throws MedlinkError `data_invalid` */
export function isWordOfSites(form: string): boolean {
  return wordsOfSites().has(form)
}

/** True for a word for a part of some site: "base". @throws MedlinkError `data_invalid` */
export function isPart(lemmas: readonly string[], at: number): boolean {
  return at < lemmas.length && tables().phrases.get([lemmas[at]!]) === 'part'
}

function prefixedEnd(words: readonly Word[], at: number): number | undefined {
  const form = words[at]?.form
  return form !== undefined && tables().isPrefixed(form) ? at + 1 : undefined
}

function readTables(): Tables {
  const analyzer = createAnalyzer(MAX_REMEMBERED)
  const phrases = new PhraseMatcher<Kind>()
  const prefixes: string[] = []
  for (const [phrase, kind] of readTable(TABLE, ['phrase', 'kind'])) {
    if (kind === 'prefix') prefixes.push(phrase!)
    else phrases.set(lemmaTokens(analyzer.analyze(phrase!)), kind as Kind)
  }
  const isPrefixed = remember((form) =>
    prefixes.some((prefix) => {
      const rest = form.startsWith(prefix) ? form.slice(prefix.length) : ''
      if (rest.length < SHORTEST_BEHIND_PREFIX) return false
      return phrases.get([analyzer.wordOf(rest).lemma]) === 'site'
    }),
  )
  return { phrases, isPrefixed }
}
