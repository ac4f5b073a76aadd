import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { unpackArchive } from '#server/database/archive.ts'
import { lockFolder } from '#server/database/folder-lock.ts'
import { migrate, MIGRATIONS_FOLDER } from '#server/database/migrate.ts'
import { embeddedDatabase, openDatabase } from '#server/database/open.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { testLog } from '../../support/logs.ts'
import { openTestEmbedded, templateFile } from '../../support/store.ts'

const log = testLog()
const folders: string[] = []
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-store-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('opening a database in a folder', () => {
  it('creates it, and keeps its data over a restart', async () => {
    const dataDirectory = newFolder()
    const first = await openDatabase({ dataDirectory, log })
    expect(first.kind).toBe('pglite')
    await first.db.execute(sql`insert into meta (key, value) values ('seed', '42')`)
    await expect(openDatabase({ dataDirectory, log })).rejects.toThrow(`in use by process ${process.pid}`)
    await first.close()

    const second = await openDatabase({ dataDirectory, log })
    expect(second.migrated).toBe(0)
    const { rows } = await second.db.execute(sql`select value from meta where key = 'seed'`)
    expect(rows).toEqual([{ value: '42' }])
    await second.close()
  })

  it('opens what an archive contains, without a migration', async () => {
    const dataDirectory = newFolder()
    unpackArchive(await templateFile(), path.join(dataDirectory, 'pglite'))
    const store = await openDatabase({ dataDirectory, log })
    expect(store.migrated).toBe(0)
    expect((await store.db.execute(sql`select count(*) as n from gift`)).rows).toEqual([{ n: 6 }])
    await store.close()
  })

  it('refuses an archive that is cut off', async () => {
    const dataDirectory = newFolder()
    const archive = readFileSync(await templateFile())
    const file = path.join(dataDirectory, 'database.tar.gz')
    writeFileSync(file, archive.subarray(0, archive.length / 2))
    expect(() => unpackArchive(file, path.join(dataDirectory, 'pglite'))).toThrow()
  })

  it('creates it again after a start that was interrupted', async () => {
    const dataDirectory = newFolder()
    mkdirSync(path.join(dataDirectory, 'pglite'))
    writeFileSync(path.join(dataDirectory, 'pglite', 'PG_VERSION'), '')
    writeFileSync(path.join(dataDirectory, 'pglite.unfinished'), '')
    const store = await openDatabase({ dataDirectory, log })
    expect((await store.db.execute(sql`select count(*) as n from gift`)).rows).toEqual([{ n: 6 }])
    await store.close()
    expect(readdirSync(dataDirectory)).not.toContain('pglite.unfinished')
  })

  it('reports in one line why a folder is unusable', async () => {
    const dataDirectory = newFolder()
    const file = path.join(dataDirectory, 'file')
    writeFileSync(file, '')
    await expect(openDatabase({ dataDirectory: path.join(file, 'data'), log })).rejects.toThrow(
      /cannot be written to \(ENOTDIR\)/,
    )
    writeFileSync(path.join(dataDirectory, 'pglite'), 'no folder')
    await expect(openDatabase({ dataDirectory, log })).rejects.toThrow(/^The database in .* cannot be opened: /)
    // The refused server has released the folder.
    await (
      await lockFolder(dataDirectory)
    )()
  })

  it('reports that PostgreSQL does not respond, without the password', async () => {
    const databaseUrl = 'postgres://somebody:geheim@127.0.0.1:1/nothing'
    const refused = await openDatabase({ databaseUrl, dataDirectory: newFolder(), log }).then(null, String)
    expect(refused).toMatch(/DATABASE_URL names a PostgreSQL that does not respond \(ECONNREFUSED\)/)
    expect(refused).not.toContain('geheim')
  })

  it('reports the loss of the embedded database, and refuses statements afterwards', async () => {
    const embedded = await openTestEmbedded()
    const pending = embedded.db.execute(sql`select 1`).then(null, (error: unknown) => error)
    await embedded.crash()
    expect(await embedded.lost).toBeInstanceOf(Error)
    expect(await pending).toBeInstanceOf(Error)
    await expect(embedded.db.execute(sql`select 1`)).rejects.toThrow()
    await embedded.close()
  })
})

describe('the schema', () => {
  it('refuses a database that a newer program has migrated, unchanged (settled 28)', async () => {
    const store = await embeddedDatabase(await openTestEmbedded(), { log })
    await store.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 9000000000000)`,
    )
    await expect(migrate(store.db)).rejects.toThrow(/newer version/)
    const { rows } = await store.db.execute(sql`select count(*)::int as gifts from gift`)
    expect(rows).toEqual([{ gifts: 6 }])
    await store.close()
  })

  it('migrates an older database and keeps its data', async () => {
    const folder = newFolder()
    cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
    const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as { entries: unknown[] }
    const all = journal.entries.length
    const older = { ...journal, entries: journal.entries.slice(0, 1) }
    writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify(older))
    const embedded = await openTestEmbedded()
    for (const statement of ['drop schema public cascade', 'create schema public', 'drop schema drizzle cascade']) {
      await embedded.db.execute(sql.raw(statement))
    }
    expect(await migrate(embedded.db, folder)).toBe(1)
    await embedded.db.execute(sql`insert into meta values ('kept', 'yes')`)
    expect(await migrate(embedded.db)).toBe(all - 1)
    expect(await migrate(embedded.db)).toBe(0)
    expect((await embedded.db.execute(sql`select value from meta`)).rows).toEqual([{ value: 'yes' }])
    await embedded.close()
  })
})

describe('the lock of the data folder (settled 30)', () => {
  it('is taken over from a killed process', async () => {
    const folder = newFolder()
    const script = `require('net').createServer().listen('lock', () => process.stdout.write('listening'))`
    const owner = spawn(process.execPath, ['-e', script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    await once(owner.stdout, 'data')
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    expect(existsSync(path.join(folder, 'lock'))).toBe(true)
    await (
      await lockFolder(folder)
    )()
  })

  it('is refused while its owner runs', async () => {
    const folder = newFolder()
    const unlock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(/in use/)
    await unlock()
    await (
      await lockFolder(folder)
    )()
  })

  it('is refused while its owner is stopped', async () => {
    const folder = newFolder()
    const script = `require('net').createServer((s) => s.on('error', () => 0)).listen('lock', () => console.log('on'))`
    const owner = spawn(process.execPath, ['-e', script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    await once(owner.stdout, 'data')
    owner.kill('SIGSTOP')
    await expect(lockFolder(folder)).rejects.toThrow(/in use by another process/)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
  })

  it('works for a folder whose path is too long for a socket', async () => {
    const folder = path.join(newFolder(), 'x'.repeat(120))
    const unlock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(/in use/)
    await unlock()
  })

  it('is acquired by one of many concurrent starts over a stale socket', async () => {
    const folder = newFolder()
    const script = `require('net').createServer().listen('lock', () => process.kill(process.pid, 'SIGKILL'))`
    await once(spawn(process.execPath, ['-e', script], { cwd: folder }), 'exit')
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)))
    const won = tries.filter((result) => result.status === 'fulfilled')
    expect(won.length).toBe(1)
    await won[0]?.value()
  })
})

describe('uuidV7', () => {
  it('starts with its time, has version 7 and variant 2, and is unique', () => {
    const ids = Array.from({ length: 2_000 }, () => uuidV7(0x0123456789ab))
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
