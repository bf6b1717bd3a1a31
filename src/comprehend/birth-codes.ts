import { trimesterOfSentence } from '../clinical/gestation.ts'
import type { LinkResultItem } from '../contract.ts'
import { type EntityLinker, refused, withFirst } from './entity-linker.ts'
import { type Mention, type Note, nearby, placeOf, textAround, textOf } from './mentions.ts'
import type { FoundProblems } from './task.ts'

/**
 * Codes of the chapters for a pregnancy and for a newborn, which come before those of other chapters where the patient is one
 * (guidelines I.C.15.a and I.C.16.a), and which are none of anybody else.
 */

/** A pregnancy of the patient's own, now. */
const IS_PREGNANT =
  /\bpreg(?:nant)?\b|\b(?:complicat\w+|in|index|this|with) (?:the |this |her )?pregnancy\b/i
/** Words of a pregnancy with which its weeks come: "primi 30 wks", "ANC 24 weeks". */
const WITH_WEEKS =
  /\b(?:anc|antenatal|g\d\s?(?:[pal]\d\w*)*|gravida|multi(?:gravida|p)?|primi\w*)\b/i
/** "20/40". */
const IN_FORTIETHS = /\b\d{1,2}(?:\+\d)?\/40\b/
const IS_NOT_PREGNANT =
  /\b(?:aunt|baby|become|became|becoming|born|cousin|daughter|friend|get|girlfriend|if|last|neonat\w+|never|newborn|no|non|not|partner|previous|sister|think|trying|want|was|when|while|wife|worr\w+)\b|\bpreg\w* test|\?/i
/** A mother after birth: "6 weeks postpartum with mastitis". */
const IS_POSTPARTUM =
  /\b(?:\d+ (?:days?|wks?|weeks?)|day|pnd) ?\d* ?(?:postpartum|postnatal|post[ -]?natal|pp)\b/i
const IS_NURSING = /\b(?:breast ?-?feeding|lactating)\b/i
const OF_BREAST = /^N61/
const OF_BLEEDING = /^N93/
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
  { note, linker, problems }: FoundProblems,
  mention: Mention,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first?.is_linked !== true) return rows
  const { term_id } = first
  const name = textOf(note, mention)
  const said = textAround(note, mention)
  if (term_id === INCIDENTAL) {
    const { begin } = placeOf(note, mention)
    const isOther =
      NAMES_OTHER.test(note.text.slice(Math.max(0, begin - LONGEST_BEFORE), begin)) ||
      nearby(problems, mention)
        .filter((each) => each.mention !== mention && each.mention.sentence === mention.sentence)
        .some((each) => each.said.length === 0 && isOfPregnancy(textOf(note, each.mention), linker))
    return isOther ? refused(rows, 'name_incomplete') : rows
  }
  if (OF_PREGNANCY.test(term_id)) return rows
  if (OF_BREAST.test(term_id) && IS_NURSING.test(said))
    return asNamed(rows, `lactational ${name}`, linker)
  if (IS_POSTPARTUM.test(said) && !IS_NOT_PREGNANT.test(said))
    return asNamed(rows, `postpartum ${name}`, linker)
  if (!isOfPregnant(said, term_id)) return rows
  if (OF_BLEEDING.test(term_id)) {
    const isEarly = trimesterOfSentence(said) === 'first' || /\b\d\/40\b/.test(said)
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

function isOfPregnant(said: string, code: string): boolean {
  const isSaid =
    IS_PREGNANT.test(said) ||
    (WITH_WEEKS.test(said) && trimesterOfSentence(said) !== undefined) ||
    (OF_BLEEDING.test(code) && (IN_FORTIETHS.test(said) || AT_WEEKS.test(said)))
  return isSaid && !IS_NOT_PREGNANT.test(said)
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
const IS_NEWBORN =
  /\b(?:newborn|neonate|b\/o)\b|\b(?:[1-9]|1\d|2[0-8]) ?-?(?:day|days|d)[ -]old (?:baby|boy|f|female|girl|infant|m|male|preterm|term)\b|\b(?:baby|male|female|girl|boy) (?:[1-9]|1\d|2[0-8]) (?:day|days) old\b|\b(?:d\d{1,2}|day \d{1,2}) of life\b|\bdol ?\d/i
/** Before a newborn who is not the patient. */
const OTHER_NEWBORN =
  /\b(?:as|by|contact|for|h\/o|has|her|his|in|lost|mother of|my|previous|since|their|with)\s+(?:an? |the )?(?:\w+ )?$/i
/** Newborn right before a condition. */
const SAYS_NEWBORN = /\b(?:neonatal|newborn)\s$/i
/** Codes of blood and its cells by another cause than birth. */
const OF_BLOOD = /^D(?:5|6|7[0-7])/
/** In UTF-16 units: the beginning of a note, where the patient is named. */
const LONGEST_OPENING = 80
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

function isNewbornIn(note: Note, mention: Mention): boolean {
  return isOfNewborn(textAround(note, mention)) || isOfNewborn(note.text.slice(0, LONGEST_OPENING))
}

/** The candidates of a newborn's condition: the code of chapter P where there is one. */
export function ofNewborn(
  rows: readonly LinkResultItem[],
  { note, linker }: FoundProblems,
  mention: Mention,
): readonly LinkResultItem[] {
  const [first] = rows
  if (first?.is_linked !== true) return rows
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

function isOfNewborn(text: string): boolean {
  const found = IS_NEWBORN.exec(text)
  return found !== null && !OTHER_NEWBORN.test(text.slice(0, found.index))
}
