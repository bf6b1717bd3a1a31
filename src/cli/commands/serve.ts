import { isMember, serve as serveHttp, withSecret } from '../../http/http.ts'
import { LINKED_ONTOLOGIES } from '../../medlink.ts'
import { type Io, print, remark } from '../io.ts'
import { buildMissingStarter, defaultRoot, requireNamedRoot } from '../library.ts'
import { type SettingOptions, settingsOf } from '../settings.ts'

export interface ServeOptions extends SettingOptions {
  readonly host?: string
  readonly port?: string
  readonly processes?: string
  readonly only?: 'linking'
  readonly project?: string
  readonly names?: readonly string[]
}

/**
 * Serves until a signal ends the process. If no folder of indexes was named, the starters of what is not installed in
 * the default one are built first.
 *
 * @throws MedlinkError `settings_invalid`; `index_missing` if a folder was named that does not exist
 */
export async function serve(io: Io, options: ServeOptions): Promise<void> {
  const settings = withSecret(settingsOf(io, options))
  // Another process of the server has done and said all this.
  if (!isMember()) {
    requireNamedRoot(io, settings.dir)
    if (settings.isForDevelopment)
      remark(io, 'MEDLINK_JWT_SECRET is not set: fine for trying out; medlink token makes a token')
    if (settings.aadhaar.gateway === undefined && settings.only === undefined)
      remark(
        io,
        'no Aadhaar gateway is set (MEDLINK_AADHAAR_GATEWAY=abdm): registrations by Aadhaar number are answered with 503',
      )
    if (settings.masterKeys === undefined && settings.only === undefined)
      remark(io, 'records are stored as plain text: MEDLINK_DATA_KEYS seals them')
    if (settings.dir === undefined)
      for (const ontology of LINKED_ONTOLOGIES) await buildMissingStarter(io, ontology)
  }
  const address = await serveHttp(settings, settings.dir ?? defaultRoot())
  if (address !== undefined) print(io, `serving at ${address}, described at ${address}/docs`)
}
