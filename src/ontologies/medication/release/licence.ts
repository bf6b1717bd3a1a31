/** The notice that NLM's terms for RxNorm ask for. @see https://www.nlm.nih.gov/research/umls/rxnorm/docs/termsofservice.html */
export const RXNORM_LICENCE =
  'This product uses publicly available data courtesy of the U.S. National Library of Medicine (NLM), National ' +
  'Institutes of Health, Department of Health and Human Services; NLM is not responsible for the product and does not ' +
  'endorse or recommend this or any other product. Concepts are those of RxNorm itself (SAB RXNORM, source restriction ' +
  'level 0).'

/** Works of the US government have no copyright; openFDA's terms ask for the source. */
export const FDA_LICENCE =
  'Product data are of the U.S. Food and Drug Administration (FDA), in the public domain in the United States; the FDA ' +
  'does not endorse this product.'

export const CDCI_LICENCE =
  'Common Drug Codes for India (CDCI) are published by the National Resource Centre for EHR Standards (NRCeS), C-DAC ' +
  'Pune; they contain SNOMED CT®, used by permission of SNOMED International, and need its licence.'

/** Lists of products have no publisher in common. */
export const PRODUCTS_LICENCE =
  'A list of products that was given when the index was built; its owner says what may be done with it.'
