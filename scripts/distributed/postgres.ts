/** Runs a PostgreSQL with an empty database until it is killed, and prints the database's URL: for trials. */
import { startPostgres } from '../../test/support/postgres.ts'

const server = await startPostgres()
process.once('SIGTERM', async () => {
  await server.stop()
  process.exit()
})
console.log(await server.newDatabase())
