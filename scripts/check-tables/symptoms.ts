import { type Analyzer, contentOf } from '../../src/language/analyze.ts'
import type { Fault, Statement } from './names.ts'

/** What words say of what they stand in. */
export interface SymptomWords {
  /** What somebody feels or sees: "sore", "lump". */
  readonly symptom: readonly string[]
  /** Names a disease or what brought it about: "infection", "twisted"; with a hyphen before it, how such names end. */
  readonly diagnosis: readonly string[]
}

/** Patients' words (`other`) that tell a symptom and nothing of its cause, and are read as a diagnosis (`one`). */
export function symptomFaults(
  lay: readonly Statement[],
  { symptom, diagnosis }: SymptomWords,
  analyzer: Analyzer,
): Fault[] {
  const lemmasOf = (words: readonly string[]) =>
    new Set(words.map((word) => analyzer.wordOf(word).lemma))
  const endings = diagnosis.filter((word) => word.startsWith('-')).map((word) => word.slice(1))
  const ofSymptom = lemmasOf(symptom)
  const ofDiagnosis = lemmasOf(diagnosis.filter((word) => !word.startsWith('-')))
  const read = (phrase: string) => contentOf(analyzer.analyze(phrase))
  const isDiagnosis = (phrase: string) =>
    read(phrase).some(
      ({ form, lemma }) =>
        ofDiagnosis.has(lemma) || endings.some((ending) => form.endsWith(ending)),
    )
  return lay.flatMap((row) => {
    const told = read(row.other).find(({ lemma }) => ofSymptom.has(lemma))
    if (told === undefined || isDiagnosis(row.other) || !isDiagnosis(row.one)) return []
    return [{ ...row, why: `"${told.form}" tells a symptom, "${row.one}" is a diagnosis` }]
  })
}
