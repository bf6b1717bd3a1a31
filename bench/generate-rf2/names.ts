/** The descriptions of concepts: official names, synonyms, acronyms, spellings and which dialect takes which. */

import { readRows } from '../tables.ts'
import { type Concepts, officialName, preferredName } from './concepts.ts'
import type { Concept } from './hierarchies.ts'
import { ACCEPTABILITY, CASE, DESCRIPTION_TYPE } from './sctid.ts'
import type { TextSet } from './text-set.ts'

/** One description with its rows in the two language reference sets; `undefined` where a dialect does not have it. */
export interface Description {
  readonly text: string
  readonly type: string
  readonly caseSignificance: string
  readonly active: boolean
  readonly us: string | undefined
  readonly gb: string | undefined
}

const { preferred, acceptable } = ACCEPTABILITY
/** How many synonyms beside the preferred term, by share of the concepts: 0, 1, 2, … */
const MORE_SYNONYMS = [0.28, 0.38, 0.18, 0.09, 0.05, 0.02]
/** Tries per synonym to find a text that the concept does not have. */
const TRIES = 6
/** Share of the synonyms that may be the name of another concept, too. */
const SHARED_SYNONYM = 0.01
/** Shares of concepts. */
const ACRONYM = 0.035
const DIALECTS_PREFER_DIFFERENTLY = 0.025
const OUTDATED = 0.12

/** Names of concepts before they were retired: the first whose number is above a draw. */
const RETIRED_NAMES = [
  [0.45, '_'],
  [0.7, '_ NOS'],
  [0.8, '[D]_'],
  [0.9, 'other _'],
  [1, '_, unspecified'],
] as const

/** Gives concepts their descriptions; keeps what is taken, so that few names are those of two concepts. */
export function createNamer(concepts: Concepts, taken: TextSet, random: () => number) {
  return {
    /** The descriptions of a concept that was grown; the first is the fully specified name. */
    describe(concept: Concept): Description[] {
      const official = officialName(concept)
      const name = preferredName(concept)
      if (name !== official) taken.add(name)
      return describe(official, concept.kind!.tag, name, synonyms(concept, name))
    },

    /** The names of a retired concept that meant what this one means. Undefined when all names for it are taken. */
    describeRetired(concept: Concept): Description[] | undefined {
      const name = retiredName(concept)
      const { tag } = concept.kind!
      if (name === undefined || !taken.add(`${name} (${tag})`)) return undefined
      const others = random() < 0.5 ? synonyms(concept, name).slice(0, 2) : []
      return describe(name, tag, name, others)
    },
  }

  function describe(official: string, tag: string, name: string, others: readonly string[]) {
    const descriptions = [fullName(`${official} (${tag})`)]
    const british = toBritish(name)
    const swaps = others.length > 0 && british === name && random() < DIALECTS_PREFER_DIFFERENTLY
    const gbName = swaps ? acceptable : preferred
    descriptions.push(synonym(name, preferred, british === name ? gbName : undefined))
    if (british !== name) descriptions.push(synonym(british, undefined, preferred))
    for (const [i, text] of others.entries()) {
      const gb = swaps && i === 0 ? preferred : acceptable
      descriptions.push(synonym(text, acceptable, toBritish(text) === text ? gb : undefined))
    }
    if (random() < OUTDATED)
      descriptions.push(synonym(`${name}, NOS`, acceptable, acceptable, false))
    return descriptions
  }

  function synonyms(concept: Concept, name: string): string[] {
    const texts: string[] = []
    const take = (text: string) => taken.add(text) || random() < SHARED_SYNONYM
    const wanted = drawCount(MORE_SYNONYMS, random)
    const acronym = random() < ACRONYM ? withAcronym(name) : undefined
    if (acronym !== undefined && take(acronym)) texts.push(acronym)
    for (let tries = 0; tries < TRIES * wanted && texts.length < wanted; tries++) {
      const text = concepts.variant(concept)
      if (text !== name && !texts.includes(text) && take(text)) texts.push(text)
    }
    return texts
  }

  /** A name that a concept could have had before it was retired. */
  function retiredName(concept: Concept): string | undefined {
    for (let tries = 0; tries < TRIES; tries++) {
      const text = concepts.variant(concept)
      const draw = random()
      const name = RETIRED_NAMES.find(([below]) => draw < below)![1].replace('_', () => text)
      if (taken.add(name)) return name
    }
    return undefined
  }
}

/** A fully specified name, preferred in both dialects. */
export function fullName(text: string): Description {
  return { ...synonym(text, preferred, preferred), type: DESCRIPTION_TYPE.fsn }
}

/**
 * A synonym with its acceptability in both dialects. @param text in lower case but for names: its first letter becomes a
 * capital
 */
export function synonym(
  text: string,
  us: string | undefined,
  gb: string | undefined,
  active = true,
): Description {
  const capital = text.search(/[A-Z]/)
  const letters = capital < 0 ? 'insensitive' : capital === 0 ? 'sensitive' : 'initialInsensitive'
  return {
    ...{ text: text[0]!.toUpperCase() + text.slice(1), active, us, gb },
    ...{ type: DESCRIPTION_TYPE.synonym, caseSignificance: CASE[letters] },
  }
}

const FUNCTION_WORDS = new Set(
  'of due to caused by in the and with for using on from at'.split(' '),
)

/** "XYZ - xylo yotic zebra"; undefined when the name has too few words for it, or too many. */
function withAcronym(name: string): string | undefined {
  const words = name.split(/[^A-Za-z]+/).filter((word) => word && !FUNCTION_WORDS.has(word))
  if (words.length < 3 || words.length > 6) return undefined
  return `${words.map((word) => word[0]!.toUpperCase()).join('')} - ${name}`
}

/** What is spelled otherwise in Britain. */
const BRITISH = readRows('generate-rf2/british.tsv').map(
  ({ american = '', british = '' }) => [new RegExp(american, 'g'), british] as const,
)

/** The text as it is spelled in Britain. */
export function toBritish(text: string): string {
  return BRITISH.reduce((spelled, [pattern, british]) => spelled.replace(pattern, british), text)
}

/** A count, each as likely as its share says; the rest is the last one. */
function drawCount(shares: readonly number[], random: () => number): number {
  let at = random()
  for (const [count, share] of shares.entries()) {
    at -= share
    if (at < 0) return count
  }
  return shares.length - 1
}
