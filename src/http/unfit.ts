/** Characters that no text of a person or a program has in one line: halves of characters, and control characters. */
export const UNFIT = /[\p{Cs}\p{Cc}]/u
