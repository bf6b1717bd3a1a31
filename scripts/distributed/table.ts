/**
 * Writes a table of invented laboratory tests as CSV to stdout.
 *
 *   tsx scripts/distributed/table.ts ROWS DISTINCT
 *
 * The first DISTINCT rows ask different things, the others what one of them asks.
 */

const [rows = 0, distinct = 0] = process.argv.slice(2).map(Number)

const ANALYTES =
  'Hemoglobin,Glucose,Sodium,Potassium,Chloride,Creatinine,Urea,Uric acid,Calcium,Magnesium,Phosphate,Albumin,Protein,' +
  'Bilirubin,Cholesterol,Triglycerides,Ferritin,Iron,Transferrin,Lactate,Ammonia,Cortisol,Insulin,Estradiol,Testosterone,' +
  'Prolactin,Thyrotropin,Thyroxine,Vitamin B12,Folate,Zinc,Copper,Lead,Lithium,Digoxin,Amylase,Lipase,Leukocytes,' +
  'Erythrocytes,Platelets,Hematocrit,Reticulocytes,Fibrinogen,D-dimer,Troponin I,Myoglobin,C reactive protein,Procalcitonin'
const UNITS = ',mg/dL,g/dL,mmol/L,umol/L,ng/mL,U/L,%'.split(',')
const SPECIMENS = ',serum,plasma,whole blood,urine,csf'.split(',')
/** What is around the analyte, and which of its letters is left out. */
const WORDINGS = [
  ['', ''],
  ['total ', ''],
  ['free ', ''],
  ['fasting ', ''],
  ['', ' level'],
  ['', ' quantitative'],
  ['serial ', ' 2 h'],
  ['ward 7 ', ''],
] as const
const OMITTED = [-1, 2, 3, 4]

let rest = 0
const next = <T>(items: readonly T[]): T => {
  const item = items[rest % items.length]!
  rest = Math.floor(rest / items.length)
  return item
}

const analytes = ANALYTES.split(',')
const possible = [analytes, UNITS, SPECIMENS, WORDINGS, OMITTED].reduce((n, l) => n * l.length, 1)
if (!(distinct >= 1 && distinct <= rows && distinct <= possible))
  throw new Error(`give ROWS and DISTINCT, of which there are up to ${possible}`)

const lines = ['code,test,unit,specimen']
for (let row = 0; row < rows; row++) {
  // A prime apart, so that neighbours are of different analytes and wordings.
  rest = ((row % distinct) * 7919) % possible
  const [analyte, unit, specimen, [before, behind], omitted] = [
    next(analytes),
    next(UNITS),
    next(SPECIMENS),
    next(WORDINGS),
    next(OMITTED),
  ]
  const written = [...analyte].filter((_, i) => i !== omitted).join('')
  lines.push(`T${row},${before}${written}${behind},${unit},${specimen}`)
}
process.stdout.write(`${lines.join('\n')}\n`)
