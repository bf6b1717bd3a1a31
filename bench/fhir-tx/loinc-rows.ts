/**
 * Terms, parts and answers of LOINC that the cases name and no release here holds, by code, with as much of each as the cases ask
 * for. Codes, names and axes are facts; the rows are written for this measurement.
 *
 * This material contains content from LOINC (http://loinc.org). LOINC is copyright © Regenstrief Institute, Inc. and the Logical
 * Observation Identifiers Names and Codes (LOINC) Committee, and is available at no cost under the licence at
 * http://loinc.org/license.
 */
export const LOINC_TERMS: readonly Readonly<Record<string, string>>[] = [
  row(
    '100019-9',
    'ALK gene mutations found [Identifier] in Blood or Tissue by Molecular genetics method Nominal',
    {
      ...axes('ALK gene mutations found', 'Prid', 'Bld/Tiss', 'Nom', 'Molgen'),
      CLASS: 'MOLPATH',
    },
  ),
  row('100746-7', 'Glucose [Moles/volume] in Mixed venous blood', {
    ...axes('Glucose', 'SCnc', 'BldMV', 'Qn', ''),
    CLASS: 'CHEM',
  }),
  row('100002-5', 'Demonstrates adequate level of consciousness', {
    ...axes('Demonstrates adequate level of consciousness', 'Find', '^Patient', 'Ord', ''),
    ...{ CLASS: 'SURVEY.PNDS', CLASSTYPE: '4' },
  }),
  row('100481-1', 'Outpatient Mechanical circulatory support Progress note', {
    ...axes('Progress note', 'Find', 'Outpatient', 'Doc', 'Mechanical circulatory support'),
    ...{ CLASS: 'DOC.ONTOLOGY', CLASSTYPE: '2' },
  }),
  row('10879-5', 'Isovalerylglycine [Mass/volume] in Urine', {
    ...axes('Isovalerylglycine', 'MCnc', 'Urine', 'Qn', ''),
    ...{ CLASS: 'CHEM', STATUS: 'DISCOURAGED' },
  }),
  row('44214-5', 'RF Guidance for endoscopy of Biliary ducts-- W contrast retrograde', {
    ...axes('Guidance for endoscopy', 'Find', 'Biliary ducts', 'Doc', 'RF'),
    ...{ CLASS: 'RAD', CLASSTYPE: '2' },
  }),
  row('52495-9', 'Confusion Assessment Method (CAM)', {
    ...axes('Confusion Assessment Method', '-', '^Patient', '-', ''),
    ...{ CLASS: 'PANEL.SURVEY.CAM', STATUS: 'DISCOURAGED' },
  }),
  row('82810-3', 'Pregnancy status', {
    ...axes('Pregnancy status', 'Find', '^Patient', 'Nom', ''),
    CLASS: 'OB.US',
  }),
  row('83910-0', 'Public health Note', {
    ...axes('Note', 'Find', '{Setting}', 'Doc', 'Public health'),
    CLASS: 'DOC.ONTOLOGY',
  }),
]

/** Parts, as Part.csv has them. */
export const LOINC_PARTS: readonly (readonly [code: string, type: string, name: string])[] = [
  ['LP111373-9', 'CLASS', 'PANEL.HL7.CYTOGEN'],
  ['LP14635-4', 'COMPONENT', 'Glucose'],
  ['LP173418-7', 'Document.Kind', 'Note'],
]

/** Terms that have a part: those with this component, and one document. */
export const GLUCOSE = { component: 'Glucose', part: 'LP14635-4' } as const
export const NOTE = { term: '100481-1', part: 'LP173418-7' } as const

/** Answers in lists, as AnswerList.csv has them; no code where a case asks for the list alone. */
export const LOINC_ANSWERS: readonly (readonly [
  list: string,
  listName: string,
  code: string,
  text: string,
])[] = [
  ['LL105-8', '', 'LA4489-6', 'Unknown'],
  ['LL2972-9', 'ABORh', '', ''],
  ['LL361-7', 'Yes/No', 'LA33-6', 'Yes'],
  ['LL361-7', 'Yes/No', 'LA32-8', 'No'],
  ['LL6136-7', 'Met/Not met/Ongoing/Unable to assess', 'LA32971-6', 'Met'],
  ['LL6136-7', 'Met/Not met/Ongoing/Unable to assess', 'LA32972-4', 'Not met'],
  ['LL6136-7', 'Met/Not met/Ongoing/Unable to assess', 'LA9040-2', 'Ongoing'],
  ['LL6136-7', 'Met/Not met/Ongoing/Unable to assess', 'LA10105-7', 'Unable to assess'],
]

/** Lists of answers of terms. */
export const ANSWERED: readonly (readonly [term: string, list: string])[] = [
  ['100002-5', 'LL6136-7'],
]

function row(code: string, name: string, more: Readonly<Record<string, string>>) {
  return {
    LOINC_NUM: code,
    LONG_COMMON_NAME: name,
    TIME_ASPCT: 'Pt',
    STATUS: 'ACTIVE',
    CLASSTYPE: '1',
    ...more,
  }
}

function axes(component: string, property: string, system: string, scale: string, method: string) {
  return {
    COMPONENT: component,
    PROPERTY: property,
    SYSTEM: system,
    SCALE_TYP: scale,
    METHOD_TYP: method,
  }
}
