// @ts-check
import { html, nothing } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import { counted } from '../../../page/text.js'

/**
 * @import { Review } from '../review.js'
 * @import { TermRow } from '../../shapes.ts'
 */

const LISTS = [
  ['open', 'Open'],
  ['undecided', 'Not decided by me'],
  ['later', 'Later'],
  ['decided', 'Decided'],
  ['disagreement', 'Disagreements'],
  ['look', 'To look at again'],
  ['all', 'All'],
]
const ORDERS = [
  ['frequency', 'Most frequent first'],
  ['doubt', 'Most doubtful first'],
  ['certainty', 'Surest first'],
]

/**
 * The terms of the catalogue that the filter leaves.
 *
 * @param {Review} review
 */
export function listView(review) {
  const { rows, total, filter, marked, project } = review
  /** @param {(value: string) => object} change */
  const on = (change) => (/** @type {Event} */ event) =>
    review.choose(change(/** @type {HTMLInputElement} */ (event.target).value))
  const reasons = project?.reasons ?? []
  return html`<section class="list" aria-label="Terms">
    <form class="filter" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <label class="wide"><span>Find</span>
        <input id="find" type="search" .value=${filter.find} @change=${on((find) => ({ find }))} placeholder="Find a term" /></label>
      <label><span>Show</span>
        <select @change=${on((list) => ({ list }))}>
          ${LISTS.map(([value, text]) => html`<option value=${value} ?selected=${value === filter.list}>${text}</option>`)}
        </select></label>
      <label><span>Order</span>
        <select @change=${on((order) => ({ order }))}>
          ${ORDERS.map(([value, text]) => html`<option value=${value} ?selected=${value === filter.order}>${text}</option>`)}
        </select></label>
      <label class="wide"><span>Reason</span>
        <select @change=${on((reason) => ({ reason }))}>
          <option value="" ?selected=${filter.reason === ''}>Any reason</option>
          ${reasons.map(({ reason, words, terms }) => html`<option value=${reason} ?selected=${reason === filter.reason}>${words} (${counted(terms)})</option>`)}
        </select></label>
    </form>
    <div class="scroll" tabindex="-1">
      ${
        rows.length === 0
          ? html`<p class="empty">${emptyText(filter.list)}</p>`
          : html`<ul class="rows">${repeat(
              rows,
              ({ id }) => id,
              (row) => rowView(review, row),
            )}</ul>`
      }
      ${
        review.hasMore
          ? html`<button class="more" @click=${() => review.more()}>${counted(rows.length)} of ${counted(total)}: show more</button>`
          : nothing
      }
    </div>
    ${marked.size === 0 ? nothing : manyView(review)}
  </section>`
}

/** @param {string} list */
function emptyText(list) {
  if (list === 'open') return 'No term is open here.'
  if (list === 'disagreement') return 'No two reviewers disagree.'
  return 'There is no such term.'
}

/**
 * @param {Review} review
 * @param {TermRow} row
 */
function rowView(review, row) {
  const { id, text, frequency, words, reason, state } = row
  const look = state === 'open' && reason === 'linked' ? 'sure' : state
  return html`<li class=${look}>
    <input type="checkbox" aria-label="Mark ${text}" .checked=${review.marked.has(id)} @change=${() => review.toggleMark(row)} />
    <button aria-current=${id === review.term?.id ? 'true' : nothing} @click=${() => review.open(id)}>
      <span class="text">${text}</span>
      <span class="rows">${counted(frequency)}</span>
      <span class="state">${state === 'open' ? words : stateText(row)}</span>
    </button>
  </li>`
}

/** @param {TermRow} row */
function stateText({ state, code }) {
  return state === 'mapped' ? code : state.replace('_', ' ')
}

/** @param {Review} review */
function manyView(review) {
  return html`<div class="many" role="group" aria-label="Marked terms">
    <strong>${counted(review.marked.size)} marked</strong>
    <button @click=${() => review.askMany('accept')}>Accept firsts</button>
    <button @click=${() => review.askMany('none')}>No code</button>
    <button @click=${() => review.askMany('later')}>Later</button>
    <button @click=${() => review.unmark()}>Unmark</button>
  </div>`
}
