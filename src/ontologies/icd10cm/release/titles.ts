import { MedlinkError } from '../../../errors.ts'
import { createAnalyzer } from '../../../language/analyze.ts'
import { remember } from '../../../language/remember.ts'
import { readTable } from '../../../language/tables.ts'
import { TITLE_WORDS_TABLE } from '../title-words.ts'

/**
 * A title, or an inclusion term, taken apart: what it says for certain, what it leaves open ("of unspecified part",
 * "stage unspecified", "NOS") and what it says is not there ("without complications", "not intractable"). Words are
 * lemmas; what is in brackets counts only in `all` and `present`.
 */
export interface Title {
  readonly all: ReadonlySet<string>
  /** All but what is not there. */
  readonly present: ReadonlySet<string>
  /** Firm words. */
  readonly firm: ReadonlySet<string>
  /** The same without an end such as "and related syndromes": who says so much says nearly all. */
  readonly needed: ReadonlySet<string>
  /** Firm words for a presence in an open form: "with unspecified complications". */
  readonly presumed: ReadonlySet<string>
  /** The words of each open phrase, as written: `part` in "of unspecified part of neck". */
  readonly open: readonly (readonly string[])[]
  /** How often it says that something is left open; "other and unspecified" covers both, and leaves nothing open. */
  readonly openness: number
  /** How many words are said for certain, one that comes twice counted twice. */
  readonly firmLength: number
  /** The same with those that are left open. */
  readonly length: number
  /** True if it names several things: "aphagia and dysphagia". */
  readonly isJoined: boolean
  /** True if it is all of something except cases with codes of their own: "Other anemias". */
  readonly residual: 'no' | 'other' | 'other specified'
}

/** State of a word: firm, in an end that may be omitted, in an open form, not known, absent. */
type Role = 'firm' | 'tail' | 'presumed' | 'open' | 'absent'

interface Token {
  readonly text: string
  role: Role
}

/** Says nothing by itself; ends a phrase that is left open; or, after "not", says what is not there. */
const WORD_ROLES = ['small', 'bound', 'denied'] as const
type TitleWords = Readonly<Record<(typeof WORD_ROLES)[number], ReadonlySet<string>>>

const BRACKETS = /[([][^)\]]*[)\]]/g
/** Shorter ones are endings: "toe(s)". */
const WORD_IN_BRACKETS = /[a-z0-9']{3,}/g
const RESIDUAL = /^other (?!(?:specified )?(?:and|or) unspecified)(specified )?/
const TAIL = /\band (?:certain )?(?:other|related|allied) (?!parts?\b|sites?\b)/
const LEAVES_OPEN: ReadonlySet<string> = new Set(['nos', 'unknown', 'unspecified'])
const JOINS: ReadonlySet<string> = new Set(['and', 'or'])

/** The reader of titles and inclusion terms. @throws MedlinkError `data_invalid` */
export function createTitleReader(): (text: string) => Title {
  const analyzer = createAnalyzer()
  const lemmaOf = remember((word) => analyzer.wordOf(word).lemma)
  const words = readTitleWords()
  return (text) => readTitle(text, words, lemmaOf)
}

function readTitleWords(): TitleWords {
  const words = { small: new Set<string>(), bound: new Set<string>(), denied: new Set<string>() }
  for (const [word, roleName] of readTable(TITLE_WORDS_TABLE, ['word', 'role'])) {
    const role = WORD_ROLES.find((each) => each === roleName)
    if (role === undefined)
      throw new MedlinkError(
        'data_invalid',
        `data/${TITLE_WORDS_TABLE}: found the role "${roleName}", expected ${WORD_ROLES.join(', ')}`,
      )
    words[role].add(word!)
  }
  return words
}

function readTitle(text: string, given: TitleWords, lemmaOf: (word: string) => string): Title {
  const lower = text.toLowerCase()
  const [rest, residual] = takeResidual(lower.replace(BRACKETS, ''))
  const tail = rest.search(TAIL)
  const tokens = [...rest.matchAll(/[a-z0-9']+|,/g)].map(
    ({ 0: word, index }): Token => ({
      text: word,
      role: tail >= 0 && index >= tail ? 'tail' : 'firm',
    }),
  )
  const lemmas = (words: readonly string[]) =>
    words.filter((word) => word !== ',' && !given.small.has(word)).map(lemmaOf)
  const withRole = (...roles: Role[]) =>
    lemmas(tokens.filter(({ role }) => roles.includes(role)).map((token) => token.text))
  const openPhrases = markOpen(tokens, given).map(lemmas)
  markAbsent(tokens, given)
  const inBrackets = lemmas(
    (lower.match(BRACKETS) ?? []).flatMap((each) => each.match(WORD_IN_BRACKETS) ?? []),
  )
  const firm = withRole('firm', 'tail', 'presumed')
  const open = openPhrases.filter((phrase) => phrase.length > 0)
  return {
    all: new Set([...lemmas(tokens.map((token) => token.text)), ...inBrackets]),
    present: new Set([...firm, ...withRole('open'), ...inBrackets]),
    firm: new Set(firm),
    needed: new Set(withRole('firm', 'presumed')),
    presumed: new Set(withRole('presumed')),
    open,
    openness: tokens.filter(
      (token, i) => LEAVES_OPEN.has(token.text) && !JOINS.has(tokens[i - 1]?.text ?? ''),
    ).length,
    firmLength: firm.length,
    length: firm.length + withRole('open').length,
    isJoined: tokens.some((token) => JOINS.has(token.text)),
    residual,
  }
}

function takeResidual(text: string): [rest: string, residual: Title['residual']] {
  const found = RESIDUAL.exec(text)
  if (found === null) return [text, 'no']
  return [text.slice(found[0].length), found[1] === undefined ? 'other' : 'other specified']
}

/** Marks what is left open, and gives the words of each such phrase. */
function markOpen(tokens: readonly Token[], { bound }: TitleWords): string[][] {
  const phrases: string[][] = []
  const mark = (from: number, to: number, role: Role = 'open') => {
    for (let i = from; i < to; i++) tokens[i]!.role = role
    if (role === 'open') phrases.push(tokens.slice(from, to).map(({ text }) => text))
  }
  const isAt = (at: number, ...words: string[]) => words.includes(tokens[at]?.text ?? ',')
  const endsAt = (at: number) => isAt(at, ',') || bound.has(tokens[at]!.text)
  for (let i = 0; i < tokens.length; i++) {
    if (isAt(i, 'with') && isAt(i + 1, 'or') && isAt(i + 2, 'without')) {
      let to = i
      while (!isAt(to, ',')) to++
      mark(i, to)
    }
    if (isAt(i, 'nos')) mark(i, i + 1)
    if (!isAt(i, 'unspecified', 'unknown')) continue
    let to = i + 1
    const isClause = tokens.slice(0, i).some(({ text }) => text === ',')
    // "…, unspecified number of placenta", "…, unspecified whether with hypoxia"
    const isWhole = isAt(to, 'as', 'whether')
    if (isWhole || (isClause && !endsAt(to))) {
      while (!isAt(to, ',') && (isWhole || !isAt(to, 'with', 'without'))) to++
    } else while (!endsAt(to)) to++
    let from = i
    const isJoined = JOINS.has(tokens[i - 1]?.text ?? '')
    // "Complete or unspecified abortion"; "…, part unspecified"; "with loss of consciousness status unknown"
    if (isJoined || (isClause && i > 0)) while (from > 0 && !endsAt(from - 1)) from--
    const status = tokens.findLastIndex((token, at) => at < i && token.text === 'with')
    if (isAt(i, 'unknown') && endsAt(i + 1) && status >= 0) mark(status, i + 1)
    // "With unspecified complications" is with complications.
    else if (from > 0 && isAt(from - 1, 'with')) mark(from, to, 'presumed')
    else {
      mark(i, to)
      if (from < i) mark(from, i)
    }
  }
  return phrases
}

/** Marks what "without" and "not" say is not there. */
function markAbsent(tokens: readonly Token[], { denied }: TitleWords): void {
  for (let i = 0; i < tokens.length; i++) {
    const { text } = tokens[i]!
    if (text === 'uncomplicated') tokens[i]!.role = 'absent'
    const isDenied =
      (text === 'without' && tokens[i - 1]?.text !== 'or') ||
      (text === 'not' && denied.has(tokens[i + 1]?.text ?? ''))
    if (!isDenied) continue
    const to = endOfAbsent(tokens, i)
    for (let at = i; at < to; at++) tokens[at]!.role = 'absent'
    i = to - 1
  }
}

/** The next comma or "with"; a list goes on to the one behind its last "and". */
function endOfAbsent(tokens: readonly Token[], from: number): number {
  const textAt = (at: number) => tokens[at]?.text ?? ''
  let end = from
  while (end < tokens.length && textAt(end) !== 'with') end++
  let to = from
  for (let at = from; at < end; at++)
    if (textAt(at) === ',' && JOINS.has(textAt(at + 1))) to = at + 1
  while (to < end && textAt(to) !== ',') to++
  return to
}
