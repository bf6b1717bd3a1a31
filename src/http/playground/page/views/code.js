// @ts-check
import { html, nothing } from 'lit-html'
import { asCurl, asHtml, asTypeScript } from '../snippets.js'

/** @import { Playground } from '../playground.js' */

/** @typedef {Playground['tab']} Tab */

/** @type {Readonly<Record<Tab, string>>} */
const LABELS = { json: 'JSON', curl: 'curl', typescript: 'TypeScript', html: 'HTML' }

/**
 * The last request as programs, and its answer.
 *
 * @param {Playground} playground
 */
export function codeView(playground) {
  const { sent, mode, tab, isCopied } = playground
  if (sent === undefined) return nothing
  /** @type {readonly Tab[]} */
  const tabs = mode === 'field' ? ['html', 'curl', 'typescript'] : ['json', 'curl', 'typescript']
  const text = textOf(playground)
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? tab
    playground.setTab(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  return html`<section class="code" aria-label="This request as a program">
    <div class="head">
      <div role="tablist" aria-label="Language" @keydown=${press}>
        ${tabs.map(
          (each) =>
            html`<button type="button" role="tab" id="tab-${each}" aria-controls="program" aria-selected=${each === tab}
              tabindex=${each === tab ? 0 : -1} @click=${() => playground.setTab(each)}>${LABELS[each]}</button>`,
        )}
      </div>
      <button type="button" class="copy" @click=${() => playground.copy(text)}>${isCopied ? 'Copied' : 'Copy'}</button>
    </div>
    <pre id="program" role="tabpanel" aria-labelledby="tab-${tab}" tabindex="0">${text}</pre>
  </section>`
}

/** @param {Playground} playground */
function textOf({ sent, tab, link, note }) {
  if (sent === undefined) return ''
  const { origin } = location
  if (tab === 'curl') return asCurl(sent, origin)
  if (tab === 'typescript') return asTypeScript(sent)
  if (tab === 'html') return asHtml(sent, origin)
  return JSON.stringify(link?.result ?? note?.result, null, 2)
}
