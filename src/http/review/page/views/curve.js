// @ts-check
import { html, nothing, svg } from 'lit-html'
import { counted, percent } from '../../../page/text.js'

/**
 * @import { Review } from '../review.js'
 * @import { MeasuredPoint } from '../../shapes.ts'
 */

/** The drawing, in units of its own; the left and the lower edge leave room for figures. */
const WIDTH = 640
const HEIGHT = 320
const LEFT = 52
const BOTTOM = 46
const TOP = 12
const RIGHT = 28
/** Where the axis of precision may begin, and how far its lines lie apart. */
const SCALES = [
  [0.9, 0.02],
  [0.8, 0.05],
  [0.5, 0.1],
  [0, 0.25],
]

/**
 * Share of the rows that would be linked at each precision.
 *
 * @param {Review} review
 */
export function curveView({ curve }) {
  if (curve === undefined) return html`<section class="curve-page"><h2>Curve</h2></section>`
  const { points, linked, decided, decided_linked, needed } = curve
  return html`<section class="curve-page">
    <h2 id="term" tabindex="-1">How much could be linked, and how well</h2>
    <p>
      Take every first candidate at least so sure: that links a share of the rows, and some of it is right. How much is
      measured on the ${counted(decided)} terms that are decided; the band is where it lies with 95 % certainty. What Medlink
      links comes first, then the others by their probability.
    </p>
    ${
      points.length === 0
        ? html`<p class="empty">Too few: ${counted(decided)} of the ${counted(needed)} decisions on terms with a candidate that a curve needs.</p>`
        : html`${drawing(points)}${table(points)}`
    }
    ${
      linked === undefined
        ? points.length === 0
          ? nothing
          : html`<p class="linked-of-itself"><strong>What Medlink links of itself:</strong> too few decisions,
            ${counted(decided_linked)} of ${counted(needed)}.</p>`
        : html`<p class="linked-of-itself"><strong>What Medlink links of itself:</strong> ${percent(linked.share)} of the rows;
          ${percent(linked.precision)} of the ${counted(linked.decided)} decided ones are right
          (95 %: ${percent(linked.low)} to ${percent(linked.high)}).</p>`
    }
    <p class="aside">
      A measure is as good as the choice of what was decided: who reviews the easy terms only measures easy terms.
      For a fair curve decide a stretch of the list as it comes.
    </p>
  </section>`
}

/** @param {readonly MeasuredPoint[]} points */
function drawing(points) {
  const lowest = Math.min(...points.map(({ low }) => low))
  const [least = 0, step = 1] = SCALES.find(([begin = 0]) => begin <= lowest) ?? []
  const x = (/** @type {number} */ share) => LEFT + share * (WIDTH - LEFT - RIGHT)
  const y = (/** @type {number} */ precision) =>
    TOP + ((1 - precision) / (1 - least)) * (HEIGHT - TOP - BOTTOM)
  const at = (/** @type {number} */ share, /** @type {number} */ precision) =>
    `${x(share).toFixed(1)},${y(precision).toFixed(1)}`
  const band = [
    ...points.map(({ share, high }) => at(share, high)),
    ...points.map(({ share, low }) => at(share, low)).reverse(),
  ]
  const ticks = [0.25, 0.5, 0.75, 1]
  const lines = Math.round((1 - least) / step)
  const heights = Array.from({ length: lines + 1 }, (_, line) => least + line * step)
  return html`<figure>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Precision over the share of rows linked; the figures are in the table below.">
      ${heights.map(
        (
          height,
        ) => svg`<line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(height)} y2=${y(height)} />
        <text x=${LEFT - 8} y=${y(height) + 4} text-anchor="end">${Math.round(height * 100)} %</text>`,
      )}
      ${ticks.map((tick) => svg`<text x=${x(tick)} y=${HEIGHT - BOTTOM + 18} text-anchor="middle">${tick * 100} %</text>`)}
      <text class="axis" x=${(LEFT + WIDTH) / 2} y=${HEIGHT - 4} text-anchor="middle">of the rows would be linked</text>
      <polygon class="band" points=${band.join(' ')} />
      <polyline class="line" points=${points.map(({ share, precision }) => at(share, precision)).join(' ')} />
      ${points.map((point) => svg`<circle cx=${x(point.share)} cy=${y(point.precision)} r="3"><title>${leastText(point)}</title></circle>`)}
    </svg>
    <figcaption>Precision of what would be linked</figcaption>
  </figure>`
}

/** @param {readonly MeasuredPoint[]} points */
function table(points) {
  const step = Math.max(1, Math.ceil(points.length / 10))
  const rows = points.filter((_, place) => place % step === 0 || place === points.length - 1)
  return html`<table>
    <thead><tr><th scope="col">taken down to</th><th scope="col">rows linked</th><th scope="col">right</th><th scope="col">95 %</th><th scope="col">measured on</th></tr></thead>
    <tbody>${rows.map(
      (
        point,
      ) => html`<tr><td>${leastText(point)}</td><td>${percent(point.share)}</td><td>${percent(point.precision)}</td>
        <td>${percent(point.low)} – ${percent(point.high)}</td><td>${counted(point.decided)}</td></tr>`,
    )}</tbody>
  </table>`
}

/**
 * The least sure candidate that is taken.
 *
 * @param {MeasuredPoint} point
 */
function leastText({ is_linked, score }) {
  const from = score === null ? '' : score.toFixed(3)
  return is_linked ? `linked ${from}` : from || 'all others'
}
