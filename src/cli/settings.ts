/** Settings of the server for its commands. */

import { readSettings, type Settings } from '../http/http.ts'
import type { Io } from './io.ts'

/** Settings that can be typed with every command of the server. */
export interface SettingOptions {
  readonly dir?: string | undefined
  readonly data?: string | undefined
  readonly config?: string | undefined
}

/** The settings of the server that a command is about. */
export function settingsOf(io: Io, { config, ...typed }: SettingOptions): Settings {
  return readSettings(io.env, { ...typed }, config)
}
