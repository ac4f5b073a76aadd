import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { withoutLimit } from '#server/database/postgres.ts'
import { lockRooms } from '#server/database/rooms-lock.ts'
import { runOperation } from '#server/operation/main.ts'
import { memberWith } from '../../support/ledger-members.ts'
import { testLog } from '../../support/logs.ts'
import { createTestDatabase, STORE_KINDS } from '../../support/store.ts'
import { prepareDataFolder } from '../../support/data-folder.ts'
import { contentOf, folder, newFile, populate, unchangedBy } from './backup-support.ts'

const log = testLog()

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
    await prepareDataFolder(DATA_DIR)
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
      printed: expect.stringContaining('All members and operators are signed out.') as string,
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
