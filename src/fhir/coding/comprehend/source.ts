/** The texts of a request: plain text, a DocumentReference or a Composition. */
import type { Call } from '../../operation.ts'
import { FhirError, invalid, notSupported } from '../../outcome.ts'
import { isResource, type Resource } from '../../resources.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../elements.ts'
import { textOfNarrative } from './narrative.ts'

/** Characters of all texts of a request together. */
export const MAX_CHARACTERS = 50_000

/** One text of a source. */
export interface SourceText {
  /** FHIRPath of the element that has it. */
  readonly element: string
  /** A heading that is read with the text and is no part of it; '' if there is none. */
  readonly heading: string
  readonly text: string
}

/** A document with its texts. */
export interface Source {
  readonly resource: Resource
  /** The patient. */
  readonly subject: Fields
  /** Texts with something in them. */
  readonly texts: readonly SourceText[]
}

/**
 * The source of a request: the resource of the body or of the parameter `resource`, or else a DocumentReference that is made
 * of the parameter `text`. The parameter `subject` is the patient; default: the resource's.
 *
 * @throws FhirError `required` without a patient, `not-supported` for other resources and attachments, `invalid` for what
 *   cannot be read, `too-costly` for more than {@link MAX_CHARACTERS}
 */
export function readSource({ input, body }: Pick<Call, 'input' | 'body'>): Source {
  const given = input.all('resource')[0]?.resource
  const isBody = body !== undefined && body.resourceType !== 'Parameters'
  const sent: unknown = isBody ? body : given
  const text = input.text('text')
  const [asked] = input.all('subject')
  const subject = subjectOf(asked?.valueReference ?? asked?.valueString)
  if (isResource(sent)) {
    const own = fieldsOf(sent.subject)
    return checked(sent, subject ?? subjectOf(own), textsOf(sent))
  }
  if (text === undefined || text.trim() === '')
    throw invalid('the body must be a DocumentReference, a Composition, or Parameters with text')
  const document = documentOf(text, subject)
  return checked(document, subject, textsOf(document))
}

function checked(
  resource: Resource,
  subject: Fields | undefined,
  texts: readonly SourceText[],
): Source {
  if (subject === undefined)
    throw new FhirError(400, {
      ...{ code: 'required', expression: 'subject' },
      text: 'the patient is missing: name one as subject, a Reference',
    })
  const length = texts.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0)
  if (length > MAX_CHARACTERS)
    throw new FhirError(413, {
      code: 'too-costly',
      text: `a request has at most ${MAX_CHARACTERS} characters of text: send several`,
    })
  const withWords = texts.filter(({ text }) => text.trim() !== '')
  if (withWords.length === 0) throw invalid('the resource has no text')
  return { resource, subject, texts: withWords }
}

/** A Reference with something in it; text is its `reference`. */
function subjectOf(value: unknown): Fields | undefined {
  const text = textOf(value)
  if (text !== undefined) return { reference: text }
  const fields = fieldsOf(value)
  return ['reference', 'identifier', 'display'].some((key) => fields[key] !== undefined)
    ? fields
    : undefined
}

function documentOf(text: string, subject: Fields | undefined): Resource {
  const data = Buffer.from(text).toString('base64')
  return {
    ...{ resourceType: 'DocumentReference', status: 'current' },
    ...(subject && { subject }),
    content: [{ attachment: { contentType: 'text/plain; charset=utf-8', data } }],
  }
}

function textsOf(resource: Resource): readonly SourceText[] {
  if (resource.resourceType === 'DocumentReference') return attachedTexts(resource)
  if (resource.resourceType === 'Composition') return sectionTexts(resource.section, 'Composition')
  throw notSupported('the resource must be a DocumentReference or a Composition')
}

function attachedTexts({ content }: Resource): SourceText[] {
  return listOf(content).map((item, i) => {
    const { contentType, data } = fieldsOf(fieldsOf(item).attachment)
    if (data === undefined)
      throw notSupported('an attachment without data is not supported: nothing is fetched by URL')
    if (!/^text\/plain\s*(?:;\s*charset="?(?:utf-8|us-ascii)"?\s*)?$/i.test(String(contentType)))
      throw notSupported('an attachment must be text/plain in UTF-8')
    const element = `DocumentReference.content[${i}].attachment`
    return { element, heading: '', text: decode(data) }
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(data: unknown): string {
  const base64 = typeof data === 'string' ? data.replace(/\s+/g, '') : undefined
  if (base64 === undefined || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64))
    throw invalid('the data of an attachment must be base64')
  try {
    return utf8.decode(Buffer.from(base64, 'base64'))
  } catch {
    throw invalid('the data of an attachment must be UTF-8 text')
  }
}

/** Texts of sections and of the sections inside them, in their order. */
function sectionTexts(sections: unknown, parent: string): SourceText[] {
  return listOf(sections).flatMap((each, i) => {
    const { title, text, section } = fieldsOf(each)
    const { div } = fieldsOf(text)
    const path = `${parent}.section[${i}]`
    const heading = textOf(title)?.trim() ?? ''
    const own = {
      element: `${path}.text`,
      heading: heading === '' ? '' : `${heading.replace(/\s*:$/, '')}:\n`,
      text: typeof div === 'string' ? textOfNarrative(div) : '',
    }
    return [own, ...sectionTexts(section, path)]
  })
}
