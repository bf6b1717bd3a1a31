/** What no text of a person or a program has in one line: half a character, or a control character. */
export const UNFIT = /[\p{Cs}\p{Cc}]/u
