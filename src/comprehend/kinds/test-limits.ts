/** Numbers behind the names of tests that are no results of the patient: targets, limits, references, controls, settings. */

import type { Sentence } from '../../clinical/sections.ts'
import type { Place, WrittenResult } from './test-values.ts'

/** A test with what follows its name. */
interface ValuedTest extends Place {
  readonly result: WrittenResult | undefined
  readonly sentence: Sentence | undefined
  readonly name: { readonly reads: string | undefined }
}

/** In UTF-16 units: what is read of a line around a test. */
const REACH = 80

/** Words of a plan or a condition right before a name: "keep", "target", "aim for", "if", "call if". */
const AIM =
  /(?:^|[^\p{L}])(?:keep(?:ing)?|maintain(?:ing)?|aim(?:ing|ed)?(?:\s(?:for|at|to keep))?|target(?:s|ing|ed)?(?:\s(?:of|for))?|goals?(?:\s(?:of|for))?|titrate(?:d)?\sto|to achieve|if)\s*[:=-]?\s*(?:the\s|his\s|her\s|an?\s)?$/iu
/** The same with words between: they count for a limit or a range alone, "if fasting sugar > 200", "titrate MAP >65". */
const FAR_AIM =
  /(?:^|[^\p{L}])(?:keep|maintain|aim for|target|targets|goals?|if|when|whenever|unless|until|till|once|provided|(?:call|hold|notify|omit|stop|transfuse|withhold)(?:\s(?:for|when))?|titrate|parameters)[\s:]\s?(?:[\p{L}/]+:?\s){0,3}$/iu
/** Whom to turn to and when, and a list up to a name: "call 999 if drowsy, RR >30", "come back if rash or temp >39". */
const ADVISED =
  /(?:^|[^\p{L}])(?:advised?|attend|bleep|call|come|contact|escalate|inform|notify|phone|present|re-?attend|return|review|ring|seek)\s(?:[\p{L}\d&]+\s){0,4}(?:if|when|should)\s([^:]*)$/iu
/** After these, results may follow: "return if worse, sats 97%". */
const OPEN_ADVICE =
  /^(?:any\s|not\s|still\s|no\s)?(?:better|concern(?:s|ed)?|deteriorat\w+|improv\w+|needed|necessary|problems?|required|settling|unwell|wors\w+|worried)\b/iu
/** Words of a reference before a name: "normal range for", "reference:", "critical limits:". */
const REFERENCE =
  /(?:^|[^\p{L}])(?:(?:normal|reference|ref|biological ref(?:erence)?|expected|desirable|optimal|therapeutic|critical|panic|alert|decision|cut-?off)\.?\s(?:range|value|interval|limit|level)s?|reference|ref|cut-?offs?|thresholds?|upper limit|lower limit|uln|lln)\s*(?:(?:is|are|of|for)\s)*(?:the\s)?[:=–-]?\s*(?:[\p{L}]+\s){0,2}$/iu
/** "Normal Hb 12-15": of a range alone. */
const NORMAL = /(?:^|[^\p{L}])(?:normal|desirable|optimal|ideal)\s*:?\s*$/iu
/** A control of the laboratory at the start of a line or a clause. */
const CONTROL =
  /(?:^|[,;:.(|]\s*)(?:i?qc|eqas?|quality control|control|calibrators?|calibration|standard)(?:\s(?:level|lot|sample|serum|material|no\.?|\d+|[ivx]+|low|high|normal))*\s*[:=–-]?\s*$/iu
/** Behind a number: it is the aim, or it would say something. */
const IS_AIM =
  /^[\s,]*(?:(?:is|are|as|being|was|=)\s)?(?:the\s|our\s|a\s)?(?:target|goal|aim|cut-?off|threshold|upper limit|reference|normal range)\b(?!\s*[:=(<>≤≥]?\s*\d)(?!\s(?:not|is|was|met|achieved|reached|has))/iu
const WOULD_SAY =
  /^\)?\s*(?:(?:would|may|might|could|can|should|usually|often|also|generally|strongly)\s)*(?:suggests?|indicates?|implies|imply|means?|defines?|favou?rs?|rules?\s(?:out|in)|excludes?|confirms?|warrants?|requires?|needs?|(?:is|are)\s(?:considered|diagnostic|suggestive|consistent|indicative|abnormal|normal|significant|elevated|high|low|desirable|optimal|critical|deficien\w+|sufficien\w+|insufficien\w+))\b/iu
/** A number with a limit, or a range. */
const LIMIT = /^[<>≤≥]|^\d[\d.,]*\s?[-–]\s?\d/u
/** Between two limits of one list. */
const LISTED = /^\s*(?:,|;|\/|&|\+|and|or|,\s*(?:and|or))\s*(?:(?:if|a|an|the)\s)?$/iu

/** Words of a condition before a name whose value is a word: "if FIT positive", "when the TTG is positive". */
const CONDITION =
  /(?:^|[^\p{L}])(?:(?:if|unless|should|in case)\s(?:[\p{L}/-]+\s){0,3}|(?:when|once)\s(?:the\s|a\s)?)$/iu

/** True if a word behind a name is a condition and no result: "if FIT positive". */
export function isCondition(text: string, { begin, result }: ValuedTest): boolean {
  return result?.isWord === true && CONDITION.test(text.slice(Math.max(0, begin - REACH), begin))
}

/** Before what a dialysis machine is set to: "HD prescription: 4 h, K 2", "K bath 2, Ca 1.25". */
const OF_MACHINE =
  /(?:^|[^\p{L}])(?:bath|machine|(?:h(?:a?emo)?dialysis|hdf?|crrt|cvvhd?f?|sled|dialysis)\s(?:prescription|rx|orders?|settings?))(?!\p{L})(?!.*(?:^|[^\p{L}])(?:serum|pre|post|patient|labs?|bloods?)(?!\p{L}))/iu
/** A prescription of nothing else: "Rx: Na 138, K 2". */
const PRESCRIBED =
  /(?:^|[^\p{L}])(?:rx|prescription)\s?:\s(?:(?:\p{L}[\p{L}\d]{0,3}\s[\d.]+|\d\s?h(?:ours|rs)?),\s)*$/iu
const SET_BY_MACHINE =
  /^(?:potassium|sodium|calcium|bicarbonate|magnesium|chloride|glucose|body temperature)$/
const BATH_BEHIND = /^\s?bath\b/i
/** Rates that a ventilator or a pacemaker is set to: "Vent: RR 18", "RR 18 set", "pacemaker set HR 80". */
const OF_VENTILATOR = /(?:^|[^\p{L}])vent(?:ilator|ilation)?(?:\ssettings?)?\s?:\s[^:]*$/iu
const SET_BEFORE = /(?:^|[^\p{L}])(?:set|pacemaker|paced|pacing)(?:\s(?:at|rate))?\s$/iu
const SET_BEHIND = /^\s?(?:\/min|bpm)?[\s(,]*set\b/i
const RATE_SET = /^(?:respiratory|heart) rate$/

/** True if the number behind a name is the setting of a machine. */
export function isSetting(text: string, { begin, result, name }: ValuedTest): boolean {
  if (result === undefined || result.isWord || name.reads === undefined) return false
  const line = text.slice(Math.max(0, begin - REACH), begin).replace(/^[\s\S]*(?:\n|[.;]\s)/, '')
  const after = text.slice(result.end, result.end + REACH)
  if (SET_BY_MACHINE.test(name.reads))
    return OF_MACHINE.test(line) || PRESCRIBED.test(line) || BATH_BEHIND.test(after)
  if (!RATE_SET.test(name.reads)) return false
  const isOfVentilator = name.reads === 'respiratory rate' && OF_VENTILATOR.test(line)
  return isOfVentilator || SET_BEFORE.test(line) || SET_BEHIND.test(after)
}

/** True if the number behind a name is no result. @param isBefore true if that of the test before it is none */
export function isLimit(
  text: string,
  test: ValuedTest,
  before: ValuedTest | undefined,
  isBefore: boolean,
): boolean {
  const { begin, result } = test
  if (result === undefined || result.isWord) return false
  const isLimited = LIMIT.test(text.slice(result.value.begin, result.value.end))
  const line = text.slice(Math.max(0, begin - REACH), begin).replace(/^[\s\S]*(?:\n|[.;]\s)/, '')
  if (AIM.test(line) || REFERENCE.test(line) || CONTROL.test(line)) return true
  if (isLimited && (FAR_AIM.test(line) || NORMAL.test(line))) return true
  const advised = ADVISED.exec(line)?.[1]
  if (advised !== undefined && (isLimited || !OPEN_ADVICE.test(advised))) return true
  if (isLimited && test.sentence?.section === 'precautions') return true
  const after = text.slice(result.end, result.end + REACH).replace(/\n[\s\S]*$/, '')
  if (IS_AIM.test(after) || (isLimited && WOULD_SAY.test(after))) return true
  if (!isBefore || before?.result === undefined || before.sentence !== test.sentence) return false
  const { value } = before.result
  // "Keep K 4-5, Hb 9".
  const isAlike = isLimited || !LIMIT.test(text.slice(value.begin, value.end))
  return isAlike && LISTED.test(text.slice(before.result.end, begin))
}
