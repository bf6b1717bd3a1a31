// @ts-check
import { html, nothing } from 'lit-html'
import { counted, markedText, percent, plainText } from '../../../page/text.js'
import { decisionText, relationText } from './text.js'

/**
 * @import { Review } from '../review.js'
 * @import { AnswerView, CandidateView, DecisionView, TermView } from '../../shapes.ts'
 */

/** Change of the decided code by a new release. */
const LOOKS = {
  retired: 'is out of use',
  renamed: 'has another title',
  split: 'was divided',
  flag_changed: 'may be used otherwise',
}

/**
 * The open term: what it may mean, and what can be decided of it.
 *
 * @param {Review} review
 */
export function termView(review) {
  const { term, answer } = review
  if (term === undefined || answer === undefined)
    return html`<section class="term" aria-label="Term">
      <div class="sheet"><button class="back" @click=${() => review.showPane('list')}>‹ All terms</button>
        <h2 id="term" tabindex="-1">Nothing to review here</h2>
        <p class="empty">Choose other terms in the list, or look at the curve.</p></div>
    </section>`
  return html`<section class="term" aria-labelledby="term">
    <div class="sheet" tabindex="-1"><button class="back" @click=${() => review.showPane('list')}>‹ All terms</button>
    <div class="head">
      <h2 id="term" tabindex="-1">${term.text}</h2>
      <p class="rows">${counted(term.frequency)} ${term.frequency === 1 ? 'time' : 'times'}</p>
    </div>
    ${lookView(review, term)}
    ${decisionsView(review, term)}
    ${hintsView(review)}
    ${questionView(review, answer)}
    ${
      answer.candidates.length === 0
        ? html`<p class="empty">No code has a name like this. Search one with <kbd>/</kbd>, or press <kbd>X</kbd> where none fits.</p>`
        : html`<ol class="candidates">
            ${answer.candidates.map((candidate, place) => candidateView(review, candidate, place))}
          </ol>`
    }</div>
    ${actionsView(review, term, answer)}
  </section>`
}

/**
 * @param {Review} review
 * @param {CandidateView} candidate
 * @param {number} place
 */
function candidateView(review, candidate, place) {
  const { code, title, matched, score, is_linked, words, copyright_notice } = candidate
  const isChosen = review.mine?.code === code
  return html`<li class="${is_linked ? 'linked' : ''} ${isChosen ? 'chosen' : ''}">
    <button class="take" @click=${() => review.decide('accept', code)} aria-label="Accept ${place + 1}: ${code} ${plainText(title)}">
      <kbd aria-hidden="true">${place + 1}</kbd>
    </button>
    <div class="what">
      <p class="title">${markedText(title)}</p>
      <p class="facts">
        <code>${code}</code>
        <span class=${is_linked ? 'yes' : 'no'}>${is_linked ? '✓ linked' : words}</span>
        ${score === null ? nothing : html`<span class="score"><meter min="0" max="1" value=${score} aria-label="Probability"></meter> ${percent(score)}</span>`}
        ${matched === undefined ? nothing : html`<span class="matched">by its name “${markedText(matched)}”</span>`}
      </p>
      ${place === 0 ? differenceView(review) : nothing}
      ${review.isUnfolded ? placeView(review, code) : nothing}
      ${copyright_notice === undefined ? nothing : html`<p class="notice">${copyright_notice}</p>`}
    </div>
  </li>`
}

/** @param {Review} review */
function differenceView(review) {
  const difference = review.answer?.difference
  if (difference === undefined) return nothing
  const { axis, first, second } = difference
  const words =
    first === ''
      ? html`2 adds <em>${second}</em>`
      : second === ''
        ? html`1 adds <em>${first}</em>`
        : html`1 is <em>${first}</em>, 2 is <em>${second}</em>`
  return html`<p class="difference">${axis === undefined ? nothing : html`<span>${axis}</span> `}${words}</p>`
}

/**
 * The codes above and below a code.
 *
 * @param {Review} review
 * @param {string} code
 */
function placeView(review, code) {
  const place = review.places.get(code)
  if (place === undefined) return html`<p class="place">…</p>`
  const { above, below, more } = place
  const list = (
    /** @type {string} */ title,
    /** @type {typeof above} */ codes,
    /** @type {number} */ left,
  ) =>
    codes.length === 0
      ? nothing
      : html`<div><dt>${title}</dt>
          <dd>${codes.map(({ code, name }) => html`<p><code>${code}</code> ${name}</p>`)}
          ${left > 0 ? html`<p>and ${counted(left)} more</p>` : nothing}</dd></div>`
  if (above.length + below.length === 0)
    return html`<p class="place">Nothing lies above or below it.</p>`
  return html`<dl class="place">${list('above', above, 0)}${list('below', below, more)}</dl>`
}

/** @param {Review} review */
function hintsView(review) {
  const { project, hints } = review
  const names = project?.hints ?? []
  if (names.length === 0) return nothing
  const shown = names.filter((name, place) => place < 2 || (hints[name] ?? '') !== '')
  const others = names.filter((name) => !shown.includes(name))
  const input = (
    /** @type {string} */ name,
  ) => html`<label><span>${name.replaceAll('_', ' ')}</span>
    <input .value=${hints[name] ?? ''} size=${Math.max(8, (hints[name] ?? '').length)} @change=${(
      /** @type {Event} */ event,
    ) =>
      review.setHint(
        name,
        /** @type {HTMLInputElement} */ (event.target).value,
      )} autocomplete="off" /></label>`
  return html`<div class="hints" role="group" aria-label="Hints: what stands beside the term">
    ${shown.map(input)}
    ${others.length === 0 ? nothing : html`<details><summary>More hints</summary><div>${others.map(input)}</div></details>`}
  </div>`
}

/**
 * Medlink's question, and the likely answers.
 *
 * @param {Review} review
 * @param {AnswerView} answer
 */
function questionView(review, { question, candidates }) {
  if (question === undefined) return nothing
  const { text, hint, options } = question
  return html`<div class="question">
    <p><span class="no">${candidates[0]?.words}</span> ${text}</p>
    ${
      hint === undefined
        ? nothing
        : html`<div role="group" aria-label=${text}>
            ${options.map(({ label, value }) => html`<button @click=${() => review.setHint(hint, value)}>${label}</button>`)}
          </div>`
    }
  </div>`
}

/**
 * Reason to check a decision again.
 *
 * @param {Review} review
 * @param {TermView} term
 */
function lookView(review, { look }) {
  if (look === null) return nothing
  const { reason, code, to, into } = look
  const what =
    reason === 'link_changed'
      ? html`Medlink links this to another code in ${to} than was decided.`
      : html`<code>${code}</code> ${LOOKS[reason]} in ${to}.`
  return html`<div class="question" role="group" aria-label="Look at this again">
    <p>${what}</p>
    ${into.map(
      ({ code, title }) =>
        html`<button @click=${() => review.decide('accept', code)}><code>${code}</code> ${title}</button>`,
    )}
  </div>`
}

/**
 * Decisions so far, with their reviewers.
 *
 * @param {Review} review
 * @param {TermView} term
 */
function decisionsView(review, { decisions, state }) {
  const isDisagreement = state === 'disagreement'
  if (decisions.length === 0) return nothing
  return html`<div class="decisions ${isDisagreement ? 'disagreement' : ''}" role="group" aria-label="Decisions">
    ${isDisagreement ? html`<p><strong>Decided in two ways.</strong> Decide as the other to settle it, or leave it as it is.</p>` : nothing}
    <ul>${decisions.map((decision) => decisionView(review, decision, isDisagreement))}</ul>
  </div>`
}

/**
 * @param {Review} review
 * @param {DecisionView} decision
 * @param {boolean} isDisagreement
 */
function decisionView(review, decision, isDisagreement) {
  const { reviewer, is_mine, title, relation, note, at, decision: kind, code } = decision
  const when = new Date(at).toISOString()
  return html`<li>
    <span class="who">${is_mine ? 'You' : reviewer}</span>
    <span class="verdict">${code === null ? decisionText(decision) : html`<code>${code}</code> ${title}`}</span>
    ${relation === null || relation === 'equivalent' ? nothing : html`<span class="relation">${relationText(relation)}</span>`}
    ${note ? html`<span class="note">“${note}”</span>` : nothing}
    <time datetime=${when}>${when.slice(0, 16).replace('T', ' ')}</time>
    ${
      isDisagreement && !is_mine
        ? html`<button @click=${() => (kind === 'none' ? review.decide('none') : review.decide('accept', code ?? undefined, relation ?? undefined))}>Decide so, too</button>`
        : nothing
    }
  </li>`
}

/**
 * @param {Review} review
 * @param {TermView} term
 * @param {AnswerView} answer
 */
function actionsView(review, { alike }, { candidates }) {
  const action = (
    /** @type {string} */ text,
    /** @type {string} */ key,
    /** @type {() => unknown} */ run,
    kind = '',
  ) =>
    html`<button class=${kind} @click=${run}>${text} <kbd aria-hidden="true">${key}</kbd></button>`
  return html`<div class="actions" role="toolbar" aria-label="Decide">
    ${candidates.length === 0 ? nothing : action('Accept first', '⏎', () => review.accept(0), 'primary')}
    ${action('No code', 'X', () => review.decide('none'))}
    ${action('Other code', '/', () => review.search())}
    ${action('Later', 'L', () => review.decide('later'))}
    ${candidates.length === 0 ? nothing : action(`Code ${relationText(review.relation)}`, 'R', () => review.nextRelation(), review.relation === 'equivalent' ? '' : 'on')}
    ${action('Note', 'N', () => review.openNote())}
    ${action('Undo', 'U', () => review.undo())}
    ${action('Above and below', 'D', () => review.unfold(), review.isUnfolded ? 'on' : '')}
    ${alike.reason > 1 ? action('Mark all of this reason', 'A', () => review.markAlike('reason')) : nothing}
    ${alike.name > 1 ? action('Mark all of this name', 'E', () => review.markAlike('name')) : nothing}
  </div>`
}
