/** The tools: each asks the library, and adds the release and the answer in words. */
import type * as z from 'zod'
import { hintSchemas, parseRequest, questionOf } from '../internal.ts'
import {
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

/** Everything that the tools need. */
export interface McpOptions {
  readonly medlink: Medlink
  /** Installs the starter of a vocabulary of which nothing is installed. Default: such a vocabulary is refused. */
  readonly installStarter?: ((ontology: LinkedOntology) => Promise<void>) | undefined
}

/** A tool as it is listed and called. */
export interface Tool {
  readonly name: keyof typeof words.DESCRIPTIONS
  readonly title: string
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  /** @throws MedlinkError what the library throws */
  answer(options: McpOptions, args: unknown): Promise<object>
}

function tool<Input extends z.ZodObject, Output extends z.ZodObject>({
  answer,
  ...about
}: Omit<Tool, 'answer'> & {
  readonly input: Input
  readonly output: Output
  readonly answer: (options: McpOptions, request: z.output<Input>) => z.input<Output>
}): Tool {
  return {
    ...about,
    answer: async (options, args = {}) => {
      const request = parseRequest(about.input, args)
      if ('ontology' in request) await options.installStarter?.(request.ontology as LinkedOntology)
      return answer(options, request)
    },
  }
}

/** Tools in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'link',
    title: 'Link mentions to codes',
    input: shapes.linkInput,
    output: shapes.linkOutput,
    answer: ({ medlink }, { mentions, ...shared }) => ({
      ...answeredBy(medlink, shared),
      answers: answerEach(mentions, (mention) =>
        linked(
          medlink.link({
            ...shared,
            ...parseRequest(shapes.mentionSchema, mention, 'a mention'),
          } as LinkRequest),
        ),
      ),
    }),
  }),
  tool({
    name: 'comprehend',
    title: 'Find and link the conditions of a note',
    input: shapes.comprehendInput,
    output: shapes.comprehendOutput,
    answer: ({ medlink }, request) => {
      const result = medlink.comprehend(request)
      const answers = result.entities.map(words.entityInWords)
      const remarks = result.truncated ? [words.TRUNCATED] : []
      return { ...answeredBy(medlink, request, remarks), answers, result }
    },
  }),
  tool({
    name: 'explain',
    title: 'Explain a link',
    input: shapes.explainInput,
    output: shapes.explainOutput,
    answer: ({ medlink }, request) => {
      const { explanations, parse, ...result } = medlink.explain(request as LinkRequest)
      return {
        ...answeredBy(medlink, request),
        ...linked(result as LinkResult),
        ...{ explanations, ...(parse !== undefined && { parse }) },
      } as z.input<typeof shapes.explainOutput>
    },
  }),
  tool({
    name: 'concept',
    title: 'Look up codes',
    input: shapes.conceptInput,
    output: shapes.conceptOutput,
    answer: ({ medlink }, { ontology, version, codes, check }) => {
      const checked =
        check &&
        medlink.link({ ...check, ontology, version, top_k: shapes.DEFAULT_TOP_K } as LinkRequest)
      return {
        ...answeredBy(medlink, { ontology, version }),
        ...(checked && { check: inWords(checked) }),
        concepts: answerEach(codes, (code) =>
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
    answer: ({ medlink }, { ontology, version, codes, under: ancestor }) => ({
      ...answeredBy(medlink, { ontology, version }),
      concepts: answerEach(codes, (code) => {
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
  const installed = medlink.version(ontology, version)
  const notes = [
    ...remarks,
    ...(installed.sample ? [words.sampleInWords(ontology, installed)] : []),
  ]
  return {
    release: {
      ontology,
      version: installed.version,
      index_name: installed.index_name,
      release_date: installed.release_date,
      sample: installed.sample,
    },
    ...(notes.length > 0 && { notes }),
  }
}

/**
 * Answers to items one by one: a refused item fails alone.
 *
 * @throws the first refusal if every item is refused
 */
function answerEach<Item, Answer>(
  items: readonly Item[],
  answer: (item: Item) => Answer,
): (Answer | Refusal)[] {
  const outcomes = items.map((item) => {
    try {
      return { answer: answer(item) }
    } catch (error) {
      return { error }
    }
  })
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
