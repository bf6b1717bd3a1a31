// @ts-check
import { Requests } from '../../page/requests.js'

/** Requests of the page. */
export const requests = new Requests({
  operations: new URL('../api/', import.meta.url),
  key: 'medlink-playground-token',
})
