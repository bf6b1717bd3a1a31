// @ts-check
import { html, nothing } from 'lit-html'
import { KEYS } from '../keys.js'
import { counted } from './text.js'

/** @import { Review } from '../review.js' */

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
  const { text, found, place } = review.searched
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) review.pick(step)
    else if (event.key === 'Enter' && !event.isComposing) void review.takeChosen()
    else return
    event.preventDefault()
  }
  return html`<h2 id="dialog">Another code for “${review.term?.text}”</h2>
    <input class="wide" data-first role="combobox" aria-label="Words or code" aria-expanded=${found.length > 0} aria-controls="found"
      aria-autocomplete="list" aria-activedescendant=${found.length > 0 ? `found-${place}` : nothing} autocomplete="off"
      placeholder="Type words, or a code" spellcheck="false" @keydown=${press}
      @input=${(/** @type {Event} */ event) => review.find(/** @type {HTMLInputElement} */ (event.target).value)} />
    <ul id="found" role="listbox" aria-label="Codes">
      ${found.map(
        (
          { code, name, matched },
          i,
        ) => html`<li id="found-${i}" role="option" aria-selected=${i === place}
          @click=${() => review.take(code)}><code>${code}</code> <span>${name}${matched === undefined ? nothing : html` <small>${matched}</small>`}</span></li>`,
      )}
    </ul>
    ${text !== '' && found.length === 0 ? html`<p class="empty">No code begins like this.</p>` : nothing}
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
