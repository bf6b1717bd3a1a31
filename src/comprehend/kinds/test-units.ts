/** Units behind the values of tests, as notes write them. */

import { readUnit } from '../../units/units.ts'

/** In UTF-16 units; no unit is longer. */
const REACH = 48
/** Words of the longest unit: "mL/min per 1.73 m2". */
const MAX_WORDS = 4
/** A word of a unit: no brackets, commas and arrows, no dash, and no end of a sentence. */
const WORD = /(?:[^\s,;:()[\]|.↑↓→–—-]|\.(?=[\p{Ll}\d]))+/uy
/** Marks of a unit, without which a word of a note may be anything. */
const MARK = /[/%^*]|^[x×]?\s?10e\d|\bper\b|\b1st\b/iu
/** Before a word that goes on with a unit: "mg/ dl", "x 10^9/L", "log copies/mL". */
const OPEN = /(?:\/|^[x×]|^[x×]?10[\^*e]\d{1,2}|^log(?:10)?|^[gma]pl)$/iu
/** Words that go on with a unit: "mm in 1st hr", "mg/g creatinine", "ug/mL FEU". */
const GOES_ON =
  /^(?:\/.*|per|in|1(?:st)?|24|1\.73.*|hrs?|h|hours?|min|cu|cumm|mm3?|sq|m\^?[2²]?|hg|hb|hgb|creat(?:inine)?|feu|ddu)$/iu
/** No units, though each letter is one somewhere ("d/c", "n/a"), or whose last word goes on: "% in room air". */
const NO_UNIT = /^(?!10)\d|^\p{L}\/(?!l$)\p{L}$|^\/(?!100)\d|^[^\p{L}%^*]*$|\s(?:per|in)$/iu

/** Units without a mark. Other words that are a unit somewhere are not read: "blood", "count". */
const UNMARKED = new RegExp(
  `^(?:${[
    ...[
      'mm\\s?(?:of\\s)?hg',
      'b\\s?/\\s?min',
      'cm\\s?h2o',
      'kpa',
      'mmol',
      'meq',
      'fl',
      'cu(?:bic)?\\s?microns?',
      'mm',
    ],
    ...['pgm?', 'ng', 'mcg', '[µμu]g', 'mg', 'gms?', 'g', 'kgs?', 'lbs?', 'k?iu', 'units', 'k'],
    ...[
      'lakhs?',
      'lacs?',
      'thou(?:sand)?',
      'mil(?:l|lions?)?',
      'bpm',
      'cms?',
      'inches',
      'in(?!\\s\\p{L})',
    ],
    ...['°\\s?[cf]', 'deg(?:rees)?\\s?[cf]?', '[cf]', 'mls?', 'seconds', 'm?secs?', 'm?s', 'weeks'],
    ...['[x×]\\s?10\\d{1,2}', 'index', 'ratio', 'coi', 'tit(?:re|er)', '[gma]pl', 'log(?:10)?'],
  ].join('|')})(?![\\p{L}\\p{N}/])`,
  'iu',
)

/**
 * Length of the unit with which a text begins; 0 if it begins with none.
 *
 * @example unitLength('nmol/L. Repeat in June') // 6
 * @throws MedlinkError `data_invalid`
 */
export function unitLength(text: string): number {
  const ends = endsOfWords(text.slice(0, REACH))
  const marked = ends.findLast((end) => isMarkedUnit(text.slice(0, end)))
  return marked ?? UNMARKED.exec(text)?.[0].length ?? 0
}

/** Ends of the words that may be one unit. */
function endsOfWords(text: string): number[] {
  const ends: number[] = []
  let before = ''
  for (let at = 0; ends.length < MAX_WORDS; ) {
    WORD.lastIndex = at
    const word = WORD.exec(text)?.[0].replace(/\*+$|(?<=^%)\p{L}+$/u, '')
    if (!word || (ends.length > 0 && !OPEN.test(before) && !GOES_ON.test(word))) break
    ends.push(at + word.length)
    at += word.length + 1
    if (text[at - 1] !== ' ') break
    before = word
  }
  return ends
}

function isMarkedUnit(written: string): boolean {
  if (!MARK.test(written) || NO_UNIT.test(written)) return false
  return (readUnit(written)?.kind ?? 'other') !== 'other'
}
