// @ts-check
/** Texts to try: invented, as clinics, wards and laboratories write. */

/**
 * @typedef {'diagnosis' | 'test' | 'prescription' | 'note' | 'field'} Mode
 *
 * @typedef {object} Sample
 * @property {string} label
 * @property {Mode} mode
 * @property {string} text
 * @property {Readonly<Record<string, string>>} [hints]
 * @property {'high' | 'balanced'} [strictness]
 */

/** @type {readonly Sample[]} */
export const SAMPLES = [
  { label: 'Shorthand', mode: 'diagnosis', text: 'K/c/o T2DM with diabetic nephropathy' },
  { label: 'Denied', mode: 'diagnosis', text: 'No chest pain' },
  { label: 'Ambiguous', mode: 'diagnosis', text: 'MS' },
  {
    label: 'Romanised Hindi',
    mode: 'diagnosis',
    text: 'sugar ki bimari',
    strictness: 'balanced',
  },
  { label: 'Haemoglobin', mode: 'test', text: 'Haemoglobin', hints: { unit: 'g/dL' } },
  { label: 'HbA1c', mode: 'test', text: 'HbA1c', hints: { unit: '%' } },
  {
    label: 'Liver enzyme',
    mode: 'test',
    text: 'SGPT',
    hints: { unit: 'U/L', specimen: 'serum' },
  },
  { label: 'Indian brand', mode: 'prescription', text: 'Tab. Augmentin 625 mg 1-0-1 x 5 days' },
  { label: 'No strength', mode: 'prescription', text: 'Tab. metformin BD' },
  {
    label: 'Indian OPD',
    mode: 'note',
    text: `C/o fever with chills x 3 days, cough with expectoration, body ache.
No h/o vomiting or loose motions. K/c/o T2DM, HTN on Rx. Father had MI.
O/E: temp 101F, chest b/l crepts.
Imp: LRTI, ?pneumonia
Adv: CXR PA, CBC, RBS
Rx: Tab. Augmentin 625 mg BD x 5 days, Tab. Dolo 650 mg SOS`,
  },
  {
    label: 'US discharge',
    mode: 'note',
    text: `72-year-old woman admitted with acute decompensated heart failure and atrial fibrillation with rapid ventricular response.
Past medical history: type 2 diabetes mellitus, chronic kidney disease stage 3, hypothyroidism. No history of stroke.
Family history: mother had breast cancer.
Hospital course: diuresed with IV furosemide; community-acquired pneumonia was ruled out.
Discharge medications: metoprolol succinate 50 mg daily, apixaban 5 mg BID.`,
  },
  {
    label: 'Lab report',
    mode: 'note',
    text: `Hb 9.2 g/dL (12 - 15), TLC 11,400 /uL, platelets 1.8 lakh
Serum creatinine 2.1 mg/dL, HbA1c 9.4 %, TSH 7.8 uIU/mL
Impression: microcytic anaemia, uncontrolled diabetes mellitus, acute kidney injury.`,
  },
  {
    label: 'Hindi note',
    mode: 'note',
    strictness: 'balanced',
    text: 'Do din se bukhar aur khansi hai, sir dard bhi. Ulti nahi hai. Sugar ki bimari 5 saal se hai.',
  },
]
