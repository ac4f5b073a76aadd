import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { CLIENT_TYPES } from '#protocol/headers.ts'
import type { Database, DrizzleDatabase } from '#server/database/database.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { migrateWithin, MIGRATIONS_FOLDER, openDatabase } from '#server/database/open.ts'
import { withoutLimit } from '#server/database/postgres.ts'
import { lockRooms } from '#server/database/rooms-lock.ts'
import { chatRoom } from '#server/database/schema/room.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { Sessions } from '#server/members/sessions/sessions.ts'
import { Uploads } from '#server/members/uploads/uploads.ts'
import { backUp } from '#server/operation/backup/backup.ts'
import { restore } from '#server/operation/backup/restore.ts'
import { runOperation } from '#server/operation/main.ts'
import { writeRoomEntries } from '#server/rooms/log/entries.ts'
import { expectInvariants } from '../support/ledger.ts'
import { memberWith, newKey, signInMemberWith } from '../support/ledger-members.ts'
import { testLog } from '../support/logs.ts'
import { createTestDatabase, openUnlimited, STORE_KINDS, type UnlimitedDatabase } from '../support/store.ts'

const SECRET = 'the secret of the backups of these tests'
const NOW = Date.UTC(2026, 10, 26, 9)
const log = testLog()
const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newFile = (): string => path.join(folder, `${(files += 1)}.backup`)

/** Members with money, gifts, pictures, a session and a room with entries. */
async function populate(database: Database): Promise<{ memberId: string }> {
  const now = (): number => NOW
  const memberId = await signInMemberWith(database, 500, now)
  await memberWith(database, 7, now)
  const ledger = new Ledger(database, { now })
  for (const [giftId, count] of [
    [1, 3],
    [2, 20],
    [6, 1],
  ] as const) {
    const gift = { memberId, anchorRoomId: 'a1', chatRoomNo: 'r1', giftId, count, comboId: `combo-${giftId}` }
    await ledger.sendGift({ ...gift, idempotencyKey: newKey() })
  }
  const picture = { type: 'image/png', bytes: new Uint8Array(randomBytes(300_000)) }
  await new Uploads(database, { now }).add(memberId, 'proof', [picture, picture])
  const sessions = new Sessions(database, { now, log })
  await sessions.create(memberId, { deviceId: 'device', clientType: CLIENT_TYPES.web, address: '192.0.2.7' })
  sessions.close()
  await database.db.insert(chatRoom).values({
    no: 'r1',
    matchId: 'm1',
    anchorRoomId: 'a1',
    title: '看台 "\\ 😀',
    epoch: 1_700_000_000,
    stateSeq: 900,
    state: { pinned: 'a\nb', deep: [1.5, null, 9_007_199_254_740_991] },
    createdAt: NOW,
  })
  const entries = Array.from({ length: 1_200 }, (_, index) => ({
    chatRoomNo: 'r1',
    epoch: 1_700_000_000,
    seq: index + 1,
    id: `e-${index}`,
    at: NOW + index,
    kind: 1,
    authorUserId: null,
    json: JSON.stringify({ id: `e-${index}`, data: { text: `进球了 \n " \\ \u2028 ${index}` } }),
  }))
  await writeRoomEntries(database.db, entries)
  return { memberId }
}

/** All rows of all tables as text, by table. */
async function contentOf(db: DrizzleDatabase): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select row_to_json(one)::text as row from ${sql.identifier(name)} one order by 1`,
    )
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

/** The tables that a restoration leaves exactly as they were. The others end sessions, begin epochs, and audit. */
function unchangedBy(content: Record<string, string[]>) {
  const changed = ['session', 'chat_room', 'audit_log']
  return Object.fromEntries(Object.entries(content).filter(([table]) => !changed.includes(table)))
}

const restoreOptions = { secrets: [SECRET], now: () => NOW + 60_000 }

describe.each(STORE_KINDS)('a backup of %s', (kind) => {
  let source: UnlimitedDatabase
  let file: string
  let before: Record<string, string[]>
  let memberId: string
  beforeAll(async () => {
    source = await openUnlimited(kind)
    memberId = (await populate(source.database)).memberId
    before = await contentOf(source.database.db)
    file = newFile()
    await source.run((db) => backUp(db, file, { secret: SECRET, now: () => NOW }))
  })
  afterAll(() => source.close())

  it('can be read by its owner only', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it.each(STORE_KINDS)('restores every row on %s, with working rules', async (target) => {
    const { database, run, close } = await openUnlimited(target)
    await memberWith(database, 99)
    const { rows } = await run((db) => restore(db, file, restoreOptions))
    const after = await contentOf(database.db)
    expect(unchangedBy(after)).toEqual(unchangedBy(before))
    expect(rows).toEqual(Object.fromEntries(Object.entries(before).map(([table, list]) => [table, list.length])))
    expect(before['upload']).toHaveLength(2)
    await expectInvariants(database)

    // Triggers and functions work.
    await expect(database.db.execute(sql`update ledger_entry set amount = 1`)).rejects.toThrow()
    await expect(database.db.execute(sql`delete from chat_audit`)).rejects.toThrow()
    const gift = { memberId, anchorRoomId: 'a1', chatRoomNo: 'r1', giftId: 1, count: 1, comboId: 'combo-1' }
    const sent = await new Ledger(database, { now: () => NOW }).sendGift({ ...gift, idempotencyKey: newKey() })
    expect(sent).toMatchObject({ ok: true, data: { comboCount: 4 } })
    await expectInvariants(database)
    await close()
  })

  it('ends sessions, begins a new epoch of each room, and is audited', async () => {
    const { database, run, close } = await openUnlimited(kind)
    await run((db) => restore(db, file, restoreOptions))
    const select = async (statement: ReturnType<typeof sql>) => (await database.db.execute(statement)).rows
    expect(await select(sql`select revoked_reason as code from session`)).toEqual([{ code: CODES.AUTH_ERROR }])
    expect(await select(sql`select epoch, state_seq as seq from chat_room`)).toEqual([
      { epoch: Math.floor((NOW + 60_000) / 1_000), seq: 900 },
    ])
    expect(await select(sql`select action, after from audit_log`)).toEqual([
      { action: 'database.restore', after: { createdAt: new Date(NOW).toISOString() } },
    ])
    await close()
  })

  it('can be restored twice', async () => {
    const { database, run, close } = await openUnlimited(kind)
    for (let time = 0; time < 2; time += 1) await run((db) => restore(db, file, restoreOptions))
    expect(unchangedBy(await contentOf(database.db))).toEqual(unchangedBy(before))
    await close()
  })
})

describe('a backup that cannot be restored', () => {
  let target: UnlimitedDatabase
  let good: string
  let present: Record<string, string[]>
  beforeAll(async () => {
    target = await openUnlimited('pglite')
    await populate(target.database)
    present = await contentOf(target.database.db)
    good = newFile()
    await target.run((db) => backUp(db, good, { secret: SECRET, now: () => NOW }))
  })
  afterAll(() => target.close())
  afterEach(async () => {
    expect(await contentOf(target.database.db)).toEqual(present)
    expect(
      await target.database.db.execute(sql`update ledger_entry set amount = 1`).then(
        () => 'changed',
        () => 'refused',
      ),
    ).toBe('refused')
  })

  function changed(change: (bytes: Buffer) => Uint8Array): string {
    const file = newFile()
    writeFileSync(file, change(readFileSync(good)))
    return file
  }
  /** Changes the text inside of the compression. */
  const edited = (edit: (text: string) => string): string =>
    changed((bytes) => gzipSync(edit(gunzipSync(bytes).toString('utf8'))))
  const refusal = (file: string, secrets: string[] = [SECRET]): Promise<unknown> =>
    target
      .run((db) => restore(db, file, { ...restoreOptions, secrets }))
      .then(
        () => 'restored',
        (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message.replace(file, 'FILE')}` : error),
      )

  it.each([
    ['a flipped bit', (bytes: Buffer) => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))],
    ['a cut', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['the last byte missing', (bytes: Buffer) => bytes.subarray(0, -1)],
  ])('is refused for %s', async (_, change) => {
    expect(await refusal(changed(change))).toMatch(
      /^StartError: FILE is damaged: its (content has changed|end is missing)\. Use another/,
    )
  })

  it.each([
    [
      'an amount',
      (text: string) => text.replace('"amount":-3,', '"amount":-1,'),
      /is damaged: its content has changed/,
    ],
    ['a removed row', (text: string) => text.replace(/\n\{"no":"r1"[^\n]*/, ''), /is damaged: its content has changed/],
    ['a missing end', (text: string) => text.replace(/\["end".*\n$/, ''), /is damaged: its end is missing/],
    ['a line behind the end', (text: string) => `${text}{}\n`, /is damaged: something follows its end/],
    ['another format', (text: string) => text.replace('grandstand-backup', 'other'), /is not a backup of this program/],
    [
      'a newer format',
      (text: string) => text.replace('"formatVersion":1', '"formatVersion":2'),
      /a newer version of this program/,
    ],
    ['no header', (text: string) => text.replace(/^.*\n/, ''), /is not a backup of this program/],
  ])('is refused for %s', async (_, edit, message) => {
    const file = edited(edit)
    expect(gunzipSync(readFileSync(file))).not.toEqual(gunzipSync(readFileSync(good)))
    expect(await refusal(file)).toMatch(message)
  })

  it.each([
    ['a text', 'hello'],
    ['nothing', ''],
  ])('is refused for a file with %s', async (_, content) => {
    expect(await refusal(changed(() => Buffer.from(content)))).toMatch(/FILE is (not a backup|damaged)/)
  })

  it('is refused if the file is missing', async () => {
    expect(await refusal(path.join(folder, 'none'))).toBe('StartError: FILE cannot be read (ENOENT)')
  })

  it('is refused with another secret, and accepted with an earlier one', async () => {
    expect(await refusal(good, ['another secret of another installation'])).toMatch(/was written with another SECRET/)
    const other = await openUnlimited('pglite')
    const summary = await other.run((db) =>
      restore(db, good, { ...restoreOptions, secrets: ['a later secret of this installation', SECRET] }),
    )
    expect(summary.rows['upload']).toBe(2)
    await other.close()
  })

  it('is refused with the schema of a newer program, and of another one', async () => {
    for (const [migration, message] of [
      [9e12, /a newer version of this program/],
      [1_795_000_000_001, /has a schema that this program never had/],
    ] as const) {
      const source = await openUnlimited('pglite')
      await source.database.db.execute(sql`delete from drizzle.__drizzle_migrations`)
      await source.database.db.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${migration})`,
      )
      const file = newFile()
      await source.run((db) => backUp(db, file, { secret: SECRET, now: () => NOW }))
      await source.close()
      expect(await refusal(file)).toMatch(message)
    }
  })

  it('is refused if a table has other columns', async () => {
    const source = await openUnlimited('pglite')
    await source.database.db.execute(sql`alter table short_url add column more text`)
    const file = newFile()
    await source.run((db) => backUp(db, file, { secret: SECRET, now: () => NOW }))
    await source.close()
    expect(await refusal(file)).toMatch(/table short_url has other columns/)
  })
})

it('restores a backup of an older version and migrates it', async () => {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })
  const old = await openEmbedded({ folder: null })
  // The tables of the first versions.
  await old.db.transaction((tx) => migrateWithin(tx, known.slice(0, 5)))
  await old.db.execute(sql`insert into member (id, name, public_id, nickname, avatar, site_id, currency, created_at)
    values ('0190a000-0000-7000-8000-000000000001', 'fan001', 'p1', '看客', '', 5009, 'CNY', now())`)
  const file = newFile()
  await backUp(old.db, file, { secret: SECRET, now: () => NOW })
  await old.close()

  const { database, run, close } = await openUnlimited('pglite')
  await run((db) => restore(db, file, restoreOptions))
  expect((await database.db.execute(sql`select name, idle_minutes as minutes from member`)).rows).toEqual([
    { name: 'fan001', minutes: 0 },
  ])
  const { rows } = await database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from drizzle.__drizzle_migrations`,
  )
  expect(rows[0]?.count).toBe(known.length)
  await close()
})

it('does not overwrite a file, and leaves none behind after a failure', async () => {
  const { run, close } = await openUnlimited('pglite')
  const file = newFile()
  writeFileSync(file, 'mine')
  await expect(run((db) => backUp(db, file, { secret: SECRET, now: () => NOW }))).rejects.toThrow(
    'exists; choose another',
  )
  expect(readFileSync(file, 'utf8')).toBe('mine')
  const nowhere = path.join(folder, 'no-folder', 'file')
  await expect(run((db) => backUp(db, nowhere, { secret: SECRET, now: () => NOW }))).rejects.toThrow(
    'cannot be written (ENOENT)',
  )
  await close()
  const empty = await openEmbedded({ folder: null })
  const unwritten = newFile()
  await expect(backUp(empty.db, unwritten, { secret: SECRET, now: () => NOW })).rejects.toThrow('The database is empty')
  expect(existsSync(unwritten) || existsSync(`${unwritten}.partial`)).toBe(false)
  await empty.close()
})

describe('the commands', () => {
  const DATA_DIR = path.join(folder, 'data')
  const environment = {
    MODE: 'demo',
    DATA_DIR,
    SECRET: 'kJ8vQm2xTz5rLw9pYc4nBd7hGs3fXe6aUo1iRt0jWqZ',
    LOG_LEVEL: 'silent',
  }
  async function command(args: readonly string[], more: Record<string, string> = {}) {
    let printed = ''
    const print = (text: string): void => void (printed += text)
    return { code: await runOperation(args, { ...environment, ...more }, { out: print, err: print }), printed }
  }

  it('back up an embedded database, and restore it after it was destroyed', async () => {
    const file = newFile()
    expect(await command(['backup', file])).toMatchObject({
      code: 1,
      printed: expect.stringContaining('There is no database') as string,
    })
    const database = await openDatabase({ dataDirectory: DATA_DIR, log })
    await populate(database)
    const before = await contentOf(database.db)
    expect(await command(['backup', file])).toMatchObject({
      code: 1,
      printed: expect.stringContaining('is in use by') as string,
    })
    await database.close()
    expect(await command(['backup', file])).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/has \d+ rows of \d+ tables/) as string,
    })

    rmSync(path.join(DATA_DIR, 'pglite'), { recursive: true })
    expect(await command(['restore', file])).toMatchObject({
      code: 0,
      printed: expect.stringContaining('All members are signed out.') as string,
    })
    const restored = await openDatabase({ dataDirectory: DATA_DIR, log })
    expect(unchangedBy(await contentOf(restored.db))).toEqual(unchangedBy(before))
    await restored.close()
  })

  it.runIf(STORE_KINDS.includes('postgres'))(
    'back up PostgreSQL while a server uses it, and refuse to restore it then',
    async () => {
      const { url, drop } = await createTestDatabase()
      const more = { DATABASE_URL: url.href }
      const database = await openDatabase({ databaseUrl: url.href, dataDirectory: '', log })
      await populate(database)
      const lock = await lockRooms(url.href, { log })
      const file = newFile()
      expect(await command(['backup', file], more)).toMatchObject({ code: 0 })
      expect(await command(['restore', file], more)).toMatchObject({
        code: 1,
        printed: expect.stringContaining('are served by another process; stop it first') as string,
      })
      await lock.release()
      const before = await contentOf(database.db)
      await database.db.execute(sql`drop table member cascade`)
      expect(await command(['restore', file], more)).toMatchObject({ code: 0 })
      expect(unchangedBy(await contentOf(database.db))).toEqual(unchangedBy(before))
      await database.close()
      await drop()
    },
  )

  it.runIf(STORE_KINDS.includes('postgres'))('need a role that owns the database, not a superuser', async () => {
    const { url, drop } = await createTestDatabase()
    const role = `owner_${randomBytes(6).toString('hex')}`
    const administer = (statement: string) => withoutLimit(url.href, (db) => db.execute(sql.raw(statement)))
    await administer(`create role ${role} login`)
    await administer(`alter database ${url.pathname.slice(1)} owner to ${role}`)
    const own = new URL(url)
    own.username = role
    const more = { DATABASE_URL: own.href }
    const database = await openDatabase({ databaseUrl: own.href, dataDirectory: '', log })
    await populate(database)
    const before = await contentOf(database.db)
    const file = newFile()
    expect(await command(['backup', file], more)).toMatchObject({ code: 0 })
    await memberWith(database, 3)
    expect(await command(['restore', file], more)).toMatchObject({ code: 0 })
    expect(unchangedBy(await contentOf(database.db))).toEqual(unchangedBy(before))
    await database.close()
    await administer(`alter database ${url.pathname.slice(1)} owner to current_user`)
    await drop()
    await withoutLimit(process.env['TEST_DATABASE_URL'] ?? '', (db) => db.execute(sql.raw(`drop role ${role}`)))
  })

  it('name a database that does not respond, without its password', async () => {
    const { code, printed } = await command(['backup', newFile()], {
      DATABASE_URL: 'postgres://one:PASSWORD@127.0.0.1:1/none',
    })
    expect([code, printed]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL names a PostgreSQL that does not respond/),
    ])
    expect(printed).not.toContain('PASSWORD')
  })

  it.each([[['backup']], [['restore', 'a', 'b']], [['bakup', 'a']], [[]]])('refuse %j', async (args) => {
    expect(await command(args)).toMatchObject({ code: 2, printed: expect.stringContaining('Usage:') as string })
  })
})
