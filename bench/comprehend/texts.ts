/** Long and hostile texts, made of notes. */

/** Texts of just so many characters: as many notes one after the other as it takes, each text begun with another note. */
export function joinNotes(notes: readonly string[], length: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    let text = ''
    for (let at = i; text.length < length; at++) text += `${notes[at % notes.length]}\n\n`
    return text.slice(0, length)
  })
}

/** Texts that nobody writes, each of `length` characters, by what is odd about them. */
export function hostileNotes(
  notes: readonly string[],
  length: number,
): ReadonlyMap<string, string> {
  const [plain = ''] = joinNotes(notes, length, 1)
  const repeated = (text: string) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
  const noPunctuation = plain.replace(/[^\p{L}\p{N}]+/gu, ' ')
  return new Map([
    ['one word', repeated('a')],
    ['digits', repeated('0123456789')],
    ['numbers', repeated('12 3.4 120/80 ')],
    ['table', repeated('| Hb | 11.2 | g/dL | 12-15 | L |\n|----|------|\n')],
    ['capitals', repeated(noPunctuation.toUpperCase())],
    ['one sentence', repeated(`${noPunctuation} `)],
    ['control characters', repeated([...plain.slice(0, 1000)].join('\u0007'))],
    ['mixed scripts', repeated('fever बुखार 发烧 лихорадка pain दर्द 痛み ')],
    ['half letters', repeated('\ud800fever\udc00 ')],
    ['one condition', repeated('pain ')],
    ['a list', repeated('DM, HTN, CKD, ')],
    ['denials', repeated('no ')],
    ['commas', repeated(',')],
    ['lines', repeated('\n.')],
    ['questions', repeated('? malaria ')],
    ['abbreviations', repeated('MS PE RA CA PD MI ')],
  ])
}
