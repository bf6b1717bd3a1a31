/**
 * Proves of the reader of prescriptions:
 * 1. what people write is read as the parts of the tables below, by normal form
 * 2. strengths have their values and units, twice the same is one; a quantity is none
 * 3. what a line says as a whole: form, route, dose, frequency, duration, context, with offsets
 * 4. of any string the parts are in order, do not overlap, and have every word in exactly one; nothing throws
 * 5. the lexicon is asked about as often as there are words, whatever the text
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DrugNames,
  PART_KINDS,
  PrescriptionReader,
} from '../../../../src/ontologies/medication/linking/prescription.ts'
import { anyString } from '../../../support/arbitraries.ts'
import { lexiconOf } from '../../../support/drug-names.ts'

const NAMES =
  'Dolo,Dolo 650,Pan,Pan D,Met XL,Augmentin,Augmentin 625 Duo,Monocef,Ascoril LS,Ecosprin,Ecosprin AV,Symbicort,Vigamox,Lodosyn,Telma,Glycomet GP 1,Shelcal,Omez,Crocin,Dulcolax,Metrogyl,Novolog,Lovenox,Norad,Tarceva,Erlotinib,KCl,INH,AF,calcium,vitamin D3,insulin,timolol,fentanyl,albuterol,azithromycin,metoprolol,metformin,amlodipine,prednisone,digoxin,meloxicam,linezolid,norepinephrine,amikacin sulfate,penicillin,amoxicillin,clavulanate,amox,clav,lidocaine,epi,teriparatide,valproate sodium'
const SALTS = ['sodium phosphate', 'succinate', 'hydrochloride', 'calcium']
const lexicon = lexiconOf(
  [
    ...NAMES.split(','),
    'Amaryl',
    'Gemer',
    'Gemer V',
    'MyHep',
    'Advair',
    'Advair Diskus',
    'S Amlodipine',
  ],
  ['amaryl 1', 'amaryl 2', 'gemer v 2'],
)
const reader = new PrescriptionReader(lexicon, new Map(SALTS.map((salt) => [salt, salt])))

const PARTS: readonly (readonly [text: string, parts: string])[] = [
  [
    'Tab. Dolo 650mg 1-0-1 x 5 days',
    'form tablet | name dolo 650 | strength 650 mg | frequency 1-0-1 | duration 5 days',
  ],
  [
    'Inj Monocef 1 gm IV BD',
    'form injection | name monocef | strength 1000 mg | route iv | frequency bd',
  ],
  ["Wife's amlodipine 5 mg", 'context family | name amlodipine | strength 5 mg'],
  ['S-amlodipine 5 mg', 'name s amlodipine | strength 5 mg'],
  ['Syp Ascoril-LS 100ml', 'form syrup | name ascoril ls | quantity 100 mL'],
  [
    '1 EACH VIAL : Dolo SODIUM 1 G IJ SOLR',
    'pack 1 each | form injection | name dolo | unknown sodium | strength 1000 mg | route injection | form powder',
  ],
  [
    '1 ML - Dolo 2 MG/ML IJ SOLN',
    'quantity 1 mL | name dolo | strength 2 mg/mL | route injection | form solution',
  ],
  [
    '2 ML VIAL: Dolo 2 MG/ML IJ SOLN',
    'quantity 2 mL | form injection | name dolo | strength 2 mg/mL | route injection | form solution',
  ],
  [
    '1 EACH SINGLE DOSE VIAL : Dolo 1 MG',
    'pack 1 each | form injection | name dolo | strength 1 mg',
  ],
  [
    '1 EACH NEW SINGLE DOSE VIAL : Dolo 1 MG',
    'unknown 1 | aside each | aside new | form injection | name dolo | strength 1 mg',
  ],
  ['Dolo 125 mg/5 ml + 30 mg/5 ml', 'name dolo | strength 25 mg/mL + 6 mg/mL'],
  [
    'Dolo 125 mg/5 ml + 30 mg/ml + 2 mg',
    'name dolo | strength 25 mg/mL + 30 mg/mL | strength 2 mg',
  ],
  ['1 ML Dolo', 'dose 1 ml | name dolo'],
  ['Dolo 1 MG PO TABS', 'name dolo | strength 1 mg | route oral | form tablet'],
  ['Dolo (MCG/KG/MIN)', 'name dolo | aside rate'],
  ['Dolo mg/hr (mg/hr)', 'name dolo | aside rate | aside rate'],
  ['Dolo (ml)', 'name dolo | aside rate'],
  ['Dolo ml', 'name dolo | unknown ml'],
  ['Dolo ()', 'name dolo'],
  ['Dolo 4 MG/250 ML NS', 'name dolo | strength 0.016 mg/mL | aside diluent'],
  ['Dolo 2 Gm in NS 100 mL IVPB', 'name dolo | strength 2000 mg | aside diluent | form infusion'],
  [
    'Dolo IN D5W 200-5 MCG/ML-% IV SOLN',
    'name dolo | aside diluent | strength 0.2 mg/mL | route iv | form solution',
  ],
  ['Dolo 10 MG RE SUPP', 'name dolo | strength 10 mg | form suppository'],
  ['Dolo 5 MG PO TBEC', 'name dolo | strength 5 mg | route oral | release dr'],
  ['Dolo 120 MG PO CP24', 'name dolo | strength 120 mg | route oral | release er'],
  ['Dolo 0.5 % OP SOLN', 'name dolo | strength 0.5 % | form drops'],
  ['Dolo 0.1 % EX CREA', 'name dolo | strength 0.1 % | form cream'],
  ['Dolo 90 MCG/ACT IN AERS', 'name dolo | strength 0.09 mg/actuat | form inhaler'],
  [
    'Dolo XR24H 120 mg cap',
    'name dolo | release er | aside hours | strength 120 mg | form capsule',
  ],
  ['Dolo 10 mg/mL injection 40 mg', 'name dolo | strength 10 mg/mL | form injection | dose 40 mg'],
  ['Dolo injection 40 mg', 'name dolo | form injection | strength 40 mg'],
  ['Augmentin 625 Duo', 'name augmentin 625 duo'],
  ['amox/clav 500/125', 'name amox | name clav | strength 500/125'],
  ['Lodosyn 5O MG', 'name lodosyn | strength 50 mg'],
  ['Vigamox 0.5% 0.5%', 'name vigamox | strength 0.5 % | strength 0.5 %'],
  [
    'T. Ecosprin AV 75/20 0-0-1 HS',
    'form tablet | name ecosprin av | strength 75/20 | frequency 0-0-1 | frequency hs',
  ],
  ['Cap Pan-D OD before breakfast', 'form capsule | name pan d | frequency od | frequency ac'],
  [
    'Symbicort 160-4.5 mcg inhaler 2 puffs bid',
    'name symbicort | strength 0.16 mg + 0.0045 mg | form inhaler | dose 2 puffs | frequency bd',
  ],
  [
    'albuterol HFA 90 mcg/actuation inhaler 2 puffs q4h prn',
    'name albuterol | aside standard | strength 0.09 mg/actuat | form inhaler | dose 2 puffs | frequency q4h | frequency sos',
  ],
  [
    'azithromycin 200 mg/5 ml susp 5 ml daily x5d',
    'name azithromycin | strength 40 mg/mL | form suspension | dose 5 ml | frequency od | duration 5 days',
  ],
  [
    'fentanyl 25 mcg/hr patch q72h',
    'name fentanyl | strength 0.025 mg/h | form patch | frequency q72h',
  ],
  [
    'Lovenox 40 mg/0.4 mL syringe sc daily',
    'name lovenox | strength 100 mg/mL | form injection | route sc | frequency od',
  ],
  [
    'Novolog FlexPen U-100 6 units sc tid ac',
    'name novolog | form injection | strength 100 [IU]/mL | dose 6 units | route sc | frequency tds | frequency ac',
  ],
  [
    'KCl 20 meq in 500 ml NS over 4 hrs',
    'name kcl | strength 20 meq | aside diluent | duration over 4 hrs',
  ],
  ['Norad 5 mg/h', 'name norad | strength 5 mg/h'],
  [
    'timolol 0.5% eye drops 1 gtt OS bid',
    'name timolol | strength 0.5 % | form drops | dose 1 gtt | route ophthalmic | frequency bd',
  ],
  ['Metrogyl 400 tds x 5/7', 'name metrogyl | strength 400 | frequency tds | duration 5 days'],
  [
    'Erlotinib (Tarceva) 150 mg Tab',
    'name erlotinib | name tarceva | strength 150 mg | form tablet',
  ],
  ['Lidocaine 1%/Epi 1:100,000', 'name lidocaine | strength 1 % | name epi | strength 0.01 mg/mL'],
  ['Valproate Sodium 500MG/5ML VL', 'name valproate sodium | strength 100 mg/mL | form injection'],
  [
    'Teriparatide 20 mcg/dose (600 mcg/2.4 mL) Sub-Q Pen Injector',
    'name teriparatide | strength 0.02 mg/actuat | strength 0.25 mg/mL | route sc | form injection',
  ],
  ['Shelcal-500', 'name shelcal | strength 500'],
  ['capcr24', 'form capsule | release er | aside hours'],
  ['vitaminD3', 'name vitamin d3'],
  ['TabDolo650', 'form tablet | name dolo 650'],
  ['Crocin subah shaam', 'name crocin | frequency morning evening'],
  [
    '2 tabs stat then 1 tab q8h',
    'dose 2 tabs | frequency stat | aside then | dose 1 tab | frequency q8h',
  ],
  [
    '1) Tab Dolo SOS for fever',
    'aside bullet | form tablet | name dolo | frequency sos | aside for | frequency fever',
  ],
  ["-- continue -- Dolo 650 10's", 'aside take | name dolo 650 | pack 10 s'],
  ['T. Pan 40 OD AC', 'form tablet | name pan | strength 40 | frequency od | frequency ac'],
  ['Dolo 650 strip of 15', 'name dolo 650 | pack strip of 15'],
  ['Tab AF 150', 'form tablet | name af | strength 150'],
  ['Tab AF 150 stat', 'form tablet | name af | strength 150 | frequency stat'],
  ['Dolo OD', 'name dolo | frequency od'],
  ['timolol eye drops 1 drop OD', 'name timolol | form drops | dose 1 drop | route ophthalmic'],
  ['timolol e/d OD', 'name timolol | form drops | frequency od'],
  ['timolol eye drops od bid', 'name timolol | form drops | route ophthalmic | frequency bd'],
  ['Dolo os', 'name dolo | route oral'],
  [
    'Paracetamol Tablets IP 650 mg',
    'unknown paracetamol | form tablet | aside standard | strength 650 mg',
  ],
  ['Dolo IP 650', 'name dolo | aside standard | strength 650'],
  [
    'Inj Amikacin 500 mg IV/IP',
    'form injection | unknown amikacin | strength 500 mg | route iv | route intraperitoneal',
  ],
  ['Dolo tab MD', 'name dolo | form tablet | release odt'],
  ['Insulin inj MD', 'name insulin | form injection | aside md'],
  ['metformin MD 500', 'name metformin | release odt | strength 500'],
  ['Dolo PR', 'name dolo | release er'],
  ['Dulcolax supp PR', 'name dulcolax | form suppository | route rectal'],
  ['Met XL 50', 'name met xl | strength 50'],
  ['metoprolol XL 50', 'name metoprolol | release er | strength 50'],
  [
    'metoprolol succinate er 25 mg tab',
    'name metoprolol | salt succinate | release er | strength 25 mg | form tablet',
  ],
  ['Augmentin CV 625', 'name augmentin | unknown cv | strength 625'],
  ['Dolo Plus', 'name dolo | unknown plus'],
  ['Pan D', 'name pan d'],
  ['PanD', 'name pan d'],
  ['pan-d', 'name pan d'],
  ['Pan.D', 'name pan d'],
  ['Dolo (650)', 'name dolo 650'],
  ['Dolo 650, 1 tab bd', 'name dolo 650 | dose 1 tab | frequency bd'],
  ['Dolo tab 650', 'name dolo | form tablet | strength 650'],
  ['Dolo 650 tab', 'name dolo 650 | form tablet'],
  ['Tab 650 Dolo', 'form tablet | strength 650 | name dolo'],
  ['2 tab Dolo 650', 'dose 2 tab | name dolo 650'],
  ['½ tab Dolo bd', 'dose 1/2 tab | name dolo | frequency bd'],
  ['1½ tab Dolo bd', 'dose 1 1/2 tab | name dolo | frequency bd'],
  ['1/2 tab Dolo', 'dose 1/2 tab | name dolo'],
  ['half tab Dolo', 'dose half tab | name dolo'],
  ['one tab Dolo twice a day', 'dose one tab | name dolo | frequency bd'],
  ['Dolo 1-2 tabs q4-6h', 'name dolo | dose 1-2 tabs | frequency q4-6h'],
  [
    'Dolo 1 to 2 tabs every 4 to 6 hours',
    'name dolo | dose 1 to 2 tabs | frequency every 4 to 6 hours',
  ],
  ['Dolo 650 1 bd', 'name dolo 650 | dose 1 | frequency bd'],
  ['Dolo ½-0-½', 'name dolo | frequency 1/2-0-1/2'],
  ['Dolo 1+0+1', 'name dolo | frequency 1-0-1'],
  ['Dolo 1 - 0 - 1', 'name dolo | frequency 1-0-1'],
  ['Dolo 1 0 1', 'name dolo | frequency 1-0-1'],
  ['Dolo 1--0--1', 'name dolo | frequency 1-0-1'],
  ['Dolo 1-1-1-1', 'name dolo | frequency 1-1-1-1'],
  ['Telma 40-12.5', 'name telma | strength 40-12.5'],
  ['Telma 40-5-12.5', 'name telma | strength 40-5-12.5'],
  ['Dolo 6 hourly', 'name dolo | frequency 6 hourly'],
  ['Dolo 12 hrly', 'name dolo | frequency 12 hrly'],
  ['Dolo every 8 hours', 'name dolo | frequency every 8 hours'],
  ['Dolo q 6 hourly', 'name dolo | frequency q 6 hourly'],
  ['Dolo 3 times a day', 'name dolo | frequency 3 times a day'],
  ['Dolo 3x/day', 'name dolo | frequency 3x/day'],
  ['Dolo 2/day', 'name dolo | frequency 2/day'],
  ['Dolo thrice weekly', 'name dolo | frequency thrice weekly'],
  ['Dolo at 8 am', 'name dolo | frequency at 8 am'],
  ['Dolo x 5', 'name dolo | duration 5'],
  ['Dolo bd x 5', 'name dolo | frequency bd | duration 5'],
  ['Dolo bd x 5 d', 'name dolo | frequency bd | duration 5 days'],
  ['Dolo bd x5d', 'name dolo | frequency bd | duration 5 days'],
  ['Dolo bd × 5 days', 'name dolo | frequency bd | duration 5 days'],
  ['Dolo bd * 5 days', 'name dolo | frequency bd | duration 5 days'],
  ['Dolo bd for 2 weeks', 'name dolo | frequency bd | duration 2 weeks'],
  ['Dolo for a week', 'name dolo | duration 1 week'],
  ['Dolo 5 days', 'name dolo | duration 5 days'],
  ['Dolo 5-7 days', 'name dolo | duration 5-7 days'],
  ['Dolo bd 5/7', 'name dolo | frequency bd | duration 5 days'],
  ['Dolo x 2/52', 'name dolo | duration 2 weeks'],
  ['Dolo x 3/12', 'name dolo | duration 3 months'],
  ['Dolo x 1/52', 'name dolo | duration 1 week'],
  ['Dolo x 10 tabs', 'name dolo | pack x 10 tabs'],
  ['Dolo #30', 'name dolo | pack 30'],
  ['Dolo #30 tabs', 'name dolo | pack 30 tabs'],
  ["Dolo 10's", 'name dolo | pack 10 s'],
  ['Dolo 1x10', 'name dolo | pack 1 x 10'],
  ['Dolo 10x10', 'name dolo | pack 10 x 10'],
  ['Dolo qty 30', 'name dolo | pack qty 30'],
  ['Dolo Rs 30', 'name dolo | aside price'],
  ['Dolo ₹30/-', 'name dolo | aside price'],
  ['Dolo 30 refills 2', 'name dolo | strength 30 | pack refills 2'],
  ['Dolo 20,000 units', 'name dolo | strength 20000 [IU]'],
  ['Dolo 1,00,000 IU', 'name dolo | strength 100000 [IU]'],
  ['Dolo .5 mg', 'name dolo | strength 0.5 mg'],
  ['Tab.5 mg Dolo', 'form tablet | unknown 5 | unknown mg | name dolo'],
  ['tab.pan.40.tds', 'form tablet | name pan | unknown 40 | frequency tds'],
  ['tab.pan.400.tds', 'form tablet | name pan | strength 400 | frequency tds'],
  ['Pan.400 mg', 'name pan | strength 400 mg'],
  ['Advair 250/50 Diskus', 'name advair | strength 250/50 | unknown diskus'],
  ['Dolo 250 Diskus', 'name dolo | strength 250 | form inhaler'],
  ['Dolo 200 rotacap', 'name dolo | strength 200 | form rotacap'],
  ['Amaryl #2 tab', 'name amaryl | strength 2 | form tablet'],
  ['Dolo 0 mg', 'name dolo | strength 0 mg'],
  ['Dolo 1000000000 mg', 'name dolo | strength 1000000000 mg'],
  ['Dolo 5000000000000000000 mg', 'name dolo | unknown 5000000000000000000 | unknown mg'],
  ['Dolo 1/2 bd', 'name dolo | dose 1/2 | frequency bd'],
  ['Dolo ½ bd', 'name dolo | dose 1/2 | frequency bd'],
  ['Dolo 0,5 mg', 'name dolo | strength 0.5 mg'],
  ['Dolo 2,5 mg', 'name dolo | strength 2 | strength 5 mg'],
  ['Dolo 5 mg/', 'name dolo | strength 5 mg'],
  ['Dolo mg', 'name dolo | unknown mg'],
  ['Dolo 5 mg/0 ml', 'name dolo | dose 5 mg/0 ml'],
  ['Dolo 1.2.3 mg', 'name dolo | unknown 1.2.3 | unknown mg'],
  ['Dolo 5% tab', 'name dolo | strength 5 % | form tablet'],
  ['Dolo 500-1000 mg', 'name dolo | strength 500 mg + 1000 mg'],
  ['Dolo 500 mg 850 mg', 'name dolo | strength 500 mg | strength 850 mg'],
  ['Dolo Dolo 650', 'name dolo | name dolo 650'],
  ['Dolo 5% / dextrose', 'name dolo | strength 5 % | unknown dextrose'],
  ['Dolo and dextrose', 'name dolo | aside and | unknown dextrose'],
  ['NS with 100 mg Dolo', 'aside diluent | aside with | strength 100 mg | name dolo'],
  ['NS + Dolo 100 mg', 'aside diluent | name dolo | strength 100 mg'],
  ['Dolo 100 mg + NS', 'name dolo | strength 100 mg | unknown ns'],
  ['Dolo eq 10 mg base tablet', 'name dolo | aside eq | strength 10 mg | aside base | form tablet'],
  ['Dolo eq 0.2 mg base/ml inj', 'name dolo | aside eq | strength 0.2 mg/mL | form injection'],
  ['Dolo eq 50 mg base/5 ml susp', 'name dolo | aside eq | strength 10 mg/mL | form suspension'],
  ['Dolo 10 mg (as base) tab', 'name dolo | strength 10 mg | aside as base | form tablet'],
  ['Dolo 2 MG/ML SYR', 'name dolo | strength 2 mg/mL | form injection'],
  ['Dolo 5 MG/5 ML SYR', 'name dolo | strength 1 mg/mL | form syrup'],
  ['Dolo 2 MG/1 ML 1 ML SYR', 'name dolo | strength 2 mg/mL | quantity 1 mL | form injection'],
  ['Dolo 1 MG/1 ML SYR', 'name dolo | strength 1 mg/mL | form injection'],
  ['Dolo 250 MG/5 ML SYR', 'name dolo | strength 50 mg/mL | form syrup'],
  ['Dolo 100 ML SYR', 'name dolo | quantity 100 mL | form syrup'],
  ['Dolo Plus 650', 'name dolo | unknown plus | strength 650'],
  ['Dolo AM 40', 'name dolo | unknown am | strength 40'],
  ['Dolo-AM', 'name dolo | unknown am'],
  ['Dolo AM', 'name dolo | unknown am'],
  ['Pan D 40', 'name pan d | strength 40'],
  ['Augmentin 625 Forte', 'name augmentin | strength 625 | unknown forte'],
  [
    'Augmentin 625 max 4 a day',
    'name augmentin | strength 625 | aside max | dose 4 | frequency od',
  ],
  ['Amaryl 2 tab bd', 'name amaryl | strength 2 | form tablet | frequency bd'],
  ['Amaryl 2 tabs bd', 'name amaryl | dose 2 tabs | frequency bd'],
  ['Amaryl 1 tab bd', 'name amaryl | dose 1 tab | frequency bd'],
  ['Amaryl 1 tablet', 'name amaryl | strength 1 | form tablet'],
  ['Amaryl 3 tab bd', 'name amaryl | dose 3 tab | frequency bd'],
  ['Gemer V2 tab', 'name gemer v | strength 2 | form tablet'],
  ['MyHep400 tab', 'name myhep | strength 400 | form tablet'],
  ['Dolo 0.5mg', 'name dolo | strength 0.5 mg'],
  ['Dolo 5Omg', 'name dolo | strength 50 mg'],
  ['Dolo l0 mg', 'name dolo | strength 10 mg'],
  ['Dolo 60K', 'name dolo | strength 60 k'],
  ['Penicillin 24 lakh units IM', 'name penicillin | strength 2400000 [IU] | route im'],
  ['Penicillin 1.2 million units', 'name penicillin | strength 1200000 [IU]'],
  ['Dolo 5 mg/kg', 'name dolo | dose 5 mg/kg'],
  ['Dolo 10mg+325mg', 'name dolo | strength 10 mg + 325 mg'],
  ['Dolo 10 mg / 325 mg', 'name dolo | strength 10 mg + 325 mg'],
  ['Dolo 10 mg + 325 mg', 'name dolo | strength 10 mg + 325 mg'],
  ['Dolo 200/28.5 mg/5 ml', 'name dolo | strength 40 mg/mL + 5.7 mg/mL'],
  ['Dolo 200 mg per 5ml', 'name dolo | strength 40 mg/mL'],
  ['Dolo 125mg in 5 ml', 'name dolo | strength 25 mg/mL'],
  ['Dolo 100mcg/puff', 'name dolo | strength 0.1 mg/actuat'],
  ['Dolo 100/6 mcg inhaler', 'name dolo | strength 0.1 mg + 0.006 mg | form inhaler'],
  ['Dolo 1:1000', 'name dolo | strength 1 mg/mL'],
  [
    'Dolo 2% w/w cream 20gm',
    'name dolo | strength 2 % | aside w/w | form cream | quantity 20000 mg',
  ],
  ['Dolo 1% eye drops 5ml', 'name dolo | strength 1 % | form drops | quantity 5 mL'],
  ['Dolo 2 ml amp', 'name dolo | quantity 2 mL | form injection'],
  ['Dolo 10 ml vial', 'name dolo | quantity 10 mL | form injection'],
  ['Inj Dolo 3ml', 'form injection | name dolo | quantity 3 mL'],
  ['Dolo syp 60 ml', 'name dolo | form syrup | quantity 60 mL'],
  ['Dolo syp 10 ml tds', 'name dolo | form syrup | dose 10 ml | frequency tds'],
  ['Dolo 4 meq tab', 'name dolo | strength 4 meq | form tablet'],
  [
    'prednisone 10 mg tab take 40 mg daily',
    'name prednisone | strength 10 mg | form tablet | aside take | dose 40 mg | frequency od',
  ],
  [
    'amoxicillin 500 mg + clavulanate 125 mg',
    'name amoxicillin | strength 500 mg | name clavulanate | strength 125 mg',
  ],
  ['stop Dolo', 'context stopped | name dolo'],
  ['Dolo stopped', 'name dolo | context stopped'],
  ['Dolo off', 'name dolo | context stopped'],
  ['no Dolo', 'context denied | name dolo'],
  ['not on Dolo', 'context denied | name dolo'],
  ['allergic to Dolo', 'context allergy | name dolo'],
  ['Allergy: Dolo', 'context allergy | name dolo'],
  ['Dolo ?', 'name dolo | context doubted'],
  ['? Dolo', 'context doubted | name dolo'],
  ['?Dolo', 'context doubted | name dolo'],
  ['mother takes Dolo', 'context family | name dolo'],
  ['to start Dolo next week', 'context planned | name dolo | context planned'],
  ['previously on Dolo', 'context past | name dolo'],
  ['do not take Dolo', 'context denied | name dolo'],
  ['avoid Dolo', 'context denied | name dolo'],
  ['no longer taking Dolo', 'context stopped | name dolo'],
  ['hold Dolo', 'context stopped | name dolo'],
  ['Dolo hold for surgery', 'name dolo | context stopped | aside for | unknown surgery'],
  ['Dolo hold for SBP<100', 'name dolo | aside parameter'],
  ['Dolo hold if SBP below 90 or HR <55', 'name dolo | aside parameter'],
  ['Dolo held', 'name dolo | context stopped'],
  ['Dolo no refills', 'name dolo | pack no refills'],
  ['Dolo xyzzy', 'name dolo | unknown xyzzy'],
  ['xyzzy', 'unknown xyzzy'],
  ['no xyzzy', 'unknown no | unknown xyzzy'],
  [
    '24 hr metformin 500 mg er tab',
    'release er | name metformin | strength 500 mg | release er | form tablet',
  ],
  ['metformin 24HR ER', 'name metformin | release er | release er'],
  ['12 HR Dolo', 'release er | name dolo'],
  ['Dolo capcr24', 'name dolo | form capsule | release er | aside hours'],
  ['Dolo with food', 'name dolo | frequency pc'],
  ['Dolo take with water', 'name dolo | aside take | aside diluent'],
  ['Dolo continue', 'name dolo | aside take'],
  ['Dolo SOS for fever', 'name dolo | frequency sos | aside for | frequency fever'],
  ['Dolo for fever', 'name dolo | aside for | aside fever'],
  ['Dolo prn pain', 'name dolo | frequency sos | frequency pain'],
  [
    'Dolo if needed for severe pain',
    'name dolo | frequency sos | aside for | frequency severe pain',
  ],
  ['Calcium + Vitamin D3', 'name calcium | name vitamin d3'],
  ['KCl 20 meq in NS', 'name kcl | strength 20 meq | aside diluent'],
  ['KCl in 500 ml normal saline', 'name kcl | aside diluent'],
  ['Dolo over 30 min', 'name dolo | duration over 30 min'],
  ['Dolo 100 ml/hr', 'name dolo | dose 100 ml/hr'],
  ['Dolo 5 to 10 ml bd', 'name dolo | dose 5 to 10 ml | frequency bd'],
  ['Dolo: 650 mg', 'name dolo 650 | strength 650 mg'],
  ['Dolo 650mg650mg', 'name dolo 650 | strength 650 mg | strength 650 mg'],
  ['Dolo 650 mg (650 mg)', 'name dolo 650 | strength 650 mg | strength 650 mg'],
  ['T Dolo', 'form tablet | name dolo'],
  ['C. Omez 20', 'form capsule | name omez | strength 20'],
  ['Ecosprin 75mg T', 'name ecosprin | strength 75 mg | unknown t'],
  ['Dolo stat & sos', 'name dolo | frequency stat | frequency sos'],
  ['Dolo 1 amp iv stat', 'name dolo | dose 1 amp | route iv | frequency stat'],
  ['Insulin 6 units', 'name insulin | dose 6 units'],
  ['Insulin 100 units/ml', 'name insulin | strength 100 [IU]/mL'],
  ['Insulin U-100', 'name insulin | strength 100 [IU]/mL'],
  ['Insulin 40IU/ml', 'name insulin | strength 40 [IU]/mL'],
  [
    'insulin 100 units/mL 10 mL vial 6 units tid',
    'name insulin | strength 100 [IU]/mL | quantity 10 mL | form injection | dose 6 units | frequency tds',
  ],
  ['Dolo 2 tabs a day', 'name dolo | dose 2 tabs | frequency od'],
  ['Crocin Cold', 'name crocin | unknown cold'],
  ['Panadol Night', 'unknown panadol | frequency hs'],
  ['Dolo night', 'name dolo | unknown night'],
  ['Dolo adult', 'name dolo | unknown adult'],
  ['Dolo 650 mg night', 'name dolo 650 | strength 650 mg | frequency hs'],
  ['Dolo for cough and cold', 'name dolo | aside for | aside cough | aside and | aside cold'],
  ['Insulin regular', 'name insulin | unknown regular'],
  ['Dolo max 4 tabs in 24 hours', 'name dolo | unknown max | dose 4 tabs | aside in 24 hours'],
  ['Dolo if fever > 100', 'name dolo | aside if | aside fever | unknown 100'],
  [
    'Tab Dolo for fever and body pain',
    'form tablet | name dolo | aside for | aside fever | aside and | aside body pain',
  ],
  ['Combiflam 1 goli dard ke liye', 'unknown combiflam | dose 1 goli | aside dard ke liye'],
  ['metformin hydrochloride 500 mg', 'name metformin | salt hydrochloride | strength 500 mg'],
  ['metformin calcium 500 mg', 'name metformin | salt calcium | strength 500 mg'],
  ['calcium 500 mg', 'name calcium | strength 500 mg'],
  [
    'Dolo 650mg tab 1 tab tid x 3 days then 1 tab bd x 2 days',
    'name dolo 650 | strength 650 mg | form tablet | dose 1 tab | frequency tds | duration 3 days | aside then | dose 1 tab | frequency bd | duration 2 days',
  ],
  ['Dolo every other day', 'name dolo | frequency qod'],
  ['Dolo weekly', 'name dolo | frequency weekly'],
  ['Dolo 2 tsp bd', 'name dolo | dose 2 tsp | frequency bd'],
  ['Dolo apply on face hs', 'name dolo | aside take | route topical | frequency hs'],
  ['Glycomet GP 1 1-0-1', 'name glycomet gp 1 | frequency 1-0-1'],
  ['Dolo 650 650 mg', 'name dolo 650 | strength 650 mg'],
  [
    'Dolo syrup 5 ml (250 mg) tds',
    'name dolo | form syrup | dose 5 ml | strength 250 mg | frequency tds',
  ],
  ['INH 300', 'name inh | strength 300'],
  ['Pan 40 2-0-0', 'name pan | strength 40 | frequency 2-0-0'],
  ['Ecosprin 75-0-1', 'name ecosprin | frequency 75-0-1'],
  ['Dolo b.d. p.c.', 'name dolo | frequency bd | frequency pc'],
  ['Dolo t.i.d', 'name dolo | frequency tds'],
  ['Dolo H.S.', 'name dolo | frequency hs'],
  [
    'amoxicillin/clavulanate 875-125 mg tab po bid',
    'name amoxicillin | name clavulanate | strength 875 mg + 125 mg | form tablet | route oral | frequency bd',
  ],
  ['insulin 70/30 100 units/ml', 'name insulin | strength 70/30 | strength 100 [IU]/mL'],
  ['Dolo 650 mg oral tablet', 'name dolo 650 | strength 650 mg | form tablet'],
  ['Dolo extended release tablet', 'name dolo | release er | form tablet'],
  [
    '24 hr Dolo 500 mg extended release oral tablet',
    'release er | name dolo | strength 500 mg | release er | form tablet',
  ],
  ['Dolo tablet for suspension', 'name dolo | release dispersible'],
  ['Dolo chewable tab', 'name dolo | release chewable | form tablet'],
  ['Dolo DT 250', 'name dolo | release dispersible | strength 250'],
  ['Dolo 0.05% nasal spray', 'name dolo | strength 0.05 % | form spray'],
  ['Dolo 400 mcg/ml', 'name dolo | strength 0.4 mg/mL'],
  ['Dolo 50 mcg/0.5 ml', 'name dolo | strength 0.1 mg/mL'],
  ['Dolo 1 g/10 ml', 'name dolo | strength 100 mg/mL'],
  ['Dolo 5%', 'name dolo | strength 5 %'],
  // Durations and times
  ['Dolo x 7d then taper', 'name dolo | duration 7 days | aside then | aside taper'],
  ['Dolo for one week', 'name dolo | duration 1 week'],
  ['Tab X-P BD x 5d', 'form tablet | unknown x | unknown p | frequency bd | duration 5 days'],
  ['Ascoril-LS x5d', 'name ascoril ls | duration 5 days'],
  ['digoxin 0.25 od 5/7', 'name digoxin | strength 0.25 | frequency od | frequency 5/7'],
  ['digoxin 0.25 od x 5/7', 'name digoxin | strength 0.25 | frequency od | duration 5 days'],
  ['Dolo tds x 3/7', 'name dolo | frequency tds | duration 3 days'],
  ['Dolo od 3/7', 'name dolo | frequency od | duration 3 days'],
  ['Dolo daily at 6:30 pm', 'name dolo | frequency od | frequency at 6:30 pm'],
  // Frequencies and doses
  ['Dolo ac breakfast', 'name dolo | frequency ac'],
  ['Dolo q5min x 3', 'name dolo | frequency q5min x 3'],
  ['Dolo q6h x 3-5 days', 'name dolo | frequency q6h | duration 3-5 days'],
  ['Dolo x1', 'name dolo | frequency x1'],
  ['insulin per grbs', 'name insulin | frequency per grbs'],
  ['insulin sc per sliding scale', 'name insulin | route sc | frequency sliding scale'],
  ['Dolo as directed per pain clinic', 'name dolo | frequency as directed | frequency as directed'],
  ['Dolo stat dose', 'name dolo | frequency stat | aside dose'],
  ['meloxicam 15 daily', 'name meloxicam | strength 15 | frequency od'],
  ['linezolid 600 q12', 'name linezolid | strength 600 | frequency q12'],
  ['Dolo 500 2 daily', 'name dolo | strength 500 | dose 2 | frequency od'],
  ['Dolo 500? bd', 'name dolo | unknown 500 | frequency bd'],
  [
    'Symbicort 250/50 1 inhalation bd',
    'name symbicort | strength 250/50 | dose 1 inhalation | frequency bd',
  ],
  [
    'norepinephrine 8 mg/250 mL infusion 0.1 mcg/kg/min',
    'name norepinephrine | strength 0.032 mg/mL | form infusion | dose 0.1 mcg/kg/min',
  ],
  ['fentanyl 10 mcg/ml at 5 mg/h', 'name fentanyl | strength 0.01 mg/mL | aside at | dose 5 mg/h'],
  ['fentanyl patch 25 mcg/h', 'name fentanyl | form patch | strength 0.025 mg/h'],
  ['Dolo cream LA bd', 'name dolo | form cream | route topical | frequency bd'],
  ['Dolo LA', 'name dolo | release er'],
  ['Dolo IR', 'name dolo | release ir'],
  ['Dolo immediate-release tab', 'name dolo | release ir | form tablet'],
  ['KCl premix', 'name kcl | form infusion'],
  ['KCl iv drip', 'name kcl | form infusion'],
  ['insulin shot', 'name insulin | form injection'],
  ['Dolo sodium phosphate 5 mg', 'name dolo | salt sodium phosphate | strength 5 mg'],
  // Hindi in Latin letters
  ['Dolo aadhi goli raat ko', 'name dolo | dose aadhi goli | frequency hs'],
  ['Dolo 1 goli din mein do baar', 'name dolo | dose 1 goli | frequency bd'],
  ['Dolo din me 3 baar khane ke baad', 'name dolo | frequency tds | frequency pc'],
  ['Dolo subah 1 shaam 1', 'name dolo | frequency morning | dose 1 | frequency evening | dose 1'],
  ['Dolo khane se 30 min pehle', 'name dolo | frequency ac'],
  ['Dolo dard hone par', 'name dolo | frequency sos'],
  [
    'Dolo ½ chammach subah dopahar raat',
    'name dolo | dose 1/2 chammach | frequency morning noon hs',
  ],
  ['Dolo BD BBF', 'name dolo | frequency bd | frequency ac'],
  // Written together
  [
    'TabCrocin650mgTDSx3days',
    'form tablet | name crocin | strength 650 mg | frequency tds | duration 3 days',
  ],
  ['CapOmez40mgODac', 'form capsule | name omez | strength 40 mg | frequency od | frequency ac'],
  [
    'InjMonocef500mgIVBDx7d',
    'form injection | name monocef | strength 500 mg | route iv | frequency bd | duration 7 days',
  ],
  ['metformin500mgtabletbd', 'name metformin | strength 500 mg | form tablet | frequency bd'],
  ['TABDOLO650MG1-0-1', 'form tablet | name dolo 650 | strength 650 mg | frequency 1-0-1'],
  ['tabdolo650', 'form tablet | name dolo 650'],
  ['TabXyzzy650', 'form tablet | unknown xyzzy | unknown 650'],
  ['tabxyzzy650', 'unknown tabxyzzy | unknown 650'],
  [
    'SypAscorilLS100ml5mltds',
    'form syrup | name ascoril ls | quantity 100 mL | dose 5 ml | frequency tds',
  ],
  ['Dolo1tabBD', 'name dolo | dose 1 tab | frequency bd'],
  ['CapsuleVitaminD3', 'form capsule | name vitamin d3'],
  ['Dolo 250mcg/5mL Amp', 'name dolo | strength 0.05 mg/mL | form injection'],
  ['Dolo 500mcg/10mL', 'name dolo | strength 0.05 mg/mL'],
  ['Ascoril-LSx5d', 'name ascoril ls | duration 5 days'],
  ['Monocef 1gms', 'name monocef | strength 1000 mg'],
  ['Monocef1gIVBD', 'name monocef | strength 1000 mg | route iv | frequency bd'],
  ['KCl 20meq in 100mLNS', 'name kcl | strength 20 meq | aside diluent'],
  ['AmoxicillinClavulanate', 'name amoxicillin | name clavulanate'],
  ['TabMetforminSR500mg', 'form tablet | name metformin | release er | strength 500 mg'],
  ['capsid acid prod', 'unknown capsid | unknown acid | unknown prod'],
  // Letters and digits taken for one another
  ['Am1odipine 5 rng', 'name amlodipine | strength 5 mg'],
  ['rnetformin 500 rng tab1et', 'name metformin | strength 500 mg | form tablet'],
  ['lnj Monocef 1 g lV', 'form injection | name monocef | strength 1000 mg | route iv'],
  ['Dolo 65O 0D', 'name dolo 650 | frequency od'],
  ['Dolo S00 mg', 'name dolo | strength 500 mg'],
  ['Dolo 5OOOIU', 'name dolo | strength 5000 [IU]'],
  ['Dolo l tab bd', 'name dolo | dose 1 tab | frequency bd'],
  ['Dolo every moming', 'name dolo | frequency morning'],
  ['Dolo 0.5rng', 'name dolo | strength 0.5 mg'],
  ['Dolo 5 mcg/rnin', 'name dolo | dose 5 mcg/min'],
  ['Dolo 5 m1', 'name dolo | dose 5 ml'],
  ['Tab Dolo (continue)', 'form tablet | name dolo | aside take'],
  // A number that counts a time that is over is no strength
  ['Dolo 2 weeks ago', 'name dolo | aside 2 | context past'],
  ['Dolo 2 weeks', 'name dolo | duration 2 weeks'],
]

describe('reads the parts of', () => {
  test.each(PARTS)('%s', (text, parts) => {
    const found = reader.read(text).parts.map(({ kind, value }) => `${kind} ${value}`)
    expect(found.join(' | ')).toBe(parts)
  })
})

const STRENGTHS: readonly (readonly [text: string, strengths: string, quantity: string])[] = [
  ['Dolo 650mg', '650 mg', ''],
  ['Dolo 650', '', ''],
  ['Shelcal-500', '500', ''],
  ['Ecosprin AV 75/20', '75 + 20', ''],
  ['amox/clav 500/125', '500 + 125', ''],
  ['amox/clav 500/125 mg', '500 mg + 125 mg', ''],
  ['Symbicort 160-4.5 mcg', '0.16 mg + 0.0045 mg', ''],
  ['Vigamox 0.5% 0.5%', '0.5 %', ''],
  ['Dolo 650 mg (650 mg)', '650 mg', ''],
  ['Dolo 200/28.5 mg/5 ml', '40 mg/mL + 5.7 mg/mL', ''],
  ['Lidocaine 1%/Epi 1:100,000', '1 % + 0.01 mg/mL', ''],
  ['Novolog U-100', '100 [IU]/mL', ''],
  ['Teriparatide 20 mcg/dose (600 mcg/2.4 mL)', '0.02 mg/actuat + 0.25 mg/mL', ''],
  ['Syp Ascoril-LS 100ml', '', '100 mL'],
  ['Dolo 2 ml amp', '', '2 mL'],
  ['Dolo 100 mg 10 ml vial', '100 mg', '10 mL'],
  ['Vigamox eye drops 5ml', '', '5 mL'],
  ['Omez 2% cream 20gm', '2 %', '20000 mg'],
  ['Dolo syp 10 ml tds', '', ''],
  ['prednisone 10 mg tab take 40 mg daily', '10 mg', ''],
  ['insulin 20 units sc', '', ''],
  ['insulin 5000 units sc', '5000 [IU]', ''],
  ['Dolo 5 mg/kg', '', ''],
  ['albuterol 0.083 % 2.5 mg/3 mL', '0.833333333333 mg/mL', ''],
  ['albuterol 2.5 mg/3 mL (0.083%)', '0.833333333333 mg/mL', ''],
  ['lidocaine 2% / epi 20 mg/ml', '2 % + 20 mg/mL', ''],
]

describe('reads the strengths of', () => {
  test.each(STRENGTHS)('%s', (text, strengths, quantity) => {
    const found = reader.read(text)
    const said = found.strengths.map(({ value, unit }) => (unit ? `${value} ${unit}` : `${value}`))
    expect(said.join(' + ')).toBe(strengths)
    const held = found.quantity && `${found.quantity.value} ${found.quantity.unit}`
    expect(held ?? '').toBe(quantity)
  })
})

test('says what a line says as a whole, where it stands', () => {
  const text = 'T. Dolo 650mg po 1 tab 1-0-1 pc x 5 d'
  const { parts, strengths, words, names, ...said } = reader.read(text)
  expect(said).toEqual({
    text,
    isCut: false,
    form: 'tablet',
    route: 'oral',
    dose: '1 tab',
    frequency: '1-0-1 pc',
    duration: '5 days',
    releases: [],
    salts: [],
  })
  expect(names.map(({ start, end }) => text.slice(start, end))).toEqual(['Dolo 650'])
  expect(strengths.map(({ start, end }) => text.slice(start, end))).toEqual(['650mg'])
  expect(words.map((word) => word.text)).toContain('mg')
})

test('says the form of injections, and the duration of the course before that of one dose', () => {
  expect(reader.read('Monocef 1 g IV over 30 min x 5 d')).toMatchObject({
    form: 'injection',
    route: 'iv',
    duration: '5 days',
  })
  expect(reader.read('KCl iv drip over 4 hrs')).toMatchObject({
    form: 'infusion',
    route: 'iv',
    duration: 'over 4 hrs',
  })
})

test('a part of signs alone has no word', () => {
  const [doubt] = reader.read('? Dolo').parts
  expect(doubt).toEqual({ kind: 'context', value: 'doubted', start: 0, end: 1 })
})

const CONTEXTS: readonly (readonly [text: string, context: string | undefined])[] = [
  ['Dolo 650 bd', undefined],
  ['? Dolo', 'doubted'],
  ['Dolo ?', 'doubted'],
  ['stop Dolo', 'stopped'],
  ['stopped Dolo last week', 'stopped'],
  ['Dolo discontinued', 'stopped'],
  ['Dolo held', 'stopped'],
  ['Dolo off', 'stopped'],
  ['no longer taking Dolo', 'stopped'],
  ['do not take Dolo', 'denied'],
  ["don't take Dolo", 'denied'],
  ['avoid Dolo', 'denied'],
  ['no Dolo', 'denied'],
  ['not on Dolo', 'denied'],
  ['allergic to Dolo', 'allergy'],
  ['Allergy: Dolo', 'allergy'],
  ['mother takes Dolo', 'family'],
  ['to start Dolo next week', 'planned'],
  ['previously on Dolo', 'past'],
  ['Dolo no refills', undefined],
]

describe('the context of', () => {
  test.each(CONTEXTS)('%s', (text, context) => {
    expect(reader.read(text).context).toBe(context)
  })
})

/** Pieces that prescriptions are made of, and strings of any kind. */
const lines = fc
  .array(
    fc.tuple(
      fc.oneof(
        anyString,
        fc.constantFrom(...PARTS.flatMap(([text]) => text.split(' '))),
        fc.constantFrom('1', '0', '½', '/', '-', '%', '?', '.', ',', '#', 'x', 'q', 'per', 'to'),
      ),
      fc.constantFrom('', ' ', '-', '/', '\n'),
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.flat().join(''))

test('parts of any string are in order and have every word in exactly one', () => {
  fc.assert(
    fc.property(lines, (text) => {
      const { parts, words, names, strengths } = reader.read(text)
      let end = 0
      for (const part of parts) {
        expect(part.start).toBeGreaterThanOrEqual(end)
        expect(part.end).toBeGreaterThan(part.start)
        expect(PART_KINDS).toContain(part.kind)
        end = part.end
      }
      expect(end).toBeLessThanOrEqual(text.length)
      for (const { start, end } of words)
        expect(parts.filter((part) => part.start <= start && end <= part.end)).toHaveLength(1)
      for (const { start, end, value } of strengths) {
        expect(text.slice(start, end)).not.toBe('')
        expect(Number.isFinite(value)).toBe(true)
      }
      expect(names).toEqual(parts.filter(({ kind }) => kind === 'name'))
    }),
    { numRuns: 500 },
  )
})

/** How often a lexicon is asked while a text is read. */
function questionsOf(text: string): number {
  let questions = 0
  const counting: DrugNames = {
    longestAt(words, at) {
      questions++
      return lexicon.longestAt(words, at)
    },
    isBrand: () => false,
    hasLabel: () => false,
  }
  new PrescriptionReader(counting).read(text)
  return questions
}

const LONG = [
  'Dolo 650 ',
  '1-',
  '1 ',
  'a',
  '1/',
  'x5d',
  'q4h ',
  'no ',
  'T. ',
  '?',
  '5 mg/',
  '10,',
  '5 mg/h ',
  'TabXyzzy650mgTDS ',
  'Rn1l ',
  'in ',
  'for ',
]

test.each(LONG)('asks about ten times as much for ten times as much of "%s"', (piece) => {
  const [short, long] = [questionsOf(piece.repeat(100)), questionsOf(piece.repeat(1000))]
  expect(long).toBeLessThanOrEqual(11 * short)
})

test.each([
  ['Dolo 2 MG/ML IJ SOLN', 'injection'],
  ['Dolo 500 MG IV SOLR', 'injection'],
  ['Dolo 500 MG IJ SUSP', 'injection'],
  ['Dolo 500 MG/5ML PO SOLN', 'solution'],
  ['Dolo 5 MG PO TBEC', 'tablet'],
  ['Dolo 5 MG PO CPDR', 'capsule'],
])('the form of "%s" is %s', (text, form) => {
  expect(reader.read(text).form).toBe(form)
})

test('a rate says in what the dose is counted, and a diluent is told', () => {
  expect(reader.read('Dolo (mcg/kg/min)')).toMatchObject({ doseUnit: 'mcg', strengths: [] })
  expect(reader.read('Dolo (ml/hr)')).toMatchObject({ doseUnit: 'ml', form: 'infusion' })
  expect(reader.read('Dolo patch (mcg/hr)').form).toBe('patch')
  expect(reader.read('Dolo (mg)').form).toBeUndefined()
  expect(reader.read('Dolo 5 mcg/kg/min').doseUnit).toBeUndefined()
  expect(reader.read('Dolo 2 g in 100 mL D5W').diluent).toBe('in 100 ml d5w')
  expect(reader.read('1 ML VIAL : Dolo 2 MG/ML').quantity).toEqual({ value: 1, unit: 'mL' })
})
