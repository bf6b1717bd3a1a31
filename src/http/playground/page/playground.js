// @ts-check
/** State of the playground, and everything that can be done to it. Views show the state and call its methods. */

import { render } from 'lit-html'
import 'medlink/suggest-element'
import { Refused } from '../../page/requests.js'
import { requests } from './api.js'
import { SAMPLES } from './samples.js'
import { pageView } from './views/page.js'
import { answerInWords } from './views/text.js'

/**
 * @import { AboutView, LinkView, NoteView, VocabularyView } from '../views.ts'
 * @import { Mode, Sample } from './samples.js'
 * @import { Sent } from './snippets.js'
 */

/** Vocabularies of each mode, the usual one first. */
const VOCABULARIES = {
  diagnosis: ['icd-10-cm', 'snomed'],
  test: ['loinc'],
  prescription: ['medication'],
  note: ['icd-10-cm', 'snomed'],
  field: ['icd-10-cm', 'snomed', 'loinc', 'medication'],
}
/** Pause in typing, in milliseconds, after which a note is read: a mention is linked at each letter. */
const NOTE_PAUSE_MS = 150
/** Pause after which an answer is announced, so that a screen reader is not flooded. */
const ANNOUNCE_PAUSE_MS = 700
/** A text that is longer, in UTF-16 units, is a note. */
const LONGEST_MENTION = 200

export class Playground {
  /** @type {Mode} */
  mode = 'diagnosis'
  text = ''
  /** @type {Readonly<Record<string, string>>} what is known next to the text: unit, specimen, form, encounter */
  hints = {}
  /** @type {'high' | 'balanced'} */
  strictness = 'high'
  /** @type {Map<Mode, string>} vocabularies chosen instead of the usual one */
  chosen = new Map()
  /** @type {AboutView | undefined} */
  about
  /** @type {LinkView | undefined} */
  link
  /** @type {NoteView | undefined} */
  note
  /** @type {{ code: string, text: string } | undefined} the value of the form field */
  picked
  /** @type {Sent | undefined} the request of the answer that is shown */
  sent
  /** @type {'json' | 'curl' | 'typescript' | 'html'} */
  tab = 'json'
  isCopied = false
  needsToken = false
  fault = ''
  said = ''
  isBusy = false
  headers = requests.headers

  #root
  #asking = new AbortController()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #announcing

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root
  }

  show() {
    render(pageView(this), this.#root)
  }

  async start() {
    this.show()
    await this.#open()
  }

  async #open() {
    try {
      this.about = await requests.get('about')
      this.needsToken = false
      this.fault = ''
      const [first] = SAMPLES
      if (first !== undefined) this.try(first)
    } catch (error) {
      this.#refuse(error)
    }
    this.show()
    // The sample is replaced by the first letter that is typed.
    const field = this.#root.querySelector('#text, #token')
    if (field instanceof HTMLTextAreaElement) field.select()
    if (field instanceof HTMLElement) field.focus()
  }

  /** @param {string} token */
  async signIn(token) {
    requests.keepToken(token.trim())
    this.headers = requests.headers
    await this.#open()
  }

  /** Installed vocabularies of the mode. */
  get vocabularies() {
    const names = VOCABULARIES[this.mode]
    return names.flatMap(
      (name) => this.about?.vocabularies.find((each) => each.name === name) ?? [],
    )
  }

  /** @returns {VocabularyView | undefined} the vocabulary of the next request */
  get vocabulary() {
    const { vocabularies } = this
    const name = this.chosen.get(this.mode)
    return vocabularies.find((each) => each.name === name) ?? vocabularies[0]
  }

  /** @param {Mode} mode */
  setMode(mode) {
    this.mode = mode
    this.hints = {}
    this.#forget()
    if (this.tab === 'html' && mode !== 'field') this.tab = 'json'
    if (mode === 'field' && this.tab === 'json') this.tab = 'html'
    this.#ask()
  }

  /** @param {string} text */
  setText(text) {
    this.text = text
    const isNote = text.includes('\n') || text.length > LONGEST_MENTION
    if (isNote && this.mode !== 'note') this.setMode('note')
    else this.#ask()
  }

  /** @param {string} name @param {string} value */
  setHint(name, value) {
    this.hints = { ...this.hints, [name]: value }
    this.#ask()
  }

  /** @param {string} name */
  setVocabulary(name) {
    this.chosen.set(this.mode, name)
    this.#forget()
    this.#ask()
  }

  /** @param {boolean} isBalanced */
  setBalanced(isBalanced) {
    this.strictness = isBalanced ? 'balanced' : 'high'
    this.#ask()
  }

  /** @param {Sample} sample */
  try({ mode, text, hints = {}, strictness = 'high' }) {
    this.#forget()
    this.mode = mode
    this.text = text
    this.hints = hints
    this.strictness = strictness
    if (this.tab === 'html') this.tab = 'json'
    this.#ask(0)
    this.show()
  }

  /** @param {Playground['tab']} tab */
  setTab(tab) {
    this.tab = tab
    this.isCopied = false
    this.show()
  }

  /** @param {string} text */
  async copy(text) {
    await navigator.clipboard.writeText(text)
    this.isCopied = true
    this.#say('Copied.')
    this.show()
  }

  /** @param {{ code: string, text: string } | undefined} picked */
  pick(picked) {
    this.picked = picked
    this.#sendField()
    this.show()
  }

  #forget() {
    this.#asking.abort()
    this.link = undefined
    this.note = undefined
    this.picked = undefined
    this.sent = undefined
  }

  /** @param {number} [pause] in milliseconds, before a note is read */
  #ask(pause = NOTE_PAUSE_MS) {
    clearTimeout(this.#pause)
    if (this.mode === 'field') this.#sendField()
    else if (this.mode === 'note' && pause > 0)
      this.#pause = setTimeout(() => void this.#send(), pause)
    else void this.#send()
    this.show()
  }

  #sendField() {
    const ontology = this.vocabulary?.name ?? ''
    this.sent = {
      operation: 'suggest',
      request: { ontology, prefix: this.picked?.text ?? 'diab', limit: 10 },
    }
  }

  /** Asks for the text, and shows the answer unless another request follows. */
  async #send() {
    this.#asking.abort()
    this.#asking = new AbortController()
    const { signal } = this.#asking
    const sent = this.#request()
    if (sent === undefined) {
      this.#forget()
      this.isBusy = false
      return this.show()
    }
    this.isBusy = true
    try {
      const isNote = sent.operation === 'comprehend'
      const answer = await requests.post(isNote ? 'note' : 'link', sent.request, signal)
      if (signal.aborted) return
      this.note = isNote ? answer : undefined
      this.link = isNote ? undefined : answer
      this.sent = sent
      this.isCopied = false
      this.fault = ''
      this.#announce()
    } catch (error) {
      if (signal.aborted) return
      this.#refuse(error)
    }
    this.isBusy = false
    this.show()
  }

  /** @returns {Sent | undefined} the request for the text, as the public operation has it; none without text or vocabulary */
  #request() {
    const text = this.text.trim()
    const { vocabulary, mode } = this
    if (text === '' || vocabulary === undefined) return undefined
    const strictness = this.strictness === 'high' ? {} : { strictness: this.strictness }
    const { name: ontology, version } = vocabulary
    if (mode === 'note')
      return { operation: 'comprehend', request: { text: this.text, ontology, ...strictness } }
    const given = Object.entries(this.hints).filter(([, value]) => value.trim() !== '')
    // An encounter is a field of the request, not a hint.
    const { encounter, ...metadata } = Object.fromEntries(given)
    return {
      operation: 'link',
      request: {
        ...{ query: text, ontology, version },
        ...(Object.keys(metadata).length > 0 && { metadata }),
        ...(encounter !== undefined && { encounter }),
        ...strictness,
      },
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    if (!(error instanceof Refused)) throw error
    if (error.code === 'unauthorized') {
      this.needsToken = true
      requests.keepToken(undefined)
    }
    this.fault = error.code === 'unauthorized' ? '' : error.message
  }

  #announce() {
    clearTimeout(this.#announcing)
    this.#announcing = setTimeout(() => this.#say(answerInWords(this)), ANNOUNCE_PAUSE_MS)
  }

  /** @param {string} text for screen readers */
  #say(text) {
    this.said = text
    this.show()
  }
}

const playground = new Playground(/** @type {HTMLElement} */ (document.getElementById('page')))
void playground.start()
