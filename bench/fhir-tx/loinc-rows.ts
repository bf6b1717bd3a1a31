/**
 * Terms of LOINC that the cases name and no release here holds, by code, with as much of each as the cases ask for. Codes, names and
 * axes are facts; the rows are written for this measurement.
 *
 * This material contains content from LOINC (http://loinc.org). LOINC is copyright © Regenstrief Institute, Inc. and the Logical
 * Observation Identifiers Names and Codes (LOINC) Committee, and is available at no cost under the licence at
 * http://loinc.org/license.
 */
export const LOINC_ROWS: readonly Readonly<Record<string, string>>[] = [
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
  row('10879-5', 'Isovalerylglycine [Mass/volume] in Urine', {
    ...axes('Isovalerylglycine', 'MCnc', 'Urine', 'Qn', ''),
    ...{ CLASS: 'CHEM', STATUS: 'DISCOURAGED' },
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
