/** Dose forms of the generated RxNorm, under RxNorm's own names, and how drugs of each are written. */

/** How strengths of a form are written, and what a unit of it holds. */
export interface MadeForm {
  readonly name: string
  /** Dose form groups, the widest first. */
  readonly groups: readonly string[]
  /** How many of all drugs have it, to the others. */
  readonly weight: number
  readonly unit: string
  readonly strengths: readonly number[]
  /** Quantities such as "24 HR", of which a share of the drugs has one. */
  readonly quantities: readonly string[]
  /** The words of Indian labels for it, with what it is packed in. */
  readonly label: { readonly word: string; readonly packs: readonly string[] }
}

const SOLID = [
  0.5, 1, 2, 2.5, 5, 7.5, 10, 12.5, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250,
  300, 325, 400, 500, 600, 625, 650, 750, 800, 850, 1000,
]
const LIQUID = [0.2, 0.4, 0.5, 1, 2, 2.5, 4, 5, 8, 10, 20, 24, 25, 32, 40, 50, 80, 100]
const SKIN = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.025, 0.05, 0.1]
const DROPS = [0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 20, 50]
const PUFFS = [0.018, 0.02, 0.04, 0.05, 0.08, 0.09, 0.1, 0.11, 0.16, 0.2, 0.22, 0.25]
const BIOLOGIC = [10, 20, 25, 40, 50, 75, 100, 150, 200, 300, 500, 1000]
const UNITS = [100, 200, 300, 1000, 2000, 4000, 5000, 10000, 20000, 40000]

const STRIPS = ['strip of 10', 'strip of 15', 'strip of 6', 'strip of 4', 'bottle of 30']
const BOTTLES = ['bottle of 30 ml', 'bottle of 60 ml', 'bottle of 100 ml', 'bottle of 200 ml']
const VIALS = ['vial of 1', 'vial of 2 ml', 'vial of 10 ml', 'ampoule of 1 ml']
const TUBES = ['tube of 10 gm', 'tube of 15 gm', 'tube of 20 gm', 'tube of 30 gm']
const DROPPERS = ['packet of 5 ml', 'packet of 10 ml', 'bottle of 5 ml']
const ML = ['0.5 ML', '1 ML', '2 ML', '5 ML', '10 ML', '20 ML', '50 ML', '100 ML']

function form(
  name: string,
  groups: readonly string[],
  weight: number,
  [unit, strengths]: readonly [string, readonly number[]],
  [word, packs]: readonly [string, readonly string[]],
  quantities: readonly string[] = [],
): MadeForm {
  return { name, groups, weight, unit, strengths, quantities, label: { word, packs } }
}

export const FORMS: readonly MadeForm[] = [
  form('Oral Tablet', ['Oral Product', 'Pill'], 400, ['MG', SOLID], ['Tablet', STRIPS]),
  form('Oral Capsule', ['Oral Product', 'Pill'], 130, ['MG', SOLID], ['Capsule', STRIPS]),
  form(
    'Extended Release Oral Tablet',
    ['Oral Product', 'Pill'],
    60,
    ['MG', SOLID],
    ['Tablet SR', STRIPS],
    ['12 HR', '24 HR'],
  ),
  form(
    'Extended Release Oral Capsule',
    ['Oral Product', 'Pill'],
    30,
    ['MG', SOLID],
    ['Capsule SR', STRIPS],
    ['12 HR', '24 HR'],
  ),
  form(
    'Delayed Release Oral Tablet',
    ['Oral Product', 'Pill'],
    25,
    ['MG', SOLID],
    ['Tablet', STRIPS],
  ),
  form(
    'Disintegrating Oral Tablet',
    ['Oral Product', 'Pill', 'Disintegrating Oral Product'],
    20,
    ['MG', SOLID],
    ['Tablet MD', STRIPS],
  ),
  form(
    'Chewable Tablet',
    ['Oral Product', 'Pill', 'Chewable Product'],
    20,
    ['MG', SOLID],
    ['Chewable Tablet', STRIPS],
  ),
  form('Sublingual Tablet', ['Sublingual Product', 'Pill'], 8, ['MG', SOLID], ['Tablet', STRIPS]),
  form(
    'Oral Solution',
    ['Oral Product', 'Oral Liquid Product'],
    40,
    ['MG/ML', LIQUID],
    ['Syrup', BOTTLES],
  ),
  form(
    'Oral Suspension',
    ['Oral Product', 'Oral Liquid Product'],
    40,
    ['MG/ML', LIQUID],
    ['Oral Suspension', BOTTLES],
  ),
  form(
    'Powder for Oral Suspension',
    ['Oral Product', 'Oral Liquid Product', 'Oral Powder Product'],
    10,
    ['MG/ML', LIQUID],
    ['Dry Syrup', BOTTLES],
  ),
  form('Injectable Solution', ['Injectable Product'], 60, ['MG/ML', LIQUID], ['Injection', VIALS]),
  form('Injection', ['Injectable Product'], 90, ['MG/ML', BIOLOGIC], ['Injection', VIALS], ML),
  form(
    'Prefilled Syringe',
    ['Injectable Product'],
    40,
    ['MG/ML', BIOLOGIC],
    ['Injection', VIALS],
    ML,
  ),
  form(
    'Pen Injector',
    ['Injectable Product'],
    12,
    ['UNT/ML', UNITS],
    ['Injection', VIALS],
    ['1.5 ML', '3 ML'],
  ),
  form('Topical Cream', ['Topical Product'], 35, ['MG/MG', SKIN], ['Cream', TUBES]),
  form('Topical Ointment', ['Topical Product'], 20, ['MG/MG', SKIN], ['Ointment', TUBES]),
  form('Topical Gel', ['Topical Product'], 18, ['MG/MG', SKIN], ['Gel', TUBES]),
  form('Topical Lotion', ['Topical Product'], 10, ['MG/ML', LIQUID], ['Lotion', BOTTLES]),
  form(
    'Ophthalmic Solution',
    ['Ophthalmic Product'],
    25,
    ['MG/ML', DROPS],
    ['Eye Drops', DROPPERS],
  ),
  form('Otic Solution', ['Otic Product'], 5, ['MG/ML', DROPS], ['Ear Drops', DROPPERS]),
  form(
    'Nasal Spray',
    ['Nasal Product'],
    8,
    ['MG/ACTUAT', PUFFS],
    ['Nasal Spray', DROPPERS],
    ['60 ACTUAT', '120 ACTUAT'],
  ),
  form(
    'Metered Dose Inhaler',
    ['Inhalant Product'],
    12,
    ['MG/ACTUAT', PUFFS],
    ['Inhaler', ['packet of 200 MDI']],
    ['120 ACTUAT', '200 ACTUAT'],
  ),
  form(
    'Inhalation Solution',
    ['Inhalant Product'],
    8,
    ['MG/ML', DROPS],
    ['Respules', ['packet of 2 ml']],
  ),
  form(
    'Transdermal System',
    ['Transdermal Product'],
    10,
    ['MG/HR', PUFFS],
    ['Transdermal Patch', ['packet of 1']],
    ['24 HR', '72 HR', '168 HR'],
  ),
  form('Rectal Suppository', ['Rectal Product'], 8, ['MG', SOLID], ['Suppository', STRIPS]),
  form('Vaginal Cream', ['Vaginal Product'], 6, ['MG/MG', SKIN], ['Vaginal Cream', TUBES]),
]

export const SALTS =
  'hydrochloride sodium sulfate maleate acetate citrate phosphate potassium mesylate tartrate fumarate succinate besylate calcium hydrobromide'.split(
    ' ',
  )
