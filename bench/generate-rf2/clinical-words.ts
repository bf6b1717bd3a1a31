/** General words of findings and of the places they are at. The most frequent first. */
import { wordList, wordTable } from './words.ts'

export const SIDES = wordTable(`
left|-|left-sided
right|-|right-sided
bilateral|-|both sided
`)

export const SITES = wordTable(`
femur|femoral|thigh bone
kidney|renal
heart|cardiac
lung|pulmonary
liver|hepatic
stomach|gastric
brain|cerebral
skin|cutaneous
eye|ocular
ear|aural
nose|nasal
mouth|oral
tongue|lingual
tooth|dental
neck|cervical
chest|thoracic|thorax
abdomen|abdominal|belly
pelvis|pelvic
spine|spinal|vertebral column
shoulder|-|shoulder region
elbow|cubital
wrist|carpal
hand|-|manus
finger|digital|digit of hand
thumb|-|first finger
hip|coxal
knee|genicular
ankle|talocrural
foot|pedal|pes
toe|-|digit of foot
humerus|humeral|upper arm bone
radius|radial
ulna|ulnar
tibia|tibial|shin bone
fibula|fibular
patella|patellar|kneecap
clavicle|clavicular|collarbone
scapula|scapular|shoulder blade
sternum|sternal|breastbone
rib|costal
skull|cranial|cranium
mandible|mandibular|lower jaw
maxilla|maxillary|upper jaw
esophagus|esophageal|gullet
duodenum|duodenal
jejunum|jejunal
ileum|ileal
cecum|cecal
colon|colonic|large bowel
rectum|rectal
anus|anal
pancreas|pancreatic
spleen|splenic
gallbladder|cholecystic
bile duct|biliary
urinary bladder|vesical
ureter|ureteric
urethra|urethral
prostate|prostatic
testis|testicular|testicle
ovary|ovarian
uterus|uterine|womb
cervix uteri|cervical uterine|neck of womb
vagina|vaginal
breast|mammary
thyroid gland|thyroid
adrenal gland|adrenal|suprarenal gland
pituitary gland|pituitary|hypophysis
trachea|tracheal|windpipe
bronchus|bronchial
larynx|laryngeal|voice box
pharynx|pharyngeal|throat
diaphragm|diaphragmatic
aorta|aortic
coronary artery|coronary
carotid artery|carotid
portal vein|portal
lymph node|nodal|lymph gland
bone marrow|medullary
muscle|muscular
retina|retinal
cornea|corneal
lens|lenticular
optic nerve|optic
eyelid|palpebral
spinal cord|myelic
peripheral nerve|neural
cerebellum|cerebellar
meninges|meningeal
peritoneum|peritoneal
pleura|pleural
pericardium|pericardial
mitral valve|mitral
aortic valve|-
umbilicus|umbilical|navel
groin|inguinal
buttock|gluteal
forearm|antebrachial
calf|sural
heel|calcaneal
scalp|-
lip|labial
salivary gland|salivary
tonsil|tonsillar
placenta|placental|afterbirth
`)

export const PARTS = wordTable(`
shaft of|shaft
head of|head
neck of|neck
base of|base
wall of|wall
upper part of|upper part|superior part of
lower part of|lower part|inferior part of
anterior part of|anterior part|front of
posterior part of|posterior part|back of
medial part of|medial part|inner part of
lateral part of|lateral part|outer part of
proximal end of|proximal end
distal end of|distal end
surface of|surface
apex of|apex|tip of
body of|body
border of|border|margin of
root of|root
capsule of|capsule
middle third of|middle third
floor of|floor
roof of|roof
upper lobe of|upper lobe
lower lobe of|lower lobe
opening of|opening|orifice of
`)

export const LAYERS = wordTable(`
skin of|skin|cutaneous covering of
joint of|joint|articulation of
muscle of|muscle
bone of|bone
artery of|artery|arterial vessel of
vein of|vein|venous vessel of
nerve of|nerve
ligament of|ligament
tendon of|tendon
lymph node of|lymph node|lymph gland of
mucous membrane of|mucous membrane|mucosa of
fascia of|fascia
cartilage of|cartilage
subcutaneous tissue of|subcutaneous tissue|hypodermis of
soft tissue of|soft tissue
lining of|lining
`)

export const QUALITIES = wordTable(`
chronic|-|long-standing
acute|-|sudden onset
congenital|-|inborn
malignant|-|cancerous
primary
secondary
open
closed
severe
recurrent|-|relapsing
traumatic|-|posttraumatic
benign|-|nonmalignant
superficial|-|surface
deep
localized|-|circumscribed
generalized|-|diffuse
complete|-|total
partial|-|incomplete
idiopathic|-|cryptogenic
hereditary|-|inherited
acquired
mild|-|slight
moderate
neonatal|-|newborn
postoperative|-|postsurgical
displaced
nondisplaced|-|undisplaced
infected
persistent|-|ongoing
subacute
juvenile|-|childhood
familial
drug-induced|-|medication-induced
transient|-|temporary
progressive|-|worsening
multiple
solitary|-|single
suspected
fetal
pediatric
obstetric
senile|-|age-related
autoimmune
atypical
`)

export const DISORDERS = wordTable(`
disorder|-|disease
injury|-|wound
neoplasm|-|tumor
fracture|-|break
infection|-|sepsis
inflammation
deformity|-|malalignment
dislocation|-|luxation
laceration|-|cut
hemorrhage|-|bleeding
abscess
ulcer|-|ulceration
burn|-|thermal injury
edema|-|swelling
degeneration|-|degenerative change
malformation|-|anomaly
carcinoma|-|cancer
stenosis|-|narrowing
obstruction|-|blockage
perforation
rupture|-|tear
atrophy|-|wasting
cyst
calculus|-|stone
hernia
necrosis|-|tissue death
fistula
foreign body
contusion|-|bruise
sprain
hypertrophy|-|enlargement
ischemia
thrombosis|-|clot
embolism
paralysis|-|palsy
sarcoma
lymphoma
dysplasia
hyperplasia|-|overgrowth
polyp
insufficiency|-|failure
dysfunction|-|malfunction
agenesis|-|absence
duplication
puncture wound|-|stab wound
`)

export const SYMPTOMS = wordTable(`
pain|-|ache
weakness|-|loss of strength
stiffness
tenderness
numbness|-|loss of sensation
lump|-|mass
rash|-|eruption
itching|-|pruritus
discharge
discoloration|-|change in color
movement
sensation|-|feeling
reflex
lesion
pulse
tremor|-|shaking
spasm|-|cramp
scar|-|cicatrix
appearance
function
noise
warmth
`)

export const FINDING_QUALITIES = wordTable(`
abnormal|-|anomalous
normal
increased|-|raised
decreased|-|reduced
absent|-|missing
painful
intermittent|-|episodic
constant|-|continuous
unable to test
excessive|-|too much
reduced range of
delayed|-|late
impaired|-|poor
asymmetric|-|unequal
visible
nocturnal|-|night time
`)

export const CAUSES = wordTable(`
trauma|-|injury
infection
diabetes mellitus|-|diabetes
radiation
surgical procedure|-|operation
drug|-|medication
hypertension|-|high blood pressure
birth trauma|-|birth injury
pregnancy
ischemia
alcohol
motor vehicle accident|-|road traffic accident
fall
malignant neoplasm|-|cancer
immunodeficiency
pressure
genetic mutation|-|gene mutation
foreign body
heat
malnutrition
anemia
`)

export const INFECTIONS = wordTable(`
infection|-|infectious disease
pneumonia|-|lung infection
sepsis|-|septicemia
meningitis
arthritis|-|joint inflammation
dermatitis|-|skin inflammation
diarrhea
endocarditis
infestation
colonization|-|carriage
abscess
keratitis
`)

export const TOXIC_EVENTS = wordTable(`
poisoning caused by|-|toxic effect of
allergy to|-|allergic reaction to
adverse reaction caused by|-|side effect of
accidental poisoning caused by|-|unintentional poisoning caused by
intentional poisoning caused by|-|deliberate poisoning caused by
overdose of
intolerance to|-|sensitivity to
dermatitis caused by
dependence on|-|addiction to
`)

export const DISEASE_WORDS = wordTable(`
syndrome|-|symptom complex
disease|-|disorder
dystrophy
deficiency|-|lack
anomaly
phenomenon|-|sign
`)

export const GRADES = wordList(
  'grade 1, grade 2, grade 3, type 1, type 2, stage 1, stage 2, stage 3, stage 4, type A, type B, type 3, grade 4, class 1, class 2, type 4, stage 5, type 5',
)
export const CONTEXTS = wordTable(`
history of|-|past history of
family history of|-|relative with
suspected
no history of
at increased risk of|-|at high risk of
no evidence of|-|absence of
fear of
confirmed
possible|-|query
follow-up for|-|review for
`)
export const MORPHOLOGIES = wordTable(`
lesion
tumor cell
degeneration
malformation
hemorrhage|-|bleeding
inflammation
hyperplasia
carcinoma
metaplasia
`)
