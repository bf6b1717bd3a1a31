/** The licence notice of every index of ICD-10-CM. */
export const LICENCE =
  'ICD-10-CM is in the public domain: National Center for Health Statistics (CDC/NCHS) and Centers for Medicare & Medicaid Services (CMS), United States.'
