/** A level of the spine: "T8-9", "C5/6", "L5-S1". */
const LEVEL =
  /(?<![\p{L}\p{N}])([ctdls])\d{1,2}(?:\s?[-–/]\s?([ctdls])?\d{1,2})?(?![\p{L}\p{N}])/giu
const REGIONS: Readonly<Record<string, string>> = {
  ...{ c: 'cervical', t: 'thoracic', d: 'thoracic', l: 'lumbar', s: 'sacral' },
  ...{ ct: 'cervicothoracic', tl: 'thoracolumbar', dl: 'thoracolumbar', ls: 'lumbosacral' },
}

/** A level of the spine at the characters [begin, end) of a text, as the region that it is in. */
export interface SpineLevel {
  readonly begin: number
  readonly end: number
  readonly region: string
}

/** The levels of the spine in a text, in order of place. Linear in its length. */
export function spineLevelsIn(text: string): SpineLevel[] {
  return [...text.matchAll(LEVEL)].flatMap(({ 0: match, 1: top = '', 2: last = top, index }) => {
    const key = `${top}${last === top ? '' : last}`.toLowerCase()
    const region = REGIONS[key]
    return region === undefined ? [] : [{ begin: index, end: index + match.length, region }]
  })
}

/** Text next to a level by which it is broken: "# L4", "T12 compression fracture", "fracture at L3". */
const BROKEN_BEFORE = /(?:#|\bfractured?|\bfx)[^.,;:]{0,20}$/i
const BROKEN_BEHIND = /^[^.,;:]{0,20}?(?:#|\bfracture|\bfx)/i
/** In UTF-16 units: a sign or a word for a fracture is in this part of the text. */
const NEAR_LEVEL = 32
const ONE_LEVEL = /^[ctdls]\d{1,2}$/i

/** True if the characters [begin, end) of a text are one level of the spine and nothing says that it is broken: "L5 root pain". */
export function isLevelAlone(text: string, begin: number, end: number): boolean {
  if (!ONE_LEVEL.test(text.slice(begin, end))) return false
  const before = text.slice(Math.max(0, begin - NEAR_LEVEL), begin)
  const behind = text.slice(end, end + NEAR_LEVEL)
  return !BROKEN_BEFORE.test(before) && !BROKEN_BEHIND.test(behind)
}
