/** Sentences for models and people: instructions, descriptions of tools and fields, answers in words. */
import { hintSchemas, questionOf } from '../internal.ts'
import {
  type ConceptDetails,
  type Entity,
  type EntityKind,
  type InstalledVersion,
  type LinkedOntology,
  type LinkResult,
  type LinkResultItem,
  reasonInWords,
} from '../medlink.ts'

/** The rule that every description repeats. */
const TAKE_NO =
  'A no is an answer: never turn a candidate into a code yourself. Show the candidates to a person, who chooses.'

/** Instructions of the server. */
export const INSTRUCTIONS = [
  'Medlink links medical text to codes of SNOMED CT, LOINC, ICD-10-CM and drug vocabularies, offline, from installed releases.',
  'Call it for every code: do not recall codes from memory, and do not change one that it gives.',
  'Each answer says yes to at most one code, or no with the reason.',
  TAKE_NO,
  'If an answer has `needed`, ask the person that question, add the reply as a hint or to the text, and call again. Do not invent a hint.',
  'If `metadata.parts` or `metadata.conditions` lists several, link each by itself.',
  'Scores rank candidates; a high score without a yes is still a no.',
  'Name the release (`release.version`, of a note in `releases`) next to each code that you report, and say so if its `sample` is true: a sample lacks most codes.',
  'Show `metadata.copyright_notice` with a code that has one.',
].join('\n')

/** Description of each tool, by its name. */
export const DESCRIPTIONS = {
  link: `Links 1 to 50 mentions (a diagnosis, a test, a prescription line) to codes of one vocabulary. Each answer has yes or no in words, the reason, the question to ask (\`needed\`) and up to ten candidates. ${TAKE_NO}`,
  comprehend: `Finds the entities of a clinical note (its problems, and the other kinds whose vocabulary is installed), says of each if it is negated, doubtful, past, planned or a relative's, and links those that the patient has. An entity that is not linked is not to be coded. ${TAKE_NO}`,
  explain:
    'Links one mention and shows why: how each word was read, what accounts for it, and the parts of each score. Call it when a person asks why an answer is yes or no.',
  concept:
    'Looks up 1 to 50 codes: title, status, replacement, parents, attributes. With `check`, also says if each code is right for a text: yes, no, or unproven. Unproven means that a person decides.',
  suggest:
    'Type-ahead: active codes for the first letters or words of a name, the commonest first. These are suggestions for a person to choose from, not links.',
  map: 'Relations of 1 to 50 codes: if each is under another code (`under`), its counterparts in other code systems and its replacements, as the release says. A map whose rule depends on the patient is for a person to apply.',
  list_ontologies:
    'Lists the vocabularies with their installed versions, hints and licence notices. Call it first if you do not know what is installed.',
} as const

const HINTS = Object.entries(hintSchemas)
  .map(([ontology, { shape }]) => `${ontology}: ${Object.keys(shape).join(', ') || 'none'}`)
  .join('; ')

/** Description of each argument, by its name. */
export const FIELDS: Readonly<Record<string, string>> = {
  query:
    'The mention as it was written, 1 to 10,000 characters. Leave abbreviations and misspellings as they are.',
  text: 'The note as it was written, 1 to 10,000 characters.',
  mentions: 'The mentions, 1 to 50.',
  metadata: `Hints from the same record. Give only what the record says. Keys by vocabulary: ${HINTS}.`,
  request_id: 'Name of this mention in the answer.',
  ontology:
    'The vocabulary: snomed or icd-10-cm for conditions, loinc for laboratory tests, medication for drugs.',
  find: 'The kinds of entities to find. Default: all whose vocabulary is installed.',
  version: 'An installed version, as list_ontologies names it. Default: the newest.',
  top_k: 'Candidates for each mention, 1 to 10.',
  collapse: 'One candidate for each code (concept) or for each matching name (term).',
  assume: 'loinc: usual takes a missing unit or specimen for granted where practice does.',
  granularity: 'medication: ingredient links the ingredients instead of the product.',
  billable: 'icd-10-cm: only codes that can be billed.',
  encounter: 'icd-10-cm: the encounter, where a code lacks only that.',
  strictness:
    "Certainty that a yes needs. high is nearly always right; balanced also accepts patients' own words.",
  codes: 'The codes, 1 to 50.',
  check: 'A mention with its hints: is each code right for it?',
  prefix: 'The letters typed so far.',
  limit: 'Suggestions at most, 1 to 50.',
  semantic_tags: 'snomed: only concepts with one of these semantic tags, e.g. disorder.',
  class: 'loinc: only tests of this class, e.g. CHEM.',
  specimen: 'loinc: only tests of this specimen, e.g. urine.',
  under: 'A code of the same vocabulary: is each code below it in the hierarchy?',
}

/** Answer about one mention in words: yes with the code, or no with the reason and the next step. */
export function linkInWords({ results, ontology, version }: LinkResult): string {
  const rows: readonly LinkResultItem[] = results
  const linked = rows.filter(({ is_linked }) => is_linked)
  if (linked.length > 0) return `Yes: ${linked.map(nameOf).join(' + ')}.`
  const [first] = rows
  if (first === undefined) return `No: ${ontology} ${version} has nothing like it.`
  const needed = questionOf(first)
  return [
    `No: ${reasonInWords(first.metadata.link_reason)}.`,
    ...(first.metadata.truncated ? [TRUNCATED] : []),
    ...(needed === undefined ? [] : [`Ask: ${needed}`]),
    `Candidates for a person to choose from: ${rows.length}.`,
  ].join(' ')
}

/** Remark on a text that was not read to its end. */
export const TRUNCATED =
  'The text asked for too much work and was not read to its end: call again with shorter parts of it.'

/** Remark on kinds of entities that no index answers. */
export function notSoughtInWords(kinds: readonly EntityKind[]): string {
  return `Not looked for, as nothing of their vocabularies is installed: ${kinds.join(', ')}.`
}

/** Remark on a prefix without letters. */
export const BLANK_PREFIX =
  'The prefix is blank, so nothing is suggested: give the letters typed so far.'

/** Answer about a condition of a note in words. */
export function entityInWords(entity: Entity): string {
  const { text } = entity
  const rows: readonly LinkResultItem[] = entity.results
  const linked = rows.find(({ is_linked }) => is_linked)
  const context =
    entity.type === 'problem'
      ? entity.traits.map(({ name }) => name).join(', ')
      : `${entity.type}, ${entity.status}`
  const told = context === '' ? text : `${text} (${context})`
  if (linked !== undefined) return `${told}: yes, ${nameOf(linked)}.`
  const [first] = rows
  return `${told}: no, ${first === undefined ? 'nothing like it' : reasonInWords(first.metadata.link_reason)}.`
}

/** Title and status of a concept in words. A code may be active and yet have replacements. */
export function conceptInWords({ code, name, active, replacements }: ConceptDetails): string {
  const status = `${code} ${name}: ${active ? 'active' : 'retired'}`
  if (replacements.length === 0) return `${status}${active ? '' : ', and nothing replaces it'}.`
  const listed = (list: typeof replacements) =>
    list.map(({ code, name }) => `${code} ${name}`).join('; ')
  const exact = replacements.filter((each) => each.exact)
  return exact.length === 1
    ? `${status}, replaced by ${listed(exact)}.`
    : `${status}. A person chooses its replacement: ${listed(replacements)}.`
}

/** Verdict on a code for a text in words. */
export const VERDICT_WORDS = {
  yes: 'Right for the text: the text is linked to it.',
  no: 'Not right for the text: the text is linked to another code.',
  unproven: 'Unproven for the text: the text is linked to no code. A person decides.',
} as const

/** Relations of a concept in words. */
export function relationsInWords(
  { code, maps }: ConceptDetails,
  under: { readonly ancestor: string; readonly isUnder: boolean } | undefined,
): string {
  const place =
    under && `${code} is ${under.isUnder ? '' : 'not '}under ${under.ancestor} in this release.`
  const targets = maps
    .filter(({ target }) => target !== '')
    .map(({ system, target }) => `${system} ${target}`)
  const counterparts =
    targets.length === 0
      ? 'This release maps it to nothing.'
      : `Maps, each under its rule: ${[...new Set(targets)].join(', ')}.`
  return [place, counterparts].filter(Boolean).join(' ')
}

/** Remark on the starter, with the way to a whole release. */
export function sampleInWords(ontology: LinkedOntology, { concepts }: InstalledVersion): string {
  return (
    `Answered from the starter of ${ontology}, a sample of ${concepts.toLocaleString('en-US')} codes: ` +
    `a no may only mean that the sample lacks the code. ${installWords(ontology)}`
  )
}

/** Remark on a vocabulary of which nothing is installed. */
export function missingInWords(ontology: LinkedOntology, buildsStarter: boolean): string {
  const first = buildsStarter
    ? 'its starter, a sample, is built now or at the first question, which waits for it.'
    : 'it cannot answer.'
  return `Nothing of ${ontology} is installed: ${first} ${installWords(ontology)}`
}

function installWords(ontology: LinkedOntology): string {
  return (
    `For all of it a person gets the publisher's release, runs medlink build ${ontology} --release <zip> --dir <folder>, ` +
    'and starts medlink mcp with the same --dir.'
  )
}

function nameOf({ term_id, metadata }: LinkResultItem): string {
  return `${term_id} ${metadata.preferred_name}`
}
