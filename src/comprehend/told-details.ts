import { spineLevelsIn } from '../clinical/attributes.ts'
import type { LinkResultItem } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { lazily, madeOnce } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import { type EntityLinker, LIKELY, refused, withFirst } from './entity-linker.ts'
import { type Mention, type Note, placeOf, textAround, textOf } from './mentions.ts'
import { asWord, categoryOf, codeTitled, sideOf, withCodeOf } from './specific-codes.ts'
import type { FoundProblems } from './task.ts'

/**
 * Details that a text tells right before or behind a name, and for which there are other codes than that of the name alone:
 * the stage of a kidney disease as "G3b A2", dialysis, an operation before, a level of the spine, the writer's own code. Where
 * the right code is not found for sure, none is linked.
 */

/** In UTF-16 units before or behind a name. */
const NEAR = 48
/** In UTF-16 units on either side of a name: the sentences next to it. */
const AROUND = 160

/** A candidate with the text around its mention. */
interface Told {
  readonly row: LinkResultItem
  readonly code: string
  /** The title of its code. */
  readonly title: string
  readonly name: string
  readonly before: string
  readonly behind: string
  /** All the sentence. */
  readonly said: string
  /** The text around the name, other sentences, too. */
  readonly around: string
  readonly linker: EntityLinker
  readonly index: MedlinkIndex
}

/** Gives the row of the code with a detail, "open" where none is for sure, and undefined where the text has no such detail. */
type Detail = (told: Told) => LinkResultItem | 'open' | undefined

/** The candidates with the code for the details around their mention. */
export function withToldDetails(
  rows: readonly LinkResultItem[],
  { note, linker }: FoundProblems,
  mention: Mention,
  index: MedlinkIndex,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first === undefined || mention.readAs !== undefined) return rows
  const { link_reason } = first.metadata
  const isOpen = link_reason === 'name_incomplete' || link_reason === 'name_adds'
  if (!first.is_linked && !isOpen) return rows
  const told = toldOf(first, note, mention, linker, index)
  const details = first.is_linked ? DETAILS : OF_OPEN[link_reason as keyof typeof OF_OPEN]
  for (const detail of details) {
    const row = detail(told)
    if (row === 'open') return refused(rows, 'name_incomplete')
    if (row !== undefined) return withFirst(row, rows)
  }
  return rows
}

/** A germ that others in the family have, and the patient met: "TB contact in the family". */
const OF_FAMILY = /^Z83\.1/
const MET = /\b(?:close |household )?(?:contacts?|expos(?:ed|ure))\b/i

/** True for a code of the family's history where the text says that the patient was in contact. */
export function isOfContact(
  [first]: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
): boolean {
  if (first?.is_linked !== true || !OF_FAMILY.test(first.term_id)) return false
  const { begin, end } = placeOf(note, mention)
  return MET.test(note.text.slice(Math.max(0, begin - NEAR), end + NEAR))
}

/** An anaphylaxis to a thing, which is one of today where nothing says that it was: "anaphylaxis to prawns, adrenaline given". */
const WAS_ANAPHYLAXIS = 'Z87.892'
const TO_A_THING = /^\s(?:after|to|with)\s/i
const SAYS_BEFORE =
  /\b(?:allerg\w+|childhood|h\/o|history|hx|known|past|pmh|previous(?:ly)?|prior|(?:19|20)\d\d)\b/i

/** True for a history of anaphylaxis where the text may tell of one that is treated now. */
export function isOfReaction(
  [first]: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
): boolean {
  if (first?.is_linked !== true || first.term_id !== WAS_ANAPHYLAXIS) return false
  const { end } = placeOf(note, mention)
  const isToThing = TO_A_THING.test(note.text.slice(end, end + NEAR))
  return isToThing && !SAYS_BEFORE.test(textAround(note, mention))
}

function toldOf(
  row: LinkResultItem,
  note: Note,
  mention: Mention,
  linker: EntityLinker,
  index: MedlinkIndex,
): Told {
  const { term_id, metadata } = row
  const { begin, end } = placeOf(note, mention)
  const { text } = note
  return {
    row,
    code: term_id,
    title: metadata.preferred_name,
    name: textOf(note, mention),
    before: text.slice(Math.max(0, begin - NEAR), begin),
    behind: text.slice(end, end + NEAR),
    said: textAround(note, mention),
    around: text.slice(Math.max(0, begin - AROUND), end + AROUND),
    linker,
    index,
  }
}

/** The row of a name if it is linked, to a code of this kind; otherwise none is for sure. */
function rowOf(linker: EntityLinker, name: string, kind: RegExp): LinkResultItem | 'open' {
  const [row] = linker.link(name)
  return row?.is_linked === true && kind.test(row.term_id) ? row : 'open'
}

const OF_KIDNEY = /^N18(?:\.[59])?$/
const STAGED = /^N18\.[1-5]/
const LAST_STAGE = /^N18\.6/
/** "G3b A2", "stage G4", "grade 4", "5D" on dialysis, as guidelines stage it by filtration and albumin. */
const STAGE =
  /^[\s,(-]*(?:(?:stage|stg|st|grade|gr)\b\.?[\s-]?(?:G\s?)?|G\s?|(?=5D))([1-5][ab]?|I{1,3}|IV|V)(D)?(?:\s?\/?A[1-3])?(?![\p{L}\d])/iu
/** Its name with what follows. */
const NAMES_KIDNEYS = /^.*\b(?:ckd|disease|failure|insufficiency)(?![\p{L}\d])/iu
const ROMANS: readonly string[] = ['', 'I', 'II', 'III', 'IV', 'V']
/** "On MHD", but not "not on dialysis" or "on dialysis work-up". */
const ON_DIALYSIS =
  /^[^.;:,\n]{0,16}?(?<!\b(?:no|not|never) )\bon (?:\w+ )?(?:capd|dialysis|ha?emodialysis|hd|mhd|pd)\b(?! (?:access|list|plan|work))/i

const stagedKidney: Detail = ({ code, name, behind, linker }) => {
  if (!OF_KIDNEY.test(code)) return undefined
  const told = `${name.replace(NAMES_KIDNEYS, '')}${behind}`
  const [, value = '', dialysed] = STAGE.exec(told) ?? []
  const roman = ROMANS.indexOf(value.toUpperCase())
  const stage = roman > 0 ? String(roman) : value || undefined
  const rest = told.replace(STAGE, '')
  const isLast = stage === undefined || stage === '5'
  if (dialysed !== undefined || ON_DIALYSIS.test(rest))
    return isLast ? rowOf(linker, 'CKD on dialysis', LAST_STAGE) : 'open'
  return stage === undefined ? undefined : rowOf(linker, `CKD stage ${stage}`, STAGED)
}

/** The stage is of the one that came on top: "AKI stage 2 on CKD", "heart failure class 3 on CKD", "AKI KDIGO 2 on CKD". */
const STAGE_OF_OTHER = /^(?:(?:class|grade|stage)\s\S+|\d[abc]?|i{1,3}|iv|v)\son\s/i

const stageOfOther: Detail = ({ name }) => (STAGE_OF_OTHER.test(name) ? 'open' : undefined)

/** "Post op ileus". */
const AFTER_OPERATION = /\bpost[- ]?op(?:erative)?[ -]$/i
const ANY = /./

const afterOperation: Detail = ({ name, before, linker }) =>
  AFTER_OPERATION.test(before) ? rowOf(linker, `postoperative ${name}`, ANY) : undefined

/** "Hypothyroid post RAI", "Graves, radioiodine 2012. Now hypothyroid": a thyroid that was treated works too little, and no more too much. */
const OF_THYROID = /^E03\.9/
const OF_FAST_THYROID = /^E05/
const THYROID_TREATED = /\b(?:rai|(?:i-?131|radio-?iodine)(?! (?:scan|uptake))|thyroidectomy)\b/i
const IS_SLOW = /\bhypothyroid/i

const afterThyroid: Detail = ({ code, around, linker }) => {
  const isFast = OF_FAST_THYROID.test(code)
  if ((!isFast && !OF_THYROID.test(code)) || !THYROID_TREATED.test(around)) return undefined
  if (isFast) return IS_SLOW.test(around) ? 'open' : undefined
  return rowOf(linker, 'postprocedural hypothyroidism', /^E89\.0/)
}

/** The code that the writer puts behind a name in brackets: "schizoaffective disorder (F25.0)". */
const OWN_CODE = /^\s?[([]\s?(?:icd-?10(?:-cm)?:?\s)?([A-TV-Z]\d[\dA-Z](?:\.[\dA-Z]{1,4})?)\s?[)\]]/

const ownCode: Detail = ({ code, behind, linker }) => {
  const own = OWN_CODE.exec(behind)?.[1]
  if (own === undefined || code.startsWith(own)) return undefined
  const [row] = linker.link(own)
  const isSame = row?.is_linked === true && categoryOf(row.term_id) === categoryOf(code)
  return isSame ? row : 'open'
}

/** A fracture that is not a new one has no code of an injury. */
const OF_INJURY = /^S/
const IS_OLD = /\b(?:chronic|long[- ]standing|remote)\b/i

const oldFracture: Detail = ({ code, title, name, before }) => {
  if (!OF_INJURY.test(code) || !/fracture/i.test(title)) return undefined
  return IS_OLD.test(name) || IS_OLD.test(before.slice(before.search(/[^.;:,\n]*$/)))
    ? 'open'
    : undefined
}

/** A fracture whose ends are in place; where nothing is said, its code is that of a displaced one (guidelines I.C.19.c). */
const DISPLACED = /^Displaced\b/
const IN_PLACE = String.raw`(?:un-?|non-?\s?|not )displaced\b|(?:no|nil|without) (?:any |significant )?displacement\b`
const IN_PLACE_BEFORE = new RegExp(String.raw`\b(?:${IN_PLACE})[ ,](?:[\w-]+ ){0,3}$`, 'i')
const IN_PLACE_WITHIN = new RegExp(String.raw`\b(?:${IN_PLACE})`, 'i')
/** Behind its name, in the same or the next sentence, with no other fracture between. */
const IN_PLACE_BEHIND = new RegExp(
  String.raw`^(?:(?!\b(?:displaced|fracture|fractured)\b|#)[^;:\n]){0,32}?\b(?:${IN_PLACE})(?! (?:[\w-]+ ){0,3}(?:fracture|#))`,
  'i',
)

const inPlace: Detail = ({ row, code, title, name, before, behind, linker, index }) => {
  if (!DISPLACED.test(title)) return undefined
  const isSaid =
    IN_PLACE_BEFORE.test(before) || IN_PLACE_WITHIN.test(name) || IN_PLACE_BEHIND.test(behind)
  if (!isSaid) return undefined
  const [named] = linker.link(`nondisplaced ${name}`)
  if (named?.is_linked === true && /^Nondisplaced\b/.test(named.metadata.preferred_name))
    return named
  // Codes of one fracture differ in the sign before those for the encounter.
  const own = code.slice(0, BEFORE_ENCOUNTER).replace(/X+$/, '')
  const other = codeTitled(title.replace(DISPLACED, 'Nondisplaced'), own.slice(0, -1), index)
  const [found] = other === undefined ? [] : linker.link(other)
  return found?.term_id === other && found !== undefined ? withCodeOf(row, found) : 'open'
}

/** In characters of a code: what comes before the sign for the encounter. */
const BEFORE_ENCOUNTER = 7

/** A disc with what it presses on has codes for both. */
const OF_DISC = /^M5[01]\.2/
const PRESSES_ON =
  /(?<!\b(?:no|without) (?:\w+ )?)\b(?:(?:cord|root) compression|compress\w* (?:of )?(?:the )?(?:cord|nerve root)|myelopath\w+|radiculopath\w+)\b/i

const pressingDisc: Detail = ({ code, said }) =>
  OF_DISC.test(code) && PRESSES_ON.test(said) ? 'open' : undefined

/** Codes of the spine whose titles leave the region open. */
const OF_SPINE = /^M(?:4[3-9]|5[0-4])/
const OPEN_REGION = /\b(?:site unspecified|unspecified (?:disc|site|thoracic))\b/i
const WEARING = /\bdegenerative\s$/i

const spineLevel: Detail = ({ code, title, name, before, said, linker }) => {
  if (!OF_SPINE.test(code) || !OPEN_REGION.test(title)) return undefined
  const isWearing = WEARING.test(before)
  const regions = new Set(spineLevelsIn(said).map(({ region }) => region))
  const [region] = regions
  if (region === undefined) return undefined
  if (regions.size > 1) return 'open'
  return rowOf(linker, `${region} ${isWearing ? 'degenerative ' : ''}${name}`, OF_SPINE)
}

/** A part of the spine by its letter: "OA L spine". */
const PART_OF_SPINE = /\b(c|l|ls|t)[- ]spine\b/i
const PARTS: Readonly<Record<string, string>> = {
  ...{ c: 'cervical', l: 'lumbar', ls: 'lumbosacral', t: 'thoracic' },
}

const spinePart: Detail = ({ code, name, linker }) => {
  const letter = PART_OF_SPINE.exec(name)?.[1]
  if (letter === undefined || !OF_SPINE.test(code)) return undefined
  const region = PARTS[letter.toLowerCase()]!
  return rowOf(linker, name.replace(PART_OF_SPINE, `${region} spine`), OF_SPINE)
}

/** A short leg after an injury is a sign of it. */
const OF_SHORT_LEG = /^M21\.7/
const IS_BROKEN = /#|\b(?:broken|fall|fell|fract\w*|fx|nof|rotated|rta|rtc|trauma)\b/i

const shortLeg: Detail = ({ code, said }) =>
  OF_SHORT_LEG.test(code) && IS_BROKEN.test(said) ? 'open' : undefined

/** A germ that is carried is gone once it was treated. */
const IS_CARRIED = /^Z22/
const TREATED_BEFORE = /\b(?:previously |fully )?treated\s$/i
const TREATED_BEHIND = /^[\s,(–-]{0,3}(?:(?:adequately|fully|previously|was) )?treated\b/i

const treatedCarrier: Detail = ({ code, before, behind }) =>
  IS_CARRIED.test(code) && (TREATED_BEFORE.test(before) || TREATED_BEHIND.test(behind))
    ? 'open'
    : undefined

/** Worn hips, knees and thumbs have codes for a side, of which a longer mention may be the only one to tell. */
const OF_JOINT: ReadonlyMap<string, string> = new Map([
  ['M16.9', 'hip'],
  ['M17.9', 'knee'],
  ['M18.9', 'first carpometacarpal joint'],
])

const wornJoint: Detail = ({ code, name, linker }) => {
  const joint = OF_JOINT.get(code)
  if (joint === undefined) return undefined
  const side = sideOf(name.toLowerCase().split(/[\s,]+/))
  if (side === undefined) return undefined
  return rowOf(linker, `${side} ${joint} osteoarthritis`, /^M1[678]/)
}

/** A polyp that the microscope names is no polyp of no kind. */
const polyp: Detail = ({ code, said }) =>
  code === 'K63.5' && /\b(?:adeno(?:ma|carcinoma)|hyperplastic|serrated)/i.test(said)
    ? 'open'
    : undefined

/** The curves of a spine, which are findings where there is too much of them. */
const OF_CURVE = /^M40/
const CURVE_IS_LESS =
  /\b(?:absen(?:ce|t)|decreased?|diminished|effacement|flatten(?:ed|ing)|less|los[ts]|loss|maintained|normal|obliterat(?:ed|ion)|preserved|reduc(?:ed|tion)|restored|revers(?:al|ed)|straighten(?:ed|ing))\b(?:\W+(?:of|the|normal|physiological|cervical|dorsal|lumbar|thoracic|spinal|lordosis|and|in))*\W*$/i
const IS_LESS_BEHIND =
  /^(?: curve| curvature)?(?: of (?:the )?[\w ]{0,20}spine)?(?:\s?[:–-]|,? (?:is|was|appears|has been))?\s?(?:well |slightly |mildly |partially )?(?:absent|decreased|diminished|flattened|lost|maintained|normal|obliterated|preserved|reduced|reversed|straightened)\b/i

const lostCurve: Detail = ({ code, before, behind }) =>
  OF_CURVE.test(code) && (CURVE_IS_LESS.test(before) || IS_LESS_BEHIND.test(behind))
    ? 'open'
    : undefined

/** A thing for which a specimen is looked at is no finding: "stool for occult blood", but "stool for occult blood positive". */
const IS_ORDERED = /\b(?:blood|csf|fluid|sputum|stools?|urine)\s+for\b/i
const IS_FOUND =
  /^[\s:–=-]{0,3}(?:\+|\d\+|abnormal|detected|found|is|pos|positive|present|seen|traces?|was)/i

const ordered: Detail = ({ name, behind }) =>
  IS_ORDERED.test(name) && !IS_FOUND.test(behind) && !/\b(?:pos|positive|present)\b|\+/i.test(name)
    ? 'open'
    : undefined

/** Water in the lungs by a failing heart is of its code, and what came suddenly is not chronic. */
const OF_WET_LUNGS = /^J81(?:\.1)?$/
const IS_CARDIAC_OR_NEW =
  /\b(?:a?dhf|acute(?:ly)?|aki|altitude|ards|arf|ccf|chf|crisis|drown\w*|flash|heart|hf\w{0,4}|lvf|mi|n?stemi|poison\w*|sting|stung|sudden(?:ly)?)\b|cardi(?:ac|o)/i

const wetLungs: Detail = ({ code, said }) =>
  OF_WET_LUNGS.test(code) && IS_CARDIAC_OR_NEW.test(said) ? 'open' : undefined

/** The stage of a pressure ulcer, before its name, in it or right after it: "G2 pressure sore", "PU sacrum stg 3". */
const OPEN_STAGE = /\bunspecified stage\b/
const ULCER_STAGE = String.raw`(?:stage|stg|st|grade|gr|category|cat|g)\.?[\s-]?([1-4]|I{1,3}|IV)(?![\p{L}\d])`
const STAGE_BEFORE = new RegExp(String.raw`\b${ULCER_STAGE}(?:\s[\p{L}-]+)?\s$`, 'iu')
const STAGE_WITHIN = new RegExp(String.raw`(?<=^|\s)${ULCER_STAGE}`, 'iu')
const STAGE_BEHIND = new RegExp(String.raw`^[\s,(-]*${ULCER_STAGE}`, 'iu')

const ulcerStage: Detail = (told) => {
  const { row, code, title, name, before, behind, linker, index } = told
  if (!OPEN_STAGE.test(title)) return undefined
  const within = STAGE_WITHIN.exec(name)
  const stage = (within ?? STAGE_BEFORE.exec(before) ?? STAGE_BEHIND.exec(behind))?.[1]
  if (stage === undefined) return undefined
  const [named] = within === null ? [row] : linker.link(name.replace(within[0], '').trim())
  if (named?.is_linked !== true || named.term_id !== code) return 'open'
  const value = Math.max(ROMANS.indexOf(stage.toUpperCase()), 0) || stage
  const other = codeTitled(title.replace(OPEN_STAGE, `stage ${value}`), code.slice(0, -1), index)
  return other === undefined ? 'open' : (linker.link(other)[0] ?? 'open')
}

/** "COPD with AE", "asthma in AE", "AE of asthma": an acute exacerbation. */
const OF_AIRWAYS = /^J4[457]/
const EXACERBATED = /^\s(?:with|in|w\/)\s(?:an?\s)?a\/?e(?![\p{L}\d])/iu

const EXACERBATION_OF = /(?<![\p{L}\d])a\/?e\s(?:of\s)?$/iu

const exacerbated: Detail = ({ code, name, before, behind, linker }) =>
  OF_AIRWAYS.test(code) && (EXACERBATED.test(behind) || EXACERBATION_OF.test(before))
    ? rowOf(linker, `acute exacerbation of ${name}`, OF_AIRWAYS)
    : undefined

/** A stone that holds the urine back has one code with that: "renal calculus with HDN". */
const OF_STONE = /^N(?:13\.[37]|20\.)/
const STONE = /\b(?:calcul(?:us|i)|stones?)\b/i
const HOLDS_BACK = /\b(?:with|and|causing)\s(?:\w+\s)?(?:hdn|hun|hydro-?(?:uretero-?)?nephrosis)\b/i

const heldBack: Detail = ({ code, said, linker }) => {
  if (!OF_STONE.test(code) || !HOLDS_BACK.test(said)) return undefined
  return STONE.test(said) && code.startsWith('N20') ? rowOf(linker, 'N13.2', /^N13\.2/) : 'open'
}

/** Bleeding that an endoscopist sees, where a title is without it. An ulcer with a clean base does not bleed. */
const NOT_BLEEDING = /\bwithout (bleeding|hemorrhage)\b/
const FORREST = /\s?,?\sforrest\s(?:class\s|grade\s)?(?:(III|3)|(I|1)[ab]?|(?:II|2)[abc]?)\b/i
const BLEEDS =
  /^[^.;:\n]{0,32}?\b(?:ooz(?:e|es|ing)|spurt(?:er|ing)|active(?:ly)? (?:bleed(?:er|ing)?|ha?emorrhage)|with (?:\w+ )?bleeding)\b/i
const NOT_SEEN = /\b(?:no|nil|non|not|without)\b/i

const bleeding: Detail = (told) => {
  const { row, code, title, name, behind, linker, index } = told
  if (!NOT_BLEEDING.test(title)) return undefined
  const [graded, isClean, isActive] = FORREST.exec(`${name}${behind}`) ?? []
  if (isClean !== undefined) return linker.link(name.replace(graded!, ''))[0] ?? 'open'
  const seen = BLEEDS.exec(behind)?.[0]
  const isSeen = seen !== undefined && !NOT_SEEN.test(seen)
  if (graded === undefined && !isSeen) return undefined
  if (isActive === undefined && !isSeen) return 'open'
  const bled = title.replace(NOT_BLEEDING, 'with $1')
  const other = codeTitled(bled, categoryOf(code), index)
  const [found] = linker.link(other ?? `bleeding ${name.replace(FORREST, '')}`)
  const isFound = found?.is_linked === true && !NOT_BLEEDING.test(found.metadata.preferred_name)
  return isFound ? withCodeOf(row, found) : 'open'
}

/** A condition with its size or its time, and what it comes with: "renal calculus 6 mm with hydronephrosis", "COPD 5 yrs with exacerbation". */
const COMES_WITH =
  /^(?:[\s(,]{1,2}(?:(?:for|since|x) ?)?\d[\d./x-]{0,7}\s?(?:cm|days?|d|m|mm|months?|mths?|weeks?|wks?|w|years?|yrs?|y)?\)?)?\s(?:with|w\/|causing)\s([^.;:,\n(]{3,40})(?=[.;:,\n(]|$)/i

/** "Pancreatitis - gallstone induced". */
const INDUCED = /^\s?[–,(-]\s?([a-z]{3,})[ -](?:associated|induced|related)\b/i

const comesWith: Detail = ({ code, name, behind, linker }) => {
  const [, rest = ''] = COMES_WITH.exec(behind) ?? []
  const [, cause] = INDUCED.exec(behind) ?? []
  if (cause === undefined && (rest === '' || NOT_SEEN.test(rest))) return undefined
  const whole = cause === undefined ? `${name} with ${rest.trim()}` : `${cause} ${name}`
  const [row] = linker.link(whole)
  if (row === undefined || row.term_id === code) return undefined
  if (row.is_linked) return row
  const isLikely = (row.score ?? 0) >= LIKELY && !code.startsWith(row.term_id)
  return isLikely && categoryOf(row.term_id) === categoryOf(code) ? 'open' : undefined
}

/** The Los Angeles classes are those of a reflux oesophagitis. */
const OF_GULLET = /^K20\.9/
const LOS_ANGELES = /\b(?:la|los angeles)[\s-](?:(?:class|grade)\s)?[a-d]\b/i

const refluxClass: Detail = ({ code, name, before, behind, linker }) =>
  OF_GULLET.test(code) && LOS_ANGELES.test(`${before}${name}${behind}`)
    ? rowOf(linker, 'reflux esophagitis', /^K21\.0/)
    : undefined

/** The word before a name; a look behind keeps it from being looked for in the middle of each. */
const WORD_BEFORE = /(?<![\p{L}-])[\p{L}-]+(?=\s$)/u

/** A word right before a name that makes another condition of it, for which no name has both. */
const changed: Detail = ({ name, before }) => {
  const near = before.slice(before.lastIndexOf(' ', before.length - 2) + 1)
  const [word = ''] = WORD_BEFORE.exec(near) ?? []
  const heads = changingWords().get(word.toLowerCase()) ?? []
  const isChanged = heads.some((head) => head === ANY_HEAD || asWord(head).test(name))
  return isChanged ? 'open' : undefined
}

/** Below data/: words that make another condition of the one that follows. */
const CHANGING_TABLE = 'clinical/changing-words.tsv'
const ANY_HEAD = '-'
const changingWords = lazily((): ReadonlyMap<string, readonly string[]> => {
  const heads = new Map<string, string[]>()
  for (const [word, head] of readTable(CHANGING_TABLE, ['word', 'head']))
    madeOnce(heads, word!, () => []).push(head!)
  return heads
})

/** A first fit, and one with a cause of its own, is no epilepsy. */
const OF_FITS = /^G40\.[34]/
const NAMES_FIT = /\b(?:convulsions?|gtcs?|seizures?)\b/i
const IS_FIRST_OR_CAUSED =
  /\b(?:alcohol|eclampsia|enceph\w+|febrile|fever|first|head injury|hypo(?:ca|gly|na)\w+|(?:1|one|single) episode|mening\w+|new[ -]onset|poison\w*|trauma|ur[ae]emi\w+|withdrawal|x ?1)\b/i
const IS_EPILEPTIC = /\bepilep|\bk\/?c\/?o\b|\bknown\b|\b(?:recurrent|since)\b/i

const firstFit: Detail = ({ code, name, said }) =>
  OF_FITS.test(code) &&
  NAMES_FIT.test(name) &&
  IS_FIRST_OR_CAUSED.test(said) &&
  !IS_EPILEPTIC.test(said)
    ? 'open'
    : undefined

const DETAILS: readonly Detail[] = [
  ...[stageOfOther, stagedKidney, ownCode, afterOperation, afterThyroid, oldFracture, pressingDisc],
  ...[spineLevel, spinePart, shortLeg, treatedCarrier],
  ...[wornJoint, polyp, inPlace, lostCurve, ordered, wetLungs, firstFit],
  ...[ulcerStage, exacerbated, heldBack, refluxClass, bleeding, comesWith, changed],
]
/** Details that may be all that a name left out, or that another name adds. */
const OF_OPEN = {
  name_incomplete: [stagedKidney, inPlace, ulcerStage, bleeding, spineLevel],
  name_adds: [inPlace],
} as const
