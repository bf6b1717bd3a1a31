/**
 * Proves of the texts of a request:
 * 1. plain text becomes a DocumentReference of the patient
 * 2. a DocumentReference has the text of its attachments, a Composition that of its sections
 * 3. a missing patient, other media types, other resources and too much text are refused, and nothing of them repeated
 */
import { describe, expect, test } from 'vitest'
import {
  MAX_CHARACTERS,
  readSource,
  type Source,
} from '../../../../src/fhir/coding/comprehend/source.ts'
import { Input, inputOfBody } from '../../../../src/fhir/parameters.ts'
import type { Parameter, Resource } from '../../../../src/fhir/resources.ts'

const subject = { reference: 'Patient/1' }
const ofSubject: Parameter = { name: 'subject', valueReference: subject }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const attached = (attachment: object) => ({ content: [{ attachment }] })
const plain = (text: string) => attached({ contentType: 'text/plain', data: base64(text) })
const documentWith = (more: object): Resource => ({
  ...{ resourceType: 'DocumentReference', status: 'current', subject },
  ...more,
})

/** Reads a resource that is the body. */
const readBody = (body: Resource) => readSource({ input: new Input([]), body })

/** Reads Parameters. */
function readParameters(...parameter: readonly Parameter[]): Source {
  const body = { resourceType: 'Parameters', parameter }
  return readSource({ input: inputOfBody(body), body })
}

describe('plain text', () => {
  test('becomes a document of the patient', () => {
    const text = 'c/o fever – 37 °C'
    const source = readParameters({ name: 'text', valueString: text }, ofSubject)
    expect(source).toEqual({
      resource: {
        ...{ resourceType: 'DocumentReference', status: 'current', subject },
        content: [{ attachment: { contentType: 'text/plain; charset=utf-8', data: base64(text) } }],
      },
      subject,
      texts: [{ element: 'DocumentReference.content[0].attachment', heading: '', text }],
    })
  })

  test('takes the patient as text', () => {
    const patient = { name: 'subject', valueString: 'Patient/2' }
    const { subject } = readParameters({ name: 'text', valueString: 'fever' }, patient)
    expect(subject).toEqual({ reference: 'Patient/2' })
  })
})

describe('a DocumentReference', () => {
  test('is read with its patient', () => {
    const resource = documentWith(plain('no cough'))
    expect(readBody(resource)).toMatchObject({ resource, subject, texts: [{ text: 'no cough' }] })
  })

  test('comes as a parameter, with another patient', () => {
    const resource = documentWith(plain('no cough'))
    const other = { name: 'subject', valueReference: { display: 'Asha' } }
    const source = readParameters({ name: 'resource', resource }, other)
    expect(source.subject).toEqual({ display: 'Asha' })
  })

  test.each([
    'text/plain',
    'text/plain;charset=utf-8',
    'text/plain; charset="UTF-8"',
    'TEXT/PLAIN; charset=us-ascii',
  ])('has text of %s', (contentType) => {
    const source = readBody(documentWith(attached({ contentType, data: 'ZmV2\nZXI=' })))
    expect(source.texts.map(({ text }) => text)).toEqual(['fever'])
  })

  test('has several attachments, of which empty ones say nothing', () => {
    const content = ['fever', ' ', 'cough'].flatMap((text) => plain(text).content)
    const { texts } = readBody(documentWith({ content }))
    expect(texts.map(({ element, text }) => [element, text])).toEqual([
      ['DocumentReference.content[0].attachment', 'fever'],
      ['DocumentReference.content[2].attachment', 'cough'],
    ])
  })
})

test('a Composition has its sections, those inside them and their titles', () => {
  const div = (text: string) => ({ status: 'generated', div: `<div>${text}</div>` })
  const section = [
    { title: 'Past history', text: div('T2DM<br/>HTN') },
    { title: 'Plan:', section: [{ text: div('metformin') }, { title: ' ', text: div(' ') }] },
  ]
  const { texts } = readBody({ resourceType: 'Composition', subject, section })
  expect(texts).toEqual([
    { element: 'Composition.section[0].text', heading: 'Past history:\n', text: 'T2DM\nHTN' },
    { element: 'Composition.section[1].section[0].text', heading: '', text: 'metformin' },
  ])
})

describe('refused:', () => {
  const long = 'fever '.repeat(MAX_CHARACTERS / 6 + 1)

  test.each([
    {
      name: 'no patient',
      body: documentWith({ subject: undefined, ...plain('Asha') }),
      code: 'required',
    },
    {
      name: 'an empty patient',
      body: documentWith({ subject: {}, ...plain('x') }),
      code: 'required',
    },
    {
      name: 'a patient that is text',
      body: documentWith({ subject: 7, ...plain('x') }),
      code: 'required',
    },
    { name: 'another resource', body: { resourceType: 'Binary', subject }, code: 'not-supported' },
    { name: 'no attachment', body: documentWith({ content: [] }), code: 'invalid' },
    { name: 'content that is no list', body: documentWith({ content: {} }), code: 'invalid' },
    {
      name: 'a URL instead of data',
      body: documentWith(attached({ contentType: 'text/plain', url: 'http://a.example/Asha' })),
      code: 'not-supported',
    },
    {
      name: 'a PDF',
      body: documentWith(attached({ contentType: 'application/pdf', data: base64('Asha') })),
      code: 'not-supported',
    },
    {
      name: 'another charset',
      body: documentWith(attached({ contentType: 'text/plain; charset=latin1', data: 'QQ==' })),
      code: 'not-supported',
    },
    {
      name: 'no media type',
      body: documentWith(attached({ data: 'QQ==' })),
      code: 'not-supported',
    },
    {
      name: 'data that is no base64',
      body: documentWith(attached({ contentType: 'text/plain', data: 'Asha!' })),
      code: 'invalid',
    },
    {
      name: 'data that is no text',
      body: documentWith(attached({ contentType: 'text/plain', data: 7 })),
      code: 'invalid',
    },
    {
      name: 'bytes that are no UTF-8',
      body: documentWith(attached({ contentType: 'text/plain', data: '/w==' })),
      code: 'invalid',
    },
    { name: 'blank text', body: documentWith(plain(' \n')), code: 'invalid' },
    { name: 'too much text', body: documentWith(plain(long)), code: 'too-costly' },
    {
      name: 'a Composition without text',
      body: { resourceType: 'Composition', subject, section: [{ text: { div: 7 } }, null] },
      code: 'invalid',
    },
  ])('$name', ({ body, code }) => {
    expect(refusalOf(() => readBody(body))).toMatchObject({ issue: { code } })
  })

  test.each([
    { name: 'no text', given: [ofSubject], code: 'invalid' },
    { name: 'blank text', given: [{ name: 'text', valueString: ' ' }, ofSubject], code: 'invalid' },
    { name: 'text that is a number', given: [{ name: 'text', valueInteger: 1 }], code: 'invalid' },
    {
      name: 'text without a patient',
      given: [{ name: 'text', valueString: 'Asha' }],
      code: 'required',
    },
  ])('$name', ({ given, code }) => {
    expect(refusalOf(() => readParameters(...given))).toMatchObject({ issue: { code } })
  })

  test('nothing at all', () => {
    const nothing = () => readSource({ input: new Input([]), body: undefined })
    expect(refusalOf(nothing)).toMatchObject({ issue: { code: 'invalid' } })
  })
})

function refusalOf(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    expect(String(error)).not.toContain('Asha')
    return error
  }
}
