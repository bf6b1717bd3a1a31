/** What was measured, by the sizes of the indexes. */
export interface Growth {
  /** Of each index. */
  readonly names: readonly number[]
  readonly kinds: readonly {
    readonly kind: string
    /** Of p50, on logarithmic axes. */
    readonly slope: number
    /** At each size. */
    readonly p50_ms: readonly number[]
    readonly p99_ms: readonly number[]
  }[]
}

const [WIDTH, HEIGHT] = [720, 420]
/** Around the plot; on the right there is room for what the lines are called. */
const MARGIN = { left: 64, right: 168, top: 44, bottom: 52 }
const COLOURS = ['#0072b2', '#009e73', '#d55e00', '#cc79a7', '#b8860b']
/** Between two names of lines, at least. */
const LABEL_STEP = 16

/** The p50 of every kind over the names of an index, both axes logarithmic, as SVG that is read on a light and on a dark page. */
export function drawGrowth({ names, kinds }: Growth): string {
  const x = logarithmic(names, MARGIN.left, WIDTH - MARGIN.right)
  const all = kinds.flatMap(({ p50_ms }) => p50_ms)
  const ticks = ticksAround(all)
  const y = logarithmic([ticks[0]!, ticks.at(-1)!], HEIGHT - MARGIN.bottom, MARGIN.top)
  const right = WIDTH - MARGIN.right
  const grid = ticks.map(
    (tick) =>
      `<line x1="${MARGIN.left}" x2="${right}" y1="${y(tick)}" y2="${y(tick)}" class="grid"/>` +
      `<text x="${MARGIN.left - 8}" y="${y(tick) + 4}" text-anchor="end">${tick}</text>`,
  )
  const sizes = names.map(
    (count) =>
      `<text x="${x(count)}" y="${HEIGHT - MARGIN.bottom + 20}" text-anchor="middle">${shortly(count)}</text>`,
  )
  const places = apart(kinds.map(({ p50_ms }) => y(p50_ms.at(-1)!)))
  const lines = kinds.map(({ kind, slope, p50_ms }, i) => {
    const colour = COLOURS[i % COLOURS.length]!
    const points = p50_ms.map((ms, at) => [x(names[at]!), y(ms)] as const)
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.join(' ')}"/>`,
      ...points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colour}"/>`),
      `<text x="${right + 12}" y="${places[i]! + 4}" style="fill:${colour}">${kind}, slope ${slope}</text>`,
    ].join('')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title">
<title id="title">p50 of a whole link over the names of an index</title>
<style>text{font:13px system-ui,sans-serif;fill:#444}.grid{stroke:#8884}.head{font-weight:600}@media(prefers-color-scheme:dark){text{fill:#bbb}}</style>
<text x="${MARGIN.left}" y="22" class="head">p50 of a whole link, ms</text>
${grid.join('\n')}
${sizes.join('\n')}
<text x="${(MARGIN.left + right) / 2}" y="${HEIGHT - 10}" text-anchor="middle">names in the index</text>
${lines.join('\n')}
</svg>
`
}

/** A logarithmic axis from the least of the values to the greatest. */
function logarithmic(values: readonly number[], start: number, end: number) {
  const [least, most] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))]
  return (value: number) =>
    Math.round((start + ((Math.log(value) - least) / (most - least)) * (end - start)) * 10) / 10
}

/** 0.1, 0.2, 0.5, 1, 2, 5 …: from the last below all values to the first above them. */
function ticksAround(values: readonly number[]): number[] {
  const steps = [-3, -2, -1, 0, 1, 2].flatMap((power) =>
    [1, 2, 5].map((step) => Number((step * 10 ** power).toPrecision(1))),
  )
  const first = steps.findLastIndex((step) => step <= Math.min(...values))
  const last = steps.findIndex((step) => step >= Math.max(...values))
  return steps.slice(first, last + 1)
}

function shortly(count: number): string {
  return count < 1e6 ? `${Math.round(count / 1000)} k` : `${(count / 1e6).toFixed(1)} M`
}

/** Places that are moved down where they would lie on each other. */
function apart(places: readonly number[]): number[] {
  const order = [...places.keys()].sort((a, b) => places[a]! - places[b]!)
  const moved = [...places]
  let before = Number.NEGATIVE_INFINITY
  for (const i of order) {
    moved[i] = Math.max(places[i]!, before + LABEL_STEP)
    before = moved[i]!
  }
  return moved
}
