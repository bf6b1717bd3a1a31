/** Answers each request with the same bytes, from several processes: `bare-child.mjs PROCESSES FILE`. */
import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [processes, file] = process.argv.slice(2)
if (cluster.isPrimary) {
  for (let nth = 0; nth < Number(processes); nth++) cluster.fork()
  cluster.once('listening', (_, { port }) => process.stdout.write(`${port}\n`))
  process.once('SIGTERM', () => process.exit())
} else {
  const answer = readFileSync(file)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': answer.length,
  }
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200, headers).end(answer))
  })
  server.listen(0, '127.0.0.1')
}
