/** Pages of the server: their HTML, their policy, and the files that a browser loads for them. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

export interface Page {
  /** Path of the page, and of the folder of its files; they are the same unless the page is `/`. */
  readonly path: string
  readonly base: string
  readonly title: string
  /** Folder below `http/` with the page's own files; `script` and `style.css` are in it. */
  readonly folder: string
  readonly script: string
  /** Data attributes of the document, read by the script. */
  readonly data: Readonly<Record<string, string>>
}

/** Below src/ and dist/ alike, wherever this file is bundled to. */
const HTTP = fileURLToPath(new URL('../http/', import.meta.url))
const BROWSER = fileURLToPath(new URL('../browser/', import.meta.url))
/** Scripts of `<medlink-suggest>`, and in a built package the index that its worker opens. */
const BROWSER_FILES = /^(?:browser|suggest-(?:element|sources|style|worker))\.js$/
/** Files of lit-html that pages load. */
const LIT_FILES = ['lit-html.js', 'directive.js', 'directive-helpers.js', 'directives/repeat.js']

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Path of the files that all pages share. */
const SHARED = '/page'

/** Public, and not in the OpenAPI document. */
const ROUTE = { config: { policy: 'public' }, schema: { hide: true } } as const

interface File {
  readonly mediaType: string
  readonly bytes: Buffer
  readonly etag: string
}

type Files = ReadonlyMap<string, File>

/** Serves a page and its files to all callers: a page holds no data, and its operations need what they need. */
export function pageRoutes(app: FastifyInstance, page: Page): void {
  const { html, policy } = documentOf(page, app.prefix)
  app.get(page.path, ROUTE, async (_, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .type('text/html; charset=utf-8')
      .send(html),
  )
  serveFiles(app, `${page.base}/page`, filesIn(join(HTTP, page.folder), isOfPage))
  if (!app.hasRoute({ method: 'GET', url: `${app.prefix}${SHARED}/*` }))
    serveFiles(app, SHARED, filesIn(join(HTTP, 'page'), isOfPage))
  serveFiles(
    app,
    `${page.base}/lit-html`,
    filesIn(litFolder(), (path) => LIT_FILES.includes(path)),
  )
  elementRoutes(app, `${page.base}/browser`)
}

function isOfPage(path: string): boolean {
  return /\.(?:js|css)$/.test(path)
}

/** Serves the scripts of `<medlink-suggest>` to all callers. */
export function elementRoutes(app: FastifyInstance, path: string): void {
  serveFiles(
    app,
    path,
    filesIn(BROWSER, (file) => BROWSER_FILES.test(file)),
  )
}

function serveFiles(app: FastifyInstance, path: string, files: Files): void {
  app.get<{ Params: { '*': string } }>(`${path}/*`, ROUTE, async (request, reply) => {
    const file = files.get(request.params['*'])
    if (file === undefined) throw new HttpError('not_found')
    reply
      .header('etag', file.etag)
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
    return reply.type(file.mediaType).send(file.bytes)
  })
}

/** The HTML of a page, and the policy that lets a browser load the server's own files and run no other script. */
function documentOf({ base: ownBase, title, script, data }: Page, prefix: string) {
  const base = `${prefix}${ownBase}`
  const imports = JSON.stringify({
    imports: {
      'lit-html': `${base}/lit-html/lit-html.js`,
      'lit-html/': `${base}/lit-html/`,
      'medlink/suggest-element': `${base}/browser/suggest-element.js`,
    },
  })
  const digest = createHash('sha256').update(imports).digest('base64')
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${digest}'`,
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html medlink-suggest',
  ].join('; ')
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${value}"`)
  const html = `<!doctype html>
<html lang="en"${attributes.join('')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${prefix}${SHARED}/base.css">
<link rel="stylesheet" href="${base}/page/style.css">
<script type="importmap">${imports}</script>
<script type="module" src="${base}/page/${script}"></script>
</head>
<body>
<div id="page"></div>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`
  return { html, policy }
}

function litFolder(): string {
  // Node.js gets another file than a browser does, one folder below the others.
  return dirname(dirname(createRequire(import.meta.url).resolve('lit-html')))
}

/** Files of a folder by their path below it, with slashes. */
function filesIn(folder: string, isServed: (path: string) => boolean): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isServed)
  return new Map(
    paths.map((path) => {
      const bytes = readFileSync(join(folder, path))
      const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
      return [path, { mediaType: MEDIA_TYPES[extname(path)]!, bytes, etag }]
    }),
  )
}
