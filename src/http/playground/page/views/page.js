// @ts-check
import { html, nothing } from 'lit-html'
import { counted } from '../../../page/text.js'
import { answerView } from './answer.js'
import { askView } from './ask.js'
import { codeView } from './code.js'
import { noteView } from './note.js'
import { vocabularyName } from './text.js'

/** @import { Playground } from '../playground.js' */

/** The page that describes the operations, whatever the prefix of the server. */
const DOCS = new URL('../../../docs', import.meta.url).pathname

/**
 * The whole page.
 *
 * @param {Playground} playground
 */
export function pageView(playground) {
  const { about, needsToken, fault, said, isBusy, mode } = playground
  return html`
    <header class="bar">
      <h1 class="brand">Medlink <span>playground</span></h1>
      <p class="tagline">Clinical text to codes, offline</p>
      <p class="version">${document.documentElement.dataset.version}</p>
      <nav aria-label="More"><a href=${DOCS}>API</a></nav>
    </header>
    <main aria-busy=${isBusy}>
      ${needsToken ? signInView(playground) : nothing}
      ${
        needsToken || about === undefined
          ? nothing
          : html`${askView(playground)}
            <div class="columns">
              <section class="answer" aria-label="Answer">
                ${mode === 'note' ? noteView(playground) : answerView(playground)}
                ${licenceView(playground)}
              </section>
              ${codeView(playground)}
            </div>`
      }
      <p class="fault" role="alert">${fault}</p>
    </main>
    <div class="hidden" role="status">${said}</div>
  `
}

/**
 * The versions that answered, with the notices of their licences.
 *
 * @param {Playground} playground
 */
function licenceView({ vocabulary, about, note }) {
  const used = new Set(Object.values(note?.result.indexes ?? {}).map(({ ontology }) => ontology))
  const shown = about?.vocabularies.filter(({ name }) =>
    used.size === 0 ? name === vocabulary?.name : used.has(/** @type {never} */ (name)),
  )
  return html`<footer class="licence">${shown?.map(
    ({ name, version, is_sample, concepts, licence }) => html`<p>
      <strong>${vocabularyName(name)} ${version}</strong>, ${counted(concepts)} codes${
        is_sample
          ? html`. This is the starter, a sample: <code>medlink build ${name}</code> installs a release.`
          : '.'
      } ${licence}</p>`,
  )}</footer>`
}

/** @param {Playground} playground */
function signInView(playground) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault()
    const form = /** @type {HTMLFormElement} */ (event.target)
    void playground.signIn(String(new FormData(form).get('token')))
  }
  return html`<section class="sign-in">
    <h2>Sign in</h2>
    <p>This server needs a token: <code>medlink token</code> prints one. It is forgotten when the tab is closed.</p>
    <form @submit=${submit}>
      <label for="token">Token of the server</label>
      <input id="token" name="token" type="password" autocomplete="off" required />
      <button class="primary" type="submit">Begin</button>
    </form>
  </section>`
}
