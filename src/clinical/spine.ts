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
