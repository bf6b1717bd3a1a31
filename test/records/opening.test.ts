/**
 * Proves of opening records, on SQLite and on PostgreSQL:
 * 1. the tables are made, or brought to the newest version, once and as a whole, however many open them at once
 * 2. a newer version and another program's database are refused and left as they are
 * 3. a database that cannot be used says why, and nothing of its address
 * 4. a database that goes away and comes back is used again; one that says nothing is not waited for without end
 * 5. who reads a file does not wait behind who writes; a check notices a database that takes no writes
 * 6. files are for their user alone, and commits are on disk
 */

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { MedlinkError } from '../../src/errors.ts'
import { migrate, STEPS, type Step } from '../../src/records/migrations.ts'
import { openRecords, type RecordsPlace, recordsFile } from '../../src/records/open.ts'
import { openPostgres } from '../../src/records/postgres.ts'
import { openSqlite } from '../../src/records/sqlite.ts'
import { Store } from '../../src/records/store.ts'
import { compiledSources } from '../support/compiled.ts'
import { type PostgresServer, START_MS, startPostgres } from '../support/postgres.ts'
import { tempFolder } from '../support/tiny-index.ts'
import { DATABASES, type DatabaseKind, query } from './databases.ts'

const PATIENT = { kind: 'patient', bid: 'b', username: 'someone' } as const

/** Adds a column, as a later version might; a second run of it would fail. */
const addColumn: Step = async (trx) => {
  await trx.schema.alterTable('profile').addColumn('later', 'text').execute()
  await sql`update profile set later = username`.execute(trx)
}

async function openHere(place: RecordsPlace) {
  const records = await openRecords(place)
  onTestFinished(() => records.close())
  return records
}

async function openStore(place: RecordsPlace): Promise<Store> {
  const store = new Store(
    'folder' in place
      ? await openSqlite(recordsFile(place.folder))
      : await openPostgres(place.databaseUrl),
  )
  onTestFinished(() => store.close())
  return store
}

/** What opening a place throws. */
async function refusalOf(place: RecordsPlace): Promise<MedlinkError> {
  const error = await openRecords(place).then(
    (records) => records.close(),
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(MedlinkError)
  return error as MedlinkError
}

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  beforeAll(async () => {
    kind = await start()
  }, START_MS)
  afterAll(() => kind?.stop())

  test('makes the tables once for all that open a new database', async () => {
    const place = await kind.newPlace()
    const all = await Promise.all(Array.from({ length: 6 }, () => openHere(place)))
    for (const records of all) await records.check()
    expect(await query(place, 'select version from records_version')).toEqual([
      { version: STEPS.length },
    ])
    expect(await all[0]!.profiles.create(PATIENT)).toBeTypeOf('object')
    expect(await all[5]!.profiles.create(PATIENT)).toBe('username_taken')
  })

  test('brings an older version to the newest, once for all that open it', async () => {
    const place = await kind.newPlace()
    const made = await (await openHere(place)).profiles.create(PATIENT)
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(place)))
    const steps = [...STEPS, addColumn]
    await Promise.all(stores.map((store) => migrate(store, steps)))
    expect(await query(place, 'select oid, later from profile')).toEqual([
      { oid: (made as { oid: string }).oid, later: 'someone' },
    ])
    expect(await query(place, 'select version from records_version')).toEqual([
      { version: steps.length },
    ])
    // What has become newer than this program is refused from then on.
    expect(await refusalOf(place)).toMatchObject({ code: 'records_incompatible' })
  })

  test('knows whom the reminders of an older version are about', async () => {
    const place = await kind.newPlace()
    const store = await openStore(place)
    await migrate(store, STEPS.slice(0, 3))
    const payload = (data: object) => JSON.stringify({ event: 'a', data })
    for (const [id, written] of [
      ['a', payload({ patient_id: 'p' })],
      ['b', payload({})],
      ['c', '{}'],
    ])
      await query(
        place,
        `insert into reminder (id, bid, event, event_time, transaction_id, payload) values ('${id}', 'b', 'a', 1, '${id}', '${written}')`,
      )
    await openHere(place)
    expect(await query(place, 'select id, patient from reminder order by id')).toEqual([
      { id: 'a', patient: 'p' },
      { id: 'b', patient: null },
      { id: 'c', patient: null },
    ])
  })

  test('composes the usernames of an older version, unless that name is taken', async () => {
    const place = await kind.newPlace()
    const store = await openStore(place)
    await migrate(store, STEPS.slice(0, 6))
    for (const [oid, kind, username] of [
      ['1', 'patient', 'a\u0301'],
      ['2', 'emr_user', 'a\u0301'],
      ['3', 'emr_user', '\u00e1'],
      ['4', 'patient', 'b'],
    ])
      await query(
        place,
        `insert into profile (oid, kind, bid, username, c_ate, u_ate) values ('${oid}', '${kind}', 'b', '${username}', 0, 0)`,
      )
    await openHere(place)
    expect(await query(place, 'select oid, username from profile order by oid')).toEqual([
      { oid: '1', username: '\u00e1' },
      { oid: '2', username: 'a\u0301' },
      { oid: '3', username: '\u00e1' },
      { oid: '4', username: 'b' },
    ])
  })

  test.each([[[]], [[addColumn, addColumn]]])(
    'goes on from version 0, also after a step that failed (%#)',
    async (failing: readonly Step[]) => {
      const place = await kind.newPlace()
      const store = await openStore(place)
      if (failing.length === 0) await migrate(store, [])
      else await expect(migrate(store, [...STEPS, ...failing])).rejects.toThrow()
      const records = await openHere(place)
      expect(await records.profiles.create(PATIENT)).toBeTypeOf('object')
      expect(Object.keys((await query(place, 'select * from profile'))[0]!)).not.toContain('later')
    },
  )

  test('refuses a newer version and leaves it as it is', async () => {
    const place = await kind.newPlace()
    await (await openRecords(place)).close()
    await query(place, 'update records_version set version = 99')
    for (let round = 0; round < 2; round++) {
      const { code, message } = await refusalOf(place)
      expect(code).toBe('records_incompatible')
      expect(message).toContain('version 99')
      expect(message).toContain(`up to ${STEPS.length}`)
    }
    expect(await query(place, 'select version from records_version')).toEqual([{ version: 99 }])
  })
})

describe('a file', () => {
  const file = (folder: string) => join(folder, 'records.sqlite')

  test('is for its user alone, in a folder that is made', async () => {
    const folder = join(tempFolder(), 'a', 'b')
    const records = await openHere({ folder })
    await records.profiles.create(PATIENT)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const end of ['', '-wal', '-shm'])
      expect(statSync(file(folder) + end).mode & 0o777).toBe(0o600)
    await records.close()
    // What its owner has chosen stays.
    chmodSync(file(folder), 0o640)
    await (await openRecords({ folder })).close()
    expect(statSync(file(folder)).mode & 0o777).toBe(0o640)
  })

  test('has commits on disk, and references that hold', async () => {
    const store = await openStore({ folder: tempFolder() })
    await store.run(async (db) => {
      const settings = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1 }
      for (const [name, value] of Object.entries(settings)) {
        const { rows } = await sql.raw(`pragma ${name}`).execute(db)
        expect(rows).toEqual([{ [name]: value }])
      }
    })
  })

  test.each([
    ['text', (path: string) => writeFileSync(path, 'Dear Sir or Madam, '.repeat(500))],
    ['one byte', (path: string) => writeFileSync(path, 'x')],
    ['another database', (path: string) => foreignDatabase(path, 0)],
    ['a database of another program', (path: string) => foreignDatabase(path, 0x4d4c4e4b)],
  ])('of %s is refused and left as it is', async (_, write) => {
    const folder = tempFolder()
    write(file(folder))
    const before = readFileSync(file(folder))
    const { code, message } = await refusalOf({ folder })
    expect(code).toBe('records_incompatible')
    expect(message).toContain(file(folder))
    expect(readFileSync(file(folder))).toEqual(before)
  })

  function foreignDatabase(path: string, id: number): void {
    const db = new Database(path)
    db.pragma(`application_id = ${id}`)
    db.exec('CREATE TABLE other (a)')
    db.close()
  }

  test('that cannot be one is an error that names it', async () => {
    const folder = tempFolder()
    mkdirSync(file(folder))
    writeFileSync(join(folder, 'a file'), '')
    expect(await refusalOf({ folder })).toMatchObject({
      code: 'no_access',
      message: expect.stringContaining(file(folder)),
    })
    const below = { folder: join(folder, 'a file', 'records') }
    expect(await refusalOf(below)).toMatchObject({ code: 'no_access' })
  })

  test('that is damaged says so', async () => {
    const folder = tempFolder()
    await (await openRecords({ folder })).close()
    const bytes = readFileSync(file(folder))
    // The first page says what the file is and which tables there are; this is what they hold.
    bytes.fill(0xff, 4096)
    writeFileSync(file(folder), bytes)
    expect(await refusalOf({ folder })).toMatchObject({
      code: 'no_records',
      message: expect.stringContaining('damaged'),
    })
  })

  test('that is full says so, and goes on when there is room', async () => {
    const folder = tempFolder()
    const store = await openStore({ folder })
    await migrate(store, STEPS)
    const limit = (pages: number) =>
      store.run((db) => sql.raw(`pragma max_page_count = ${pages}`).execute(db))
    const fill = (oid: string) =>
      store.run((db) =>
        db.transaction().execute((trx) =>
          trx
            .insertInto('profile')
            .values({ oid, kind: 'patient', bid: 'x'.repeat(100_000), c_ate: 0, u_ate: 0 } as never)
            .execute(),
        ),
      )
    await limit(20)
    await expect(fill('1')).rejects.toMatchObject({ code: 'disk_full' })
    await limit(1000)
    await fill('2')
    expect(await query({ folder }, 'select oid from profile')).toEqual([{ oid: '2' }])
  })

  test('that somebody else has locked is waited for without holding up the thread', async () => {
    const folder = tempFolder()
    const records = await openHere({ folder })
    const other = new Database(file(folder))
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    const creating = records.profiles.create(PATIENT)
    // A thread that waited for the lock itself would come to one of these a try, and run out of patience.
    for (let nth = 0; nth < 5; nth++) await sleep(20)
    // Who reads need not wait.
    const opened = await openSqlite(file(folder), { patienceMs: 50 })
    const store = new Store(opened)
    onTestFinished(() => store.close())
    await store.run((db) => db.selectFrom('profile').select('oid').execute())
    const writing = store.run((db) => db.deleteFrom('profile').execute())
    await expect(writing).rejects.toMatchObject({ code: 'no_records' })
    other.exec('COMMIT')
    expect(await creating).toBeTypeOf('object')
  })
})

describe('a file that is written to', () => {
  test('is read meanwhile', async () => {
    const folder = tempFolder()
    const records = await openHere({ folder })
    const { oid } = (await records.profiles.create(PATIENT)) as { oid: string }
    const other = new Database(recordsFile(folder))
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    let isWritten = false
    const creating = records.profiles.create({ kind: 'patient', bid: 'b' }).then(() => {
      isWritten = true
    })
    expect(await records.profiles.get('patient', oid)).toMatchObject(PATIENT)
    expect(await records.documents.get('none')).toBeUndefined()
    expect(await records.webhooks.reminders.get('b', 'none')).toBeUndefined()
    expect(isWritten).toBe(false)
    other.exec('COMMIT')
    await creating
  })

  test('by another process keeps its log while the reader of this one opens it', async () => {
    const folder = tempFolder()
    const records = await openHere({ folder })
    const { oid } = (await records.profiles.create(PATIENT)) as { oid: string }
    expect(await records.profiles.get('patient', oid)).toBeDefined()
    // The last that closes a file removes its log: another process is not the last.
    const script = `const db = new (require('better-sqlite3'))(process.argv[1]); db.pragma('user_version'); db.close()`
    execFileSync(process.execPath, ['-e', script, recordsFile(folder)])
    expect(existsSync(`${recordsFile(folder)}-wal`)).toBe(true)
  })
})

describe('a check', () => {
  const folderOf = () => tempFolder()
  let time = 0
  const checked = async (folder: string) => {
    const records = await openRecords({ folder }, { now: () => time })
    onTestFinished(() => records.close())
    await records.check()
    return { records, file: recordsFile(folder) }
  }

  test.each([
    ['is protected', 'no_access', (file: string) => chmodSync(file, 0o444)],
    ['is gone', 'no_access', (file: string) => rmSync(file)],
    [
      'was replaced',
      'no_records',
      (file: string) => {
        copyFileSync(file, `${file}.copy`)
        renameSync(`${file}.copy`, file)
      },
    ],
  ])('notices a file that %s', async (_, code, spoil) => {
    const { records, file } = await checked(folderOf())
    spoil(file)
    // Once a second is enough.
    await records.check()
    time += 1000
    await expect(records.check()).rejects.toMatchObject({ code })
  })

  test('notices a file that another process does not let go', async () => {
    const { records, file } = await checked(folderOf())
    const other = new Database(file)
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    time += 1000
    await expect(records.check()).rejects.toMatchObject({ code: 'no_records' })
    other.exec('COMMIT')
    time += 1000
    await records.check()
  })

  test('notices a full disk', async () => {
    const folder = folderOf()
    const main = join(compiledSources(), 'src/records/open.js')
    // A limit of the process is an error of every write beyond it, as a full disk is.
    const script = `
      import { openRecords } from ${JSON.stringify(main)}
      let time = 0
      const records = await openRecords({ folder: process.argv[1] }, { now: () => (time += 1000) })
      let checks = 0
      try {
        for (; checks < 1000; checks++) await records.check()
      } catch (error) {
        console.log(checks > 0, error.code)
      }
      process.exit()`
    const limited = `trap '' XFSZ; ulimit -f 1024; exec "$@"`
    const node = [process.execPath, '--input-type=module', '-e', script, folder]
    const said = execFileSync('sh', ['-c', limited, 'sh', ...node], { encoding: 'utf8' })
    expect(said).toMatch(/^true (?:disk_full|internal|no_access)\n$/)
  })
})

describe('a server', () => {
  const SECRET = 'hunter2-hunter2'
  let server: PostgresServer
  /** A database that nobody minds sharing. */
  let sharedUrl: string
  beforeAll(async () => {
    server = await startPostgres()
    sharedUrl = await server.newDatabase()
  }, START_MS)
  afterAll(() => server?.stop())

  const urlWith = (change: Partial<URL>, url = sharedUrl) =>
    Object.assign(new URL(url), change).href

  test.each([
    ['nothing listens', { port: '1' }, 'ECONNREFUSED'],
    ['no such host', { hostname: 'medlink.invalid' }, /ENOTFOUND|EAI_AGAIN/],
    ['a wrong password', { password: SECRET }, '28P01'],
    ['no such user', { username: SECRET }, '28P01'],
    ['no such database', { pathname: `/${SECRET}` }, '3D000'],
    ['no TLS', { search: '?sslmode=verify-full' }, 'SSL'],
    ['a file that is not there', { search: `?sslrootcert=/${SECRET}` }, 'cannot be read'],
  ])('that cannot be used is an error that says why: %s', async (_, change, why) => {
    const databaseUrl = urlWith(change)
    const error = await refusalOf({ databaseUrl })
    expect(error).toMatchObject({ code: 'no_records', message: expect.stringMatching(why) })
    expectNothingOf(databaseUrl, error)
  })

  test.each([
    `mysql://u:${SECRET}@localhost/d`,
    `localhost:5432/${SECRET}`,
    `postgres://u:${SECRET}/x@localhost:5432/d`,
    `postgres://u:${SECRET}#@localhost/d`,
    `postgres://u:%zz${SECRET}@localhost/d`,
    `postgres://[${SECRET}/d`,
    '',
  ])('has an address that can be read (%#)', async (databaseUrl) => {
    const error = await refusalOf({ databaseUrl })
    expect(error.code).toBe('no_records')
    expectNothingOf(databaseUrl, error)
  })

  function expectNothingOf(databaseUrl: string, error: MedlinkError): void {
    expect(error.cause).toBeUndefined()
    const said = `${error.message} ${error.stack} ${JSON.stringify(error)}`
    expect(said).not.toContain(SECRET)
    const password = /:\/\/[^:]*:([^@]+)@/.exec(databaseUrl)?.[1]
    if (password !== undefined) expect(said).not.toContain(password)
  }

  test('has to hold every character', async () => {
    const databaseUrl = await server.newDatabase("ENCODING 'LATIN1' TEMPLATE template0")
    const error = await refusalOf({ databaseUrl })
    expect(error).toMatchObject({ code: 'no_records', message: expect.stringContaining('LATIN1') })
  })

  test('that takes no writes is noticed by a check', async () => {
    const url = await server.newDatabase()
    await (await openRecords({ databaseUrl: url })).close()
    await query(
      { databaseUrl: url },
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
    )
    const records = await openHere({ databaseUrl: url })
    await expect(records.check()).rejects.toMatchObject({
      code: 'no_records',
      message: expect.stringContaining('25006'),
    })
  })

  test('with tables of another program is refused and left as it is', async () => {
    const databaseUrl = await server.newDatabase()
    await query({ databaseUrl }, 'create table client (name text)')
    expect(await refusalOf({ databaseUrl })).toMatchObject({ code: 'records_incompatible' })
    const tables = `select tablename from pg_tables where schemaname = 'public'`
    expect(await query({ databaseUrl }, tables)).toEqual([{ tablename: 'client' }])
  })

  test('needs the rights to make tables once, and fewer afterwards', async () => {
    const databaseUrl = await server.newDatabase()
    await query({ databaseUrl }, `create role weak login password '${SECRET}'`)
    const weak = urlWith({ username: 'weak', password: SECRET }, databaseUrl)
    expect(await refusalOf({ databaseUrl: weak })).toMatchObject({
      code: 'no_records',
      message: expect.stringContaining('42501'),
    })
    await (await openRecords({ databaseUrl })).close()
    await query(
      { databaseUrl },
      'grant select, insert, update, delete on all tables in schema public to weak',
    )
    const records = await openHere({ databaseUrl: weak })
    expect(await records.profiles.create(PATIENT)).toBeTypeOf('object')
  })

  test('needs a package that not everybody installs', async () => {
    const missing = () => Promise.reject(new Error('ERR_MODULE_NOT_FOUND'))
    await expect(openPostgres('postgres://a/b', { load: missing })).rejects.toMatchObject({
      code: 'no_records',
      message: expect.stringContaining('npm install pg'),
    })
  })

  test('that goes away is missed, and used again when it is back', async () => {
    const records = await openHere({ databaseUrl: sharedUrl })
    const patient = { ...PATIENT, bid: 'away' }
    const made = await records.profiles.create(patient)
    await server.kill()
    await expect(records.check()).rejects.toMatchObject({ code: 'no_records' })
    const failing = records.profiles.update('patient', (made as { oid: string }).oid, () => ({}))
    await expect(failing).rejects.toMatchObject({ code: 'no_records' })
    await server.restart()
    await records.check()
    expect(await records.profiles.create(patient)).toBe('username_taken')
  })

  test('that says nothing any more is given up, and its connection with it', async () => {
    const { port: realPort } = new URL(sharedUrl)
    const sockets: Socket[] = []
    let isSilent = false
    const proxy = createServer((near) => {
      const far = new (near.constructor as typeof Socket)().connect(Number(realPort))
      sockets.push(near, far)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on('data', (bytes) => isSilent || to.write(bytes))
        from.on('error', () => {}).on('close', () => to.destroy())
      }
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    })
    await new Promise((resolve) => proxy.once('listening', resolve))
    const { port } = proxy.address() as { port: number }
    const patience = { connectMs: 5000, statementMs: 5000, silenceMs: 600 }
    await (await openRecords({ databaseUrl: sharedUrl })).close()
    const store = new Store(await openPostgres(urlWith({ port: String(port) }), { patience }))
    onTestFinished(() => store.close())
    const ask = () =>
      store.run((db) =>
        db.transaction().execute((trx) => trx.selectFrom('records_version').selectAll().execute()),
      )
    await ask()
    isSilent = true
    await expect(ask()).rejects.toMatchObject({ code: 'no_records' })
    // What was asked is never answered; only another connection is.
    isSilent = false
    expect(await ask()).toEqual([{ version: STEPS.length }])
  })

  test('that is slow is not waited for without end', async () => {
    const patience = { connectMs: 5000, statementMs: 200, silenceMs: 5000 }
    const store = new Store(await openPostgres(sharedUrl, { patience }))
    onTestFinished(() => store.close())
    const slow = store.run((db) => sql`select pg_sleep(5)`.execute(db))
    await expect(slow).rejects.toMatchObject({
      code: 'no_records',
      message: expect.stringContaining('57014'),
    })
  })

  test('says nothing of a row in an error', async () => {
    const databaseUrl = await server.newDatabase()
    const records = await openHere({ databaseUrl })
    // Refused before it reaches the records; no index of PostgreSQL holds a key of this length.
    const username = Array.from({ length: 4000 }, (_, i) => i.toString(36)).join('')
    const failing = records.profiles.create({ ...PATIENT, username, mobile: SECRET })
    const error = await failing.catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'internal' })
    expectNothingOf(databaseUrl, error as MedlinkError)
    await query({ databaseUrl }, 'alter table profile add constraint named check (fn is not null)')
    const violating = records.profiles.create({ ...PATIENT, mobile: SECRET })
    const other = await violating.catch((error: unknown) => error)
    expect(other).toMatchObject({ code: 'internal', message: expect.stringContaining('23514') })
    expectNothingOf(databaseUrl, other as MedlinkError)
  })
})
