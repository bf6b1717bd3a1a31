/** Kinds of findings in a clinical text: a conclusion, an observation of another person, a feeling of the patient. */
export const FINDING_KINDS = ['diagnosis', 'sign', 'symptom'] as const
export type FindingKind = (typeof FINDING_KINDS)[number]
