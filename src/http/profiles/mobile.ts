import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Digits of a number in its international form, set apart as people do; E.164 has at most 15 of them. */
const WRITTEN = /^\+[0-9](?:[ -]*[0-9]){1,14}$/
/** Longer than any number, however it is set apart. */
const MAX_WRITTEN_LENGTH = 40

/**
 * A telephone number in E.164: "+91 98765-43210" is "+919876543210". Undefined for what is no international number, or has
 * not the length and first digits that numbers of its country have.
 */
export function parseMobile(text: string): string | undefined {
  const written = text.trim()
  if (written.length > MAX_WRITTEN_LENGTH || !WRITTEN.test(written)) return undefined
  const number = parsePhoneNumberFromString(written, { extract: false })
  return number?.isValid() ? number.number : undefined
}
