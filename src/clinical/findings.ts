/** What a clinical text tells of a patient: what was concluded, what somebody saw, what the patient feels. */
export const FINDING_KINDS = ['diagnosis', 'sign', 'symptom'] as const
export type FindingKind = (typeof FINDING_KINDS)[number]
