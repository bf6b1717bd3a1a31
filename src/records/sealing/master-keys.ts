import { exec } from 'node:child_process'
import { createSecretKey, type KeyObject } from 'node:crypto'
import { MedlinkError } from '../../errors.ts'
import { KEY_BYTES } from './cipher.ts'

/** Keys that wrap the data keys of workspaces, by identifier. The first is current: it wraps what is new. */
export type MasterKeys = ReadonlyMap<string, KeyObject>

/** Source of master keys: their text, or a command that prints it. */
export type MasterKeySource = { readonly text: string } | { readonly command: string }

/** Form of {@link parseMasterKeys}, for messages. */
export const MASTER_KEYS_FORM =
  'id:key pairs separated by commas, the key 32 random bytes in Base64 or as 64 hexadecimal digits'

const ID = /^[\w.-]{1,64}$/
const HEX = /^[\da-f]{64}$/i
const BASE64 = /^[\w+/-]{43}=?$/
/** 32 random bytes have fewer different values once in 10^30. */
const MIN_DIFFERENT = 8

const COMMAND_MS = 30_000
const COMMAND_BYTES = 64 * 1024

/** Master keys as `id:key` pairs, separated by commas or line ends; undefined for a text of another form. */
export function parseMasterKeys(text: string): MasterKeys | undefined {
  const pairs = text
    .split(/[,\n]/)
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
  const keys = new Map<string, KeyObject>()
  for (const pair of pairs) {
    const [, id = '', encoded = ''] = /^([^:]*):(.*)$/.exec(pair) ?? []
    const key = keyOf(encoded)
    if (!ID.test(id) || key === undefined || keys.has(id)) return undefined
    keys.set(id, key)
  }
  return keys.size > 0 ? keys : undefined
}

function keyOf(encoded: string): KeyObject | undefined {
  const bytes = HEX.test(encoded)
    ? Buffer.from(encoded, 'hex')
    : BASE64.test(encoded)
      ? Buffer.from(encoded, 'base64')
      : undefined
  if (bytes?.length !== KEY_BYTES || new Set(bytes).size < MIN_DIFFERENT) return undefined
  return createSecretKey(bytes)
}

/**
 * Master keys of a source. A command runs in the system's shell and has 30 seconds.
 *
 * @throws MedlinkError `settings_invalid`; the message has nothing of the keys, nor of what the command prints
 */
export async function readMasterKeys(source: MasterKeySource): Promise<MasterKeys> {
  const isText = 'text' in source
  const keys = parseMasterKeys(isText ? source.text : await outputOf(source.command))
  if (keys !== undefined) return keys
  throw new MedlinkError(
    'settings_invalid',
    isText
      ? `MEDLINK_DATA_KEYS must be ${MASTER_KEYS_FORM}`
      : `the command of MEDLINK_DATA_KEYS_COMMAND must print ${MASTER_KEYS_FORM}`,
  )
}

function outputOf(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: COMMAND_MS, maxBuffer: COMMAND_BYTES, windowsHide: true }
    exec(command, options, (error, printed) => {
      if (error === null) return resolve(printed)
      const end = error.killed ? 'was ended' : `ended with ${error.code}`
      // Without a cause: it has the command and what it printed.
      reject(
        new MedlinkError(
          'settings_invalid',
          `the command of MEDLINK_DATA_KEYS_COMMAND failed: it ${end}. It has 30 seconds to print ${MASTER_KEYS_FORM}`,
        ),
      )
    })
  })
}
