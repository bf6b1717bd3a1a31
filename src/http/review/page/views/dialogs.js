// @ts-check
import { html, nothing } from 'lit-html'
import { counted } from '../../../page/text.js'
import { requests } from '../api.js'
import { KEYS } from '../keys.js'

/**
 * @import { MedlinkSuggestElement } from '../../../../browser/suggest-element.js'
 * @import { Review } from '../review.js'
 */

/** Type-ahead over the release of the project. */
const SUGGESTIONS = new URL('suggest', requests.operations)

/**
 * The dialog in front of the page; it exists only while it is open.
 *
 * @param {Review} review
 */
export function dialogView(review) {
  const { dialog } = review
  if (dialog === undefined) return nothing
  const views = { help: helpView, note: noteView, search: searchView, many: manyView }
  return html`<dialog class="${dialog.kind}-dialog" aria-labelledby="dialog" @close=${(
    /** @type {Event} */ { target },
  ) =>
    // One that the page has taken away already says so later, when another may be open.
    target instanceof HTMLDialogElement &&
    target.isConnected &&
    !target.open &&
    review.closeDialog()}>
    ${views[dialog.kind](review)}
  </dialog>`
}

/** @param {Review} review */
function helpView(review) {
  return html`<h2 id="dialog">Keys</h2>
    <dl class="keys">${KEYS.map(({ shown, does }) => html`<div><dt><kbd>${shown}</kbd></dt><dd>${does}</dd></div>`)}</dl>
    <label class="switch"><input type="checkbox" .checked=${review.hasLetterKeys}
      @change=${(/** @type {Event} */ event) => review.setLetterKeys(/** @type {HTMLInputElement} */ (event.target).checked)} />
      Letters and digits are keys. Turn them off if you dictate, or read with a screen reader that needs them.</label>
    <div class="buttons"><button class="primary" data-first @click=${() => review.closeDialog()}>Close</button></div>`
}

/** @param {Review} review */
function noteView(review) {
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault()
    const form = /** @type {HTMLFormElement} */ (event.target)
    void review.keepNote(String(new FormData(form).get('note')))
  }
  /** @param {KeyboardEvent} event */
  const send = (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    if (event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit()
  }
  return html`<form @submit=${submit}>
    <h2 id="dialog">Note on “${review.term?.text}”</h2>
    <label><span>What the next reviewer should know. Enter keeps it, Shift+Enter begins a line.</span>
      <textarea name="note" rows="3" maxlength="2000" data-first .value=${review.note} @keydown=${send}></textarea></label>
    <div class="buttons">
      <button type="button" @click=${() => review.closeDialog()}>Cancel</button>
      <button class="primary">Keep</button>
    </div>
  </form>`
}

/** @param {Review} review */
function searchView(review) {
  const close = {
    capture: true,
    /** @param {KeyboardEvent} event Escape closes the dialog at once, not first the list */
    handleEvent(event) {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      review.closeDialog()
    },
  }
  /** @param {Event} event */
  const take = (event) => {
    const { value } = /** @type {MedlinkSuggestElement} */ (event.target)
    if (value !== '') void review.take(value)
  }
  return html`<h2 id="dialog">Another code for “${review.term?.text}”</h2>
    <medlink-suggest data-first autoselect label="Words or code" placeholder="Type words, or a code"
      server=${SUGGESTIONS.href} .headers=${review.headers} @change=${take} @keydown=${close}
      @error=${(/** @type {CustomEvent<Error>} */ event) => review.fail(event.detail.message)}></medlink-suggest>
    <div class="buttons"><button @click=${() => review.closeDialog()}>Cancel</button></div>`
}

/** @param {Review} review */
function manyView(review) {
  const { decision, code } = review.dialog ?? {}
  const count = counted(review.marked.size)
  const what =
    decision === 'none'
      ? `Say of ${count} terms that no code fits?`
      : decision === 'later'
        ? `Put ${count} terms off?`
        : code === undefined
          ? `Accept the first candidate of each of ${count} terms?`
          : `Give ${count} terms the code ${code}?`
  return html`<h2 id="dialog">${what}</h2>
    <p>One Undo takes it all back.</p>
    <div class="buttons">
      <button @click=${() => review.closeDialog()}>Cancel</button>
      <button class="primary" data-first @click=${() => review.decideMarked()}>Yes</button>
    </div>`
}
