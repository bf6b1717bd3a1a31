const AFFILIATES =
  'SNOMED CT may be used under an affiliate licence only, which is free of charge in member countries: https://www.snomed.org/get-snomed.'

/** The licence notice of every index of a release. */
export const LICENCE =
  'This index holds SNOMED Clinical Terms® (SNOMED CT®), © International Health Terminology Standards Development Organisation (SNOMED International). ' +
  AFFILIATES

/** The same of the index of Medlink's own selection. */
export const STARTER_LICENCE =
  "This sample, selected and worded by Medlink's authors, quotes SNOMED Clinical Terms® (SNOMED CT®), " +
  '© International Health Terminology Standards Development Organisation (SNOMED International). ' +
  `It is not a SNOMED CT release and not for production. ${AFFILIATES}`
