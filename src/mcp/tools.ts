/** The tools: each asks the library, and adds the release and the answer in words. */
import { setImmediate as turnOfOthers } from 'node:timers/promises'
import type * as z from 'zod'
import { hintSchemas, parseRequest, questionOf, textTargets } from '../internal.ts'
import {
  type ComprehendRequest,
  type ComprehendResult,
  type ConceptDetails,
  type InstalledVersion,
  type LinkedOntology,
  type LinkRequest,
  type LinkResult,
  MEDLINK_VERSION,
  type Medlink,
} from '../medlink.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import * as shapes from './shapes.ts'
import * as words from './words.ts'

/** Linking for the tools: in this thread or in others. */
export interface Linking {
  /** @throws MedlinkError what `Medlink.link` throws; the signal's reason */
  link(request: LinkRequest, signalOf: () => AbortSignal): Promise<LinkResult>
  /** @throws MedlinkError what `Medlink.comprehend` throws; the signal's reason */
  comprehend(request: ComprehendRequest, signal: AbortSignal): Promise<ComprehendResult>
}

/** Everything that the tools need. */
export interface McpOptions {
  readonly medlink: Medlink
  /** Links mentions and notes. Default: the library in this thread. */
  readonly linking?: Linking | undefined
  /** Installs the starter of a vocabulary of which nothing is installed. Default: such a vocabulary is refused. */
  readonly installStarter?: ((ontology: LinkedOntology) => Promise<void>) | undefined
}

/** A tool as it is listed and called. */
export interface Tool {
  readonly name: keyof typeof words.DESCRIPTIONS
  readonly title: string
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  /**
   * @param signal aborted when the client no longer waits for the answer
   * @throws MedlinkError what the library throws; the signal's reason
   */
  answer(options: McpOptions, args: unknown, signal: AbortSignal): Promise<object>
}

/** The open indexes of a call, and its linking. */
interface Parts extends McpOptions {
  readonly linking: Linking
  readonly signal: AbortSignal
}

function tool<Input extends z.ZodObject, Output extends z.ZodObject>({
  answer,
  ontologiesOf = theOne,
  ...about
}: Omit<Tool, 'answer'> & {
  readonly input: Input
  readonly output: Output
  /** Vocabularies that a request names. Default: its `ontology`. */
  readonly ontologiesOf?: (request: z.output<Input>) => readonly LinkedOntology[]
  readonly answer: (
    parts: Parts,
    request: z.output<Input>,
  ) => z.input<Output> | Promise<z.input<Output>>
}): Tool {
  return {
    ...about,
    answer: async (options, args = {}, signal) => {
      const request = parseRequest(about.input, args)
      for (const ontology of ontologiesOf(request)) await options.installStarter?.(ontology)
      const linking = options.linking ?? inThisThread(options.medlink)
      return answer({ ...options, linking, signal }, request)
    },
  }
}

function theOne(request: object): LinkedOntology[] {
  return 'ontology' in request ? [request.ontology as LinkedOntology] : []
}

/** Other kinds than problems are found without being named, where their vocabulary is installed. */
function ontologiesOfNote(request: z.output<typeof shapes.comprehendInput>): LinkedOntology[] {
  const find = request.find ?? (['problem'] as const)
  const targets = textTargets({ ...request, find: [...find] }, () => true)
  return [...targets.values()].map(({ ontology }) => ontology)
}

function inThisThread(medlink: Medlink): Linking {
  return {
    link: async (request) => medlink.link(request),
    comprehend: async (request) => medlink.comprehend(request),
  }
}

/** Tools in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'link',
    title: 'Link mentions to codes',
    input: shapes.linkInput,
    output: shapes.linkOutput,
    answer: async ({ medlink, linking, signal }, { mentions, ...shared }) => ({
      ...answeredBy(medlink, shared),
      answers: await answerEach(mentions, async (mention) => {
        const { query, ...hints } = parseRequest(shapes.mentionSchema, mention, 'a mention')
        const request = { ...shared, query, ...hints } as LinkRequest
        return linked(await linking.link(request, () => signal))
      }),
    }),
  }),
  tool({
    name: 'comprehend',
    title: 'Find and link the entities of a note',
    input: shapes.comprehendInput,
    output: shapes.comprehendOutput,
    ontologiesOf: ontologiesOfNote,
    answer: async ({ medlink, linking, signal }, request) => {
      const result = await linking.comprehend(request, signal)
      const answers = result.entities.map(words.entityInWords)
      const installed = new Map(
        Object.values(result.indexes).map(({ ontology, version }) => [
          ontology,
          medlink.version(ontology, version),
        ]),
      )
      const notes = [
        ...(result.truncated ? [words.TRUNCATED] : []),
        ...(result.not_installed.length > 0 ? [words.notSoughtInWords(result.not_installed)] : []),
        ...[...installed].flatMap(sampleNotes),
      ]
      return {
        releases: [...installed].map(releaseOf),
        ...{ ...(notes.length > 0 && { notes }), answers, result },
      }
    },
  }),
  tool({
    name: 'explain',
    title: 'Explain a link',
    input: shapes.explainInput,
    output: shapes.explainOutput,
    answer: ({ medlink }, request) => {
      const { explanations, parse, passed_over, ...result } = medlink.explain(
        request as LinkRequest,
      )
      return {
        ...answeredBy(medlink, request),
        ...linked(result as LinkResult),
        ...{ explanations, ...(parse !== undefined && { parse }) },
        ...(passed_over !== undefined && { passed_over }),
      } as z.input<typeof shapes.explainOutput>
    },
  }),
  tool({
    name: 'concept',
    title: 'Look up codes',
    input: shapes.conceptInput,
    output: shapes.conceptOutput,
    answer: async ({ medlink, linking, signal }, { ontology, version, codes, check }) => {
      const request = { ...check, ontology, version, top_k: shapes.DEFAULT_TOP_K } as LinkRequest
      const checked = check && (await linking.link(request, () => signal))
      return {
        ...answeredBy(medlink, { ontology, version }),
        ...(checked && { check: inWords(checked) }),
        concepts: await answerEach(codes, (code) =>
          described(medlink.concept(ontology, code, version), checked),
        ),
      }
    },
  }),
  tool({
    name: 'suggest',
    title: 'Suggest codes for typed letters',
    input: shapes.suggestInput,
    output: shapes.suggestOutput,
    answer: ({ medlink }, request) => {
      const remarks = request.prefix.trim() === '' ? [words.BLANK_PREFIX] : []
      const suggestions = medlink.suggest(request)
      return { ...answeredBy(medlink, request, remarks), suggestions }
    },
  }),
  tool({
    name: 'map',
    title: 'Relations of codes',
    input: shapes.mapInput,
    output: shapes.mapOutput,
    answer: async ({ medlink }, { ontology, version, codes, under: ancestor }) => ({
      ...answeredBy(medlink, { ontology, version }),
      concepts: await answerEach(codes, (code) => {
        const concept = medlink.concept(ontology, code, version)
        const under =
          ancestor === undefined
            ? undefined
            : {
                ancestor,
                isUnder: medlink.isUnder(ontology, code, ancestor, version),
              }
        return related(concept, under)
      }),
    }),
  }),
  tool({
    name: 'list_ontologies',
    title: 'List installed vocabularies',
    input: shapes.listInput,
    output: shapes.listOutput,
    answer: listOntologies,
  }),
]

/** The installed release that answers a request, and remarks on it. */
function answeredBy(
  medlink: Medlink,
  {
    ontology,
    version,
  }: { readonly ontology: LinkedOntology; readonly version?: string | undefined },
  remarks: readonly string[] = [],
) {
  const installed = [ontology, medlink.version(ontology, version)] as const
  const notes = [...remarks, ...sampleNotes(installed)]
  return { release: releaseOf(installed), ...(notes.length > 0 && { notes }) }
}

type Installed = readonly [LinkedOntology, InstalledVersion]

function releaseOf([ontology, installed]: Installed) {
  const { version, index_name, release_date, sample } = installed
  return { ontology, version, index_name, release_date, sample }
}

/** The remark on a sample. */
function sampleNotes([ontology, installed]: Installed): string[] {
  return installed.sample ? [words.sampleInWords(ontology, installed)] : []
}

/**
 * Answers to items one by one: a refused item fails alone. Between two items the event loop serves other callers.
 *
 * @throws the first refusal if every item is refused
 */
async function answerEach<Item, Answer>(
  items: readonly Item[],
  answer: (item: Item) => Answer | Promise<Answer>,
): Promise<(Answer | Refusal)[]> {
  const outcomes: ({ readonly answer: Answer } | { readonly error: unknown })[] = []
  for (const item of items) {
    if (outcomes.length > 0) await turnOfOthers()
    try {
      outcomes.push({ answer: await answer(item) })
    } catch (error) {
      outcomes.push({ error })
    }
  }
  const [first] = outcomes
  if (first && 'error' in first && outcomes.every((outcome) => 'error' in outcome))
    throw first.error
  return outcomes.map((outcome) => ('error' in outcome ? refusalOf(outcome.error) : outcome.answer))
}

/** A link result with the same in words. */
function linked(result: LinkResult) {
  return { ...inWords(result), result }
}

function inWords(result: LinkResult) {
  const [first] = result.results
  const is_linked = result.results.some((row) => row.is_linked)
  const needed = is_linked || first === undefined ? undefined : questionOf(first)
  return {
    answer: words.linkInWords(result),
    is_linked,
    ...(needed !== undefined && { needed }),
  }
}

function described(concept: ConceptDetails, checked: LinkResult | undefined) {
  const { code, name, active, metadata, parents, children, replacements } = concept
  const is_right = checked && verdictOn(code, checked)
  const verdict = is_right && words.VERDICT_WORDS[is_right]
  return {
    answer: [words.conceptInWords(concept), verdict].filter(Boolean).join(' '),
    ...{ code, name, active, metadata, parents: [...parents], children: children.length },
    replacements: [...replacements],
    ...(is_right && { is_right }),
  }
}

/** Verdict on a code for a text that was linked. */
function verdictOn(code: string, { results }: LinkResult): (typeof shapes.VERDICTS)[number] {
  const linked = results.filter((row) => row.is_linked)
  if (linked.length === 0) return 'unproven'
  return linked.some(({ term_id }) => term_id === code) ? 'yes' : 'no'
}

function related(
  concept: ConceptDetails,
  under: { readonly ancestor: string; readonly isUnder: boolean } | undefined,
) {
  const { code, name, active, maps, replacements } = concept
  return {
    answer: words.relationsInWords(concept, under),
    ...{ code, name, active, maps: [...maps], replacements: [...replacements] },
    ...(under && { is_under: under.isUnder }),
  }
}

function listOntologies({ medlink, installStarter }: McpOptions) {
  const { ontologies } = medlink.registry()
  const notes = ontologies
    .filter(({ details }) => details.length === 0)
    .map(({ name }) => words.missingInWords(name, installStarter !== undefined))
  return {
    medlink: MEDLINK_VERSION,
    ...(notes.length > 0 && { notes }),
    ontologies: ontologies.map(({ name, versions, details, unreadable }) => ({
      name,
      hints: Object.keys(hintSchemas[name].shape),
      versions: [...versions],
      details: details.map(withoutFiles),
      unreadable: [...unreadable],
    })),
  }
}

/** An installed version without the files that it was made of. */
function withoutFiles({ sources: _, flexsearch: __, ...version }: InstalledVersion) {
  return version
}
