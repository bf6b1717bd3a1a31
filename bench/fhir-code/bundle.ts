/** A Bundle of 200 resources with text alone, as a clinic's program sends them, and the question that each stands for. */
import type { LinkedOntology } from '../../src/medlink.ts'

/** A resource, and the request that its code should be the answer to. */
export interface TextResource {
  readonly resource: Readonly<Record<string, unknown>>
  readonly query: string
  readonly ontology: LinkedOntology
  readonly metadata?: Readonly<Record<string, string | number>>
  readonly granularity?: 'ingredient'
}

const subject = { reference: 'Patient/example' }

const CONDITIONS = `T2DM; HTN; hypothyroidism; CKD stage 3; asthma; COPD; migraine; GERD; acute gastritis; IHD
  iron deficiency anemia; vitamin D deficiency; osteoarthritis of knee; rheumatoid arthritis; gout; fever; dry cough
  lower back pain; dengue fever; enteric fever; acute gastroenteritis; UTI; pneumonia; pulmonary tuberculosis; psoriasis
  atopic dermatitis; tinea corporis; scabies; acne vulgaris; PCOS; fibroid uterus; menorrhagia; hyperemesis gravidarum
  BPH; renal calculus; cholelithiasis; acute appendicitis; inguinal hernia; hemorrhoids; anal fissure; fatty liver
  hepatitis B; cirrhosis of liver; epilepsy; Parkinson's disease; Alzheimer's disease; depression; generalised anxiety
  schizophrenia; insomnia; cataract; glaucoma; diabetic retinopathy; otitis media; allergic rhinitis; sinusitis
  tonsillitis; dental caries; atrial fibrillation; heart failure; old MI; DVT; varicose veins; stroke
  fracture neck of femur; Colles fracture; obesity; hyperlipidemia; sickle cell disease; pain`

const OBSERVATIONS: readonly (readonly [
  text: string,
  value: number,
  unit: string,
  specimen: string,
])[] = [
  ['Hemoglobin', 12.5, 'g/dL', 'Blood'],
  ['Total leucocyte count', 7800, '/uL', 'Blood'],
  ['Platelet count', 210, '10*3/uL', 'Blood'],
  ['PCV', 38, '%', 'Blood'],
  ['MCV', 84, 'fL', 'Blood'],
  ['ESR', 22, 'mm/hr', 'Blood'],
  ['Fasting blood sugar', 108, 'mg/dL', 'Plasma'],
  ['Post prandial blood sugar', 162, 'mg/dL', 'Plasma'],
  ['HbA1c', 7.2, '%', 'Blood'],
  ['Urea', 32, 'mg/dL', 'Serum'],
  ['Creatinine', 0.9, 'mg/dL', 'Serum'],
  ['Uric acid', 6.1, 'mg/dL', 'Serum'],
  ['Sodium', 139, 'mmol/L', 'Serum'],
  ['Potassium', 4.1, 'mmol/L', 'Serum'],
  ['Chloride', 102, 'mmol/L', 'Serum'],
  ['Calcium', 9.2, 'mg/dL', 'Serum'],
  ['Phosphorus', 3.4, 'mg/dL', 'Serum'],
  ['Magnesium', 2, 'mg/dL', 'Serum'],
  ['Total bilirubin', 0.8, 'mg/dL', 'Serum'],
  ['Direct bilirubin', 0.2, 'mg/dL', 'Serum'],
  ['SGOT', 28, 'U/L', 'Serum'],
  ['SGPT', 31, 'U/L', 'Serum'],
  ['Alkaline phosphatase', 92, 'U/L', 'Serum'],
  ['Albumin', 4.2, 'g/dL', 'Serum'],
  ['Total protein', 7.1, 'g/dL', 'Serum'],
  ['Total cholesterol', 188, 'mg/dL', 'Serum'],
  ['HDL cholesterol', 44, 'mg/dL', 'Serum'],
  ['LDL cholesterol', 118, 'mg/dL', 'Serum'],
  ['Triglycerides', 150, 'mg/dL', 'Serum'],
  ['TSH', 3.1, 'uIU/mL', 'Serum'],
  ['Free T4', 1.2, 'ng/dL', 'Serum'],
  ['Vitamin B12', 310, 'pg/mL', 'Serum'],
  ['25-OH vitamin D', 18, 'ng/mL', 'Serum'],
  ['Ferritin', 42, 'ng/mL', 'Serum'],
  ['CRP', 6, 'mg/L', 'Serum'],
  ['PSA', 1.1, 'ng/mL', 'Serum'],
  ['D-dimer', 0.4, 'mg/L', 'Plasma'],
  ['INR', 1.1, '', 'Plasma'],
  ['Glucose', 12, 'mg/dL', 'Urine'],
  ['Microalbumin', 18, 'mg/L', 'Urine'],
  ['Amylase', 61, 'U/L', 'Serum'],
  ['Lipase', 33, 'U/L', 'Serum'],
  ['Lactate', 1.4, 'mmol/L', 'Blood'],
  ['Troponin I', 0.01, 'ng/mL', 'Serum'],
  ['Glucose', 101, 'mg/dL', ''],
  ['Cortisol', 11, 'ug/dL', ''],
]

const DRUGS = `Tab metformin 500 mg; Tab Dolo 650; amlodipine 5 mg tablet; telmisartan 40 mg tablet; atorvastatin 10 mg
  aspirin 75 mg tablet; clopidogrel 75 mg tablet; pantoprazole 40 mg tablet; Cap omeprazole 20 mg; levothyroxine 50 mcg
  amoxicillin 500 mg capsule; azithromycin 500 mg tablet; ciprofloxacin 500 mg tablet; paracetamol 500 mg tablet; ibuprofen
  cetirizine 10 mg tablet; montelukast 10 mg tablet; salbutamol inhaler; insulin glargine; glimepiride 2 mg tablet
  sertraline 50 mg tablet; losartan 50 mg tablet; furosemide 40 mg tablet; prednisolone 5 mg tablet; folic acid 5 mg
  warfarin 5 mg tablet; metoprolol 25 mg tablet; ranitidine; doxycycline 100 mg capsule; ondansetron 4 mg tablet`

const PROCEDURES = `Appendectomy; LSCS; laparoscopic cholecystectomy; CABG; total knee replacement; cataract surgery
  hemodialysis; colonoscopy; upper GI endoscopy; hysterectomy; tonsillectomy; PTCA; coronary angiography; TURP
  inguinal hernia repair; lumbar puncture; blood transfusion; vasectomy; thyroidectomy; skin biopsy`

const ALLERGIES = `peanut; penicillin; latex; shellfish; house dust mite; sulfonamide; egg; aspirin; bee venom; pollen allergy`

const REPORTS = `Complete blood count; Lipid panel; Liver function test; Urinalysis; Basic metabolic panel; Thyroid panel
  Blood culture; Urine culture; Chest X-ray; Prothrombin time; ABO group; Stool examination`

const RELATIVES = `breast cancer; diabetes mellitus; hypertension; coronary artery disease; stroke; colon cancer; asthma
  bipolar disorder; sickle cell trait; glaucoma; epilepsy; thalassemia`

/** Two hundred resources of nine types, in turns as a record has them. */
export function textResources(): readonly TextResource[] {
  const kinds = [
    listed(CONDITIONS).map((query) => condition(query)),
    OBSERVATIONS.map((given) => observation(given)),
    listed(DRUGS).map((query, i) => drug(query, i)),
    listed(PROCEDURES).map((query) => plain('Procedure', query, 'snomed')),
    listed(ALLERGIES).map((query) => allergy(query)),
    listed(REPORTS).map((query) => plain('DiagnosticReport', query, 'loinc')),
    listed(RELATIVES).map((query) => relative(query)),
  ]
  const longest = Math.max(...kinds.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) => kinds.flatMap((kind) => kind[i] ?? [])).flat()
}

function listed(text: string): string[] {
  return text.split(/[;\n]/).map((each) => each.trim())
}

function condition(query: string): TextResource {
  return {
    resource: {
      ...{ resourceType: 'Condition', code: { text: query } },
      clinicalStatus: { text: 'as recorded' },
      subject,
      modifierExtension: [{ url: 'urn:clinic:sensitivity', valueCode: 'normal' }],
    },
    ...{ query, ontology: 'snomed' },
  }
}

function observation([query, value, unit, specimen]: (typeof OBSERVATIONS)[number]): TextResource {
  return {
    resource: {
      ...{ resourceType: 'Observation', status: 'final', code: { text: query }, subject },
      valueQuantity: { value, ...(unit && { unit }) },
      ...(specimen && {
        contained: [{ resourceType: 'Specimen', id: 's', type: { text: specimen } }],
        specimen: { reference: '#s' },
      }),
    },
    ...{ query, ontology: 'loinc' },
    metadata: { ...(unit && { unit }), value, ...(specimen && { specimen }) },
  }
}

/** Drugs in turns as a request, a statement and a Medication. */
function drug(query: string, i: number): TextResource {
  const concept = { medicationCodeableConcept: { text: query } }
  const dose = [{ doseAndRate: [{ doseQuantity: { value: 1, unit: 'tablet' } }] }]
  const resources = [
    {
      ...{
        resourceType: 'MedicationRequest',
        status: 'active',
        intent: 'order',
        ...concept,
        subject,
      },
      dosageInstruction: [{ text: '1-0-1' }],
    },
    { resourceType: 'MedicationStatement', status: 'active', ...concept, subject },
    { resourceType: 'Medication', code: { text: query } },
    { resourceType: 'MedicationStatement', status: 'active', ...concept, subject, dosage: dose },
  ]
  const resource = resources[i % resources.length]!
  const metadata = 'dosage' in resource ? { dose_unit: 'tablet' } : {}
  return { resource, query, ontology: 'medication', metadata }
}

function plain(resourceType: string, query: string, ontology: LinkedOntology): TextResource {
  return { resource: { resourceType, code: { text: query }, subject }, query, ontology }
}

function allergy(query: string): TextResource {
  const resource = { resourceType: 'AllergyIntolerance', patient: subject, code: { text: query } }
  return { resource, query, ontology: 'snomed', granularity: 'ingredient' }
}

function relative(query: string): TextResource {
  return {
    resource: {
      ...{ resourceType: 'FamilyMemberHistory', status: 'completed', patient: subject },
      ...{ relationship: { text: 'mother' }, condition: [{ code: { text: query } }] },
    },
    ...{ query, ontology: 'snomed' },
  }
}
