import type { ExplainedResult } from '../../medlink.ts'

/** A stretch of a text. */
export interface AccountedStretch {
  readonly text: string
  /** Class of what accounts for it; absent for text between words. */
  readonly by?: 'proven' | 'spared' | 'doubtful' | 'missing'
  /** The same in words: "abbreviation of type 2 diabetes mellitus", "strength". */
  readonly words?: string
}

type Evidence = NonNullable<ExplainedResult['explanations'][number]['account']>[number]

/** Each account of a word, by its class, and in words. */
const ACCOUNTS: Readonly<
  Record<Evidence['by'], readonly [by: NonNullable<AccountedStretch['by']>, words: string]>
> = {
  same_word: ['proven', 'same word'],
  inflection: ['proven', 'inflection of'],
  synonym: ['proven', 'synonym of'],
  abbreviation: ['proven', 'short for'],
  spelling: ['proven', 'spelling of'],
  lay: ['proven', 'patients’ word for'],
  agreed: ['proven', 'the code agrees'],
  other_name: ['proven', 'another name'],
  related: ['doubtful', 'related to'],
  spared: ['spared', 'may be left out'],
  silent: ['spared', 'says nothing'],
  left_over: ['missing', 'not in the name'],
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}.'’/-]*[\p{L}\p{N}\p{M}]|[\p{L}\p{N}]/gu

/**
 * A text in stretches, with what accounts for each word: of a prescription the kind of each part, of any other mention the
 * evidence for the first candidate. Without either the text is one stretch.
 */
export function accountedStretches({
  query,
  explanations,
  parse,
}: Pick<ExplainedResult, 'query' | 'explanations' | 'parse'>): AccountedStretch[] {
  const marked =
    parse !== undefined
      ? parse.map(({ kind, begin, end }) => ({ begin, end, ...kindOf(kind) }))
      : withRepeated(query, placesOf(query, explanations[0]?.account ?? []))
  const stretches: AccountedStretch[] = []
  let at = 0
  for (const { begin, end, by, words } of marked) {
    if (begin > at) stretches.push({ text: query.slice(at, begin) })
    stretches.push({ text: query.slice(begin, end), by, words })
    at = end
  }
  if (at < query.length) stretches.push({ text: query.slice(at) })
  return stretches
}

interface Marked {
  readonly begin: number
  readonly end: number
  readonly by: NonNullable<AccountedStretch['by']>
  readonly words: string
  /** Words of the name that it accounts for. */
  readonly of?: string | undefined
}

/** Letters with which two forms of a word begin alike: "diabetic" and "diabetes". */
const SHARED_LETTERS = 5

/** The same with words that the account lacks, because another word says the same: "diabetic" next to "T2DM". */
function withRepeated(query: string, marked: readonly Marked[]): readonly Marked[] {
  const repeated = [...query.matchAll(WORD)].flatMap(({ 0: word, index: begin }) => {
    const end = begin + word.length
    if (marked.some((each) => each.begin < end && begin < each.end)) return []
    const start = word.slice(0, SHARED_LETTERS).toLowerCase()
    const said = marked.find(({ of = '' }) =>
      of.split(' ').some((each) => each.length >= SHARED_LETTERS && each.startsWith(start)),
    )
    if (word.length < SHARED_LETTERS || said === undefined) return []
    const words = `said by “${query.slice(said.begin, said.end)}”, too`
    return [{ begin, end, by: said.by, words }]
  })
  return [...marked, ...repeated].sort((a, b) => a.begin - b.begin)
}

function kindOf(kind: string) {
  const by = kind === 'unknown' ? 'missing' : kind === 'aside' ? 'spared' : 'proven'
  return { by, words: kind } as const
}

/** Places of accounted words. Their spelling may be another than the text's: then the next word with the same initial is meant. */
function placesOf(query: string, account: readonly Evidence[]): Marked[] {
  const lower = query.toLowerCase()
  const words = [...query.matchAll(WORD)].map(({ 0: word, index }) => ({
    ...{ begin: index, end: index + word.length, initial: word[0]!.toLowerCase() },
  }))
  let from = 0
  return account.flatMap(({ word, by, of }) => {
    const exact = lower.indexOf(word.toLowerCase(), from)
    const place =
      exact >= 0
        ? { begin: exact, end: exact + word.length }
        : words.find(({ begin, initial }) => begin >= from && initial === word[0]?.toLowerCase())
    if (place === undefined) return []
    from = place.end
    const [kind, said] = ACCOUNTS[by]
    const isNamed = of !== undefined && !['same_word', 'agreed', 'spared', 'silent'].includes(by)
    return [
      {
        ...{ begin: place.begin, end: place.end, by: kind, of },
        words: isNamed ? `${said} “${of}”` : said,
      },
    ]
  })
}
