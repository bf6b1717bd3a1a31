/**
 * Measures how FHIR's coding operations agree with the library, and how long they take.
 *
 *   tsx bench/fhir-code.ts [--dir D] [--evals D] [--mentions N] [--rounds N]
 *
 *   --mentions  mentions for $find-matches; default: 1000
 *   --rounds    times that the Bundle is coded; default: 40
 *
 * $code: a Bundle of 200 resources with text alone (fhir-code/bundle.ts). Codes must be those of `link` for the same text
 * and hints; without what was added the text must be the one that was sent; a second run must change nothing.
 * $find-matches: `exact=true` must give what `link` links, over mentions of four sets in turns. $comprehend: over two sets of
 * notes, in both vocabularies of problems, no problem that is denied, doubted, planned or a relative's may be a Condition
 * that is active and confirmed; past ones are counted. Ends with 1 if one of these fails.
 */
import { join } from 'node:path'
import { readOptions } from '../scripts/support/options.ts'
import { formatTable } from '../scripts/support/table.ts'
import { codeText } from '../src/fhir/coding/code.ts'
import { transactionOf } from '../src/fhir/coding/comprehend/comprehend.ts'
import { findMatches } from '../src/fhir/coding/find-matches.ts'
import { LinkedTexts } from '../src/fhir/coding/linked-texts.ts'
import { LINK_URL, NO_LINK_URL } from '../src/fhir/coding/verdict.ts'
import { Composer } from '../src/fhir/compose.ts'
import { inputOfBody } from '../src/fhir/parameters.ts'
import type { Resource } from '../src/fhir/resources.ts'
import { INTERNATIONAL_EDITION, Systems } from '../src/fhir/systems.ts'
import {
  type ComprehendedOntology,
  type ComprehendResult,
  type LinkRequest,
  openMedlink,
  type TraitName,
} from '../src/medlink.ts'
import { type Found, type Note, type Pair, pairUp, readNotes } from './comprehend/notes.ts'
import { type TextResource, textResources } from './fhir-code/bundle.ts'
import { DEFAULT_FOLDERS, FULL_INDEXES } from './options.ts'
import { readJsonLines } from './tables.ts'
import { quantilesOf } from './timing.ts'

const MENTION_SETS = ['snomed', 'icd', 'loinc', 'medication'].map((name) => `clinic-${name}`)
const NOTE_SETS = ['clinic-notes', 'clinic-notes2']
const PROBLEM_ONTOLOGIES: readonly ComprehendedOntology[] = ['snomed', 'icd-10-cm']
/** Traits of problems that no text gives as the patient's own, present or past. */
const OTHERS: readonly TraitName[] = [
  ...(['NEGATION', 'LOW_CONFIDENCE', 'PERTAINS_TO_FAMILY', 'HYPOTHETICAL'] as const),
]
const WARM_UP = 5

/** Hints of the linker that are properties of $find-matches, and those of them that are called otherwise. */
const HINTS = ['unit', 'value', 'specimen', 'panel_name', 'form']
const PROPERTIES: Readonly<Record<string, string>> = { panel_name: 'panel' }

const options = readOptions(import.meta.url, {
  ...{ dir: FULL_INDEXES, evals: DEFAULT_FOLDERS.evals, mentions: 1000, rounds: 40 },
})
const medlink = openMedlink({ dir: options.dir })
const systems = new Systems(medlink, INTERNATIONAL_EDITION)
const context = {
  ...{ medlink, systems },
  ...{ composer: new Composer(medlink, systems), linkedTexts: new LinkedTexts() },
}

const rows: [name: string, n: number, of: number][] = []
const timed = await measureCode(options.rounds)
measureMatches(options.mentions)
for (const set of NOTE_SETS) for (const ontology of PROBLEM_ONTOLOGIES) measureNotes(set, ontology)
medlink.close()
console.log(formatTable(['what', 'n', 'of'], rows))
const { first, again } = timed
console.log(`$code of the Bundle: p50 ${first.p50_ms} ms, p99 ${first.p99_ms} ms`)
console.log(`… whose texts were linked before: p50 ${again.p50_ms} ms, p99 ${again.p99_ms} ms`)

function count(name: string, n: number, of: number, isMet: boolean): void {
  rows.push([name, n, of])
  if (!isMet) process.exitCode = 1
}

async function measureCode(rounds: number) {
  const resources = textResources()
  const entry = resources.map(({ resource }, i) => ({ fullUrl: `urn:uuid:${i}`, resource }))
  const text = JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry })
  const code = (text: string) => codeText(context, { text, resource: JSON.parse(text) })
  const coded = await code(text)
  const codes = codesIn(JSON.parse(coded))
  const expected = resources.map((each) => linkedCode(each))
  const same = codes.filter((code, i) => code === expected[i])
  const linked = expected.filter((each) => each !== undefined)
  count('$code: as link', same.length, resources.length, same.length === 200)
  count('$code: with a code', linked.length, resources.length, true)
  const rest = JSON.stringify(JSON.parse(coded), withoutAdded)
  count('$code: nothing else changed', Number(rest === text), 1, rest === text)
  const again = await code(coded)
  count('$code: a second run changes nothing', Number(again === coded), 1, again === coded)
  const resource = JSON.parse(text)
  const timesOf = async (asked: typeof context | undefined) => {
    const ms: number[] = []
    for (let round = 0; round < WARM_UP + rounds; round++) {
      const within = asked ?? { ...context, linkedTexts: new LinkedTexts() }
      const start = performance.now()
      await codeText(within, { text, resource })
      if (round >= WARM_UP) ms.push(performance.now() - start)
    }
    return quantilesOf(ms)
  }
  return { first: await timesOf(undefined), again: await timesOf(context) }
}

/** The code that `link` links for a resource's text and hints. */
function linkedCode({ resource: _, ...request }: TextResource): string | undefined {
  return linkedCodes(request as LinkRequest)[0]
}

function linkedCodes(request: LinkRequest): string[] {
  const rows: readonly { is_linked: boolean; term_id: string }[] = medlink.link(request).results
  return rows.filter(({ is_linked }) => is_linked).map(({ term_id }) => term_id)
}

/** A CodeableConcept, as far as it matters here. */
interface Concept {
  readonly coding?: readonly { readonly code: string }[]
}
interface Coded {
  readonly code?: Concept
  readonly medicationCodeableConcept?: Concept
  readonly condition?: readonly [{ readonly code: Concept }]
}

/** The first code of each resource's CodeableConcept, in the order of the text. */
function codesIn({ entry }: { readonly entry: readonly { readonly resource: Coded }[] }) {
  return entry.map(({ resource: { code, medicationCodeableConcept, condition } }) => {
    const concept = code ?? medicationCodeableConcept ?? condition?.[0].code
    return concept?.coding?.[0]?.code
  })
}

/** Leaves out what `$code` adds: for JSON.stringify. */
function withoutAdded(key: string, value: unknown): unknown {
  if (key !== 'coding' && key !== 'extension') return value
  const items = value as { url?: string; extension?: { url: string }[] }[]
  const own = items.filter(
    ({ url, extension }) => url === NO_LINK_URL || extension?.[0]?.url === LINK_URL,
  )
  return own.length === items.length ? undefined : value
}

function measureMatches(wanted: number): void {
  const sets = [...MENTION_SETS, 'mimic-iv'].map((set) =>
    readRequests(join(options.evals, `${set}.jsonl`)),
  )
  const longest = Math.max(...sets.map(({ length }) => length))
  const turns = Array.from({ length: longest }, (_, i) => sets.flatMap((set) => set[i] ?? []))
  const requests = turns.flat().slice(0, wanted)
  let linked = 0
  const agreeing = requests.filter((request) => {
    const codes = linkedCodes(request)
    linked += codes.length
    return String(matchedCodes(request)) === String(codes)
  })
  const isMet = requests.length === wanted && agreeing.length === wanted
  count('$find-matches exact=true: as link', agreeing.length, wanted, isMet)
  count('$find-matches exact=true: linked', linked, wanted, true)
}

/** Requests of a set whose hints are properties of $find-matches. */
function readRequests(file: string): LinkRequest[] {
  return (readJsonLines(file) as { request: LinkRequest }[])
    .map(({ request }) => request)
    .filter(({ metadata = {} }) => Object.keys(metadata).every((key) => HINTS.includes(key)))
}

function matchedCodes({ query, ontology, metadata = {} }: LinkRequest): string[] {
  const given = { text: query, ...metadata } as Record<string, string | number>
  const properties = Object.entries(given).map(([key, value]) => ({
    name: 'property',
    part: [
      { name: 'code', valueCode: PROPERTIES[key] ?? key },
      { name: 'value', [typeof value === 'number' ? 'valueDecimal' : 'valueString']: value },
    ],
  }))
  const input = inputOfBody({
    resourceType: 'Parameters',
    parameter: [
      { name: 'system', valueUri: systems.uriOf(ontology) },
      { name: 'exact', valueBoolean: true },
      ...properties,
    ],
  })
  const signal = new AbortController().signal
  const answer = findMatches(context, { input, body: undefined, text: undefined, signal })
  const found = (answer.parameter ?? []) as { part: { valueCoding?: { code: string } }[] }[]
  return found.map(({ part }) => part[0]!.valueCoding!.code)
}

function measureNotes(set: string, ontology: ComprehendedOntology): void {
  const notes = readNotes(join(options.evals, `${set}.jsonl`))
  const pairs = notes.flatMap((note) => {
    const active = activeIn(note, ontology)
    return pairUp(note, active as unknown as Found[]).filter(({ marked }) => marked !== undefined)
  })
  const notHad = pairs.filter(({ marked }) => !marked!.patient_has)
  const had = pairs.length - notHad.length
  const past = notHad.filter(({ marked }) => isOnlyPast(marked!.traits))
  const others = notHad.filter(({ marked }) => !isOnlyPast(marked!.traits))
  const isFound = ({ found }: Pair) => found !== undefined
  const [wrong, wrongPast] = [others.filter(isFound), past.filter(isFound)]
  const right = pairs.filter(({ marked, found }) => marked!.patient_has && found !== undefined)
  for (const { note, marked, found } of [...wrong, ...wrongPast])
    console.error(`${note.id} ${marked!.begin} ${marked!.text} (${marked!.traits}): ${found!.text}`)
  const name = `$comprehend of ${set}, ${ontology}`
  count(`${name}: not had, active and confirmed`, wrong.length, others.length, wrong.length === 0)
  count(`${name}: past, active and confirmed`, wrongPast.length, past.length, true)
  count(`${name}: had, active and confirmed`, right.length, had, true)
}

/** True for a problem that the patient had, and that nothing else is said of. */
function isOnlyPast(traits: readonly TraitName[]): boolean {
  return traits.includes('PAST_HISTORY') && !traits.some((trait) => OTHERS.includes(trait))
}

/** Stretches of a note that are Conditions of the patient, active and confirmed. */
function activeIn({ text }: Note, ontology: ComprehendedOntology) {
  const result: ComprehendResult = medlink.comprehend({ text, ontology })
  const resource = { resourceType: 'DocumentReference', id: '1' }
  const texts = [{ element: 'DocumentReference', heading: '', text }]
  const source = { resource, subject: { reference: 'Patient/1' }, texts }
  const { entry = [] } = transactionOf(context, source, [result], new Date()) as {
    entry?: readonly { fullUrl: string; resource: Resource }[]
  }
  const active = new Set(
    entry.filter(({ resource }) => isActiveCondition(resource)).map(({ fullUrl }) => fullUrl),
  )
  return entry.flatMap(({ resource }) => {
    const [target] = (resource.target ?? []) as { reference: string }[]
    if (target === undefined || !active.has(target.reference)) return []
    const [{ extension }] = resource.entity as [
      { extension: [{ extension: { valueInteger: number }[] }] },
    ]
    const [, begin, end] = extension[0].extension.map(({ valueInteger }) => valueInteger)
    return [{ begin_offset: begin!, end_offset: end!, text: text.slice(begin, end) }]
  })
}

function isActiveCondition(resource: Resource): boolean {
  const codeOf = (status: unknown) =>
    (status as { coding: { code: string }[] } | undefined)?.coding[0]?.code
  const codes = [codeOf(resource.clinicalStatus), codeOf(resource.verificationStatus)]
  return resource.resourceType === 'Condition' && codes.join() === 'active,confirmed'
}
