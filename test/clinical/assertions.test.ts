/**
 * Proves of what a text says of a target, which stands in brackets:
 * 1. denials, their lists, and what ends them
 * 2. what looks like a denial and is none
 * 3. doubts, and question marks of one item
 * 4. what is past, how surely, and what lasts all the same
 * 5. what is a relative's, and relatives who only tell it
 * 6. what is feared, looked for or planned
 * 7. sections say it of all that is named in them
 * 8. every trigger of the table says what its row says, in its direction, within its reach, with its score
 * 9. every terminator ends what its kind ends
 * 10. no text makes it throw, scores are in (0, 1], targets are independent, and long texts take linear time
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Assertion, assertionsFor } from '../../src/clinical/assertions.ts'
import { DATED } from '../../src/clinical/chart.ts'
import {
  DIRECTIONS,
  phrasesOf,
  TERMINATOR_KINDS,
  TRIGGER_CONTEXTS,
  WORD_ROLES,
} from '../../src/clinical/context-phrases.ts'
import { SAYS_OVER, SAYS_PAST, TOLD_AS_HISTORY } from '../../src/clinical/history.ts'
import { readSentences } from '../../src/clinical/sentences.ts'
import { readTable } from '../../src/language/tables.ts'
import { anyString, clinicalText } from '../support/arbitraries.ts'
import { analyzer } from '../support/linker.ts'

/** In microseconds of the processor. */
const CLOCK_STEP = 500

/** What is said of the words in the brackets. */
function assertionsOf(marked: string): readonly Assertion[] {
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  const text = marked.replace('[', '').replace(']', '')
  const words = analyzer.analyze(text)
  const from = words.findIndex((word) => word.end > start)
  const to = words.findLastIndex((word) => word.start < end) + 1
  return assertionsFor(text, words, readSentences(text, words), [{ from, to }])[0]!
}

/** In one line; of the past only how sure it is: `over`, `past`, or `history` for what may be there still. */
function read(marked: string): string {
  return assertionsOf(marked)
    .map(({ context, score }) => {
      if (context !== 'past') return context
      if (score >= 0.8) return 'over'
      return score >= SAYS_PAST ? 'past' : 'history'
    })
    .join(' ')
}

const ANSWERS: readonly (readonly [string, string])[] = [
  ['Chat 09:14 - Nurse: any [cough]? Patient: nope', 'absent'],
  ['Dr: [Palpitations]? Pt: Never.', 'absent'],
  ['Bot: any [cough]? [10:02] User: no not at all', 'absent'],
  ['"Any [haemoptysis]?" "God no." "Cough?" "Yes."', 'absent'],
  ['"Any rash?" "God no." "[Headaches]?" "Now and then."', ''],
  ['[Fever]? Mother says no. Rash? Yes.', 'absent'],
  ['[Neck stiffness]? Shakes her head.', 'absent'],
  ['[Headache]? Three times this week.', ''],
  ['[Dysphagia]? -ve. Heartburn? +ve.', 'absent'],
  ['[UTI]? No leucocytes.', 'suspected'],
  ['[Pneumonia]? Plan: none today.', 'suspected'],
  ['[Gout]? Not convincingly.', 'suspected'],
  ['[Sepsis]? Maybe yes.', 'suspected'],
  ['[Asthma]? Uncle, aunt and cousin with it say that this is so at home.', 'suspected'],
  ['[Wheeze] 0, cough 2', 'absent'],
  ['Wheeze: 0. [Cough]: 2.', ''],
  ['[Breast cancer] stage 0', ''],
  ['Absent: jaundice, [rigors].', 'absent'],
  ['Absent [rigors], cough since Monday', 'absent'],
  ['[Scabies] unlikely: no burrows', 'suspected'],
  ['Gout | active [Cellulitis] | resolved Asthma | active', 'over'],
  ['Gout | resolved [Cellulitis] | active Asthma | active', ''],
  ['Cellulitis | resolved since 2019 [Asthma] | ruled out', 'absent'],
  ['wheeze | no // [cough] | yes', ''],
  ['[Delirium] did not arise.', 'absent'],
  ['At no point has she had [fever].', 'absent'],
  ['By no means free of [pain].', ''],
  ['[Croup] did not come back.', 'over'],
  ['Everyone else has [influenza].', 'family'],
  ["Worried it's a [stroke].", 'suspected'],
  ['Consent: bleeding, [infection].', 'planned'],
  ['Red flags: weight loss, [fever] - nil', 'absent'],
  ['Risk of DVT after hip replacement for [osteoarthritis].', ''],
  ['Risk of DVT or for [stroke].', 'planned'],
  ['Booked echo for [pulmonary hypertension].', 'planned'],
  ['Bloods sent: [hypothyroidism].', 'planned'],
  ['CT head for [headache].', ''],
  ['Septoplasty 2001 for [deviated septum].', 'over'],
  ['Listed for tonsillectomy for [quinsy].', ''],
  ['[Asthma] settled for years but has returned.', ''],
  ['[Pericarditis] settled and has not recurred.', 'over'],
  ['[Eczema] cleared, asthma flaring again.', 'over'],
  ['hi doctor my daughter has a [fever].', ''],
  ['My daughter has a [fever] and I have a cough.', 'family'],
  ['My son has had [scabies].', 'family'],
  ['My son has [scabies].', 'family'],
  ['TTO: propranolol ([tremor]).', ''],
  ['Propranolol ([hives]).', 'past'],
  ["It isn't [gout] but cellulitis.", 'absent'],
  ['Not yet [diabetic].', 'absent'],
]

const DENIALS: readonly (readonly [string, string])[] = [
  ['No [fever].', 'absent'],
  ['Denies [chest pain].', 'absent'],
  ['Denies fever, chills, or [cough].', 'absent'],
  ['Denies fever, [chills], or cough.', 'absent'],
  ['Patient denied any [vomiting] or diarrhea', 'absent'],
  ['He denies that he has [chest pain].', 'absent'],
  ['No fever. No [rash].', 'absent'],
  ['No fever. [Rash] since yesterday.', ''],
  ['no fever but [cough] present', ''],
  ['no [fever] but cough present', 'absent'],
  ['fever, no rash, [cough] present', ''],
  ['fever, no [rash], cough present', 'absent'],
  ['[fever], no rash, cough present', ''],
  ['denies chest pain, has [SOB]', ''],
  ['denies [chest pain], has SOB', 'absent'],
  ['denies chest pain, reports [cough]', ''],
  ['denies chest pain and reports [cough]', ''],
  ['no fever patient has [cough]', ''],
  ['no fever has [cough]', ''],
  ['No [fever] or chills were noted.', 'absent'],
  ['No fever, chills or [cough] was noted.', 'absent'],
  ['No rash, [chest pain] is severe.', ''],
  ['No h/o DM, HTN, [TB]', 'absent history'],
  ['no evidence of [pneumonia]', 'absent'],
  ['without [chest pain]', 'absent'],
  ['w/o [fever]', 'absent'],
  ['nil [fever]', 'absent'],
  ['[fever] nil, cough nil', 'absent'],
  ['fever nil, [cough] nil', 'absent'],
  ['[Fever] -ve', 'absent'],
  ['[Fever] absent, cough present', 'absent'],
  ['Fever absent, [cough] present', ''],
  ['[fever] absent cough present', 'absent'],
  ['fever absent [cough] present', ''],
  ['fever denied, [cough] +', ''],
  ['[fever] denied, cough +', 'absent'],
  ['[Fever], chills and rash are absent.', 'absent'],
  ['[Fever] (-), cough (+)', 'absent'],
  ['Fever (-), [cough] (+)', ''],
  ['[fever] -, cough +', 'absent'],
  ['no fever, [cough]+, rash+', ''],
  ['no fever, [cough] +ve', ''],
  ['no [fever] present', 'absent'],
  ['No edema, erythema, or [warmth] present', 'absent'],
  ['neg for [malaria]', 'absent'],
  ['Workup was negative for malaria, dengue and [typhoid].', 'absent'],
  ['[Sepsis] - criteria not met', 'absent'],
  ['[cirrhosis] excluded by history', 'absent'],
  ['No previous [pneumonia]', 'absent past'],
  ['no fam hx of [cancer]', 'absent family'],
  ['Dengue NS1 negative, [malaria] negative', 'absent'],
  ['negative for any infiltrate or [effusion]', 'absent'],
  ['Malaria was ruled out', ''],
  ['[Malaria] was ruled out', 'absent'],
  ['[MI] ruled out', 'absent'],
  ['MI ruled out by enzymes, [angina]', ''],
  ['CT ruled out [PE]', 'absent'],
  ['He was ruled out for [MI].', 'absent'],
  ['[Pneumonia] is ruled out.', 'absent'],
  ['signs were not consistent with [aortic dissection] or PE', 'absent'],
  ['did not have any complaints of [chest pain]', 'absent'],
  ['does not complain of [headache]', 'absent'],
  ['doesn’t have [fever]', 'absent'],
  ['never had [seizures]', 'absent'],
  ['no fever, with [cough]', ''],
  ['no fever, with or without [cough]', 'absent'],
  ['no fever with [cough]', 'absent'],
  ['history of CAD, with [angina]', ''],
  ['[Angina]: none since stenting', 'absent'],
  // Questions with their answers, rows of tables, choices and ticks.
  ['[Wheeze]? Y  Palpitations? N', ''],
  ['Wheeze? Y  [Palpitations]? N', 'absent'],
  ['Do you get [cramps]? Most evenings.', ''],
  ['Do you get [cramps]? Most evenings he walks the dog around the park.', 'suspected'],
  ['Any [tinnitus]? Not at all.', 'absent'],
  ['[Giddiness]? Yes doctor, from Sunday', ''],
  ['| [Gout] | No | Asthma | Yes |', 'absent'],
  ['| Gout | No | [Asthma] | Yes |', ''],
  ['ASTHMA NO / [GOUT] YES / TB NO', ''],
  ['[ASTHMA] NO / GOUT YES / TB NO', 'absent'],
  ['[gout] / pseudogout / sepsis??', 'suspected'],
  ['[asthma] no / gout?', 'absent'],
  ['[wheeze] ✓  stridor ✗', ''],
  ['wheeze ✓  [stridor] ✗', 'absent'],
  ['✓ wheeze ✗ [stridor]', 'absent'],
  ['✓ [wheeze] ✗ stridor', ''],
  ['☐ [gout] ☑ asthma', 'absent'],
  ['Allergies none to date, [asthma]', ''],
  ['No numbness, tingling or tremor, just [weakness]', ''],
  ['No idea why, [swelling] of feet', ''],
  ['Sister was investigated for [lupus] and turned out not to have it', 'absent suspected family'],
  ['No fracture seen, [swelling] of hand', ''],
  ['No [fracture] seen, swelling of hand', 'absent'],
  ['No focal deficit, CT head to exclude [bleed]', 'planned'],
  ['[gastroenteritis] (sister); husband noticed pruritus', 'family'],
  ['FATIGUE, [SORE THROAT]: ALL ABSENT', 'absent'],
  ['[FATIGUE], SORE THROAT: ALL ABSENT', 'absent'],
  ['Mother O positive, [jaundice] day 3', ''],
  ['Alleged h/o fall, sustained [laceration]', ''],
  ['[constipation] was post-op', ''],
  ['Last [seizure] was four years ago', 'over'],
  ['[DKA], resolved on day 2', 'over'],
  ['[Ileus], settled conservatively', 'over'],
  ['[Ileus], settled conservatively managed pain', ''],
  ['no temperature just a [cough]', ''],
  ['Smoker: N Hypertension: Y [Epilepsy]: N Asthma: Y', 'absent'],
  ['Smoker: N [Hypertension]: Y Epilepsy: N', ''],
  ['[numbness]? None whatsoever. Any weakness?', 'absent'],
  ['My husband thinks i have [depression]', 'suspected'],
  ['My dad had cancer, theres a [lump]', ''],
  ['steroids to prevent RDS in view of [preterm labor]', ''],
  ['DD: gout, sepsis. [Knee pain] and swelling', ''],
  ['DD: gout, [sepsis]. Knee pain and swelling', 'suspected'],
  ['Contact of a [COVID] case', 'family'],
  ['Had two [miscarriages] before this pregnancy', 'over'],
  ['ramipril was switched to losartan for [cough]', 'over'],
  ['[Gestational diabetes] in both pregnancies', 'over'],
  ['Isoniazid against TB before starting adalimumab for [psoriasis]', ''],
  ['Lives with someone who has [scabies]', 'family'],
  ['His wife died of cancer, denies [hematuria]', 'absent'],
  ['Any [discharge]? A little.', ''],
  ['Confusion: [UTI], constipation or stroke?', 'suspected'],
  ['[Confusion]: UTI, constipation or stroke?', ''],
  ['[Gout], hypertension, stroke?', ''],
  ['MD: [rash], cough or fever?', ''],
  ['amoxicillin = [rash]', 'past'],
  // What is surer than a date is said over it.
  ['[Depression] after first child remitted on sertraline', 'over'],
  ['[Stone], passed spontaneously in 2020', 'over'],
  // The aim of an investigation is planned, a doubt without one is a doubt.
  ['CT head to exclude [bleed]', 'planned'],
  ['USG abdomen done to look for [gallstones]', 'planned'],
  ['Admit to rule out [sepsis]', 'suspected'],
  ['Education about [hypoglycemia] given', 'planned'],
  ['stop the tablets and stop for [rash]', 'planned'],
  ['Partner to be tested for [syphilis]', 'family planned'],
  ['Her son is at risk of [hemophilia]', 'family planned'],
  ['Father had a [stroke] 5 years ago', 'family'],
  ['Husband tested positive for [gonorrhea]', 'family'],
  ['Maternal grandmother had [dementia]', 'family'],
  ['Mum here, little one has [croup]', ''],
  ['Gran reckons he has [shingles]', 'suspected'],
  ['?sarcoidosis on account of [cough]', ''],
  ['[Fits], coma, fever: all denied', 'absent'],
  ['[Fits], coma, fever - absent', 'absent'],
  ['[Fits], coma, fever - absent, sleeps well', 'absent'],
  ['[Fits], coma, fever - absent; sleeps well', 'absent'],
  ['[Fits], coma, fever - absent reflexes', ''],
  ['Fits, [coma], fever: nil', 'absent'],
  ['[Fits] - on valproate, fever - absent', ''],
  ['[Fits], fever absent', ''],
  ['[Fits], wheeze, tenderness not elicited', ''],
  ['[Fits], wheeze and tenderness not elicited', 'absent'],
  ['[Fits], wheeze, both denied', 'absent'],
  ['[Knee jerk] could not be elicited', 'absent'],
  ['Blackouts and [falls] have not occurred', 'absent'],
  ['Tremor, no ataxia; no falls, [stridor] though alert', 'absent'],
  ['( ) [stroke] ( ) cancer', 'absent'],
  ['[Drowsiness] -. Old TB', 'absent'],
  ['DROWSINESS, TREMOR, [SORE THROAT]: NONE', 'absent'],
  ['[Stridor] in her youngest maternal uncle', 'family'],
  ['[Stridor] in his twin sister. Well', 'family'],
  ['Two people in the hostel had [cholera]', 'family'],
  ['Her maid was admitted with [cholera]', 'family'],
  ['Anxious about getting [cholera]', 'planned'],
  ['Prob. [cholera]', 'suspected'],
  ['SUSP. [CHOLERA]', 'suspected'],
  ['Is this [cholera]', 'suspected'],
  ['Last attack of [cholera] 2 months back', 'over'],
  ['[Drowsiness] for the first few days', 'over'],
  ['[Drowsiness] on the first day only', 'over'],
  ['first couple of nights [drowsiness], then alert', 'over'],
  ['[Drowsiness] since the first day', ''],
  ['[Drowsiness] after the first 2 weeks', ''],
  ['[Cramps] on the first day of menses', ''],
  ['[Drowsiness] initially', 'over'],
  ['had [stridor] 2 weeks ago', 'past'],
  ['had [stridor] last week', 'past'],
  ['has [stridor] last week', ''],
  ['had [stridor] on lying, 2 weeks ago it began', ''],
  ['Stiff since her [cholera]', 'over'],
  ['Survived [cholera]', 'over'],
  ['Has had [cholera] before', 'over'],
  ['[Cholera] in his late twenties', 'over'],
  ['was treated for [cholera]', 'past'],
  ['[Drowsiness] to begin with, now alert', 'over'],
  ['[Fits], wheeze and pain on walking a very long way not elicited', 'absent'],
  ['[Fits], wheeze and pain on walking a very very long way not elicited', ''],
  ['[Fits] n, coma y', 'absent'],
  ['fits n, [coma] y', ''],
  ['Answered no to [fits], coma', 'absent'],
  ['[Murmur] wasnt there', 'absent'],
  ['bukhar hai, [khansi] nahi', 'absent'],
  ['[fever] nil but cough', 'absent'],
  ['[fever] nil cough', ''],
  ['No pain. Nor does he have [headache].', 'absent'],
  ['[VDRL] nonreactive', 'absent'],
  ['no CKD, hx [CVA]', 'past'],
  ['no pain h/o [CVA]', 'past'],
  ['no pain or h/o [CVA]', 'absent past'],
  ['no relevant h/o [CVA]', 'absent past'],
  ['denies having a history of [CVA]', 'absent past'],
  ['neg family hx of [cancer]', 'absent family'],
  ['[PE] not suspected', 'absent'],
  ['cough neg. no [fever]', 'absent'],
  ['[cough] neg. no fever', 'absent'],
  ['no CKD, and h/o [CVA]', 'past'],
  ['no CKD or h/o [CVA]', 'absent past'],
  ['no fracture, likely [sprain]', 'suspected'],
  ['no fever, mother has [cough]', 'family'],
  ['no fever, watch for [bleeding]', 'planned'],
  ['neither [fever] nor cough', 'absent'],
  ['neither fever nor [cough]', 'absent'],
  ['free of [pain]', 'absent'],
  ['absence of [fever]', 'absent'],
  ['lack of [edema]', 'absent'],
  ['not a known case of [diabetes]', 'absent'],
  ['No k/c/o [HTN]', 'absent'],
  ['not c/o [pain]', 'absent'],
  ['no s/s of [infection]', 'absent'],
  ['No fever; [cough] for 3 days', ''],
  ['No fever, CVS: [murmur]', ''],
  ['No fever however [cough] was severe', ''],
  ['no pain except [headache]', ''],
  ['no complaints other than [headache]', ''],
  ['no chest pain due to [anxiety]', ''],
  ['no seizures since [stroke]', ''],
  ['no fever, although [cough] bothers her', ''],
  ['No SOB, [cough] since 3 days', ''],
  ['No SOB, [cough] x 3 days', ''],
  ['No [fever] for 3 days', 'absent'],
  ['NO FEVER NO [COUGH]', 'absent'],
  ['Denies:[fever]', 'absent'],
  ['Denies:\n- fever\n- [cough]', 'absent'],
  ['Denies:\n1. fever\n2. [cough]', 'absent'],
  ['Denies:\nfever\nHas [cough]', ''],
  ['Denies:\n- fever\n\n[cough]', ''],
  ['Denies:\n- fever\nPE: [cough]', ''],
  ['Denies fever\n[cough]', ''],
  ['no nausea after meals, [diarrhea], or rash', 'absent'],
  ['no nausea after [surgery], diarrhea, or rash', ''],
  ['chest [pain] free', 'absent'],
  ['(-) [fever], (+) cough', 'absent'],
  ['(-) fever, (+) [cough]', ''],
  ['(+) [cough], (-) fever', ''],
  ['+cough, -[fever]', 'absent'],
  ['Pallor+, [depression] V4-V6', ''],
  ['[Hip fracture] excluded on film', 'absent'],
  ['no fever +[chills]', ''],
  ['no [fever] +chills', 'absent'],
  ['no acute distress, [obese]', ''],
  ['(+) cough (-) [fever]', 'absent'],
  ['(+) [cough] (-) fever', ''],
  ['[ACS] absent given troponin', 'absent'],
  ['no SI, [depression] improving', ''],
  ['+[cough], -fever', ''],
  ['cough, -[fever]', ''],
  ['Pallor+ [Icterus]- Cyanosis-', 'absent'],
  ['Pallor+ Icterus- [Cyanosis]-', 'absent'],
  ['[Pallor]+ Icterus- Cyanosis-', ''],
  ['[Icterus]- deep', ''],
  ['edema -, [rash] -', 'absent'],
  ['no fever, +[cough]', ''],
  ['no fever ?[UTI]', 'suspected'],
  ['no vomiting, [vertigo]?', 'suspected'],
  ['no [vomiting], vertigo?', 'absent'],
  ['[Rash] noted? None.', 'absent'],
  ['[Rash]? No. Itch.', 'absent'],
  ['[Rash]? None seen', 'absent'],
  ['no DM, no HTN, [asthma]', ''],
  ['no DM, no HTN, [asthma] or TB', 'absent'],
  ['no DM, [HTN], asthma', 'absent'],
  ['no [DM], no HTN, asthma', 'absent'],
  ['no murmur, raised [JVP], no edema', ''],
  ['no murmur, raised [JVP], or edema', 'absent'],
  ['denies pain, left [weakness]', 'absent'],
  ['no rash, left [weakness]', ''],
  ['no rales, trace [edema]', ''],
  ['no rash, bilateral [crackles]', ''],
  ['varices without bleeding, [gastropathy]', ''],
  ['varices without bleeding, [shock] or ascites', 'absent'],
  ['without bleeding, [shock]', 'absent'],
  ['no lymphopenia, IgG normal, [vitamin D deficiency]', ''],
  ['no fever, [weakness] unchanged', ''],
  ['no fever, cough or [rash], no pain or wheeze', 'absent'],
  ['no [fever], raised JVP, no pain or wheeze', 'absent'],
  ['no fever, raised [JVP], no pain or wheeze', ''],
  ['[MI] could not be excluded, PE was.', 'suspected'],
  ['MI could not be excluded, [PE] was.', 'absent'],
  ['MI could not be excluded, [PE] was seen.', ''],
  ['[chest] pain free', ''],
  ['[fever]: no, cough: yes', 'absent'],
  ['fever: no, [cough]: yes', ''],
  ['n/h/o [trauma]', 'absent'],
  ['no rash (itchy), [fever]', 'absent'],
  ['not vomiting, [fever]', ''],
  ['no pain that has been noted or [fever]', 'absent'],
  ['no rash, pain has ever been noted, [fever]', 'absent'],
  ['no rash, pain has ever lately been noted, [fever]', ''],
  ['no rash is [painful]', 'absent'],
  ['is not in any kind of [distress]', 'absent'],
  ['RESPIRATORY: No [wheezing].', 'absent'],
  ['no focal [weakness]', 'absent'],
  ['no [focal weakness]', 'absent'],
  ['no [change in vision]', 'absent'],
  ['She denies [nausea], and her cough has worsened.', 'absent'],
  ['She denies nausea, and her [cough] has worsened.', ''],
  ['[Fever] and chills were denied by the patient.', 'absent'],
  ['[cough] present, fever and rash are absent', ''],
  ['[cough], fever and rash are absent', 'absent'],
  ['[cough] is there, fever and rash are absent', ''],
  ['[cough] but fever and rash are absent', ''],
  ['[cough]; fever and rash are absent', ''],
  ['[cough], wheeze absent, fever and rash are absent', ''],
  ['Cough present and [fever] absent', 'absent'],
  ['[Cough] present and fever absent', ''],
]

const LOOKALIKES: readonly (readonly [string, string])[] = [
  ['no increase in [edema]', ''],
  ['no change in [effusion]', ''],
  ['no red flags, [sciatica]', ''],
  ['No day passes without [diarrhea].', ''],
  ['No reason to doubt the diagnosis of [gout].', ''],
  ['Never free from [itching].', ''],
  ['It is not true that he has no [cough].', ''],
  ['There is no denying that he has [depression].', ''],
  ['vomiting has not stopped, [pain]', ''],
  ['[Vomiting] has not stopped.', ''],
  ['Mother is concerned about his [asthma].', ''],
  ['not only [fever] but also cough', ''],
  ['not without [pain]', ''],
  ['cannot deny [pain]', ''],
  ['no absence of [pain]', ''],
  ['gram negative [sepsis]', ''],
  ['without difficulty, [cough] persists', ''],
  ['not able to walk due to [knee pain]', ''],
  ['no relief of [pain]', ''],
  ['no improvement in [cough]', ''],
  ['no [increase in edema]', ''],
  ['[fever] not relieved with paracetamol', ''],
  ['no need for treatment of [hypertension]', ''],
  ['[Diabetes] not well controlled', ''],
  ['history and physical: [fever]', ''],
  ['family physician noted [fever]', ''],
  ['Patient has not taken medication for his long-standing [hypertension]', ''],
  ['no doubt about [appendicitis]', ''],
  ['60 year old man with [fever]', ''],
  ['past few days [fever]', ''],
  ['[fever] in the past week', ''],
]

const DOUBTS: readonly (readonly [string, string])[] = [
  ['?[dengue] ?malaria', 'suspected'],
  ['?dengue ?[malaria]', 'suspected'],
  ['[UTI]?', 'suspected'],
  ['[fever], UTI?', ''],
  ['fever, [UTI]?', 'suspected'],
  ['fever, [UTI] ?', 'suspected'],
  ['? [MI]', 'suspected'],
  ['?pneumonia, [cough]', ''],
  ['fever with chills ?[malaria]', 'suspected'],
  ['[fever] with chills ?malaria', ''],
  ['[asthma]? COPD?', 'suspected'],
  ['asthma? [COPD]?', 'suspected'],
  ['r/o [MI]', 'suspected'],
  ['to rule out [pneumonia]', 'suspected'],
  ['rule out [appendicitis]', 'suspected'],
  ['[MI] not ruled out', 'suspected'],
  ['cannot exclude [fracture]', 'suspected'],
  ['[fracture] cannot be excluded', 'suspected'],
  ['possible [pneumonia], fever', 'suspected'],
  ['possible pneumonia, [fever]', ''],
  ['Impression: likely [viral fever]', 'suspected'],
  ['features s/o [dengue]', 'suspected'],
  ['suggestive of [TB]', 'suspected'],
  ['suspicious for [malignancy]', 'suspected'],
  ['concern for [sepsis]', 'suspected'],
  ['D/D: [malaria], dengue', 'suspected'],
  ['D/D: malaria, [dengue]', 'suspected'],
  ['[Malaria] vs dengue', 'suspected'],
  ['Malaria vs [dengue]', 'suspected'],
  ['[pneumonia] likely', 'suspected'],
  ['fever, [pneumonia] likely', 'suspected'],
  ['[fever], pneumonia likely', ''],
  ['Provisional diagnosis: [enteric fever]', 'suspected'],
  ['may represent [atelectasis]', 'suspected'],
  ['to look for [thyroid disease]', 'suspected'],
  ['query [fracture]', 'suspected'],
  ['I wonder if this could be [palsy]', 'suspected'],
  ['[Appendicitis] is suspected.', 'suspected'],
  ['questionable [seizure]', 'suspected'],
  ['probable [migraine]', 'suspected'],
  ['likely due to [anxiety]', 'suspected'],
  ['suspicious for PE, no [fever]', 'absent'],
  ['suspicious for PE, h/o [stroke]', 'past'],
  ['suspicious for PE, mother has [asthma]', 'family'],
  ['suspicious for PE, return if [fever]', 'planned'],
  ['suspicious for PE, [DVT]', 'suspected'],
  ['suspicious for new [stroke]', 'suspected'],
  ['suspicious for PE, possible DVT, [stroke]', 'suspected'],
  ['consider [PE], fever', 'suspected'],
  ['[Anemia] workup', 'suspected'],
  ['[GERD] most likely cause of chest pain', 'suspected'],
  ['GERD most likely cause of [chest pain]', ''],
  ['[PE] felt less likely', 'suspected'],
  ['[Pneumonia] is unlikely.', 'suspected'],
  ['unlikely [pneumonia]', 'suspected'],
  ['Low suspicion for [PE]', 'suspected'],
  ['[SVT] considered', 'suspected'],
  ['screen for [sleep apnea]', 'suspected'],
  ['No evidence against a [PE].', 'suspected'],
  ['stroke or [migraine], cannot tell which', 'suspected'],
  ['suspected PE but [pneumonia] found', ''],
  ['could also be [mono] or viral', 'suspected'],
  ['[Mesothelioma] conceivable', 'suspected'],
  ['[Carcinoma] on the list of suspects', 'suspected'],
]

const PAST: readonly (readonly [string, string])[] = [
  ['history of [pneumonia]', 'past'],
  ['history of [diabetes]', 'history'],
  ['h/o [fever] 3 days', ''],
  ['h/o [fever] for 3 days', ''],
  ['h/o [fever] since yesterday', ''],
  ['h/o [fever]. Seen 3 days', 'past'],
  ['h/o [fever] on and off at night 3 days', ''],
  ['h/o [fever] on and off at night for 3 days', 'past'],
  ['h/o [fever], cough 3 days', 'past'],
  ['h/o [fever] (for 3 days)', ''],
  ['[sore throat] the first 3 days, then hoarse', 'over'],
  ['Runny nose; [sneezing] for the first couple of weeks', 'over'],
  ['first 4 nights had [chills], none now', 'over'],
  ['[chills] since the first 3 nights', ''],
  ['[jaundice] in the first 2 weeks of life', ''],
  ['[cramps] on the first 2 days of each period', ''],
  ['h/o [jaundice]', 'past'],
  ['h/o [jaundice] 3 years ago', 'over'],
  ['h/o [DM], on metformin', 'history'],
  ['history of CAD, HTN and [stroke]', 'past'],
  ['3 day history of [fever]', ''],
  ['two-day history of [fever]', ''],
  ['history of pneumonia (the [right])', 'past'],
  ['long-standing history of [diabetes]', ''],
  ['K/C/O [DM]', ''],
  ['known [hypertensive]', ''],
  ['history of CABG who presents with [chest pain]', ''],
  ['history of asthma, now has [fever]', ''],
  ['history of asthma, c/o [fever]', ''],
  ['h/o [LOC] +, vomiting', ''],
  ['h/o LOC +, [vomiting]', 'past'],
  ['h/o stroke, no [seizures]', 'absent'],
  ['h/o stroke, family history of [cancer]', 'family'],
  ['h/o stroke, at risk of [cancer]', 'planned'],
  ['[cough] doubt pneumonia', ''],
  ['cough doubt [pneumonia]', 'suspected'],
  ['[PE] doubt', 'suspected'],
  ['no suspicious [nodule]', 'absent'],
  ['no concerning [lymph node]', 'absent'],
  ['h/o stroke, possible [cancer]', 'suspected past'],
  ['previous LSCS with [GDM]', ''],
  ['history of CAD, old stroke, [gout]', 'history'],
  ['s/p [appendectomy]', 'over'],
  ['[appendicitis] s/p appendectomy', 'past'],
  ['[CAD] s/p CABG', 'history'],
  ['Childhood [pneumonia]', 'over'],
  ['[Asthma], childhood onset', ''],
  ['wheezing after a [cold]', 'past'],
  ['[fracture] in March', 'over'],
  ['[acidosis] closed at 14 hours', 'over'],
  ['[stones], passed', 'over'],
  ['[stones] passed away', ''],
  ['status post [cholecystectomy]', 'over'],
  ['status post [right hip fracture]', 'over'],
  ['status post CABG, [fever]', ''],
  ['[pneumonia] in childhood', 'over'],
  ['[Pneumonia], resolved', 'over'],
  ['[cough], pneumonia, resolved', ''],
  ['[Pneumonia] has resolved.', 'over'],
  ['[Rash] has completely resolved.', 'over'],
  ['[Depression] is in remission', 'history'],
  ['diagnosed with [TB] in childhood', 'over'],
  ['diagnosed with [TB] 10 years ago', ''],
  ['[fever] that he had, resolved', 'over'],
  ['[fever] was severe yesterday resolved', ''],
  ['[Nausea] and vomiting resolved', 'over'],
  ['resolved [pneumonia]', 'over'],
  ['cough, [pneumonia] (resolved)', 'over'],
  ['[cough], pneumonia (resolved)', ''],
  ['[stroke] in 2014', 'over'],
  ['[stroke] in May 2014', 'over'],
  ['[stroke] 2014', 'over'],
  ['[stroke] 2014 beds', ''],
  ['Admitted 2 years ago with [pneumonia], fever', 'over'],
  ['Admitted 2 years ago with pneumonia, [fever]', ''],
  ['Admitted in March 2022 with [pneumonia]', 'over'],
  ['Admitted in 2022 for [pneumonia]', 'over'],
  ['Began 2 years ago with [tremor]', ''],
  ['Admitted to a far off ward then 2 years ago with [pneumonia]', ''],
  ['Admitted 2 years ago, [pneumonia]', ''],
  ['[RDS] at birth', 'over'],
  ['[PDA] closed', 'over'],
  ['[wrist fracture] closed, cast applied', ''],
  ['[fibula fx] closed', ''],
  ['[stroke] 2014 treated', 'over'],
  ['h/o stroke with residual [weakness]', ''],
  ['h/o stroke -> [weakness]', ''],
  ['h/o stroke → [weakness]', ''],
  ['[fall] until 2014', ''],
  ['had [mono] in college', 'over'],
  ['[otitis] this winter', 'over'],
  ['a [chest infection] in the spring, which has cleared', 'over'],
  ['[depression] remitted on sertraline', 'over'],
  ['admitted last month for [enteric fever]', 'over'],
  ['[GDM] with 2nd pregnancy', 'over'],
  ['amlodipine was stopped last year for [edema]', 'over'],
  ['ramipril stopped 2023 ([angioedema])', 'over'],
  ['HCTZ d/c - [gout]', 'over'],
  ['Macrobid → [hives]', 'past'],
  ['Prozac caused [akathisia]', 'over'],
  ['prednisone because of [gout]', ''],
  ['stopped, [gout]', ''],
  ['stopped one two three four five for [edema]', ''],
  ['stopped one two three four for [edema]', 'over'],
  ['telma - [hypertension]', 'history'],
  ['Sulfa: [hives]', 'past'],
  ['Sulfa; [hives]', ''],
  ['chest pain; [dyspnea]', ''],
  ['influenza: [cough]', ''],
  ['[red man syndrome] to vancomycin', 'over'],
  ['[allergy] to vancomycin', ''],
  ['[rash] due to vancomycin', ''],
  ['[piles] were banded', 'over'],
  ['Allergies: dust: [hives]', 'over'],
  ['dust: [hives]', ''],
  ['Penicillin allergy ([hives])', 'over'],
  ['Allergies: [hives]', 'history'],
  ['[stroke] (2014) with weakness', 'over'],
  ['fever, 2014, [stroke]', ''],
  ['[stroke] since 2014', ''],
  ['[bronchiolitis] at 6 months', 'over'],
  ['[bronchiolitis] at 6 months follow up', ''],
  ['[bronchiolitis] at 6', 'over'],
  ['back [pain] at 6', ''],
  ['[sepsis] at 12', ''],
  ["[sepsis] in '98", 'over'],
  ["heat stroke in Dubai, [sepsis] '17", 'over'],
  ['2009 [shingles], fever', 'over'],
  ['[pancreatitis] 2019 from alcohol', 'over'],
  ['[sepsis], now resolved', 'over'],
  ['[sepsis], has never resolved', ''],
  ['had [sepsis] 3/52 ago', 'past'],
  ['[sepsis] 3/52', ''],
  ['2 week hx [fever]', ''],
  ['[bronchiolitis] aged 6', 'over'],
  ['[bronchiolitis] at age 6', 'over'],
  ['[bronchiolitis] age 6 years', 'over'],
  ['at 6 months [bronchiolitis]', ''],
  ['had [depression] in 2014', 'over'],
  ['[depression] in 2014', 'history'],
  ['had a very long spell of [depression] in 2014', 'history'],
  ['[uveitis], which settled with drops', 'over'],
  ['[fracture], managed in a boot, healed', 'over'],
  ['[fracture], seen in a boot, healed', ''],
  ['h/o fever with [chills] 5/7', ''],
  ['h/o [fever] 2/52', ''],
  ['h/o [fever] 2/5', 'past'],
  ['h/o [fever] ?malaria', 'past'],
  ['h/o fever ?[malaria]', 'suspected'],
  ['h/o TB 2010, [cough]', ''],
  ['h/o [TB] 2010, cough', 'over'],
  ['asthma since childhood [wheezing]', ''],
  ['[diabetes] in 2014', 'history'],
  ['In 2014, he had a [stroke].', 'over'],
  ['In 2014 he had a [stroke].', 'over'],
  ['[diabetes] diagnosed in 2014', ''],
  ['old [myocardial infarction]', 'over'],
  ['old thin mark near [fracture]', 'over'],
  ['old thin mark near the [fracture]', ''],
  ['old thin mark, [fracture]', ''],
  ['old thin mark and [fracture]', 'over'],
  ['58 year old male with [cough]', ''],
  ['previous [MI]', 'over'],
  ['prior to admission [fever] began', ''],
  ['[jaundice] as a child', 'over'],
  ['[TB] 10 years ago', 'over'],
  ['[DM] 10 years ago', 'history'],
  ['[fall] 2 days ago', ''],
  ['A man with [cirrhosis] who presents with hematemesis', 'history'],
  ['A man with cirrhosis who presents with [hematemesis]', ''],
  ['A man with [fever]', ''],
  ['former [smoker]', 'over'],
  ['Current [smoker]', 'history'],
  ['He was a [smoker] for 20 years', 'over'],
  ['[Hypothyroidism].', 'history'],
  ['[Hypothyroidism]', ''],
  ['[Fever].', ''],
  ['[Severe asthma].', ''],
  ['HTN. [Cough].', ''],
]

const FAMILY: readonly (readonly [string, string])[] = [
  ['family history of [diabetes]', 'family'],
  ['Family history of breast cancer, [diabetes]', 'family'],
  ['FH: [DM]', 'family'],
  ['F/H/O [DM]', 'family'],
  ['No family history of [cancer]', 'absent family'],
  ['mother with [DM]', 'family'],
  ['Mother had [breast cancer] at 50', 'family'],
  ['[DM] in mother', 'family'],
  ['[DM] in mother, HTN in father', 'family'],
  ['DM in mother, [HTN] in father', 'family'],
  ['[DM] (mother), HTN (father)', 'family'],
  ['DM (mother), [HTN] (father)', 'family'],
  ['[DM] - mother', 'family'],
  ['contact with [TB] - wife', 'family'],
  ['contact with [TB]', 'planned'],
  ['Wife noted right arm [weakness]', ''],
  ['Father k/c/o [CAD]', 'family'],
  ['Lives with his brother, who has [tuberculosis].', 'family'],
  ['She looks after her mother with dementia and suffers from [insomnia].', ''],
  ['She looks after her mother with [dementia] and suffers from insomnia.', 'family'],
  ['The patient, whose father died of cancer, has a [cough].', ''],
  ['Mother had DM, has [HTN]', 'family'],
  ['His mother had DM and has [HTN]', 'family'],
  ['Mother had [stroke] in 2014', 'family'],
  ['relative afferent [pupillary defect]', ''],
  ['FH noncontributory: no [cancer]', 'absent family'],
  ['Mother and father both have [hypertension]', 'family'],
  ['[Diabetes] runs in the family', 'family'],
  ['[Stroke] in the mother was ruled out', 'absent family'],
  ['mother, father: [DM]', 'family'],
  ['his father, [DM]', 'family'],
  ['DM, mother: [HTN]', 'family'],
  ['[DM], mother: HTN', ''],
  ['DM mother, [HTN] father', 'family'],
  ['in his mother [DM] was late', ''],
  ['Mother with DM. Patient has [HTN].', ''],
  ['Mother with DM, patient has [HTN]', ''],
  ['brought by mother with [fever]', ''],
  ['Mother reports [fever]', ''],
  ['Mother says he has [fever]', ''],
  ['Mother denies [fever]', 'absent'],
  ['per mother, [fever] for 3 days', ''],
  ['lives with mother, has [asthma]', ''],
  ['Sister died of [breast cancer]', 'family'],
  ['His brother has [asthma].', 'family'],
  ['family meeting about [cancer]', ''],
  ['Roommate admitted for [malaria]', 'family'],
  ['two grandchildren had [norovirus]', 'family'],
  ['elder sib [asthma] on inhaler', 'family'],
  ['hubby also c/o [itching]', 'family'],
  ['her newborn has [jaundice]', 'family'],
  ['maternal [fever]', 'family'],
  ['maternal age, [fever]', ''],
  ['mother had gout impression [asthma]', ''],
  ['daughter at bedside has [cold]', 'family'],
  ['daughter at bedside, has [cold]', ''],
  ['Mother has not noticed any [rash]', 'absent'],
  ['Mother had DM and reported [HTN]', 'family'],
  ['Mother at bedside, has [fever]', ''],
  ['accompanied by wife, [fever] for 2 days', ''],
  ['Mother (55) [HTN]', 'family'],
  ['Mother HTN, no [DM]', 'absent family'],
  ['Mother had DM, with [HTN]', 'family'],
  ['Mother has DM, pain in this patient, [HTN]', ''],
  ['DVT prophylaxis, [fever]', ''],
  ['[fever] and DVT prophylaxis', ''],
]

const PLANNED: readonly (readonly [string, string])[] = [
  ['return if [fever]', 'planned'],
  ['Return to ED for worsening pain, [fever] or confusion.', 'planned'],
  ['Go to ER for [blue lips]', 'planned'],
  ['instructed to go to ED for [vomiting blood]', 'planned'],
  ['RTC if [numbness]', 'planned'],
  ['Warned about [drowsiness].', 'planned'],
  ['Glucagon for [seizure]', 'planned'],
  ['Possible side effects such as [nausea]', 'planned'],
  ['to screen for [retinopathy]', 'planned'],
  ['come back if [vomiting] or rash', 'planned'],
  ['advised to return if vomiting or [rash]', 'planned'],
  ['Call if there is any [chest pain]', 'planned'],
  ['Return precautions given for [syncope]', 'planned'],
  ['risk of [bleeding]', 'planned'],
  ['at risk for [falls]', 'planned'],
  ['DVT prophylaxis', ''],
  ['[DVT] prophylaxis', 'planned'],
  ['prophylaxis against [malaria]', 'planned'],
  ['watch for [bleeding]', 'planned'],
  ['in case of [fever] take paracetamol', 'planned'],
  ['screening for [cancer]', 'planned'],
  ['vaccinated against [hepatitis B]', 'planned'],
  ['should she develop [fever]', 'planned'],
  ['if [fever] persists, but now has cough', 'planned'],
  ['if fever persists, but now has [cough]', ''],
  ['return to work, [cough] better', ''],
  ['SOS: [foot drop], retention', 'planned'],
  ['ED for CP, [headache]', 'planned'],
  ['She was told of [alopecia] and sepsis', 'planned'],
  ['Risks: [infection], PE', 'planned'],
  ['[Leak] and hernia explained', 'planned'],
  ['[GDM] check', 'planned'],
  ['Malarone against [malaria]', 'planned'],
  ['review stat i/c/o [giddiness]', 'planned'],
]

const SECTIONS: readonly (readonly [string, string])[] = [
  ['PMH: [pneumonia]', 'past'],
  ['PMH: [DM], HTN', 'history'],
  ['PMH:\n[DM]\nHTN', 'history'],
  ['PMH:\nDM\n[pneumonia]', 'past'],
  ['Past history: [TB] 2010', 'over'],
  ['PMH: DM. Presents with [fever].', ''],
  ['PMH: DM, now has [fever]', ''],
  ['PMH: DM\nO/E: [wheeze]', ''],
  ['PMH: no [pneumonia]', 'absent'],
  ['FH: nil. [Fever]', ''],
  ['FH: nil found. [Fever]', 'family'],
  ['[GDM] in previous pregnancy', 'over'],
  ['PMH: no h/o [pneumonia]', 'absent past'],
  ['PMH DM. [Pneumonia].', 'past'],
  ['Pain. PMH [pneumonia]. Rash.', 'past'],
  ['Pain. PMH pneumonia. [Rash].', ''],
  ['FAMILY HISTORY: [asthma]', 'family'],
  ['FAMILY HISTORY\n[Asthma] in two', 'family'],
  ['FAMILY HX - [asthma]', 'family'],
  ['FH: mother DM. Patient has [fever].', ''],
  ['FH: none. C/O: [fever]', ''],
  ['Family history: negative for [cancer]', 'absent family'],
  ['Social history: [smoker]', 'history'],
  ['Return precautions: [chest pain], dyspnea', 'planned'],
  ['Advice: review if [fever]', 'planned'],
  ['Advice: rest for [knee pain]', ''],
  ['Red flags: [weakness]', 'planned'],
  ['Plan: treat [pneumonia]', ''],
  ['A/P: [pneumonia]', ''],
  ['CXR: [effusion]', ''],
  ['ROS: negative for [cough]', 'absent'],
  ['DDx: [gout]', 'suspected'],
  ['Past surgical history: [appendectomy]', 'past'],
]

describe.each([
  ['denials', DENIALS],
  ['answers', ANSWERS],
  ['lookalikes', LOOKALIKES],
  ['doubts', DOUBTS],
  ['the past', PAST],
  ['the family', FAMILY],
  ['plans', PLANNED],
  ['sections', SECTIONS],
] as const)('reads %s:', (_, rows) => {
  test.each(rows)('%j: %s', (marked, said) => {
    expect(read(marked)).toBe(said)
  })
})

const rowsOf = (name: string, ...columns: string[]) => readTable(`context/${name}.tsv`, columns)
const triggers = rowsOf('triggers', 'phrase', 'context', 'direction', 'reach', 'score').flatMap(
  ([cell, ...rule]) => phrasesOf(cell!).map((phrase) => [phrase, ...rule]),
)

test('cells of the tables are in their vocabularies', () => {
  for (const [phrase, context, direction, reach, score] of triggers) {
    expect(TRIGGER_CONTEXTS, phrase).toContain(context)
    expect(DIRECTIONS, phrase).toContain(direction)
    expect(reach, phrase).toMatch(/^(?:clause|item|[1-9])$/)
    expect(Number(score), phrase).toBeGreaterThanOrEqual(TOLD_AS_HISTORY)
    expect(Number(score), phrase).toBeLessThanOrEqual(1)
  }
  for (const [phrase, kind] of rowsOf('terminators', 'phrase', 'kind'))
    expect(TERMINATOR_KINDS, phrase).toContain(kind)
  for (const [word, role] of rowsOf('words', 'word', 'role'))
    expect(WORD_ROLES, word).toContain(role)
})

test('every phrase is written as the analyzer forms it', () => {
  for (const name of ['triggers', 'terminators', 'words', 'headings', 'chronic']) {
    const [header = ''] = HEADERS[name]!
    for (const [cell = ''] of rowsOf(name, ...HEADERS[name]!))
      for (const phrase of phrasesOf(cell)) {
        const forms = analyzer.analyze(`${header} ${phrase}`).map(({ form }) => form)
        expect(forms.slice(1).join(' '), name).toBe(phrase)
      }
  }
})

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  triggers: ['phrase', 'context', 'direction', 'reach', 'score'],
  terminators: ['phrase', 'kind'],
  words: ['word', 'role'],
  headings: ['phrase', 'section', 'mark'],
  chronic: ['phrase'],
}

test('every trigger says what its row says, and what is none says nothing', () => {
  const wrong = triggers.filter(([phrase, context, direction, , score]) => {
    if (context === 'none')
      return assertionsOf(`pain, ${phrase} [pneumonia]`).some(({ because }) => because === phrase)
    if (context === 'present') return read(`no fever, [pneumonia] ${phrase}`).includes('absent')
    const text = {
      forward: `pain, ${phrase} [pneumonia]`,
      opening: `pain, ${phrase} [pneumonia] who presents with fever`,
    }[direction!]
    const said = Number(score) === DATED ? SAYS_OVER : Number(score)
    return !assertionsOf(text ?? `pain, [pneumonia] ${phrase}.`).some(
      (one) => one.context === context && one.score === said && one.because === phrase,
    )
  })
  expect(wrong).toEqual([])
})

test('every section of the table says what its row says of what stands in it', () => {
  const headings = rowsOf('headings', 'phrase', 'section', 'mark')
  for (const [section, context, score] of rowsOf('sections', 'section', 'context', 'score')) {
    const [heading] = headings.find(([, own, mark]) => own === section && mark !== 'opens')!
    expect(assertionsOf(`${heading}: [pneumonia]`)).toEqual([
      { context, score: Number(score), because: section },
    ])
  }
})

describe('terminators end', () => {
  const ofKind = (kind: string) =>
    rowsOf('terminators', 'phrase', 'kind').flatMap(([phrase, own]) =>
      own === kind ? [phrase!] : [],
    )

  test.each([
    { kind: 'contrast', before: 'no fever', after: '[pneumonia]', context: 'absent' },
    { kind: 'cause', before: 'no fever', after: '[pneumonia]', context: 'absent' },
    { kind: 'who', before: 'no fever', after: '[pneumonia]', context: 'absent' },
    { kind: 'when', before: 'no fever', after: '[pneumonia]', context: 'absent' },
    { kind: 'turn', before: 'no fever', after: '[pneumonia]', context: 'absent' },
    { kind: 'verb', before: 'no fever', after: '[pneumonia]', context: 'absent' },
    { kind: 'be', before: 'no fever, [pneumonia]', after: 'severe', context: 'absent' },
    { kind: 'patient', before: 'no fever', after: '[pneumonia]', context: 'absent' },
    {
      kind: 'contrast',
      before: 'likely to have fever',
      after: '[pneumonia]',
      context: 'suspected',
    },
    { kind: 'cause', before: 'likely to have fever', after: '[pneumonia]', context: 'suspected' },
    { kind: 'turn', before: 'likely to have fever', after: '[pneumonia]', context: 'suspected' },
    { kind: 'now', before: 'likely to have fever', after: '[pneumonia]', context: 'suspected' },
    { kind: 'verb', before: 'likely to have fever', after: '[pneumonia]', context: 'suspected' },
    { kind: 'contrast', before: 'history of fever', after: '[pneumonia]', context: 'past' },
    { kind: 'who', before: 'history of fever', after: '[pneumonia]', context: 'past' },
    { kind: 'turn', before: 'history of fever', after: '[pneumonia]', context: 'past' },
    { kind: 'now', before: 'history of fever', after: '[pneumonia]', context: 'past' },
    { kind: 'verb', before: 'history of fever', after: '[pneumonia]', context: 'past' },
    { kind: 'patient', before: 'mother fever', after: '[pneumonia]', context: 'family' },
    { kind: 'turn', before: 'mother fever', after: '[pneumonia]', context: 'family' },
    { kind: 'contrast', before: 'if fever', after: '[pneumonia]', context: 'planned' },
    { kind: 'heading', before: 'no fever', after: '[pneumonia]', context: 'absent' },
    { kind: 'heading', before: 'likely to have fever', after: '[pneumonia]', context: 'suspected' },
    { kind: 'heading', before: 'history of fever', after: '[pneumonia]', context: 'past' },
    { kind: 'heading', before: 'mother fever', after: '[pneumonia]', context: 'family' },
    { kind: 'heading', before: 'if fever', after: '[pneumonia]', context: 'planned' },
    { kind: 'onset', before: '[pneumonia]', after: 'in 2014', context: 'past' },
  ])('$kind: $context', ({ kind, before, after, context }) => {
    const phrases = ofKind(kind)
    expect(phrases.length).toBeGreaterThan(0)
    for (const phrase of phrases) {
      const text = `${before} ${phrase} ${after}`
      const because = assertionsOf(text).filter((one) => one.context === context)
      // A terminator may be a trigger of its own: "s/p".
      expect(
        because.filter((one) => one.because !== phrase),
        text,
      ).toEqual([])
    }
  })

  test('nothing where they are not met', () => {
    expect(read('no fever [pneumonia]')).toBe('absent')
    expect(read('likely to have fever [pneumonia]')).toBe('suspected')
    expect(read('history of fever [pneumonia]')).toBe('past')
    expect(read('mother fever [pneumonia]')).toBe('family')
    expect(read('if fever [pneumonia]')).toBe('planned')
    expect(read('[pneumonia] in 2014')).toBe('over')
  })
})

describe('tells how sure it is and why:', () => {
  test.each<readonly [string, readonly Assertion[]]>([
    [
      'no h/o [pneumonia]',
      [
        { context: 'absent', score: 0.95, because: 'no h/o' },
        { context: 'past', score: 0.5, because: 'no h/o' },
      ],
    ],
    ['?[UTI]', [{ context: 'suspected', score: 0.85, because: '?' }]],
    ['[fever] -, cough', [{ context: 'absent', score: 0.8, because: '-' }]],
    ['h/o [pneumonia]', [{ context: 'past', score: 0.7, because: 'h/o' }]],
    ['h/o [asthma]', [{ context: 'past', score: 0.55, because: 'h/o' }]],
    [
      'no h/o [asthma], pain',
      [
        { context: 'absent', score: 0.95, because: 'no h/o' },
        { context: 'past', score: 0.5, because: 'no h/o' },
      ],
    ],
    ['PMH: [asthma]', [{ context: 'past', score: 0.55, because: 'past' }]],
    ['PMH: old [stroke]', [{ context: 'past', score: 0.8, because: 'old' }]],
    ['s/p [asthma]', [{ context: 'past', score: 0.8, because: 's/p' }]],
    ['[stroke] in 2014', [{ context: 'past', score: 0.8, because: 'in 2014' }]],
    ['[asthma] in 2014', [{ context: 'past', score: 0.55, because: 'in 2014' }]],
    ['[stroke] at age 12', [{ context: 'past', score: 0.8, because: 'at age' }]],
    ['[stroke] age 12 after surgery', [{ context: 'past', score: 0.8, because: 'at age' }]],
    ['[stroke] age 12 clinic', []],
    ['(-) [fever]', [{ context: 'absent', score: 0.8, because: '-' }]],
    ['MI could not be excluded, [PE] was.', [{ context: 'absent', score: 0.8, because: 'was' }]],
    ['[Asthma].', [{ context: 'past', score: 0.5, because: '.' }]],
    ['[smoking]', [{ context: 'past', score: 0.5, because: 'smoking' }]],
    ['mother: [DM]', [{ context: 'family', score: 0.9, because: 'mother' }]],
    ['[DM] in mother', [{ context: 'family', score: 0.9, because: 'mother' }]],
    ['no change in [vision]', []],
    ['no [change] in vision', [{ context: 'absent', score: 0.95, because: 'no change in' }]],
  ])('%j', (marked, said) => {
    expect(assertionsOf(marked)).toEqual(said)
  })
})

const pieces = fc.constantFrom(
  ...'no|denies|history of|?|+|-|,|.|;|:|but|has|mother|in 2014|or|and|absent|present|PMH:|FH:|resolved|r/o|status post|(|)'.split(
    '|',
  ),
  '\n',
)
const notes = fc
  .array(fc.oneof(pieces, clinicalText, anyString), { maxLength: 14 })
  .map((parts) => parts.join(' '))

test('says something sure to a degree of any target of any text, whatever other targets there are', () => {
  fc.assert(
    fc.property(notes, (text) => {
      const words = analyzer.analyze(text)
      const sentences = readSentences(text, words)
      const targets = words.map((_, from) => ({ from, to: Math.min(from + 2, words.length) }))
      const all = assertionsFor(text, words, sentences, targets)
      expect(all.length).toBe(targets.length)
      for (const [i, said] of all.entries()) {
        for (const { score, because } of said) {
          expect(score).toBeGreaterThan(0)
          expect(score).toBeLessThanOrEqual(1)
          expect(because).not.toBe('')
        }
        expect(new Set(said.map(({ context }) => context)).size).toBe(said.length)
        expect(assertionsFor(text, words, sentences, [targets[i]!])[0]).toEqual(said)
      }
    }),
    { numRuns: 60 },
  )
})

test.each([
  'no a ',
  'no, a ',
  'history of ',
  'man with ',
  ' \n',
  '- ',
  'x - - ',
  '. ',
  'was ruled out ',
  'absent ',
  'x present ',
  'possible x ',
  'mother ',
  'a - mother, ',
  'fever? ',
  '?fever ',
  'fever +, ',
  'fever -, ',
  'in 2014 ',
  'resolved ',
  'denies:\n',
  'denies:\nx\n',
  'has ',
  'or ',
  'mother, has ',
  'x not excluded ',
  'x at age 6, ',
  'treated, resolved, ',
  '(-) a ',
  'no a, no b, ',
  'a without b, ',
])('takes linear time on %j again and again', { retry: 2 }, (piece) => {
  const timeOf = (length: number) => {
    const text = piece.repeat(length / piece.length)
    const words = analyzer.analyze(text)
    const sentences = readSentences(text, words)
    const targets = words.map((_, from) => ({ from, to: from + 1 }))
    const start = process.cpuUsage()
    assertionsFor(text, words, sentences, targets)
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  timeOf(5_000)
  // Ten times as much text: a hundred times as much work would be quadratic. Less than a clock's step is no measure.
  expect(timeOf(50_000)).toBeLessThan(40 * Math.max(timeOf(5_000), CLOCK_STEP))
})
