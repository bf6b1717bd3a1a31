import { trimesterOfSentence } from '../clinical/gestation.ts'
import type { LinkResultItem } from '../contract.ts'
import { type EntityLinker, refused, withFirst } from './entity-linker.ts'
import {
  type Mention,
  type Note,
  nearby,
  placeOf,
  says,
  tells,
  textAround,
  textOf,
} from './mentions.ts'
import type { Companion, FoundProblems } from './task.ts'
import { codeOfLinked, presentNear } from './traits.ts'

/**
 * Codes of the chapters for a pregnancy and for a newborn, which come before those of other chapters where the patient is one
 * (guidelines I.C.15.a and I.C.16.a), and which are none of anybody else.
 */

/** A pregnancy of the patient's own, now. */
const IS_PREGNANT =
  /\bpreg(?:nant)?\b|\b(?:complicat\w+|in|index|this|with) (?:the |this |her )?pregnancy\b/i
/** How long it is, as it is counted by months: "9 months amenorrhoea", "8 months pregnancy". */
const IN_MONTHS =
  /\b(?:[1-9]|10)(?:\.5| ?1\/2|\+)? ?-?(?:m|mths?|months?)[ -](?:of )?(?:amenorrho?ea|pregnan\w+)\b|\b(?:amenorrho?ea|pregnan\w+)[ -](?:of |for |x ?)?(?:[1-9]|10)(?:\.5| ?1\/2)? ?(?:m|mths?|months?)\b/i
const IS_EARLY =
  /\b\d\/40\b|\b[1-3](?:\.5| ?1\/2)? ?(?:m|mths?|months?)[ -](?:of )?(?:amenorrho?ea|pregnan)/i
/** A missed period next to one of these is a pregnancy. */
const TELLS_PREGNANCY =
  /\b(?:anc|antenatal|fetal|fetus|fh[rs]|fm|foetal|fundal|g\d\s?(?:[pal]\d\w*)*|gravida|(?<!no )labou?r|leaking|multi(?:gravida|p)?|primi\w*|quickening)\b|\b(?:hpt|upt|pregnancy test)\b(?:\s+(?:is|was|done))?[\s:(-]*(?:\+|pos)/i
const NO_PREGNANCY =
  /\b(?:hpt|upt|pregnancy test)\b(?:\s+(?:is|was|done))?[\s:(-]*(?:neg|[-–—](?=\W|$))/i
const OF_MISSED_PERIOD = /^N91/
/** Codes of a pregnancy that goes on, by which the patient is pregnant. */
const GOES_ON = /^O(?:1[0-6]|2[0-46]|3[0-68]|4[0-8]|60\.0)/
/** An age at which a condition of pregnancy is one of long ago. */
const IS_OLD = /\b[5-9]\d ?-?(?:f|y|yo|yrs?|years?)\b/i
/** Codes of fits, which eclampsia is. */
const OF_FITS = /^(?:G40|R56)/
const ECLAMPSIA = /(?<!pre-?\s?)\beclamp/i
/** Words of a pregnancy with which its weeks come: "primi 30 wks", "ANC 24 weeks". */
const WITH_WEEKS =
  /\b(?:anc|antenatal|g\d\s?(?:[pal]\d\w*)*|gravida|multi(?:gravida|p)?|primi\w*)\b/i
/** "20/40". */
const IN_FORTIETHS = /\b\d{1,2}(?:\+\d)?\/40\b/
const IS_NOT_PREGNANT =
  /\b(?:aunt|baby|become|became|becoming|born|cousin|daughter|friend|get|girlfriend|if|last|neonat\w+|never|newborn|no|non|not|partner|previous|sister|think|trying|want|was|when|while|wife|worr\w+)\b|\bpreg\w* test|\?/i
/** A mother after birth: "6 weeks postpartum with mastitis", "PNC D3", "D2 post LSCS", "delivered 10 days back". */
const IS_POSTPARTUM = new RegExp(
  [
    /\b(?:\d+ (?:days?|wks?|weeks?)|day|pnd) ?\d* ?(?:postpartum|postnatal|post[ -]?natal|pp)\b/,
    /\b(?:pnc|postnatal|post[ -]natal|postpartum|puerperi(?:um|al))[ :,-]*(?:d|day) ?\d/,
    /\b(?:d|day) ?\d{1,2} (?:of |post[ -]?)(?:c-?section|cs|ftnd|ftnvd|ftvd|lscs|nvd|partum|svd|vaginal delivery|vd)\b/,
    /\b(?:pod|post[ -]?op day)[ -]?\d{1,2},? (?:of |post[ -]?)?(?:(?:em|emergency|el|elective) )?(?:c-?section|lscs)\b/,
    /\bp\d ?l\d[,:-]? (?:d|day) ?\d{1,2}\b(?! of)/,
    /\bdelivered \d{1,2} (?:days?|wks?|weeks?) (?:ago|back)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)
const IS_NURSING = /\b(?:breast ?-?feeding|lactating)\b/i
const OF_BREAST = /^N61/
const OF_BLEEDING = /^N93/
const IS_SPOTTING = /\bspotting\b/i
/** Codes that are a pregnant woman's if weeks are next to them: bleeding, a weak cervix. */
const AT_TIME = /^N(?:93|88\.3)/
const AT_WEEKS = /\bat \d{1,2} ?(?:w|wks?|weeks)\b/i
/** Codes of a pregnancy itself, and of chapters that name no illness next to it: injuries and circumstances. */
const OF_PREGNANCY = /^(?:[OPSTVWXY]|Z(?!21))/
/** A sign has a code of this chapter where a name says so. */
const SIGN = /^R/
const INCIDENTAL = 'Z33.1'
/** Before the word by which a pregnancy is said to be the time of something, or one of several. */
const NAMES_OTHER =
  /\b(?:complicat\w+|during|in|index|negative|positive|(?:1st|2nd|3rd|4th|5th|first|second|third|fourth|this))\s+(?:the |this |her )?$/i

/**
 * The candidates of an illness in a sentence that says the patient is pregnant: the code of chapter O, which comes before
 * others. The pregnancy is then not an incidental one.
 */
export function inPregnancy(
  rows: readonly LinkResultItem[],
  found: FoundProblems,
  mention: Mention,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first?.is_linked !== true) return rows
  const { note, linker, problems } = found
  const { term_id } = first
  const name = textOf(note, mention)
  const said = textAround(note, mention)
  if (OF_MISSED_PERIOD.test(term_id))
    return isCountedFrom(note, said, note.text) ? refused(rows, 'name_incomplete') : rows
  if (OF_FITS.test(term_id) && says(note, said, ECLAMPSIA)) return refused(rows, 'name_incomplete')
  if (term_id === INCIDENTAL) {
    const { begin } = placeOf(note, mention)
    const isOther =
      says(note, said, IN_MONTHS) ||
      NAMES_OTHER.test(note.text.slice(Math.max(0, begin - LONGEST_BEFORE), begin)) ||
      nearby(problems, mention)
        .filter((each) => each.mention !== mention && each.mention.sentence === mention.sentence)
        .some((each) => each.said.length === 0 && isOfPregnancy(textOf(note, each.mention), linker))
    return isOther ? refused(rows, 'name_incomplete') : rows
  }
  if (OF_PREGNANCY.test(term_id)) return rows
  if (OF_BREAST.test(term_id) && says(note, said, IS_NURSING))
    return asNamed(rows, `lactational ${name}`, linker)
  if (isPostpartum(note, said) && !says(note, said, IS_NOT_PREGNANT))
    return asNamed(rows, `postpartum ${name}`, linker)
  if (!isOfPregnant(note, said, term_id) && !isBesidePregnancy(said, found, mention)) return rows
  if (OF_BLEEDING.test(term_id)) {
    if (IS_SPOTTING.test(name)) return asNamed(rows, 'spotting complicating pregnancy', linker)
    const isEarly = trimesterOfSentence(said) === 'first' || IS_EARLY.test(said)
    return asNamed(rows, `vaginal bleeding in ${isEarly ? 'early ' : ''}pregnancy`, linker)
  }
  const placed = asNamed(rows, `${name} in pregnancy`, linker)
  const { end } = placeOf(note, mention)
  // "SLE in pregnancy": the text names what has no code of its own.
  return placed === rows && SAYS_PREGNANCY.test(note.text.slice(end, end + LONGEST_BEFORE))
    ? refused(rows, 'name_incomplete')
    : placed
}

/** Pregnancy right behind a condition. */
const SAYS_PREGNANCY = /^ (?:complicating|in|with) pregnancy\b/i
/** In UTF-16 units, of what is before the word "pregnancy". */
const LONGEST_BEFORE = 24

/** True if a sentence is about a mother after birth. */
export function isPostpartum(note: Note, said: string): boolean {
  return says(note, said, IS_POSTPARTUM)
}

function isOfPregnant(note: Note, said: string, code: string): boolean {
  const isSaid =
    says(note, said, IS_PREGNANT) ||
    (says(note, said, WITH_WEEKS) && trimesterOfSentence(said) !== undefined) ||
    (says(note, said, IN_MONTHS) && (/pregnan/i.test(said) || isCountedFrom(note, said, said))) ||
    (AT_TIME.test(code) && (says(note, said, IN_FORTIETHS) || says(note, said, AT_WEEKS)))
  return isSaid && !says(note, said, IS_NOT_PREGNANT)
}

/** True if a missed period dates a pregnancy that a text tells: "primi with 9 months amenorrhoea". */
function isCountedFrom(note: Note, said: string, text: string): boolean {
  return says(note, said, IN_MONTHS) && TELLS_PREGNANCY.test(text) && !NO_PREGNANCY.test(text)
}

/** True if a condition of a pregnancy that goes on is in the sentence, as a present one: "PIH with anemia". */
function isBesidePregnancy(said: string, found: FoundProblems, mention: Mention): boolean {
  const isOf = (each: Companion) =>
    each.mention.sentence === mention.sentence && GOES_ON.test(codeOfLinked(each))
  if (!presentNear(found, mention).some(isOf)) return false
  return !says(found.note, said, IS_NOT_PREGNANT) && !says(found.note, said, IS_OLD)
}

function isOfPregnancy(name: string, linker: EntityLinker): boolean {
  return [name, `${name} in pregnancy`].some((each) => {
    const [row] = linker.link(each)
    return row?.is_linked === true && row.term_id.startsWith('O')
  })
}

/**
 * The candidates with the code of the chapter that a longer name has. Where the likeliest code is of that chapter and not the
 * right one for sure, none is linked, nor is one outside it that a longer name says right behind the condition.
 */
function asNamed(
  rows: readonly LinkResultItem[],
  name: string,
  linker: EntityLinker,
  chapter = 'O',
): readonly LinkResultItem[] {
  const [named] = linker.link(name)
  if (named === undefined || !named.term_id.startsWith(chapter)) return rows
  if (named.is_linked) return withFirst(named, rows)
  return SIGN.test(rows[0]!.term_id) && chapter === 'O' ? rows : refused(rows, 'name_incomplete')
}

/** A patient who is a newborn. */
const IS_NEWBORN = new RegExp(
  [
    /\b(?:newborn|neonate|b\/o)\b|^\W*baby of\b/,
    /\b(?:[1-9]|1\d|2[0-8]) ?-?(?:days?|d)(?:[ -]old|\/o) (?:(?:female|male|preterm|term) )?(?:baby|boy|child|f|female|girl|infant|m|male|neonate|preterm|term)\b/,
    /\b[1-3] ?-?(?:weeks?|wks?)[ -]old (?:(?:female|male|preterm|term) )?(?:baby|boy|girl|infant|neonate)\b/,
    /^\W*(?:[1-9]|1\d|2[0-8]) ?-?(?:days?|d)(?:[ -]old|\/o)(?=\s*[,:;.(]| (?:brought|c\/o|came|presented|with)\b)/,
    /\b(?:baby|male|female|girl|boy) (?:[1-9]|1\d|2[0-8]) (?:day|days) old\b/,
    /\b(?:d ?\d{1,2}|day \d{1,2}) of life\b|\bdol ?\d|\b\d{1,2} dol\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)
/** Before a newborn who is not the patient. */
const OTHER_NEWBORN =
  /\b(?:as|by|contact|for|h\/o|has|her|his|in|lost|mother of|my|previous|since|their|with)\s+(?:an? |the )?(?:\w+ )?$/i
/** Newborn right before a condition. */
const SAYS_NEWBORN = /\b(?:neonatal|newborn)\s$/i
/** Codes of blood and its cells by another cause than birth. */
const OF_BLOOD = /^D(?:5|6|7[0-7])/
/** In UTF-16 units: the beginning of a note, where the patient is named. */
const LONGEST_OPENING = 80
/** In UTF-16 units: what an item says before a condition, and the condition. */
const LONGEST_ITEM = 160
/** A patient who is a boy or a man, in the first words of a note. */
const IS_MALE = /^[^.\n]{0,40}?\b(?:boy|gentleman|male|man)\b|^[^.\n]{0,20}?\bmr\b/i
/** Before one who is another person. */
const OTHER_MALE =
  /\b(?:baby|birth|born|delivered|delivery|g\d\S*|gave|her|husband|lady|live|lscs|mother|mrs|ms|partner|she|wife|woman)\b/i
/** Codes of a mother: chapter O, and histories of it. */
const OF_MOTHER = /^(?:O|Z33|Z34|Z3A|Z86\.32|Z87\.5)/

/** True for a code of a mother in the note of a newborn or of a man: such a pregnancy is another person's. */
export function isOfMother(
  [first]: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
): boolean {
  if (first?.is_linked !== true || !OF_MOTHER.test(first.term_id)) return false
  const male = IS_MALE.exec(note.text.slice(0, LONGEST_OPENING))?.[0]
  return (male !== undefined && !OTHER_MALE.test(male)) || isNewbornIn(note, mention)
}

const FETUS = /fo?et(?:al|us)\b/i
/** An item about a fetus up to a condition: "fetal heart: VSD", "fetus with omphalocele". */
const OF_FETUS =
  /(?:^|[.;,\n]\s*)fo?et(?:al|us)\b(?:(?!\b(?:maternal|mother)\b)[^.;,\n]){0,80}$|(?:^|[.;\n]\s*)fo?et(?:al|us)\b[^.;:\n]{0,30}:[^.;\n]{0,80}$/i
/** The title of a scan for the fetus, and codes of malformations that are not of the mother's own womb. */
const SCAN_OF_FETUS =
  /\b(?:anomaly|level (?:ii|2)|target(?:ed)?|tiffa) (?:scan|sonogra\w+|ultrasound|usg?)\b|\b(?:antenatal|obs(?:tetric)?s?) (?:scan|sonogra\w+|ultrasound|usg?)\b|\bfo?etal echo/i
const MALFORMED = /^Q(?!5[0-2])/
/** Codes of a pregnancy and a newborn, and of circumstances. */
const OF_BIRTH = /^[OPZ]/

/** True for what a fetus has, which is none of the mother's diseases. */
export function isOfFetus(
  [first]: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
): boolean {
  if (first?.is_linked !== true || OF_BIRTH.test(first.term_id)) return false
  if (!tells(note, FETUS) && !tells(note, SCAN_OF_FETUS)) return false
  const { begin } = placeOf(note, note.sentences[mention.sentence]!)
  const { end } = placeOf(note, mention)
  const before = note.text.slice(Math.max(begin, end - LONGEST_ITEM), end)
  const opening = note.text.slice(0, LONGEST_OPENING)
  return (
    OF_FETUS.test(before) || (MALFORMED.test(first.term_id) && SCAN_OF_FETUS.test(opening + before))
  )
}

/** Something that each way to say a newborn has. */
const MAY_BE_NEWBORN = /\b(?:baby|dol|neonate|newborn)|\/o\b|[ -]old\b|\bof life\b/i

function isNewbornIn(note: Note, mention: Mention): boolean {
  if (!tells(note, MAY_BE_NEWBORN)) return false
  return isOfNewborn(textAround(note, mention)) || isOfNewborn(note.text.slice(0, LONGEST_OPENING))
}

/** The candidates of a newborn's condition: the code of chapter P where there is one. */
export function ofNewborn(
  rows: readonly LinkResultItem[],
  { note, linker }: FoundProblems,
  mention: Mention,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first?.is_linked !== true) return ofNamedNewborn(rows, note, mention, linker)
  if (/^[OPQSTVWXYZ]/.test(first.term_id) && !first.term_id.startsWith('T68')) return rows
  const { begin } = placeOf(note, mention)
  const name = textOf(note, mention)
  if (SAYS_NEWBORN.test(note.text.slice(Math.max(0, begin - LONGEST_BEFORE), begin))) {
    const [named] = linker.link(`neonatal ${name}`)
    return named?.is_linked === true
      ? asNamed(rows, `neonatal ${name}`, linker, 'P')
      : refused(rows, 'name_incomplete')
  }
  if (!isNewbornIn(note, mention)) return rows
  const placed = asNamed(rows, `neonatal ${name}`, linker, 'P')
  return placed === rows && OF_BLOOD.test(first.term_id) ? refused(rows, 'name_incomplete') : placed
}

/** A condition behind the word for its newborn. */
const NEWBORN_WITH =
  /^(?:(?:full )?term |preterm )?(?:baby|neonate|newborn)(?: baby)? (?:had|has|having|with) (.+)$/i

/** The candidates of a newborn with a condition, where the first is that of the condition: "newborn with seizures". */
function ofNamedNewborn(
  rows: readonly LinkResultItem[],
  note: Note,
  mention: Mention,
  linker: EntityLinker,
): readonly LinkResultItem[] {
  const [first] = rows
  const condition = NEWBORN_WITH.exec(textOf(note, mention))?.[1]
  const isOpen = first?.metadata.link_reason === 'name_incomplete' && !mention.isCombined
  if (condition === undefined || !isOpen || !first.term_id.startsWith('P')) return rows
  const [named] = linker.link(`neonatal ${condition}`)
  const isSame = named?.is_linked === true && named.term_id.startsWith(first.term_id.slice(0, 3))
  return isSame && isNewbornIn(note, mention) ? withFirst(named, rows) : rows
}

function isOfNewborn(text: string): boolean {
  const found = IS_NEWBORN.exec(text)
  return found !== null && !OTHER_NEWBORN.test(text.slice(0, found.index))
}
