/** Changes in the JSON text of a resource: bytes that are not part of a change stay as they are. */
import { isDeepStrictEqual } from 'node:util'
import { applyEdits, findNodeAtLocation, type JSONPath, modify, parseTree } from 'jsonc-parser'
import { invalid } from '../outcome.ts'
import { fieldsOf, listOf } from './elements.ts'
import type { Place } from './places.ts'
import { NO_LINK_URL, type Verdict } from './verdict.ts'

/** A place with what the linker says about it. */
export interface Revision {
  readonly place: Pick<Place, 'path' | 'concept'>
  readonly verdict: Verdict
}

/**
 * Writes verdicts into the text of a resource. JSON numbers keep their digits, objects the order of their keys.
 *
 * @param at the resource in the text
 * @throws FhirError `invalid` for a text with a key twice in one object
 */
export function reviseText(
  text: string,
  revisions: readonly Revision[],
  at: readonly (string | number)[] = [],
): string {
  const whole = parseTree(text)!
  const nodeAt = (path: JSONPath) => {
    const node = findNodeAtLocation(whole, path)
    if (node === undefined) throw ambiguous()
    return node
  }
  const changes = revisions
    .map(({ place: { path, concept }, verdict }) => {
      const { offset, length } = nodeAt([...at, ...path])
      const end = offset + length
      if (!isDeepStrictEqual(JSON.parse(text.slice(offset, end)), concept)) throw ambiguous()
      return { offset, end, concept, verdict }
    })
    .sort((a, b) => a.offset - b.offset)
  const { offset, length } = nodeAt([...at])
  let revised = ''
  let from = offset
  for (const { offset, end, concept, verdict } of changes) {
    revised += text.slice(from, offset) + reviseConcept(text.slice(offset, end), concept, verdict)
    from = end
  }
  return revised + text.slice(from, offset + length)
}

/** Adds a Coding, or the extension of a no, which replaces an earlier one. */
function reviseConcept(text: string, concept: Place['concept'], verdict: Verdict): string {
  const extensions = listOf(concept.extension)
  const earlier = extensions.findIndex((each) => fieldsOf(each).url === NO_LINK_URL)
  if ('coding' in verdict) {
    const coded = append(text, 'coding', concept.coding, verdict.coding)
    if (earlier < 0) return coded
    const isOnly = extensions.length === 1
    return change(coded, isOnly ? ['extension'] : ['extension', earlier], undefined)
  }
  const { extension } = verdict
  if (earlier < 0) return append(text, 'extension', concept.extension, extension)
  if (isDeepStrictEqual(extensions[earlier], extension)) return text
  return change(text, ['extension', earlier], extension)
}

function append(text: string, key: string, list: unknown, item: unknown): string {
  if (list === undefined) return change(text, [key], [item])
  return change(text, [key, listOf(list).length], item, true)
}

function change(text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string {
  return applyEdits(text, modify(text, path, value, { isArrayInsertion }))
}

/** A key that an object has twice: readers differ in which one counts. */
function ambiguous() {
  return invalid('the body has a key twice in one object')
}
