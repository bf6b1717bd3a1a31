import { once } from 'node:events'
import { userInfo } from 'node:os'
import { basename } from 'node:path'
import open from 'open'
import { serveReview } from '../../http/http.ts'
import { openProject } from '../../mapping/mapping.ts'
import { openMedlink } from '../../medlink.ts'
import { type Io, print, remark } from '../io.ts'
import { indexRoot, requireNamedRoot } from '../library.ts'

export interface ReviewOptions {
  readonly dir?: string
  readonly reviewer?: string
  readonly open: boolean
}

/**
 * Serves the review page of a mapping project to this machine only, until Ctrl-C.
 *
 * @throws MedlinkError `no_project`, `project_incompatible`; `index_missing` if a folder was named that does not exist
 */
export async function review(io: Io, file: string, options: ReviewOptions): Promise<void> {
  requireNamedRoot(io, options.dir)
  const project = await openProject(file)
  const medlink = openMedlink({ dir: indexRoot(io, options.dir) })
  try {
    const reviewer = options.reviewer ?? userInfo().username
    const name = basename(file)
    const { url, close } = await serveReview({
      ...{ medlink, project, name, reviewer },
      onLinkUsed: (next) => print(io, `to open it in another tab, or again later: ${next}`),
    })
    print(
      io,
      `reviewing ${file} as ${reviewer}: ${url}`,
      'The link works once; the next one is printed when it is used. Ctrl-C ends the server; every decision is kept.',
    )
    if (options.open) openBrowser(io, url)
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    await close()
  } finally {
    medlink.close()
    await project.close()
  }
}

function openBrowser(io: Io, url: string): void {
  const cannot = () => remark(io, 'no browser could be opened: open the address above in one')
  open(url).then((child) => child.once('error', cannot), cannot)
}
