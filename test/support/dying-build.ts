/** A process of its own that dies while it writes an index: argv is the file. Its parent waits for the signal. */
import { writeIndex } from '../../src/index/writer.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'

const concept = { code: 'A00', name: 'Cholera', family: 'A00', active: true, attributes: {} }
const term = { code: 'A00', text: 'Cholera', kind: 'preferred', language: 'en' } as const

class LastMoment extends Date {
  /** Asked for when rows and arrays are in the file and the manifest is about to be. */
  override toISOString(): string {
    process.kill(process.pid, 'SIGKILL')
    return super.toISOString()
  }
}

writeIndex(
  process.argv[2]!,
  {
    ontology: 'icd-10-cm',
    version: '2027',
    licence: '',
    sources: [],
    concepts: [concept],
    terms: [term],
    edges: [],
    replacements: [],
    maps: [],
    facts: [],
    warnings: [],
  },
  {
    analyzer: createAnalyzer(),
    columns: {
      revision: 1,
      tables: [],
      concept: {},
      term: {},
      ofConcept: () => ({}),
      ofTerm: () => ({}),
    },
    now: new LastMoment(),
  },
)
