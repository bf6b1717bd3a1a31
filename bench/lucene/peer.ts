import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { formatTsv } from '../../scripts/support/table.ts'
import { refuse } from '../http/server.ts'
import type { Peer } from '../peers.ts'
import type { BenchQuery } from '../queries.ts'
import type { Name } from '../subject.ts'
import { temporaryFolder } from '../temporary.ts'

const SOURCE = fileURLToPath(new URL('Search.java', import.meta.url))
/** Where Debian puts them, the version in their names. */
const JARS = '/usr/share/java'
const NEEDED = [/^lucene-core-8.*\.jar$/, /^lucene-analyzers-common-8.*\.jar$/]
/** Until Java's compilers have seen what is often done. */
const WARM_UP = 2000
/** A prime, so that the first answers are of names from all over. */
const WARM_UP_STEP = 997

/** Lucene's search alone, in a process of its own. Its time is that from the text to the codes, taken there. */
export async function lucenePeer(names: readonly Name[]): Promise<Peer> {
  const jars = existsSync(JARS) ? readdirSync(JARS) : []
  const classPath = NEEDED.map((name) => jars.find((jar) => name.test(jar)))
  if (classPath.includes(undefined)) refuse('Lucene 8 is missing: apt-get install liblucene8-java')
  const root = temporaryFolder()
  const [terms, folder] = [join(root, 'terms.tsv'), join(root, 'index')]
  writeFileSync(terms, formatTsv(names.map(({ code, text }) => [code, text])))
  mkdirSync(folder)
  const paths = classPath.map((jar) => join(JARS, jar!)).join(':')
  const child: ChildProcess = spawn('java', ['-cp', paths, SOURCE, terms, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.once('error', () => refuse('java is missing: apt-get install openjdk-17-jdk-headless'))
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('Lucene has ended')
    return (value as string).split('\t')
  }
  const ask = async (text: string, isFuzzy = false) => {
    child.stdin!.write(`${isFuzzy ? 'fuzzy' : 'exact'}\t${text.replaceAll(/\s+/g, ' ')}\n`)
    const [nanos, codes = ''] = await next()
    return { ms: Number(nanos) / 1e6, codes: codes.split(',') }
  }
  const [seconds, bytes] = (await next()).map(Number)
  for (let i = 0; i < WARM_UP; i++) await ask(names[(i * WARM_UP_STEP) % names.length]!.text)
  return {
    ...{ name: 'lucene', readyMs: seconds! * 1000, megabytes: bytes! / 1e6 },
    async time(queries: readonly BenchQuery[]) {
      const answers = []
      for (const { kind, request } of queries)
        answers.push(await ask(request.query, kind === 'typo'))
      return { ms: answers.map(({ ms }) => ms), results: answers.map(({ codes }) => codes) }
    },
    close: () => void child.kill(),
  }
}
