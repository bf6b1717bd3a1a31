/**
 * Tests files in S3 against a real server of it: OpenStack Swift, from Debian's packages, which are installed where they are
 * missing and apt works.
 *
 *   npm run test:s3
 *
 * Exit code: that of the tests; 0 where there is no such server to be had, which is said.
 */
import { spawnSync } from 'node:child_process'
import { installSwift, startSwift } from './test-s3/swift.ts'

if (!installSwift()) {
  console.log('SKIPPED: there is no OpenStack Swift here, and apt does not install it')
  process.exit(0)
}
/** Files in a bucket, and the whole contract where files are in one. */
const TESTS = [
  ...['test/records/blobs/s3.test.ts', 'test/http/contract/contract.test.ts'],
  ...['--testNamePattern', 'a bucket|PostgreSQL'],
]

const start = performance.now()
const server = await startSwift()
console.log(`OpenStack Swift started in ${Math.round((performance.now() - start) / 1000)} s`)
try {
  const { status } = spawnSync('npx', ['vitest', 'run', ...TESTS], {
    stdio: 'inherit',
    env: {
      ...process.env,
      MEDLINK_TEST_S3: server.endpoint,
      AWS_REGION: server.region,
      AWS_ACCESS_KEY_ID: server.accessKey,
      AWS_SECRET_ACCESS_KEY: server.secretKey,
    },
  })
  process.exitCode = status ?? 1
} finally {
  await server.stop()
}
