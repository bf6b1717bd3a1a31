/**
 * FHIR's ConceptMap, of R4 (https://hl7.org/fhir/R4/conceptmap.html) or R5 (https://hl7.org/fhir/R5/conceptmap.html): each
 * row with a decision that all reviewers agree on. It says nothing of who decided, when, or how often a name occurs.
 */

import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { asFileError } from '../../internal.ts'
import { MedlinkError } from '../../medlink.ts'
import type { MappedRow, ProjectAbout, Relation } from '../project.ts'
import { CODE_SYSTEMS } from './code-systems.ts'
import { decidedOf, type ExchangeFormat, type ExchangeOptions } from './format.ts'

const DEFAULT_SOURCE = 'https://example.org/site'
/** The longest map that is read, in bytes: it is one value of JSON. */
const MAX_BYTES = 500_000_000

const EQUIVALENCES: Readonly<Record<Relation, string>> = {
  equivalent: 'equivalent',
  wider: 'wider',
  narrower: 'narrower',
  inexact: 'inexact',
}
const RELATIONSHIPS: Readonly<Record<Relation, string>> = {
  equivalent: 'equivalent',
  wider: 'source-is-narrower-than-target',
  narrower: 'source-is-broader-than-target',
  inexact: 'related-to',
}
/** The words of both releases. What is left out maps to nothing. */
const RELATION_OF = new Map<string, Relation>([
  ['equal', 'equivalent'],
  ['subsumes', 'wider'],
  ['specializes', 'narrower'],
  ['relatedto', 'inexact'],
  ...[EQUIVALENCES, RELATIONSHIPS].flatMap((words) =>
    Object.entries(words).map(([relation, word]) => [word, relation as Relation] as const),
  ),
])

const target = z.object({
  code: z.string().optional(),
  display: z.string().optional(),
  equivalence: z.string().optional(),
  relationship: z.string().optional(),
  comment: z.string().optional(),
})
const conceptMap = z.object({
  resourceType: z.literal('ConceptMap'),
  group: z
    .array(
      z.object({
        target: z.string().optional(),
        element: z.array(
          z.object({
            code: z.string().optional(),
            display: z.string().optional(),
            noMap: z.boolean().optional(),
            target: z.array(target).optional(),
          }),
        ),
      }),
    )
    .default([]),
})

export const conceptMapFormat: ExchangeFormat = {
  async *write(about, rows, options) {
    const { opening, closing } = frameOf(about, options)
    yield opening
    let separator = ''
    let later = 0
    const seen = new Set<string>()
    for await (const row of rows) {
      if (row.term?.state === 'later' || row.term?.state === 'disagreement') later++
      const element = elementOf(row, options.release ?? 'r4')
      if (element === undefined) continue
      const text = JSON.stringify(element)
      if (seen.has(text)) continue
      seen.add(text)
      yield `${separator}\n        ${text}`
      separator = ','
    }
    yield closing
    if (later > 0)
      options.onRemark(`${later} rows without a decision that all agree on are left out`)
    if (options.source === undefined)
      options.onRemark(
        `the site's own codes are under ${DEFAULT_SOURCE}: set a URI of your own with --source`,
      )
  },

  async *read(path, { ontology }, { onRemark }) {
    const { uri } = CODE_SYSTEMS[ontology]
    const { group } = parse(path)
    for (const [g, { target: system, element }] of group.entries()) {
      if (system !== undefined && system.split('|')[0] !== uri) {
        onRemark(`group ${g + 1} maps to another code system, and is not read`)
        continue
      }
      for (const [
        i,
        { code = '', display = '', noMap, target: targets = [] },
      ] of element.entries()) {
        const row = {
          place: `group ${g + 1} element ${i + 1}`,
          source_code: code,
          source_name: display,
        }
        const [first, ...more] = targets.filter(({ code }) => code !== undefined)
        const comment = (first ?? targets[0])?.comment || undefined
        if (more.length > 0) onRemark(`${row.place} has several targets: the first is read`)
        const relation = RELATION_OF.get(first?.relationship ?? first?.equivalence ?? '')
        const isNone =
          noMap === true || targets.some(({ equivalence }) => equivalence === 'unmatched')
        if (first !== undefined && relation !== undefined)
          yield { ...row, decision: 'accept', code: first.code, relation, note: comment }
        else yield { ...row, decision: isNone ? 'none' : undefined, note: comment }
      }
    }
  },
}

/** The parts before and after the elements. */
function frameOf(
  { ontology, version }: ProjectAbout,
  { source = DEFAULT_SOURCE, release = 'r4', now }: ExchangeOptions,
): { readonly opening: string; readonly closing: string } {
  const { uri } = CODE_SYSTEMS[ontology]
  const isR5 = release === 'r5'
  const element = '@'
  const map = {
    resourceType: 'ConceptMap',
    url: `${source.replace(/\/+$/, '')}/ConceptMap/${ontology}`,
    name: `SiteTo${ontology.replace(/[^a-z0-9]/gi, '')}`,
    status: 'draft',
    date: new Date(now).toISOString(),
    group: [
      {
        source,
        target: isR5 ? `${uri}|${version}` : uri,
        ...(!isR5 && { targetVersion: version }),
        element: [element],
      },
    ],
  }
  const [opening, closing] = JSON.stringify(map, null, 2).split(JSON.stringify(element))
  return { opening: opening!.trimEnd(), closing: `${closing!}\n` }
}

/** Element of a row whose reviewers agree; a row without a code is identified by its name. */
function elementOf({ source, term }: MappedRow, release: 'r4' | 'r5'): object | undefined {
  if (term === null || (term.state !== 'mapped' && term.state !== 'no_code')) return undefined
  const decided = decidedOf(term)
  const isR5 = release === 'r5'
  const comment = decided?.note ? { comment: decided.note } : {}
  // A code of FHIR has single blanks.
  const code = source.code.replace(/\s+/g, ' ').trim()
  const element = { ...(code !== '' && { code }), display: source.name }
  if (term.code === null) {
    if (!isR5) return { ...element, target: [{ equivalence: 'unmatched', ...comment }] }
    return { ...element, noMap: true }
  }
  const relation = decided?.relation ?? 'equivalent'
  const how = isR5
    ? { relationship: RELATIONSHIPS[relation] }
    : { equivalence: EQUIVALENCES[relation] }
  const display = term.title === null ? {} : { display: term.title }
  return { ...element, target: [{ code: term.code, ...display, ...how, ...comment }] }
}

function parse(path: string): z.output<typeof conceptMap> {
  let text: Buffer
  try {
    text = readFileSync(path)
  } catch (error) {
    throw asFileError(path, error)
  }
  if (text.length > MAX_BYTES)
    throw new MedlinkError('table_invalid', `${path} is longer than ${MAX_BYTES} bytes`)
  let value: unknown
  try {
    value = JSON.parse(text.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    // The message may repeat what the file says.
    throw new MedlinkError('table_invalid', `${path} is not valid JSON`)
  }
  const parsed = conceptMap.safeParse(value)
  if (parsed.success) return parsed.data
  const { path: place } = parsed.error.issues[0]!
  throw new MedlinkError(
    'table_invalid',
    `${path} is not a ConceptMap of FHIR R4 or R5: see ${place.join('.') || 'the whole file'}`,
  )
}
