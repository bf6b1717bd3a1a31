// @ts-check
/**
 * `<medlink-suggest>`: a form field whose value is a code, found by type-ahead. It is the combobox of the WAI-ARIA Authoring
 * Practices, with a list and no automatic selection. Importing this module registers the element.
 *
 *   <label for="diagnosis">Diagnosis</label>
 *   <medlink-suggest id="diagnosis" name="diagnosis" src="/icd-10-cm/2026.flexsearch.gz" required></medlink-suggest>
 */

import { SuggestError, serverSource, workerSource } from './suggest-sources.js'
import { STYLE } from './suggest-style.js'

/**
 * @import { Suggestion } from './browser.ts'
 * @import { Headers, Source } from './suggest-sources.js'
 */

const DEFAULT_LIMIT = 10
const CHOOSE = 'Choose a code from the list.'

/** A row that a form has kept: its code, and the name that the field shows. */
const SEPARATOR = '\n'

/**
 * Attributes: `src`, the URL of a FlexSearch index that a Web Worker searches and the browser keeps; or `server`, the URL of a
 * server's `/med-link/suggest` with `ontology` and filters in its query. `name`, `required`, `disabled`, `placeholder`,
 * `limit` (1 to 50, default: 10), `autoselect` (the first option is active, and Enter waits for it), `label` (default: the text of its `<label>`), and `value` and `text`, the code and the name
 * that it begins with.
 *
 * Events: `input` at each change of the text, `change` when the code changes, `ready` once it can suggest (`detail` describes
 * the index), `error` when it cannot (`detail` is a {@link SuggestError}).
 *
 * Parts: `field`, `input`, `value`, `popup`, `list`, `option`, `active`, `code`, `name`, `matched`, `empty`, `status`. The
 * custom property `--medlink-accent` colours focus and the active option.
 */
export class MedlinkSuggestElement extends HTMLElement {
  static formAssociated = true
  static observedAttributes = ['src', 'server', 'placeholder', 'required', 'label']

  /** @type {Headers} */
  #headers = {}
  #internals = this.attachInternals()
  #input = part('input', 'input')
  #badge = part('span', 'value')
  #popup = part('div', 'popup')
  #list = part('ul', 'list')
  #empty = part('p', 'empty')
  #status = part('div', 'status')
  /** @type {Source | undefined} */
  #source
  /** @type {readonly Suggestion[]} */
  #rows = []
  #active = -1
  /** @type {{ readonly code: string, readonly name: string } | undefined} */
  #chosen
  #asking = new AbortController()
  /** True until the suggestions for the present text are there. */
  #isAsking = false
  /** @type {string[]} Keys pressed meanwhile: they act on the suggestions to come. */
  #keysAhead = []

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
    root.adoptedStyleSheets = [sheet]
    const field = part('div', 'field')
    field.append(this.#input, this.#badge)
    this.#popup.append(this.#list, this.#empty)
    root.append(field, this.#popup, this.#status)
    this.#describe()
    this.#listen()
  }

  connectedCallback() {
    const [value, text] = [this.getAttribute('value'), this.getAttribute('text')]
    if (value && this.#chosen === undefined && this.#input.value === '')
      this.#take({ code: value, name: text ?? value })
    this.#name()
    this.#validate()
    if (this.#source === undefined) this.#openSource()
  }

  disconnectedCallback() {
    this.#close()
    this.#source?.close()
    this.#source = undefined
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(name, before, now) {
    if (before === now) return
    if (name === 'placeholder') this.#input.placeholder = now ?? ''
    else if (name === 'label') this.#name()
    else if (name === 'required') this.#require()
    else if (this.isConnected) this.#openSource()
  }

  /** @param {boolean} isDisabled */
  formDisabledCallback(isDisabled) {
    this.#input.disabled = isDisabled
    this.#close()
  }

  formResetCallback() {
    const [code, name] = [this.getAttribute('value'), this.getAttribute('text')]
    this.#take(code ? { code, name: name ?? code } : undefined)
    if (!code) this.#input.value = ''
  }

  /** @param {unknown} state */
  formStateRestoreCallback(state) {
    const [code = '', ...name] = String(state).split(SEPARATOR)
    if (code !== '') this.#take({ code, name: name.join(SEPARATOR) })
  }

  /** Headers of requests: `{ authorization: 'Bearer …' }`. A change opens the index anew. */
  get headers() {
    return this.#headers
  }

  /** @param {Headers} headers */
  set headers(headers) {
    this.#headers = headers
    if (this.isConnected) this.#openSource()
  }

  get form() {
    return this.#internals.form
  }

  get name() {
    return this.getAttribute('name') ?? ''
  }

  /** The chosen code; '' without one. */
  get value() {
    return this.#chosen?.code ?? ''
  }

  /** @param {string} code that the field shows by itself; {@link choose} shows a name */
  set value(code) {
    this.choose(code === '' ? undefined : { code, name: code })
  }

  /** The text of the field: typed letters, or the name of the chosen code. */
  get text() {
    return this.#input.value
  }

  get validity() {
    return this.#internals.validity
  }

  get validationMessage() {
    return this.#internals.validationMessage
  }

  get willValidate() {
    return this.#internals.willValidate
  }

  checkValidity() {
    return this.#internals.checkValidity()
  }

  reportValidity() {
    return this.#internals.reportValidity()
  }

  /** @param {{ readonly code: string, readonly name: string } | undefined} row the new value; none empties the field */
  choose(row) {
    this.#take(row)
    if (row === undefined) this.#input.value = ''
    this.#close()
  }

  /** Says what the field is to assistive technology. */
  #describe() {
    const attributes = {
      ...{ type: 'text', role: 'combobox', autocomplete: 'off', spellcheck: 'false' },
      ...{ autocapitalize: 'none', 'aria-autocomplete': 'list', 'aria-expanded': 'false' },
      'aria-controls': 'list',
    }
    for (const [name, value] of Object.entries(attributes)) this.#input.setAttribute(name, value)
    this.#list.id = 'list'
    this.#list.setAttribute('role', 'listbox')
    this.#status.setAttribute('role', 'status')
    this.#popup.hidden = true
  }

  #listen() {
    this.#input.addEventListener('input', () => this.#typed())
    this.#input.addEventListener('keydown', (event) => this.#pressed(event))
    this.#input.addEventListener('focus', () => this.#name())
    this.#input.addEventListener('blur', () => {
      this.#close()
      this.#input.setAttribute('aria-invalid', String(this.validity.badInput))
    })
    // The focus stays in the field.
    this.#popup.addEventListener('mousedown', (event) => event.preventDefault())
    this.#list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest('[role=option]') : null
      if (option !== null) this.#accept(Number(option.id.slice('option-'.length)))
    })
  }

  /** Gives the field the name of its label, which assistive technology does not see through the shadow root. */
  #name() {
    const labels = [...this.#internals.labels].map(({ textContent }) => textContent?.trim())
    const name = this.getAttribute('label') ?? labels.join(' ')
    this.#input.setAttribute('aria-label', name)
    this.#list.setAttribute('aria-label', name === '' ? 'Codes' : name)
  }

  #openSource() {
    this.#source?.close()
    this.#source = undefined
    const [src, server] = [this.getAttribute('src'), this.getAttribute('server')]
    const url = src || server
    if (!url) return
    const open = src ? workerSource : serverSource
    const source = open(new URL(url, this.baseURI).href, () => this.headers)
    this.#source = source
    source.ready.then(
      (detail) =>
        source === this.#source && this.dispatchEvent(new CustomEvent('ready', { detail })),
      (error) => source === this.#source && this.#fail(error),
    )
  }

  #typed() {
    const hadCode = this.#chosen !== undefined
    this.#take(undefined)
    void this.#suggest()
    if (hadCode) this.dispatchEvent(new Event('change', { bubbles: true }))
  }

  async #suggest() {
    const prefix = this.#input.value.trim()
    this.#asking.abort()
    this.#asking = new AbortController()
    const { signal } = this.#asking
    if (prefix === '' || this.#source === undefined) return this.#close()
    const limit = Number(this.getAttribute('limit') ?? DEFAULT_LIMIT)
    this.#isAsking = true
    this.#keysAhead = []
    try {
      const rows = await this.#source.suggest(prefix, limit, signal)
      if (!signal.aborted) this.#show(rows)
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof SuggestError)) throw error
    this.#show([], `No suggestions: ${error.message}.`)
    this.dispatchEvent(new CustomEvent('error', { detail: error }))
  }

  /**
   * @param {readonly Suggestion[]} rows
   * @param {string} [otherwise] the text without rows
   */
  #show(rows, otherwise = 'No code is named like this.') {
    this.#rows = rows
    this.#list.replaceChildren(...rows.map(optionOf))
    this.#empty.textContent = rows.length === 0 ? otherwise : ''
    const isFocused = this.shadowRoot?.activeElement === this.#input
    this.#popup.hidden = !isFocused
    this.#input.setAttribute('aria-expanded', String(isFocused && rows.length > 0))
    this.#status.textContent =
      rows.length === 0 ? otherwise : `${rows.length} ${rows.length === 1 ? 'code' : 'codes'}`
    this.#isAsking = false
    this.#activate(this.hasAttribute('autoselect') && rows.length > 0 ? 0 : -1)
    for (const key of this.#keysAhead.splice(0)) {
      if (key === 'Enter') this.#enter()
      else this.#move(key)
    }
  }

  /** @param {number} place of the option that Enter takes; -1 for none */
  #activate(place) {
    this.#active = place
    for (const [at, option] of [...this.#list.children].entries()) {
      option.setAttribute('aria-selected', String(at === place))
      option.part.toggle('active', at === place)
      if (at === place) option.scrollIntoView({ block: 'nearest' })
    }
    if (place === -1) this.#input.removeAttribute('aria-activedescendant')
    else this.#input.setAttribute('aria-activedescendant', `option-${place}`)
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.isComposing) return
    const { key, altKey } = event
    const isOpen = !this.#popup.hidden
    if (this.#isAsking && this.#isForList(event)) {
      event.preventDefault()
      this.#keysAhead.push(key)
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (altKey && key === 'ArrowUp') this.#close()
      else if (!isOpen) void this.#suggest()
      else if (!altKey) this.#move(key)
    } else if (key === 'Enter') {
      if (isOpen && this.#active !== -1) event.preventDefault()
      this.#enter()
    } else if (key === 'Escape' && (isOpen || this.#input.value !== '')) {
      event.preventDefault()
      event.stopPropagation()
      if (isOpen) this.#close()
      else this.#change(undefined)
    } else if (key === 'Tab') this.#close()
  }

  /** @param {KeyboardEvent} event pressed before the suggestions for the present text are there */
  #isForList({ key, altKey }) {
    if (key === 'Enter') return this.hasAttribute('autoselect') || this.#keysAhead.length > 0
    return (key === 'ArrowDown' || key === 'ArrowUp') && !altKey
  }

  /** Takes the active option; without one, submits the form. */
  #enter() {
    if (!this.#popup.hidden && this.#active !== -1) this.#accept(this.#active)
    else this.#internals.form?.requestSubmit()
  }

  /** @param {string} arrow 'ArrowDown' or 'ArrowUp' */
  #move(arrow) {
    const { length } = this.#rows
    // From the field to the first or last option, and from these back to the field.
    const place = this.#active + (arrow === 'ArrowDown' ? 1 : -1)
    if (length > 0) this.#activate(place < -1 ? length - 1 : place === length ? -1 : place)
  }

  /** @param {number} place */
  #accept(place) {
    const row = this.#rows[place]
    if (row !== undefined) this.#change(row)
  }

  /** @param {Suggestion | undefined} row the user's choice */
  #change(row) {
    const before = this.value
    this.choose(row)
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    if (this.value !== before) this.dispatchEvent(new Event('change', { bubbles: true }))
  }

  /** @param {{ readonly code: string, readonly name: string } | undefined} row */
  #take(row) {
    this.#chosen = row
    this.#input.removeAttribute('aria-invalid')
    if (row !== undefined) this.#input.value = row.name
    this.#badge.textContent = row !== undefined && row.name !== row.code ? row.code : ''
    this.#internals.setFormValue(row?.code ?? null, row && row.code + SEPARATOR + row.name)
    this.#validate()
  }

  #require() {
    this.#input.setAttribute('aria-required', String(this.hasAttribute('required')))
    this.#validate()
  }

  #validate() {
    const isMissing = this.#chosen === undefined
    const flags = {
      valueMissing: isMissing && this.#input.value === '' && this.hasAttribute('required'),
      badInput: isMissing && this.#input.value !== '',
    }
    const isFaulty = flags.valueMissing || flags.badInput
    this.#internals.setValidity(flags, isFaulty ? CHOOSE : '', this.#input)
  }

  #close() {
    this.#asking.abort()
    this.#isAsking = false
    this.#keysAhead = []
    this.#popup.hidden = true
    this.#input.setAttribute('aria-expanded', 'false')
    this.#activate(-1)
  }
}

/**
 * An element of the shadow tree, by its name for the page's styles.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} name
 * @param {string} [text]
 */
function part(tag, name, text = '') {
  const element = document.createElement(tag)
  element.setAttribute('part', name)
  element.textContent = text
  return element
}

/**
 * @param {Suggestion} row
 * @param {number} place
 */
function optionOf({ code, name, matched }, place) {
  const option = part('li', 'option')
  option.id = `option-${place}`
  option.setAttribute('role', 'option')
  const title = part('span', 'name', name)
  if (matched !== undefined) title.append(' ', part('span', 'matched', matched))
  option.append(part('span', 'code', code), title)
  return option
}

customElements.define('medlink-suggest', MedlinkSuggestElement)
