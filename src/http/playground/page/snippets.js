// @ts-check
/** The last request as a program: curl, TypeScript, HTML. */

/**
 * A request that the page sent, as the public operation has it.
 *
 * @typedef {object} Sent
 * @property {'link' | 'comprehend' | 'suggest'} operation
 * @property {Readonly<Record<string, unknown>>} request
 */

const PATHS = {
  link: '/med-link/nel/link',
  comprehend: '/med-link/comprehend',
  suggest: '/med-link/suggest',
}

/**
 * @param {Sent} sent
 * @param {string} origin of the server
 */
export function asCurl({ operation, request }, origin) {
  const token = 'TOKEN=$(npx medlink token)'
  const bearer = '-H "authorization: Bearer $TOKEN"'
  const url = `${origin}${PATHS[operation]}`
  if (operation === 'suggest') {
    const query = Object.entries(request).map(
      ([key, value]) => ` \\\n  --data-urlencode ${quoted(`${key}=${value}`)}`,
    )
    return `${token}\ncurl -sG ${url} ${bearer}${query.join('')}`
  }
  const body = quoted(JSON.stringify(request, null, 2))
  return `${token}\ncurl -s ${url} ${bearer} \\\n  -H 'content-type: application/json' \\\n  -d ${body}`
}

/** @param {Sent} sent */
export function asTypeScript({ operation, request }) {
  return `import { openMedlink } from 'medlink'

const medlink = openMedlink({ dir: './indexes' })
console.log(medlink.${operation}(${literal(request)}))
medlink.close()`
}

/**
 * @param {Sent} sent
 * @param {string} origin
 */
export function asHtml({ request: { prefix: _, limit, ...query } }, origin) {
  const url = `/med-link/suggest?${new URLSearchParams(/** @type {Record<string, string>} */ (query))}`
  return `<script type="module" src="${origin}/browser/suggest-element.js"></script>

<label for="code">Code</label>
<medlink-suggest id="code" name="code" limit="${limit}"
  server="${url.replaceAll('&', '&amp;')}"></medlink-suggest>

<script type="module">
  document.getElementById('code').headers = { authorization: 'Bearer …' }
</script>`
}

/**
 * A word of a shell, whatever is in it.
 *
 * @param {string} text
 */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/**
 * A literal of JavaScript.
 *
 * @param {unknown} value
 * @param {string} [indent]
 * @returns {string}
 */
function literal(value, indent = '') {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value)
  const inner = `${indent}  `
  const fields = Object.entries(value).map(
    ([key, each]) => `${inner}${key}: ${literal(each, inner)},\n`,
  )
  return `{\n${fields.join('')}${indent}}`
}
