import { findQualifiers, type Qualifier } from '../clinical/qualifiers.ts'
import { LINK_BASES, type LinkBasis, type Substitution, type WordEvidence } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { Work } from '../index/work.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import { editDistance } from '../language/distance.ts'
import { isCorrectable } from '../language/words.ts'
import type { LinkPolicy, Match, NamedOntology } from '../ontologies/ontology.ts'
import type { Aligner } from './align.ts'
import type { NameMatch, WordMatch } from './alignment.ts'
import type { Expander } from './expand.ts'
import type { Model } from './model.ts'
import { type Candidate, CONCEPTS_IN_VIEW, type Ranking } from './rank.ts'
import type { Reading } from './reading.ts'
import { RETRIEVED_NAMES } from './retrieve.ts'
import type { Task } from './task.ts'

/** How completely a name accounts for a mention, and what is left on either side. */
export interface Proof {
  readonly basis: LinkBasis
  /** Words of the mention that the name lacks and that may not be left over. */
  readonly left: readonly string[]
  /** Words of the name that say something that the mention does not. */
  readonly added: readonly string[]
}

/** The names in the running, and the evidence for the first concept. */
export interface Proven extends FirstProof {
  readonly ranking: Ranking
  /** The account that a candidate's proof goes by; for explanations. */
  readonly accountOf: (candidate: Candidate) => ProofAccount
}

/** The evidence for the first concept. */
export interface FirstProof {
  /** The strongest proof that one of its names gives; undefined if there is no candidate. */
  readonly proof: Proof | undefined
  /** The candidate with that name. */
  readonly proven: Candidate | undefined
  /** True if another line of codes has the mention as its name as well; known only if the proof is enough for a yes. */
  readonly hasEqualRival: boolean
}

export interface ProofOptions {
  /** Which word of the name is which word of the reading; called only if the name is not the mention itself. */
  account(): NameMatch
  lemmaOf(form: string): string
  /** Returns true if a mention may say this, in words of these forms, next to a name. */
  isIgnorable(qualifier: Qualifier, forms: readonly string[]): boolean
  /** Returns true if words are another name of the concept by themselves: "(AEC)" after "absolute eosinophil count". */
  isOtherName(words: readonly Word[]): boolean
  /** Forms that are accounted for on both sides; called with the account. */
  agreedForms(): ReadonlySet<string>
}

/** Tools to find out whether words are a name. */
interface NamingTools {
  readonly index: MedlinkIndex
  readonly expander: Expander
  readonly aligner: Aligner
}

interface ProveTools extends NamingTools {
  readonly analyzer: Analyzer
  readonly ontology: NamedOntology
  readonly model: Model
}

/** Proves a candidate. */
export type Prover = (candidate: Candidate) => Proof

/** Other names of the first concept that may prove it. */
const OTHER_NAMES = 2
/** Share of the mention's and of the name's mass that both must have in common for a proof to be tried. */
const WORTH_A_PROOF = 0.6
/** Concepts after the first that may have the mention as their name as well. */
const RIVALS = 4
/** Concepts of the first one's line that may. */
const RELATIVES = 2
/** Dice score of a name that has all words of a text and no others. */
const SAME_NAME = 0.95
const NO_FORMS: ReadonlySet<string> = new Set()

/**
 * Stage 7. Accounts for every word of the mention and of a name of the first concept, and looks for a rival of which the
 * mention is as much a name.
 *
 * Takes candidates. Gives the strongest proof of the first concept. Costs a search if words are left over.
 */
export function prove(ranking: Ranking, task: Task<ProveTools>): Proven {
  const { request, tools } = task
  const prover: Prover = (candidate) =>
    proofOf(candidate.match, candidate.reading, optionsFor(candidate, ranking, task))
  const accountOf = (candidate: Candidate) =>
    accountFor(candidate.reading, optionsFor(candidate, ranking, task))
  const { links } = tools.model.proofs.strictness[request.strictness]
  const { proof, proven, hasEqualRival } = proveFirst(ranking, prover, {
    links,
    policy: tools.ontology.policy,
    isUnder: (concept, ancestor) => tools.index.isUnder(concept, ancestor),
  })
  return { ranking, proof, proven, hasEqualRival, accountOf }
}

/** Knowledge that decides whether a proof is enough. */
export interface ProofStandards {
  /** The evidence that is enough for a yes. */
  readonly links: readonly LinkBasis[]
  readonly policy: LinkPolicy<unknown> | undefined
  /** Returns true if `ancestor` is above a concept. */
  isUnder(concept: number, ancestor: number): boolean
}

export function proveFirst(
  { concepts, candidates }: Ranking,
  prover: Prover,
  standards: ProofStandards,
): FirstProof {
  const [first] = concepts
  if (first === undefined) return { proof: undefined, proven: undefined, hasEqualRival: false }
  const { proof, proven } = strongestProof(first, candidates, prover)
  const hasEqualRival =
    standards.links.includes(proof.basis) && hasEqual(first, concepts, proof, prover, standards)
  return { proof, proven, hasEqualRival }
}

function optionsFor(
  { match, alignment, query }: Candidate,
  { mention }: Ranking,
  { tools, work }: Task<ProveTools>,
): ProofOptions {
  const { policy } = tools.ontology
  return {
    account: () => alignment.account(match.term),
    lemmaOf: (form) => tools.analyzer.wordOf(form).lemma,
    isIgnorable: (qualifier, forms) => policy?.isIgnorable?.(qualifier, forms) ?? false,
    isOtherName: (words) => isNameOf(match.concept, words, mention.text, tools, work),
    agreedForms: () => policy?.agreedForms?.(query, match) ?? NO_FORMS,
  }
}

/** Returns true if words of a mention are a name of a concept by themselves, as written or in synonyms. */
export function isNameOf(
  concept: number,
  words: readonly Word[],
  text: string,
  { index, expander, aligner }: NamingTools,
  work = new Work(),
): boolean {
  const reading = expander.expand(words, text, 1, work).next().value!
  const alignment = aligner.align(reading)
  const hits = index.searcher.search(
    reading.slots,
    RETRIEVED_NAMES,
    SAME_NAME,
    () => SAME_NAME,
    work,
  )
  return hits.some(
    ({ term }) => index.conceptsOf(term).includes(concept) && alignment.match(term).exactness > 0,
  )
}

/** The strongest proof that a name of the first concept gives, and the candidate with that name. */
function strongestProof(
  first: Candidate,
  candidates: readonly Candidate[],
  prover: Prover,
): { readonly proof: Proof; readonly proven: Candidate } {
  let strongest = { proof: prover(first), proven: first }
  let left = OTHER_NAMES
  for (const other of candidates) {
    if (strongest.proof.basis !== 'partial' || left === 0) break
    if (other === first || other.match.concept !== first.match.concept) continue
    if (!isWorthAProof(other.match)) continue
    left--
    const proof = prover(other)
    if (LINK_BASES.indexOf(proof.basis) < LINK_BASES.indexOf(strongest.proof.basis))
      strongest = { proof, proven: other }
  }
  return strongest
}

/**
 * Returns true if another concept has the mention as its name: one of another line word for word as the first one has, or one
 * that is neither above nor below in the same words if the first one has it in other words. A name of Medlink's tables is no equal
 * of a title.
 */
function hasEqual(
  { match, query }: Candidate,
  concepts: readonly Candidate[],
  { basis }: Proof,
  prover: Prover,
  { policy, isUnder }: ProofStandards,
): boolean {
  if (match.exactness < 1 && isOwnWords(basis)) return false
  const isRival = ({ match: other }: Candidate) =>
    policy?.isRival?.(query, match, other) ?? other.family !== match.family
  const others = concepts.slice(1, CONCEPTS_IN_VIEW)
  const rivals = others.filter(isRival).slice(0, RIVALS)
  if (match.exactness === 1)
    return rivals.some(
      ({ match: other }) =>
        other.exactness === 1 && (other.kind !== 'curated' || match.kind === 'curated'),
    )
  const isAside = ({ match: other }: Candidate) =>
    !isUnder(match.concept, other.concept) && !isUnder(other.concept, match.concept)
  const relatives = others.filter((other) => !isRival(other) && isAside(other)).slice(0, RELATIVES)
  return [...rivals, ...relatives].some(
    (other) => isWorthAProof(other.match) && isOwnWords(prover(other).basis),
  )
}

function isOwnWords(basis: LinkBasis): boolean {
  return LINK_BASES.indexOf(basis) <= LINK_BASES.indexOf('same_words')
}

function isWorthAProof({ queryMass, matchedQueryMass, nameMass, matchedNameMass }: Match): boolean {
  return (
    matchedQueryMass >= WORTH_A_PROOF * queryMass && matchedNameMass >= WORTH_A_PROOF * nameMass
  )
}

/** Evidence for a word that was read as another, the safest first. */
const EVIDENCE_RANKS = ['same_words', 'synonym', 'abbreviation', 'spelling', 'lay'] as const
type EvidenceRank = (typeof EVIDENCE_RANKS)[number]

/** Evidence by the relation that tables and release state of a replacement. */
const evidenceByReason: Readonly<Record<string, Exclude<EvidenceRank, 'same_words'>>> = {
  synonym: 'synonym',
  compound: 'synonym',
  abbreviation: 'abbreviation',
  'abbreviation by itself': 'abbreviation',
  'abbreviation in context': 'abbreviation',
  'abbreviation of the release': 'abbreviation',
  spelling: 'spelling',
  misspelling: 'spelling',
  lay: 'lay',
}
/** Evidence for a word of the mention that is a word of the name; undefined if it proves nothing. */
const evidenceByAccount: Readonly<Partial<Record<WordEvidence['by'], EvidenceRank>>> = {
  same_word: 'same_words',
  inflection: 'same_words',
  synonym: 'synonym',
  abbreviation: 'abbreviation',
  spelling: 'spelling',
  lay: 'lay',
}
/** Words between which the order of two words matters. */
const DIRECTED: ReadonlySet<string> = new Set([
  'after',
  'complicating',
  'due',
  'following',
  'from',
  'not',
  'secondary',
  'without',
])
/** "Secondary to", but not "polycythemia, secondary". */
const SECONDARY = 'secondary'

function isDirected({ form }: Word, at: number, words: readonly Word[]): boolean {
  return DIRECTED.has(form) && (form !== SECONDARY || words[at + 1]?.form === 'to')
}

/** Minimum weight of a sure correction: less weight has a guess, two letters or one of a short word. */
const SURE_CORRECTION = 0.9

/** The account of a mention's words, and the further words of a name. */
export interface ProofAccount {
  readonly words: readonly WordEvidence[]
  /** Words of the name that say something that the mention does not. */
  readonly added: readonly string[]
}

/**
 * Accounts for every word of a mention and of a name that was found for it. Words that decide nothing about the condition
 * may be left over; only words that say nothing at all may be added.
 */
export function proofOf(match: Match, reading: Reading, options: ProofOptions): Proof {
  // A name that is the mention needs no account.
  if (match.exactness === 1)
    return {
      basis: match.kind === 'curated' ? 'curated_name' : 'official_name',
      left: [],
      added: [],
    }
  const { words, added } = accountForSlots(reading, options)
  const left = words.flatMap(({ word, by }) => (by === 'left_over' ? [word] : []))
  const isTurned = match.order < 1 && reading.words.some(isDirected)
  const isPartial = reading.isCut || isTurned || left.length + added.length > 0
  if (isPartial) return { basis: 'partial', left, added }
  const ranks = new Set<EvidenceRank | undefined>(reading.replaced.map(rankOfPhrase))
  for (const { by, of } of words) if (of !== undefined) ranks.add(evidenceByAccount[by])
  const isSpared = asideOf(reading, options).length > 0 || words.some(({ by }) => by === 'spared')
  return { basis: basisOf(ranks, isSpared), left, added }
}

/**
 * The account that {@link proofOf} goes by, for people. A phrase that was read as other words is shown as written,
 * instead of the first of these words; of the others only those are shown that are not simply the name's.
 */
export function accountFor(reading: Reading, options: ProofOptions): ProofAccount {
  const { words, added } = accountForSlots(reading, options)
  const pending = reading.replaced.map(({ text, read_as, because }) => ({
    forms: new Set(read_as.toLowerCase().split(' ')),
    written: {
      word: text,
      by: evidenceByReason[because] ?? 'related',
      of: read_as,
    } as WordEvidence,
  }))
  const told = new Set<WordEvidence>()
  for (const each of words) {
    const replaced = pending.find(({ forms }) => forms.has(each.word))
    if (replaced !== undefined) told.add(replaced.written)
    if (replaced === undefined || each.by !== 'same_word') told.add(each)
  }
  const spared = asideOf(reading, options)
  const agreed = reading.setsAside?.filter((form) => !spared.includes(form)) ?? []
  const aside: WordEvidence[] = agreed.map((word) => ({ word, by: 'agreed' }))
  if (spared.length > 0) aside.push({ word: spared.join(' '), by: 'spared' })
  return { words: [...told, ...aside], added }
}

/** Forms that a reading sets aside, without those by which the mention and the code agree: the side of a code for any side. */
function asideOf({ setsAside }: Reading, options: ProofOptions): readonly string[] {
  if (setsAside === undefined) return []
  const agreed = options.agreedForms()
  return setsAside.filter((form) => !agreed.has(form))
}

function accountForSlots(reading: Reading, options: ProofOptions): ProofAccount {
  const { said, added } = options.account()
  const agreed = options.agreedForms()
  let spare: ReadonlySet<string> | undefined
  const words = said.map((word): WordEvidence => {
    const { form, name, isSilent } = word
    if (agreed.has(form) && (name === undefined || agreed.has(name)))
      return { word: form, by: 'agreed' }
    if (name !== undefined) return { word: form, by: accountedBy(word, options.lemmaOf), of: name }
    if (isSilent) return { word: form, by: 'silent' }
    spare ??= spareForms(reading.words, options)
    return { word: form, by: spare.has(form) ? 'spared' : 'left_over' }
  })
  // A function word that the mention has, too, is in no slot: "contusion and laceration".
  const saysToo = (form: string) => reading.words.some((word) => word.stop && word.form === form)
  const beyond = added.filter((form) => !agreed.has(form) && !saysToo(form))
  // A name that adds something proves nothing, whatever becomes of the words left over.
  if (beyond.length > 0 || !words.some(({ by }) => by === 'left_over'))
    return { words, added: beyond }
  const left = new Set(words.flatMap(({ word, by }) => (by === 'left_over' ? [word] : [])))
  const rest = reading.words.filter(({ form }) => left.has(form))
  if (!options.isOtherName(rest)) return { words, added: beyond }
  return {
    words: words.map((each) => (left.has(each.word) ? { ...each, by: 'other_name' } : each)),
    added: beyond,
  }
}

function basisOf(ranks: ReadonlySet<EvidenceRank | undefined>, isSpared: boolean): LinkBasis {
  if (ranks.has(undefined)) return 'partial'
  const taken = EVIDENCE_RANKS.filter((rank) => rank !== 'same_words' && ranks.has(rank))
  const last = taken.at(-1) ?? 'same_words'
  // One guess of two is wrong too often.
  if (taken.includes('spelling') && last === 'lay') return 'partial'
  if (!isSpared) return last
  return last === 'same_words' || last === 'abbreviation' ? 'spared_words' : 'partial'
}

function rankOfPhrase({ text, read_as, because }: Substitution): EvidenceRank | undefined {
  return isMisspelling(text, read_as, because) ? 'spelling' : evidenceByReason[because]
}

/** Letters for each further edit. */
const LETTERS_AN_EDIT = 5

/** Returns true if a patient's word is the very word, misspelt: "hemmorhoids". */
function isMisspelling(text: string, meant: string, because: string): boolean {
  const edits = Math.floor(text.length / LETTERS_AN_EDIT)
  return (
    because === 'lay' && text[0] === meant[0] && editDistance(text, meant) <= Math.min(2, edits)
  )
}

/** The relation by which a word is one of the name's. */
function accountedBy(word: WordMatch, lemmaOf: (form: string) => string): WordEvidence['by'] {
  const { form, name, meant, because } = word
  const isSameWord = meant === name || lemmaOf(meant) === lemmaOf(name!)
  // A misspelt word may have the stem of the right one: "tonsilitis".
  const isCorrected = because === '' ? !isSameWord : because === 'spelling'
  if (isCorrected) return isSureCorrection(word) ? 'spelling' : 'related'
  if (!isSameWord) return 'related'
  if (because === '') return form === name ? 'same_word' : 'inflection'
  if (isMisspelling(form, meant, because)) return 'spelling'
  return evidenceByReason[because] ?? 'related'
}

/** Returns true if an unknown word differs from the name's by one letter in its middle or at its end. */
function isSureCorrection({ form, name, because, weight, isUnknown }: WordMatch): boolean {
  return (
    isUnknown &&
    isCorrectable(form) &&
    weight >= SURE_CORRECTION &&
    form[0] === name![0] &&
    (because !== '' || editDistance(form, name!) <= 1)
  )
}

/** The forms of the words that a mention may say next to a name. */
function spareForms(words: readonly Word[], { isIgnorable }: ProofOptions): ReadonlySet<string> {
  const spare = new Set<string>()
  for (const found of findQualifiers(words)) {
    const forms = words.slice(found.from, found.to).map(({ form }) => form)
    if (isIgnorable(found, forms)) for (const form of forms) spare.add(form)
  }
  return spare
}
