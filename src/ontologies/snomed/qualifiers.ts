import { LATERALITY } from '../../clinical/laterality.ts'
import { CONTEXT, findQualifiers, type Qualifier } from '../../clinical/qualifiers.ts'
import type { Word } from '../../language/analyze.ts'

/** Qualifiers of a name, a mention or a concept that codes carry: one bit for each value. */
const BITS = {
  laterality: LATERALITY,
  course: { acute: 1, subacute: 2, chronic: 4, recurrent: 8 },
  severity: { mild: 1, moderate: 2, severe: 4 },
  context: CONTEXT,
} as const satisfies Record<string, Readonly<Record<string, number>>>

/** A kind of qualifier that codes carry. */
export type CodedQualifier = keyof typeof BITS
export const CODED_QUALIFIERS = Object.keys(BITS) as CodedQualifier[]

/** The bits of each kind, 0 for none. */
export type Said = Readonly<Record<CodedQualifier, number>>

/** The values of a kind of qualifier whose bits are set, in order of bits: `['left']`. */
export function valuesOf(kind: CodedQualifier, bits: number): readonly string[] {
  if (bits === 0) return NO_VALUES
  return Object.entries(BITS[kind]).flatMap(([value, bit]) => ((bits & bit) === 0 ? [] : [value]))
}

const NO_VALUES: readonly string[] = []

/** Qualifiers of any of several lists; kinds and values that no code carries are left out. */
export function saidBy(...lists: readonly (readonly Qualifier[])[]): Said {
  const said = { laterality: 0, course: 0, severity: 0, context: 0 }
  for (let i = 0; i < lists.length; i++)
    for (let j = 0; j < lists[i]!.length; j++) {
      const { kind, value } = lists[i]![j]!
      if (isCoded(kind)) said[kind] |= (BITS[kind] as Readonly<Record<string, number>>)[value] ?? 0
    }
  return said
}

/** Qualifiers of the words of a name. */
export function saidIn(words: readonly Word[]): Said {
  return saidBy(findQualifiers(words))
}

function isCoded(kind: Qualifier['kind']): kind is CodedQualifier {
  return kind in BITS
}
