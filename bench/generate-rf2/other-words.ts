/** General words of procedures, things, people and places. The most frequent first. */
import { wordList, wordTable } from './words.ts'

export const ACTIONS = wordTable(`
excision of|excision|removal of
repair of|repair|mending of
incision of|incision|cutting of
biopsy of|biopsy|tissue sampling of
injection of|injection
replacement of|replacement|prosthesis of
reconstruction of|reconstruction|plastic repair of
drainage of|drainage
fixation of|fixation|internal fixation of
reduction of|reduction|setting of
insertion into|insertion|implantation into
examination of|examination|inspection of
aspiration of|aspiration|needle aspiration of
graft to|graft
transplantation of|transplantation|transplant of
suture of|suture|stitching of
release of|release
resection of|resection|surgical removal of
amputation of|amputation
ablation of|ablation|destruction of
dilation of|dilation|stretching of
fusion of|fusion
irrigation of|irrigation|washout of
exploration of|exploration
massage of|massage
closure of|closure
anesthesia for operation on|anesthesia
decompression of|decompression
`)

export const IMAGING = wordTable(`
plain X-ray of|X-ray|radiography of
computed tomography of|computed tomography|CT of
magnetic resonance imaging of|magnetic resonance imaging|MRI of
ultrasonography of|ultrasonography|ultrasound scan of
angiography of|angiography
radionuclide imaging of|radionuclide imaging|isotope scan of
fluoroscopy of|fluoroscopy|screening of
endoscopy of|endoscopy
positron emission tomography of|positron emission tomography|PET scan of
`)

export const PROCEDURE_QUALITIES = wordTable(`
open
percutaneous|-|through the skin
laparoscopic|-|keyhole
endoscopic
partial|-|incomplete
total|-|complete
radical
emergency|-|urgent
elective|-|planned
diagnostic
therapeutic
revision|-|redo
bilateral
local
primary
subtotal
image guided
robot assisted
`)

export const THERAPIES = wordTable(`
education about|-|teaching about
therapy for|-|treatment for
rehabilitation for
counseling for|-|advice about
monitoring of|-|surveillance of
management of|-|care of
assessment of|-|evaluation of
referral for
screening for
prevention of|-|prophylaxis of
`)

export const SPECIMENS = wordTable(`
serum|-|blood serum
plasma
blood
urine
cerebrospinal fluid
stool|-|feces
sputum
saliva
tissue
body fluid
hair
synovial fluid|-|joint fluid
`)

export const COLLECTIONS = wordTable(`
specimen from|-|sample from
swab from
tissue specimen from|-|tissue sample from
fluid specimen from|-|fluid sample from
biopsy specimen from|-|biopsy sample from
brushings from
scrapings from
`)

export const DEVICES = wordTable(`
catheter|-|tube
implant|-|prosthesis
needle
dressing|-|bandage
stent
electrode|-|lead
clamp
pump|-|infusion device
retractor
mask
syringe
scalpel|-|surgical knife
suture|-|stitch
plate
screw
lens
monitor
splint|-|brace
wheelchair
analyzer
cannula
guidewire
`)

export const DEVICE_QUALITIES = wordList(
  'sterile, single-use, reusable, powered, manual, implantable, absorbable, metallic, polymeric, adjustable, coated, pediatric, wireless, rigid, flexible, ceramic, silicone, titanium',
)
export const FORMS = wordTable(`
oral tablet|-|tablet
oral capsule|-|capsule
oral solution|-|liquid
solution for injection|-|injection
cutaneous cream|-|cream
cutaneous ointment|-|ointment
eye drops
inhalation powder
oral suspension
rectal suppository|-|suppository
transdermal patch|-|skin patch
nasal spray
powder for injection
`)
export const STRENGTHS = wordList(
  '500 mg, 250 mg, 100 mg, 10 mg, 5 mg, 20 mg, 50 mg, 200 mg, 1 mg, 25 mg, 2.5 mg, 40 mg, 1 g, 400 mg, 150 mg, 75 mg, 300 mg, 2 mg, 15 mg, 30 mg, 60 mg, 80 mg, 0.5 mg, 125 mg, 600 mg, 750 mg, 4 mg, 8 mg, 12.5 mg, 1000 unit, 5000 unit, 0.1 mg, 50 microgram, 100 microgram, 25 microgram, 10 mg/mL, 5 mg/mL, 20 mg/mL, 1 mg/mL, 2 g',
)
export const SALTS = wordList(
  'hydrochloride, sodium, acetate, sulfate, phosphate, chloride, potassium, citrate, maleate, tartrate, calcium, nitrate, bromide, mesylate, succinate, carbonate, oxide',
)
export const SUBSTANCE_KINDS = wordTable(`
antibody
antigen
allergen
acid
receptor
metabolite|-|breakdown product
protein
enzyme
extract|-|concentrate
derivative
vaccine antigen
isotope
`)
export const RANKS = wordList(
  'subspecies, serotype, biotype, serogroup, group, variant, genotype, strain',
)
export const ORGANISM_KINDS = wordTable(`
virus
bacterium|-|bacteria
fungus
plant
mammal
fish
bird
insect
parasite
spider
`)
export const PROPERTIES = wordTable(`
mass concentration of|-|concentration of
presence of
volume of
pressure of
length of
rate of|-|frequency of
temperature of
size of|-|dimension of
ability of
status of|-|state of
circumference of|-|girth of
date of
appearance of
thickness of
function of
number of|-|count of
`)
export const EVENTS = wordTable(`
accident involving|-|incident involving
exposure to|-|contact with
fall from|-|drop from
collision with|-|impact with
bite by
assault by|-|attack by
drowning caused by
injury caused by|-|wound caused by
failure of|-|breakdown of
`)
export const THINGS = wordList(
  'ladder, bicycle, car, train, horse, bed, chair, stairs, hot liquid, machinery, fire, electric current, boat, tree, building, glass, knife, motorcycle, truck, dog, toy, chemical, aircraft, scaffolding, playground equipment',
)
export const PEOPLE = wordTable(`
worker|-|employee
maker|-|manufacturer
operator
teacher|-|instructor
engineer
driver
nurse
therapist
farmer
clerk|-|office worker
people|-|ethnic group
relative
supervisor|-|manager
carer|-|caregiver
`)
export const PLACES = wordTable(`
hospital
clinic|-|outpatient department
ward
laboratory
department
nursing home|-|care home
region
school
day center
operating room|-|operating theater
health center
rehabilitation unit
`)
export const SCALES = wordTable(`
scale|-|rating scale
score
questionnaire|-|survey
index
inventory
classification|-|classification system
staging system
checklist
test
`)
export const TOPICS = wordList(
  'pain, quality of life, depression, mobility, sleep, fatigue, anxiety, coma, nutrition, pressure ulcer, cognition, daily living, balance, swallowing, pregnancy, asthma, stroke, hearing, vision, frailty',
)
export const QUALIFIERS = wordList(
  'early, late, rapid, slow, strong, weak, high, low, narrow, wide, ordinal, daily, weekly, monthly, unilateral, central, proximal, distal, oblique, transverse, initial, final, positive, negative, scheduled',
)
export const VALUES = wordTable(`
value
approach|-|route
intent
unit
pattern
technique|-|method
episode
priority
dose form|-|formulation
position
degree
procedure device
time frame|-|period
`)
export const RECORDS = wordList(
  'report, letter, document, note, form, certificate, record, summary, plan, chart',
)
export const REFSETS = wordList(
  'reference set, module, attribute, map category, namespace, description format, annotation, attribute value',
)
