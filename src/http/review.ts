/** The review page: its files, and the operations that it asks. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'
import { type ReviewParts, reviewOperations } from './review/operations.ts'

export interface ReviewPageParts extends ReviewParts {
  /** How a reviewer comes in: with a token of the server's, or by a link that is good once. */
  readonly signIn: 'token' | 'link'
}

const PAGE = '/review'
/** Below src/ and dist/ alike, wherever this file is bundled to. */
const FILES = fileURLToPath(new URL('../http/review/page/', import.meta.url))
/** Files of lit-html that the page loads. */
const LIT_FILES = ['lit-html.js', 'directive.js', 'directive-helpers.js', 'directives/repeat.js']

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

interface File {
  readonly mediaType: string
  readonly bytes: Buffer
  readonly etag: string
}

/**
 * The page at /review, without a token, as it holds nothing of the project; its requests need a token. None of it
 * is in the OpenAPI document: the operations are the page's own, and change with it.
 */
export function reviewRoutes(app: FastifyInstance, parts: ReviewPageParts): void {
  const base = `${app.prefix}${PAGE}`
  const config = { policy: 'public' } as const
  const schema = { hide: true }
  const { html, policy } = pageAt(base, parts.signIn)
  const files = new Map<string, File>([
    ...filesIn(FILES, (path) => /\.(?:js|css)$/.test(path)).map(
      ([path, file]) => [`page/${path}`, file] as const,
    ),
    ...filesIn(litFolder(), (path) => LIT_FILES.includes(path)).map(
      ([path, file]) => [`lit-html/${path}`, file] as const,
    ),
  ])

  app.get(PAGE, { config, schema }, async (_, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .type('text/html; charset=utf-8')
      .send(html),
  )

  for (const folder of ['page', 'lit-html'])
    app.get<{ Params: { '*': string } }>(
      `${PAGE}/${folder}/*`,
      { config, schema },
      async (request, reply) => {
        const file = files.get(`${folder}/${request.params['*']}`)
        if (file === undefined) throw new HttpError('not_found')
        reply
          .header('etag', file.etag)
          .header('cache-control', 'no-cache')
          .header('x-content-type-options', 'nosniff')
        if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
        return reply.type(file.mediaType).send(file.bytes)
      },
    )

  reviewOperations(app, `${PAGE}/api`, parts)
}

/** The page, and what a browser may load for it: nothing that is not the server's own, and no script but of these files. */
function pageAt(base: string, signIn: ReviewPageParts['signIn']) {
  const imports = JSON.stringify({
    imports: { 'lit-html': `${base}/lit-html/lit-html.js`, 'lit-html/': `${base}/lit-html/` },
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
    'trusted-types lit-html',
  ].join('; ')
  const html = `<!doctype html>
<html lang="en" data-sign-in="${signIn}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Medlink review</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/page/style.css">
<script type="importmap">${imports}</script>
<script type="module" src="${base}/page/review.js"></script>
</head>
<body>
<div id="review"></div>
<noscript>The review page needs JavaScript.</noscript>
</body>
</html>
`
  return { html, policy }
}

function litFolder(): string {
  // A server of Node gets another file than a browser does, one folder below the others.
  return dirname(dirname(createRequire(import.meta.url).resolve('lit-html')))
}

/** Files of a folder by their path below it, with slashes. */
function filesIn(folder: string, isWanted: (path: string) => boolean): [string, File][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isWanted)
    .map((path) => {
      const bytes = readFileSync(join(folder, path))
      const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
      return [path, { mediaType: MEDIA_TYPES[extname(path)]!, bytes, etag }]
    })
}
