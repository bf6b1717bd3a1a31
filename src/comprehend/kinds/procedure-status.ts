import type { Assertion } from '../../clinical/assertions.ts'
import type { Sentence } from '../../clinical/sections.ts'
import type { Entity } from '../../contract.ts'
import type { Place } from './test-values.ts'

export type ProcedureStatus = Entity<'icd-10-cm', 'procedure'>['status']

/** A procedure in a text. */
export interface PlacedProcedure extends Place {
  /** The name that is linked. */
  readonly reads: string
  readonly sentence: Sentence
  /** Its status by the next word: "craniotomy site". */
  readonly says?: ProcedureStatus
}

/** When a procedure was or will be, right behind its name. */
export const PROCEDURE_TIME =
  /^[\s,:(–—-]*(?:(?:re|le|be|[lr]t?|left|right|bilateral|x\s?\d)[\s,(]+)?(?:(?:in|on|at|since|done)\s)?((?:19|20)\d{2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may(?=\s?['’]?\d)|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?\s?(?:\d{2,4}|'\d{2})?|\d+\s?(?:yrs?|years?|mo|mths?|months?|wks?|weeks?|d|days?)\s(?:ago|back)|'\d{2}|today|yesterday|last (?:year|month|week))(?![\p{L}\p{N}])/iu
const REFUSED_BEFORE =
  /\b(?:refus\w+|declin\w+|not willing for|unwilling for|not agreeable to|against)\s(?:\w+\s){0,4}$/i
const REFUSED_AFTER =
  /^[^.;\n]{0,34}?\b(?:refus\w+|declin\w+|not willing|unwilling)\b(?=\s*(?:[.,;:)–—-]|$|\n|(?:it|this|that|by|now|today|at|for|again|despite|due|because|d\/t|and)\b))/i
const NOT_BEFORE =
  /\b(?:no|not|without|never had|nil|no need (?:for|of)|avoid|not for|no indication for|defer)\s(?:prior |previous |need for |h\/o |history of |further )?(?:\w+\s){0,1}$/i
const NOT_AFTER =
  /^[\s,:–—-]*(?:is|was|were)?\s*(?:not (?:done|needed|required|indicated|performed|available|advised|planned)|deferred(?! (?:to|till|until))|cancelled|canceled|avoided|n(?:il|o|one)(?=\s*(?:[.,;)]|$)))\b/i
/** "You do not need further surgery", "she will no longer require dialysis". */
const UNNEEDED_BEFORE =
  /(?:\b(?:not|never|no longer)|n['’]?t)\s(?:\w+ly\s)?(?:need(?:s|ed)?|requir(?:e|es|ed|ing)|want(?:s|ed)?|warrant(?:s|ed)?|benefit from|go for|go ahead with|recommend(?:ed)?|advis(?:e|ed))\s(?:(?:to\s)?(?:have|undergo|get|go for|do)\s)?(?:[\w-]+\s){0,2}$/i
/** "Surgery is no longer needed", "MRI was not felt to be necessary". */
const UNNEEDED_AFTER =
  /^(?:\s(?:is|was|are|were|will be|has been))?\s(?:not|no longer|never)\s(?:(?:felt|thought|considered|deemed|judged|currently|yet)\s)?(?:to be\s)?(?:advisable|advised|appropriate|indicated|necessary|needed|possible|recommended|required|suitable|warranted|an option)\b/i
/** "I do not think an MRI is indicated". */
const UNTHOUGHT_BEFORE = /(?:\bnot|n['’]?t)\s(?:think|feel|believe)\s(?:that\s)?(?:[\w-]+\s){0,3}$/i
const THOUGHT_AFTER =
  /^(?:\s[\w-]+){1,4}?\s(?:advisable|appropriate|indicated|necessary|needed|required|warranted)\b/i
/** "CT scan abdomen not done": behind the part that is looked at. */
const UNDONE_AFTER_SITE =
  /^(?: (?!(?:was|is|but|and|or|shows?|showed|with|has|had|report|reports|result|results)\b)[\w-]+){1,2} (?:(?:is|was) )?not (?:yet )?(?:done|performed)\b/i
/** "Attempted but aborted", "(not done)", "no show": right behind the name. */
const FAILED_AFTER =
  /^[\s,:(–—-]*(?:(?:is|was|were|has|have|had|been|to|be|being|but|attempt(?:s|ed)?|tried|again|x ?\d|twice|by me)[\s,–—-]+){0,5}(?:not (?:yet )?(?:done|performed|attempted|completed|tolerated|possible|feasible|given)|never (?:done|performed|happened|took place)|could(?: not|n't) be (?:\w+ed|done)|unable to be|no[ -]?show(?:ed)?|failed attempts?|did(?: not|n't) (?:attend|happen|take place)|(?:cancell?ed|aborted|abandoned|unsuccessful)(?=\s*(?:$|[.,;:)\n–—-]|(?:after|and|as|at|because|before|but|by|d\/t|due|for|in|on|secondary|since|so|today|twice|when|will|with|x ?\d)\b)))(?![\p{L}\p{N}])/iu
const FAILED_BEFORE =
  /(?:\b(?:aborted|abandoned|cancell?ed|unsuccessful)\s(?:procedures?|operations?|surgery)?\s?(?::\s)?|\bnot (?:done|performed)\s?:\s|\b(?:failed|unsuccessful) attempts? (?:at|of)\s|\bmissed (?:(?:his|her|the|last)\s)?|\bno[ -]?show(?:ed)? (?:for|to)\s(?:the\s)?|\bdid(?: not|n't) (?:attend|come|turn up|have|get|undergo)(?: for)?\s(?:\w+\s)?|\bnever (?:got|had|underwent)\s(?:\w+\s)?|\b(?:unable|not able) to (?:complete|do|get|have|obtain|perform|tolerate)\s(?:\w+\s)?|\bcould(?: not|n't) (?:complete|do|get|have|obtain|perform|tolerate)\s(?:\w+\s)?|\bnot (?:an? )?(?:\w+\s)?candidate for\s(?:\w+\s)?)$/i
/** "Attempted thoracentesis, failed". */
const ATTEMPTED_BEFORE = /\battempt(?:s|ed)?(?: (?:at|of))?\s(?:\w+\s){0,2}$/i
const FAILED = /^[^.;\n]{0,12}\bfailed\b/i
/** Procedures that fail at once or not at all: "LP failed"; a transplant, a repair or a ligation fails years later. */
const AT_ONCE = /insertion|puncture|intubation|centesis/
const FAILED_BEFORE_NAME = /\bfailed\s$/i
const FAILED_BEHIND_NAME = /^[\s,(–—-]*(?:attempts?\s|x ?\d\s)?failed\b/i
/** "CABG, patient expired before induction". */
const DIED_BEFORE = /^[^.;\n]{0,12}\b(?:expired|died) (?:before|prior to)\b/i
/** "Mammogram overdue", "EGD rescheduled"; not "CT due to a fall". */
const DUE_AFTER =
  /^[\s,:(–—-]*(?:(?:is|was|were|has|have|had|been|to|be|now|next|again)\s){0,4}(?:(?:over)?due(?! to\b)|re-?scheduled|postponed|(?:on )?(?:the )?waiting list|listed(?! (?:in|under|as|above|below)\b))\b/i
const PLANNED_LABEL =
  /\b(?:planned|proposed|intended|scheduled) (?:procedures?|operations?|surgery)\s?:\s$/i
const PAST_BEFORE =
  /(?:\b(?:s\/p|sp|status post|post|prior|previous|prev|old|h\/o|hx(?: of)?|history of|underwent|had|has had|after|previously|psh|pshx|known)[:\s]|\bs\/p)\s?(?:[\w/'-]+\s){0,3}$/i
const PLANNED_BEFORE =
  /\b(?:plan(?:ned)?(?: for)?|consider|schedule[d]?(?: for)?|for|to get|arrange|adv(?:ised|ise)?|refer(?:red|ral)? (?:for|to)|order(?:ed)?|get|needs?|awaiting|await|will (?:need|get|do|have)|pending|request(?:ed)?|recs?|recommend(?:ed|s)?|if [^.;\n]{0,30}|repeat|due for|offer(?:ed)?|pre|before|listed for|book(?:ed)?|to do|check|obtain|prior to|candidate for|discuss(?:ed)?|postpone|consent(?:ed)? for|proceed with|needs|wants|wishes(?: for)?|keen (?:for|on)|would|may need|f\/u|recheck|schedule)[:\s]\s?(?:[\w/'&,+.-]+\s){0,5}$/i
const PLANNED_AFTER =
  /^[^.;\n]{0,25}?\b(?:planned|deferred (?:to|till|until)|scheduled|to be (?:\w+ed|done|sent|taken)|suggested(?= (?:as|for|if|in|to)\b|\s*(?:[.,;)\n]|$))|advised|adv|pending|ordered|tomorrow|next (?:week|month|visit)|awaited|booked|if |requested|discussed|offered|later|recommended|on (?:mon|tues?|wed|thurs?|fri|sat|sun)\w*|in am|today\?|mon|tues?|wed|thu(?:rs?)?|fri|d\d{1,2}|pod ?\d{1,2}|in \d{1,2} ?(?:d|days?|w|wks?|weeks?|m|mo|months?)|at \d{1,2} ?(?:w|wks?|weeks?)|before (?:discharge|d\/c)|once |when |after (?:results|review|stabili[sz]ation))\b/i
/** "FNAC done, report awaited", "sutures removed on day 8"; not "get CT done". */
const CARRIED_OUT =
  /^[\s,]*(?:(?:was|were|has been|have been|had been)\s)?(?:done|taken|performed|completed|carried out|placed|inserted|applied|removed|given|transfused|sent)\b(?!\s(?:tomorrow|next|later|if|once|when|after)\b)/i
const GETS_BEFORE =
  /\b(?:advised?|adv|gets?|getting|if|needs?|once|should|until|till|wants?|will)\s(?:[\w-]+\s){0,3}$/i
/** "ICD removed", a name. */
const NAMED_BY_DEED = /\b(?:inserted|removed)$/i
/** "No fever, PRBC transfused": the item of a list before it is denied. */
const OWN_ITEM = /,\s(?:\d+\s)?(?:[\w-]+\s){0,2}$/
/** "CT to exclude PE", "USG to look for stones". */
const AIM_AFTER =
  /^(?:\s[\w-]+){0,2}?\s(?:to|for)\s(?:assess|characteri[sz]e|check|clarify|confirm|determine|evaluate|exclude|further|investigate|look|r\/o|rule|see|stage)\b/i
/** In the clause of an aim: it was reached, so that the procedure was done. */
const REACHED =
  /[:=]|\b(?:clear|done|had|is|nad|neg|negative|normal|performed|reported|revealed|showed|shows|today|was|were|yesterday)\b/i
/** "Repeat CT 3/12": in three months. */
const INTERVAL = /^\d{1,2}\/(?:12|52|7)$/
const AGAIN_BEFORE = /\b(?:repeat|rpt|rept)\s(?:[\w/-]+\s){0,1}$/i
/** "Normal CT head", "no change since the CT": the result of what was done. */
const RESULT_BEFORE =
  /(?<!\b(?:if|once|until|when)\s)\b(?:abnormal|normal|nl|unremarkable|stable|negative|positive|(?:change|changes|changed|compared|comparison) (?:from|since|to|with))\s(?:the\s|last\s|prior\s)?$/i
/** Traces of an operation: "postsurgical changes of CABG". */
const LEFT_BEFORE =
  /\b(?:post[ -]?(?:operative|surgical|procedural|radiation)\s(?:appearances?|changes?|findings?|status)|surgical changes?|evidence|sequelae)\s(?:from|of|after)\s(?:\w+\s){0,2}$/i
/** "CXR N", "XR wrist NAD". */
const NORMAL_AFTER = /^(?: [\w-]+){0,2} nad\b/i
const N_AFTER = /^ N(?=\s*(?:$|[.,;)\n]))/
/** Examinations, which are normal or not. */
const LOOKED_AT =
  /(?:graphy|gram|imaging|scopy|metry|x-ray|densit\w+|function test|electrocardiographic procedure)\b/
/** Procedures that look for something. */
const SEEKS = new RegExp(`${LOOKED_AT.source}|biopsy|puncture|aspiration`)
/** Verbs of a plan that hold even if a colon follows the procedure: "recommends chemotherapy: four cycles". */
const INTENDED_BEFORE =
  /\b(?:recommend(?:s|ed|ing)?|advis(?:e|es|ed)|consider(?:ing)?|plan(?:s|ned|ning)? (?:for|to)|schedul(?:e|ed|ing)(?: for)?|offer(?:s|ed)?|await(?:s|ing)?|wait(?:ing)?(?: list)? for|listed for|booked for|posted for|candidate for|benefit from|refer(?:red)? for|will (?:need|undergo|have|require|do|get)|needs?|requires?|suggest(?:s|ed)?|to undergo|for possible|if (?:fails|worse|no better|persistent))\s(?:[\w/'&,+-]+\s){0,3}$/i
/** Under the heading of what was done: "OPERATION: repeat cesarean". */
const ANEW_BEFORE = /\brepeat\s(?:[\w/-]+\s){0,3}$/i
/** Earlier pregnancies: "G2 SAB + D&C". */
const PREGNANCY = /\bG\d\b/
/** The next step of a plan; not of what happened. */
const NEXT_STEP = /\b(?:then|followed by)\s(?:[\w/×-]+\s){0,5}$/i
const HAPPENED = /\b(?:attempted|had|has|was|were|underwent|got|received|did|after)\b/i
const DONE_AFTER =
  /^[\s,]*(?:[:=–—-]|was|is|shows?|showed|revealed|nl|normal|nad|neg|negative|ruled out|excluded|done|today|with|wnl|performed|placed|unremarkable|no\s)/i
/** The patient's own graft: "deceased donor renal transplant", "transplant from his brother", "transplant (donor: mother)". */
const GRAFT = /transplant/
const DONOR_BEFORE =
  /\b(?:donor|related|unrelated|sibling|cadaveric|living|deceased)\s(?:[\w-]+\s){0,2}$/i
const DONOR_AFTER = /^[\s,(]*(?:\d{4}[\s,(]+)?(?:from|donated by|donor)\b/i
/** Sections that say when a procedure is. */
const OF_SECTION: Readonly<Partial<Record<NonNullable<Sentence['section']>, ProcedureStatus>>> = {
  obstetric: 'past',
  plan: 'planned',
  advice: 'planned',
  assessment: 'planned',
  surgical: 'past',
  past: 'past',
  history: 'past',
  family: 'family',
}

/** If a procedure was done, by the words around its name, its section and the statements about it. */
export function procedureStatusOf(
  text: string,
  { begin, end, reads, sentence, says }: PlacedProcedure,
  said: readonly Assertion[],
): ProcedureStatus {
  const contexts = new Set(said.map(({ context }) => context))
  const before = text
    .slice(Math.max(0, begin - 60), begin)
    .replace(/^[\s\S]*(?:[;\n]|\.(?=\s))/, '')
  const after = text.slice(end, end + 45)
  const bySection = sentence.section && OF_SECTION[sentence.section]
  const isDated = PROCEDURE_TIME.test(after)
  const isOfDonor = GRAFT.test(reads) && (DONOR_BEFORE.test(before) || DONOR_AFTER.test(after))
  if (contexts.has('family') && !isOfDonor) return 'family'
  if (/\bon\s$/i.test(before)) return 'done'
  if (REFUSED_BEFORE.test(before) || REFUSED_AFTER.test(after)) return 'refused'
  if (isNormal(after, reads)) return bySection === 'past' ? 'past' : 'done'
  if (NOT_BEFORE.test(before) || NOT_AFTER.test(after) || hasFailed(before, after, reads))
    return 'negated'
  if (isUnneeded(before, after)) return 'negated'
  if (LOOKED_AT.test(reads) && UNDONE_AFTER_SITE.test(after)) return 'negated'
  if (DUE_AFTER.test(after) || PLANNED_LABEL.test(before)) return 'planned'
  if (PAST_BEFORE.test(before) && !/\b(?:pre|before)\s$/i.test(before)) return 'past'
  if (LEFT_BEFORE.test(before)) return 'past'
  const time = PROCEDURE_TIME.exec(after)
  if (isDated && INTERVAL.test(time![1]!) && AGAIN_BEFORE.test(before)) return 'planned'
  if (isDated && /\bsince\s/i.test(time![0])) return 'done'
  if (isDated && bySection === 'planned') return 'planned'
  if (isDated && /^[^:]{0,14}:/.test(after)) return 'done'
  if (isDated && !/today/i.test(PROCEDURE_TIME.exec(after)![1]!)) return 'past'
  if (says !== undefined) return says
  const isOwn = !contexts.has('absent') || OWN_ITEM.test(before)
  const isCarriedOut = CARRIED_OUT.test(after) || NAMED_BY_DEED.test(text.slice(begin, end))
  if (isCarriedOut && isOwn) {
    if (GETS_BEFORE.test(before)) return 'planned'
    return bySection === 'past' ? 'past' : 'done'
  }
  if (PLANNED_AFTER.test(after)) return 'planned'
  if (SEEKS.test(reads) && AIM_AFTER.test(after))
    return REACHED.test(clauseAt(text, end)) ? 'done' : 'planned'
  if (INTENDED_BEFORE.test(before)) return 'planned'
  if (sentence.section === 'procedure' && ANEW_BEFORE.test(before)) return 'done'
  if (RESULT_BEFORE.test(before) || DONE_AFTER.test(after))
    return bySection === 'past' ? 'past' : 'done'
  if (PLANNED_BEFORE.test(before) || contexts.has('planned')) return 'planned'
  if (contexts.has('absent')) return 'negated'
  if (PREGNANCY.test(before)) return 'past'
  if (NEXT_STEP.test(before) && !HAPPENED.test(before)) return 'planned'
  if (bySection !== undefined) return bySection
  return contexts.has('past') ? 'past' : 'done'
}

/** The rest of a clause from a place on, as far as it is read. */
function clauseAt(text: string, at: number): string {
  return text.slice(at, at + 80).replace(/(?:[;\n]|\.(?=\s|$))[\s\S]*$/, '')
}

/** True for a procedure that is not needed. */
function isUnneeded(before: string, after: string): boolean {
  if (UNNEEDED_BEFORE.test(before) || UNNEEDED_AFTER.test(after)) return true
  return UNTHOUGHT_BEFORE.test(before) && THOUGHT_AFTER.test(after)
}

/** True for what was begun or agreed on and did not come about. */
function hasFailed(before: string, after: string, reads: string): boolean {
  if (FAILED_BEFORE.test(before) || FAILED_AFTER.test(after) || DIED_BEFORE.test(after)) return true
  if (ATTEMPTED_BEFORE.test(before) && FAILED.test(after)) return true
  return AT_ONCE.test(reads) && (FAILED_BEFORE_NAME.test(before) || FAILED_BEHIND_NAME.test(after))
}

/** True for an examination with nothing found. */
function isNormal(after: string, reads: string): boolean {
  return LOOKED_AT.test(reads) && (NORMAL_AFTER.test(after) || N_AFTER.test(after))
}
