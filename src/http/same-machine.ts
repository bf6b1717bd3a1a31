import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

const NAMES = ['127.0.0.1', 'localhost', '[::1]']
/** Headers by which a proxy says that it passes on the request of another machine. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip']

/**
 * Refuses requests that do not come from a page of the server on this machine, or from a program here: those under another
 * name that leads to this machine (header Host), those of another site's page (Origin, Sec-Fetch-Site), and those that a proxy
 * passes on.
 *
 * @throws HttpError `forbidden`
 */
export function refuseOthers({ headers, method }: FastifyRequest, app: FastifyInstance): void {
  const { port } = (app.server.address() ?? {}) as Partial<AddressInfo>
  const hosts = NAMES.map((name) => `${name}:${port}`)
  const isOurs = hosts.includes(headers.host ?? '')
  const { origin } = headers
  const isFromUs = origin === undefined || hosts.some((host) => origin === `http://${host}`)
  // A link in another page, or in a terminal, may open the page; no page but ours may use its operations.
  const site = headers['sec-fetch-site']
  const isOpened = method === 'GET' && headers['sec-fetch-mode'] === 'navigate'
  const isSameSite = site === undefined || site === 'same-origin' || site === 'none' || isOpened
  const isDirect = OF_PROXIES.every((name) => headers[name] === undefined)
  if (!isOurs || !isFromUs || !isSameSite || !isDirect) throw new HttpError('forbidden')
}
