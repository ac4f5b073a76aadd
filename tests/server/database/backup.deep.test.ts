import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { migrateWithin, MIGRATIONS_FOLDER } from '#server/database/migrate.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { backUp } from '#server/operation/backup/backup.ts'
import { dropAll } from '#server/operation/backup/catalogue.ts'
import { restore } from '#server/operation/backup/restore.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { openTestEmbedded, openUnlimited, STORE_KINDS, type UnlimitedDatabase } from '../../support/store.ts'
import { addRevision, contentOf, folder, newFile, NOW, populate, SECRET, unchangedBy } from './backup-support.ts'

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

  it.each(STORE_KINDS)('restores every row on %s, with working rules, also twice', async (target) => {
    const { database, run, close } = await openUnlimited(target)
    await memberWith(database, 99)
    if (target === kind) await run((db) => restore(db, file, restoreOptions))
    const { rows } = await run((db) => restore(db, file, restoreOptions))
    const after = await contentOf(database.db)
    expect(unchangedBy(after)).toEqual(unchangedBy(before))
    expect(rows).toEqual(Object.fromEntries(Object.entries(before).map(([table, list]) => [table, list.length])))
    expect(before['upload']).toHaveLength(2)
    await expectInvariants(database)

    // It ends sessions, begins a new epoch of each room, and is audited.
    const select = async (statement: ReturnType<typeof sql>) => (await database.db.execute(statement)).rows
    expect(await select(sql`select revoked_reason as code from session`)).toEqual([{ code: CODES.AUTH_ERROR }])
    expect(before['operator_session']).toHaveLength(1)
    expect(await select(sql`select * from operator_session`)).toEqual([])
    expect(await select(sql`select epoch, state_seq as seq from chat_room`)).toEqual([
      { epoch: Math.floor((NOW + 60_000) / 1_000), seq: 900 },
    ])
    expect(await select(sql`select action, after from audit_log`)).toEqual([
      { action: 'database.restore', after: { createdAt: new Date(NOW).toISOString() } },
    ])

    // Triggers and functions work.
    await expect(database.db.execute(sql`update ledger_entry set amount = 1`)).rejects.toThrow()
    await expect(database.db.execute(sql`truncate chat_audit`)).rejects.toThrow()
    const gift = { memberId, anchorRoomId: 'a1', chatRoomNo: 'r1', giftId: 1, count: 1, comboId: 'combo-1' }
    const sent = await new Ledger(database, { now: () => NOW }).sendGift({ ...gift, idempotencyKey: newKey() })
    expect(sent).toMatchObject({ ok: true, data: { comboCount: 4 } })
    await expectInvariants(database)

    // Numbers of revisions continue, by which processes notice changes.
    const operators = await database.db.execute<{ id: string }>(sql`select id from operator`)
    expect(await addRevision(database, operators.rows[0]?.id ?? '', 3)).toBe(3)
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
      const source = await openUnlimited('pglite', { isOwn: true })
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
    const source = await openUnlimited('pglite', { isOwn: true })
    await source.database.db.execute(sql`alter table short_url add column more text`)
    const file = newFile()
    await source.run((db) => backUp(db, file, { secret: SECRET, now: () => NOW }))
    await source.close()
    expect(await refusal(file)).toMatch(/table short_url has other columns/)
  })
})

it('restores a backup of an older version and migrates it', async () => {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })
  const old = await openTestEmbedded()
  await old.db.transaction(dropAll)
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
  const empty = await openTestEmbedded()
  await empty.db.transaction(dropAll)
  const unwritten = newFile()
  await expect(backUp(empty.db, unwritten, { secret: SECRET, now: () => NOW })).rejects.toThrow('The database is empty')
  expect(existsSync(unwritten) || existsSync(`${unwritten}.partial`)).toBe(false)
  await empty.close()
})
