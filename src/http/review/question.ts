import type { LinkResultItem } from '../../medlink.ts'

/** The fact that a yes needs, and the ways to state it. */
export interface Question {
  /** As Medlink asks: "which specimen?". */
  readonly text: string
  /** The hint that answers it; undefined where only the choice of a candidate does. */
  readonly hint: string | undefined
  /** Answers that are likely, what they are called and the hint's text. */
  readonly options: readonly { readonly label: string; readonly value: string }[]
}

/** The hint that answers a question, by words of the question: the questions are `needed` of the contract. */
const HINTS: readonly (readonly [asked: RegExp, hint: string])[] = [
  [/specimen/, 'specimen'],
  [/unit|mass or moles|count or percentage/, 'unit'],
  [/number or a finding/, 'value'],
  [/form/, 'form'],
  [/encounter/, 'encounter'],
]

/** Units that say each property of LOINC as laboratories print them, the commonest first. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  MCnc: ['g/dL', 'mg/dL', 'ng/mL'],
  SCnc: ['mmol/L', 'umol/L'],
  NCnc: ['10*9/L', '/uL'],
  NFr: ['%'],
  MFr: ['%'],
  VFr: ['%'],
  CCnc: ['U/L'],
  ACnc: ['IU/mL'],
  EntVol: ['fL'],
  EntMass: ['pg'],
  Vel: ['mm/h'],
  Time: ['s'],
  MRat: ['mg/24h'],
  Ratio: ['ratio'],
  Pres: ['mmHg'],
  Temp: ['Cel'],
}

/** The question that settles the first of these candidates; undefined where Medlink asks nothing. */
export function questionOf(results: readonly LinkResultItem[]): Question | undefined {
  const text = textOf(results[0])
  if (text === undefined) return undefined
  const [, hint] = HINTS.find(([asked]) => asked.test(text)) ?? []
  return { text, hint, options: hint === undefined ? [] : optionsFor(hint, results) }
}

function textOf(first: LinkResultItem | undefined): string | undefined {
  const { needed, link_reason, linking_requirements } = (first?.metadata ?? {}) as {
    readonly needed?: string
    readonly link_reason?: string
    readonly linking_requirements?: {
      readonly form_needed: boolean
      readonly volume_needed: boolean
    }
  }
  if (needed !== undefined) return needed
  if (!link_reason?.endsWith('_needed') || linking_requirements === undefined) return undefined
  const { form_needed, volume_needed } = linking_requirements
  const asked = [...(volume_needed ? ['strength'] : []), ...(form_needed ? ['form'] : [])]
  return `which ${asked.join(' and ')}?`
}

function optionsFor(hint: string, results: readonly LinkResultItem[]): Question['options'] {
  const found = results.flatMap(({ metadata }): Question['options'] => {
    if (hint === 'value')
      return [
        { label: 'a number', value: '1' },
        { label: 'a finding', value: 'positive' },
      ]
    if (hint === 'encounter')
      return ['initial', 'subsequent', 'sequela'].map((value) => ({ label: value, value }))
    if (hint === 'form' && 'form_info' in metadata && metadata.form_info !== null)
      return [{ label: metadata.form_info.form, value: metadata.form_info.form }]
    if (!('system' in metadata)) return []
    if (hint === 'unit')
      return (UNITS[metadata.property ?? ''] ?? []).map((unit) => ({ label: unit, value: unit }))
    const { system, preferred_name } = metadata
    if (!system) return []
    // The title has the words for LOINC's abbreviation: "… in Serum or Plasma by …".
    const [, words] = / in ([^[(]+?)(?= by | --|$)/.exec(preferred_name) ?? []
    return [{ label: words ?? system, value: system }]
  })
  return [...new Map(found.map((option) => [option.value, option])).values()]
}
