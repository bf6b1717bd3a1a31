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
  /^[\s,:(–—-]*(?:(?:in|on|at|since|done)\s)?((?:19|20)\d{2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?\s?(?:\d{2,4}|'\d{2})?|\d+\s?(?:yrs?|years?|mo|mths?|months?|wks?|weeks?|d|days?)\s(?:ago|back)|'\d{2}|today|yesterday|last (?:year|month|week))(?![\p{L}\p{N}])/iu
const REFUSED_BEFORE =
  /\b(?:refus\w+|declin\w+|not willing for|unwilling for|not agreeable to|against)\s(?:\w+\s){0,4}$/i
const REFUSED_AFTER =
  /^[^.;\n]{0,30}?\b(?:refus\w+|declin\w+|not willing|unwilling)\b(?=\s*(?:[.,;:)–—-]|$|\n|(?:it|this|that|by|now|today|at|for|again|despite|due|because|d\/t|and)\b))/i
const NOT_BEFORE =
  /\b(?:no|not|without|never had|nil|no need (?:for|of)|avoid|not for|no indication for|defer)\s(?:prior |previous |need for |h\/o |history of |further )?(?:\w+\s){0,1}$/i
const NOT_AFTER =
  /^[\s,:–—-]*(?:is|was|were)?\s*(?:not (?:done|needed|required|indicated|performed|available|advised|planned)|deferred(?! (?:to|till|until))|cancelled|canceled|avoided|n(?:il|o|one)(?=\s*(?:[.,;)]|$)))\b/i
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
  /^[\s,:(–—-]*(?:(?:is|was|were|has|have|had|been|to|be|now|next|again)\s){0,4}(?:(?:over)?due(?! to\b)|re-?scheduled|postponed)\b/i
const PLANNED_LABEL =
  /\b(?:planned|proposed|intended|scheduled) (?:procedures?|operations?|surgery)\s?:\s$/i
const PAST_BEFORE =
  /(?:\b(?:s\/p|sp|status post|post|prior|previous|prev|old|h\/o|hx(?: of)?|history of|underwent|had|has had|after|previously|psh|pshx|known)[:\s]|\bs\/p)\s?(?:[\w/'-]+\s){0,3}$/i
const PLANNED_BEFORE =
  /\b(?:plan(?:ned)?(?: for)?|consider|schedule[d]?(?: for)?|for|to get|arrange|adv(?:ised|ise)?|refer(?:red|ral)? (?:for|to)|order(?:ed)?|get|needs?|awaiting|await|will (?:need|get|do|have)|pending|request(?:ed)?|recs?|recommend(?:ed|s)?|if [^.;\n]{0,30}|repeat|due for|offer(?:ed)?|pre|before|listed for|book(?:ed)?|to do|check|obtain|prior to|candidate for|discuss(?:ed)?|postpone|consent(?:ed)? for|proceed with|needs|would|may need|f\/u|recheck|schedule)[:\s]\s?(?:[\w/'&,+.-]+\s){0,5}$/i
const PLANNED_AFTER =
  /^[^.;\n]{0,25}?\b(?:planned|deferred (?:to|till|until)|scheduled|to be done|advised|adv|pending|ordered|tomorrow|next (?:week|month|visit)|awaited|booked|if |requested|discussed|offered|later|recommended|on (?:mon|tues?|wed|thurs?|fri|sat|sun)\w*|in am|today\?|mon|tues?|wed|thu(?:rs?)?|fri|d\d{1,2}|pod ?\d{1,2}|in \d{1,2} ?(?:d|days?|w|wks?|weeks?|m|mo|months?)|at \d{1,2} ?(?:w|wks?|weeks?)|before (?:discharge|d\/c)|once |when |after (?:results|review|stabili[sz]ation))\b/i
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
  if (contexts.has('family')) return 'family'
  if (/\bon\s$/i.test(before)) return bySection === 'past' ? 'past' : 'done'
  if (REFUSED_BEFORE.test(before) || REFUSED_AFTER.test(after)) return 'refused'
  if (isNormal(after, reads)) return bySection === 'past' ? 'past' : 'done'
  if (NOT_BEFORE.test(before) || NOT_AFTER.test(after) || hasFailed(before, after, reads))
    return 'negated'
  if (DUE_AFTER.test(after) || PLANNED_LABEL.test(before)) return 'planned'
  if (PAST_BEFORE.test(before) && !/\b(?:pre|before)\s$/i.test(before)) return 'past'
  if (LEFT_BEFORE.test(before)) return 'past'
  if (isDated && bySection === 'planned') return 'planned'
  if (isDated && /^[^:]{0,14}:/.test(after)) return 'done'
  if (isDated && !/today/i.test(PROCEDURE_TIME.exec(after)![1]!)) return 'past'
  if (says !== undefined) return says
  if (PLANNED_AFTER.test(after)) return 'planned'
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
