/** The one rule for a line of text from a person or a program. */

import * as z from 'zod'

/**
 * Characters that no such line has: halves of characters, control characters, those that override or embed a direction of
 * writing (Unicode Standard Annex 9, 2.1 to 2.4), and tag characters, which spell invisible text. Marks of direction and
 * joiners, which names in several scripts need, are none of them.
 */
export const UNFIT = /[\p{Cs}\p{Cc}\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u

/** Anything that shows: no white space, nothing that displays are to ignore, no format character, no blank of Braille. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u

const TEXT = 'must be a non-empty string'

/** A line of text of which something shows, without white space around it. @param maxLength in UTF-16 units */
export function textOf(maxLength: number, normalise: (text: string) => string = trim) {
  return z
    .string(TEXT)
    .overwrite(normalise)
    .min(1, { error: TEXT, abort: true })
    .max(maxLength, { error: `must not be longer than ${maxLength} characters`, abort: true })
    .refine((text) => !UNFIT.test(text), {
      error: 'must be well-formed Unicode without control characters',
      abort: true,
    })
    .refine((text) => VISIBLE.test(text), TEXT)
}

function trim(text: string): string {
  return text.trim()
}
