// @ts-check
import { html, nothing } from 'lit-html'
import { requests } from '../api.js'
import { SAMPLES } from '../samples.js'
import { vocabularyName } from './text.js'

/**
 * @import { MedlinkSuggestElement } from '../../../../browser/suggest-element.js'
 * @import { Playground } from '../playground.js'
 * @import { Mode } from '../samples.js'
 */

/** @type {readonly (readonly [mode: Mode, label: string, placeholder: string])[]} */
const MODES = [
  ['diagnosis', 'Diagnosis', 'K/c/o T2DM with nephropathy'],
  ['test', 'Lab test', 'Haemoglobin'],
  ['prescription', 'Prescription', 'Tab. Augmentin 625 mg 1-0-1 x 5 days'],
  ['note', 'Note', 'Paste a whole note'],
  ['field', 'Form field', 'Type words, or a code'],
]
/** Hints of a test. */
const TEST_HINTS = ['unit', 'specimen']
/** @type {Readonly<Record<string, string>>} examples of hints */
const EXAMPLES = { unit: 'g/dL', specimen: 'blood' }

/**
 * The field, what belongs to it, and the samples.
 *
 * @param {Playground} playground
 */
export function askView(playground) {
  const { mode } = playground
  const hints = new Set([...(mode === 'test' ? TEST_HINTS : []), ...Object.keys(playground.hints)])
  return html`<section class="ask" aria-label="Text">
    <fieldset class="modes">
      <legend class="hidden">Kind of text</legend>
      ${MODES.map(
        ([name, label]) => html`<label
          ><input type="radio" name="mode" value=${name} .checked=${name === mode} @change=${() => playground.setMode(name)} /><span
            >${label}</span
          ></label
        >`,
      )}
    </fieldset>
    ${mode === 'field' ? formFieldView(playground) : textView(playground)}
    <div class="options">
      ${[...hints].map((name) => hintView(playground, name))}
      ${vocabularyView(playground)}
      ${
        mode !== 'diagnosis' && mode !== 'note'
          ? nothing
          : html`<label class="switch"
              ><input type="checkbox" .checked=${playground.strictness === 'balanced'} @change=${(
                /** @type {Event} */ event,
              ) =>
                playground.setBalanced(
                  /** @type {HTMLInputElement} */ (event.target).checked,
                )} /><span
                >Accept patients’ own words</span
              ></label
            >`
      }
    </div>
    <div class="samples" role="group" aria-label="Samples">
      ${SAMPLES.map(
        (sample) =>
          html`<button type="button" class=${sample.mode} @click=${() => playground.try(sample)}>${sample.label}</button>`,
      )}
    </div>
  </section>`
}

/** @param {Playground} playground */
function textView(playground) {
  const { mode, text } = playground
  const [, label, placeholder] = MODES.find(([name]) => name === mode) ?? MODES[0] ?? []
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    // A line of its own begins a note, by Shift+Enter as in other fields.
    if (event.key === 'Enter' && !event.shiftKey && mode !== 'note') event.preventDefault()
  }
  return html`<label class="hidden" for="text">${label}</label>
    <textarea id="text" class=${mode === 'note' ? 'note' : 'mention'} rows=${mode === 'note' ? 7 : 1} .value=${text}
      placeholder=${placeholder ?? ''} spellcheck="false" autocapitalize="none" maxlength="10000"
      @keydown=${press}
      @input=${(/** @type {Event} */ event) => playground.setText(/** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>`
}

/** @param {Playground} playground */
function formFieldView(playground) {
  const name = playground.vocabulary?.name ?? ''
  const url = new URL('suggest', requests.operations)
  url.searchParams.set('ontology', name)
  /** @param {Event} event */
  const change = (event) => {
    const { value, text } = /** @type {MedlinkSuggestElement} */ (event.target)
    playground.pick(value === '' ? undefined : { code: value, text })
  }
  return html`<label class="hidden" for="text">Code</label>
    <medlink-suggest id="text" name="code" placeholder="Type words, or a code" .headers=${playground.headers}
      server=${url.href} label="Code" @change=${change}></medlink-suggest>`
}

/**
 * @param {Playground} playground
 * @param {string} name
 */
function hintView(playground, name) {
  return html`<label class="hint"
    ><span>${name}</span
    ><input name=${name} size="9" autocomplete="off" spellcheck="false" autocapitalize="none" placeholder=${EXAMPLES[name] ?? ''}
      .value=${playground.hints[name] ?? ''}
      @input=${(/** @type {Event} */ event) => playground.setHint(name, /** @type {HTMLInputElement} */ (event.target).value)}
  /></label>`
}

/** @param {Playground} playground */
function vocabularyView(playground) {
  const { vocabularies, vocabulary } = playground
  if (vocabularies.length === 0)
    return html`<p class="missing">No vocabulary for this is installed.</p>`
  if (vocabularies.length === 1) return nothing
  return html`<label class="hint"
    ><span>vocabulary</span
    ><select @change=${(/** @type {Event} */ event) => playground.setVocabulary(/** @type {HTMLSelectElement} */ (event.target).value)}>
      ${vocabularies.map(
        ({ name }) =>
          html`<option value=${name} ?selected=${name === vocabulary?.name}>${vocabularyName(name)}</option>`,
      )}
    </select></label
  >`
}
