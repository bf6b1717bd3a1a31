// @ts-check
import { Requests } from '../../page/requests.js'

/** Requests of the page. */
export const requests = new Requests({
  operations: new URL('../api/', import.meta.url),
  key: 'medlink-review-token',
  unreachable: 'The server does not answer. What you decided before is kept.',
})

/**
 * Changes the link that the page was opened with, which is good once, for a token. The link is taken out of the address, so
 * that neither the history nor a bookmark has it.
 */
export async function takeLink() {
  const [, link] = /^#open=([\w-]+)$/.exec(location.hash) ?? []
  if (link === undefined) return
  history.replaceState(null, '', location.pathname)
  const { token } = await requests.post('session', { link })
  requests.keepToken(token)
}
