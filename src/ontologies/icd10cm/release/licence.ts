/** What every index of ICD-10-CM says of its licence. */
export const LICENCE =
  'ICD-10-CM is in the public domain: National Center for Health Statistics (CDC/NCHS) and Centers for Medicare & Medicaid Services (CMS), United States.'
