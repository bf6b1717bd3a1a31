import type { PhraseRecord, TermKind, TermRecord } from '../index/records.ts'
import { abbreviates } from '../language/abbreviation.ts'
import { type Analyzer, contentOf, type Word } from '../language/analyze.ts'
import { readOpposites } from '../language/opposites.ts'
import { exactTokens, lemmaTokens } from '../language/phrase-matcher.ts'
import { sortPhrases } from './phrases.ts'

/**
 * Phrases that a release teaches: the names of one code say the same thing, so where two of them differ in one
 * place only, the words there in the one may stand for those in the other ("renal calculus", "kidney
 * calculus"). What many codes show becomes a phrase that the linker may read for another.
 */

/** "MI - Myocardial infarction": the form in which a release explains an abbreviation. */
const EXPANDED = /^([A-Z][A-Za-z0-9]{1,7}) - (\S.*)$/
const ABBREVIATION_WEIGHT = 0.94

/** Everything a release teaches. @throws MedlinkError `data_invalid` */
export function learnPhrases(terms: readonly TermRecord[], analyzer: Analyzer): PhraseRecord[] {
  return [
    ...learnPairs(terms, analyzer, readOpposites(analyzer)),
    ...learnAbbreviations(terms, analyzer),
  ]
}

/** Phrases that are known and those that were learned; a known phrase stays as it is. */
export function withLearned(
  known: readonly PhraseRecord[],
  learned: readonly PhraseRecord[],
  analyzer: Analyzer,
): PhraseRecord[] {
  const markOf = ({ tokens, text }: PhraseRecord) =>
    `${tokens}|${contentOf(analyzer.analyze(text)).map(({ key }) => key)}`
  const learnedTokens = new Set(learned.map(({ tokens }) => tokens))
  const marks = new Set(known.filter(({ tokens }) => learnedTokens.has(tokens)).map(markOf))
  return sortPhrases([...known, ...learned.filter((phrase) => !marks.has(markOf(phrase)))])
}

/** Abbreviations that names spell out, each with what it stands for. */
export function learnAbbreviations(
  terms: readonly TermRecord[],
  analyzer: Analyzer,
): PhraseRecord[] {
  const learned = new Map<string, PhraseRecord>()
  for (const { text } of terms) {
    const [, short, long] = EXPANDED.exec(text) ?? []
    if (short === undefined || !abbreviates(short, long!)) continue
    const [word, ...more] = analyzer.analyze(short)
    if (word?.kind !== 'word' || more.length > 0) continue
    const tokens = exactTokens([word]).join(' ')
    learned.set(`${tokens}|${long!.toLowerCase()}`, {
      tokens,
      text: long!,
      weight: ABBREVIATION_WEIGHT,
      because: 'abbreviation of the release',
      context: '',
    })
  }
  return [...learned.values()]
}

/** Names that say what the code says; entries of an index are looser, and Medlink's own are no release's. */
const TEACHING: ReadonlySet<TermKind> = new Set<TermKind>(['preferred', 'synonym'])
/** Number of names of a code that teach: the first ones. */
const MAX_NAMES = 12
/** Minimum number of codes with a pair, and minimum share of the places where its rarer side could be. */
const MIN_CODES = 3
const MIN_SHARE = 0.1
/** Pseudo-counts: a share seen on few codes is trusted less. */
const DOUBT = 2
/** The most words that stand for one. */
const LONGEST = 2
/** The most that one phrase may be read as. */
const MAX_READINGS = 6
/** A learned reading weighs between these, less than one of Medlink's tables. */
const WEIGHT = { least: 0.72, most: 0.92 } as const

/** Words that one name has and another one lacks. */
interface Side {
  /** Their lemmas: what tells sides apart. */
  readonly tokens: string
  readonly keys: string
  readonly text: string
}

interface Pair {
  readonly one: Side
  readonly other: Side
  codes: number
}

/**
 * Phrases that may be read as others because the release's names do, both ways, strongest first for each.
 *
 * @param excluded pairs of keys that exclude each other, however often names differ in them
 */
export function learnPairs(
  terms: readonly TermRecord[],
  analyzer: Analyzer,
  excluded: readonly (readonly [string, string])[],
): PhraseRecord[] {
  const pairs = new Map<string, Pair>()
  const places = new Map<string, number>()
  for (const names of namesByCode(terms)) countDifferences(names, analyzer, pairs, places)
  const opposed = new Set(excluded.flatMap(([a, b]) => [`${a}|${b}`, `${b}|${a}`]))
  const learned = new Map<string, PhraseRecord[]>()
  const add = (from: Side, to: Side, share: number) => {
    const weight = WEIGHT.least + (WEIGHT.most - WEIGHT.least) * Math.min(1, share)
    const phrases = learned.get(from.tokens) ?? []
    phrases.push({
      tokens: from.tokens,
      text: to.text,
      weight: Math.round(weight * 1000) / 1000,
      because: 'learned',
      context: '',
    })
    learned.set(from.tokens, phrases)
  }
  for (const { one, other, codes } of pairs.values()) {
    if (codes < MIN_CODES || opposed.has(`${one.keys}|${other.keys}`)) continue
    const shareOf = ({ tokens }: Side) => codes / (places.get(tokens)! + DOUBT)
    const [ofOne, ofOther] = [shareOf(one), shareOf(other)]
    if (Math.max(ofOne, ofOther) < MIN_SHARE) continue
    add(one, other, Math.max(ofOne, ofOther / 2))
    add(other, one, Math.max(ofOther, ofOne / 2))
  }
  return [...learned.values()].flatMap((phrases) =>
    phrases
      .sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1))
      .slice(0, MAX_READINGS),
  )
}

function* namesByCode(terms: readonly TermRecord[]): Generator<string[]> {
  const names = new Map<string, string[]>()
  for (const { code, text, kind, language } of terms) {
    if (!TEACHING.has(kind) || language !== 'en') continue
    const known = names.get(code)
    if (known === undefined) names.set(code, [text])
    else if (known.length < MAX_NAMES) known.push(text)
  }
  for (const own of names.values()) if (own.length > 1) yield own
}

/** Counts once a code what its names differ in, and for each side that it could have differed. */
function countDifferences(
  names: readonly string[],
  analyzer: Analyzer,
  pairs: Map<string, Pair>,
  places: Map<string, number>,
): void {
  const analyzed = names.map((name) => contentOf(analyzer.analyze(name)))
  const seen = new Set<string>()
  const sides = new Set<string>()
  for (let i = 0; i < analyzed.length; i++) {
    for (let j = i + 1; j < analyzed.length; j++) {
      const one = difference(analyzed[i]!, analyzed[j]!)
      const other = difference(analyzed[j]!, analyzed[i]!)
      if (one === undefined || other === undefined) continue
      sides.add(one.tokens).add(other.tokens)
      const [first, second] = one.tokens < other.tokens ? [one, other] : [other, one]
      const mark = `${first.tokens}|${second.tokens}`
      if (seen.has(mark)) continue
      seen.add(mark)
      const pair = pairs.get(mark)
      if (pair === undefined) pairs.set(mark, { one: first, other: second, codes: 1 })
      else pair.codes++
    }
  }
  for (const tokens of sides) places.set(tokens, (places.get(tokens) ?? 0) + 1)
}

/** Words that one name has and another lacks; undefined unless they are one place in a name that both share otherwise. */
function difference(name: readonly Word[], other: readonly Word[]): Side | undefined {
  const keys = new Set(other.map(({ key }) => key))
  const own = name.filter(({ key }) => !keys.has(key))
  if (own.length === 0 || own.length > LONGEST || own.length === name.length) return undefined
  if (own.some(({ kind }) => kind !== 'word')) return undefined
  const from = name.indexOf(own[0]!)
  if (own.some((word, i) => name[from + i] !== word)) return undefined
  return {
    tokens: lemmaTokens(own).join(' '),
    keys: own.map(({ key }) => key).join(' '),
    text: own.map(({ form }) => form).join(' '),
  }
}
