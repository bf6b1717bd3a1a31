import {
  type FoundQualifier,
  findQualifiers,
  isCutOff,
  isUnfinished,
  isVague,
  markedIn,
  meaningsOfAbbreviation,
  openMeaningsBy,
  type Qualifier,
  withoutEntryNotes,
} from '../../../clinical/qualifiers.ts'
import {
  ofSoleSite,
  withShortWith,
  withSides,
  withWeightChange,
} from '../../../clinical/rewordings.ts'
import type { MedlinkIndex } from '../../../index/reader.ts'
import { type Analyzer, contentOf, type Word } from '../../../language/analyze.ts'
import { outside } from '../../../language/phrase-matcher.ts'
import { lazily } from '../../../language/remember.ts'
import { readTable } from '../../../language/tables.ts'
import type { Interpretation, Mention, MentionReader } from '../../ontology.ts'
import { ageOf, sexOf } from '../contract.ts'
import { type Said, saidBy } from '../qualifiers.ts'
import { type Group, groupOfTag, readGroupWords } from '../semantic-tags.ts'
import { GroupGuesser } from './groups.ts'

/** Contents of a mention besides the name. */
export interface SnomedQuery {
  /** Its qualifiers. */
  readonly said: Said
  /** The kinds of things that it names explicitly; empty if it names none. */
  readonly asked: ReadonlySet<Group>
  /** How likely its words name a thing of each kind, by group number, see groups.ts. */
  readonly likelihood: readonly number[]
  /** Share of the names with a word that are of parts of the body; undefined for a word that no name has. */
  readonly bodyShareOf: (form: string) => number | undefined
  /** Share of the mention's content words that are left out of the name. */
  readonly leftOut: number
  /** True if it says too little to be coded by itself. */
  readonly isVague: boolean
  /** True if its last word announces another one, which only a name may end with. */
  readonly isUnfinished: boolean
  /** True if it is an adjective alone, of a thing that is not said: "renal". */
  readonly isAdjective: boolean
  /** Meanings of the abbreviation or phrase that is the whole text, if it has several; else empty. */
  readonly meanings: readonly string[]
  /** Age in years and sex, as the hints have them: what rules of maps go by. */
  readonly age: number | undefined
  readonly sex: 'male' | 'female' | undefined
}

/** A way that leaves words out is seldom the right one when the whole mention has many readings. */
const READINGS_WITHOUT_QUALIFIERS = 3
/** A name that lacks other contents of the mention is never the mention word for word. */
const CERTAINTY_WITHOUT_QUALIFIERS = 0.9

/** Below data/: abbreviations that mean one thing in SNOMED CT, and how surely. */
const USUAL_ABBREVIATIONS = 'snomed/usual-abbreviations.tsv'
/** Below data/: mentions that leave open which of several concepts is meant. */
const OPEN_MENTIONS = 'snomed/open-mentions.tsv'

/** Endings of adjectives of organs. */
const ADJECTIVE = /^[a-z]{2,}(?:ac|al|ar|ary|ian|ic|ine|ous)$/

/** Takes mentions apart: the whole mention, which may be a name with all it says, and what is left without qualifiers. */
export class SnomedReader implements MentionReader<SnomedQuery> {
  readonly #guesser: GroupGuesser
  readonly #groupWords: ReadonlyMap<string, Group>
  readonly #analyzer: Analyzer
  readonly #weight: Word
  readonly #bodyShareOf = (form: string) =>
    this.#guesser.shareOf(this.#analyzer.wordOf(form).key, 'body')

  constructor(index: MedlinkIndex, analyzer: Analyzer) {
    this.#analyzer = analyzer
    this.#weight = analyzer.wordOf('weight')
    this.#guesser = new GroupGuesser(index)
    this.#groupWords = readGroupWords()
  }

  read({ text, words: written, hints }: Mention): readonly Interpretation<SnomedQuery>[] {
    const tag = tagAtEnd(text)
    const named = tag === undefined ? written : written.filter(({ start }) => start < tag.start)
    const noted = withSides(text, withoutEntryNotes(text, named), this.#analyzer)
    const words = withWeightChange(withShortWith(noted, this.#analyzer), this.#weight)
    const found = findQualifiers(words)
    const asked = new Set(
      tag === undefined
        ? words.flatMap(({ form }) => this.#groupWords.get(form) ?? [])
        : [tag.group],
    )
    const patient = { age: ageOf(hints.age), sex: sexOf(hints.sex ?? hints.gender) }
    const vague = isVague(words, found) || isCutOff(text)
    const unfinished = isUnfinished(text, words)
    const marked = markedIn(text, words).map((value): Qualifier => ({ kind: 'context', value }))
    const content = contentOf(words)
    const isAdjective = content.length === 1 && ADJECTIVE.test(content[0]!.form)
    const several = meaningsOfAbbreviation(words, owned(), found)
    const meanings = several.length > 0 ? several : openMeaningsOf(words)
    const understand =
      (beside: readonly Qualifier[], leftOut: number) => (read: readonly Word[]) => ({
        said: saidBy(marked, beside, findQualifiers(read)),
        asked,
        likelihood: this.#guesser.guess(read),
        bodyShareOf: this.#bodyShareOf,
        leftOut,
        isVague: vague,
        isUnfinished: unfinished,
        isAdjective,
        meanings,
        ...patient,
      })
    const whole = { words, understand: understand([], 0) }
    if (found.length === 0) return [whole]
    const rest = withoutQualifiers(words, found)
    const said = content.length
    const kept = contentOf(rest).length
    const isSame =
      rest.length === words.length &&
      rest.every(({ optional }, i) => optional === words[i]!.optional)
    if (kept === 0 || isSame) return [whole]
    const bare = {
      words: rest,
      readings: READINGS_WITHOUT_QUALIFIERS,
      certainty: CERTAINTY_WITHOUT_QUALIFIERS,
      understand: understand(found, (said - kept) / said),
    }
    const siteless = ofSoleSite(rest, true)?.siteless
    return siteless === undefined || siteless.length === rest.length
      ? [whole, bare]
      : [whole, bare, { ...bare, words: siteless }]
  }
}

const openMeaningsOf = openMeaningsBy(OPEN_MENTIONS)

/** Abbreviations that mean one thing so nearly always that it is enough for a link. */
const owned = lazily((): ReadonlySet<string> => {
  const rows = readTable(USUAL_ABBREVIATIONS, ['abbreviation', 'expansion', 'strength'])
  return new Set(rows.flatMap(([abbr, , strength]) => (strength === 'dominant' ? [abbr!] : [])))
})

/** The semantic tag that ends a mention as it ends a fully specified name: "Asthma (disorder)". */
function tagAtEnd(text: string): { start: number; group: Group } | undefined {
  const match = /\S\s*\(([^()]+)\)\s*$/.exec(text)
  const group = match && groupOfTag(match[1]!.trim().toLowerCase())
  return group ? { start: text.lastIndexOf('('), group } : undefined
}

/** Asides are left out; what a code may carry is what may or may not be said. */
function withoutQualifiers(words: readonly Word[], found: readonly FoundQualifier[]): Word[] {
  const rest = [...words]
  const asides: FoundQualifier[] = []
  for (const qualifier of found) {
    const { kind, from, to } = qualifier
    if (kind === 'aside' || kind === 'severity') asides.push(qualifier)
    else for (let i = from; i < to; i++) rest[i] = { ...rest[i]!, optional: true }
  }
  return outside(rest, asides)
}
