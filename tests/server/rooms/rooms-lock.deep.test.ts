import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { StartError } from '#server/config/start-error.ts'
import { lockRooms, type RoomsLock } from '#server/database/rooms-lock.ts'
import { FaultProxy } from '../../fault/proxy.ts'
import { testLog } from '../../support/logs.ts'
import { createTestDatabase, STORE_KINDS } from '../../support/store.ts'
import { createTestInstallation } from '../app/app-support.ts'

const log = testLog()

describe.runIf(STORE_KINDS.includes('postgres'))('the room lock of a PostgreSQL database (decision 68)', () => {
  let url: string
  let drop: () => Promise<void>
  let proxy: FaultProxy
  let throughProxy: string
  let requester: pg.Client
  const held: RoomsLock[] = []
  beforeAll(async () => {
    const database = await createTestDatabase()
    drop = database.drop
    url = database.url.href
    proxy = await FaultProxy.start(Number(database.url.port))
    const other = new URL(url)
    other.port = new URL(proxy.origin).port
    throughProxy = other.href
    requester = new pg.Client({ connectionString: url })
    await requester.connect()
  })
  afterEach(async () => {
    await proxy.heal()
    for (const lock of held.splice(0)) await lock.release()
  })
  afterAll(async () => {
    await requester.end()
    await proxy.stop()
    await drop()
  })

  const lock = async (address: string, waitMs = 0, isShared = false): Promise<RoomsLock> => {
    const taken = await lockRooms(address, { log, waitMs, isShared })
    held.push(taken)
    return taken
  }
  const share = (address: string, waitMs = 0): Promise<RoomsLock> => lock(address, waitMs, true)
  /** Connections that hold the lock. */
  const owners = async (): Promise<number[]> => {
    const { rows } = await requester.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows.map(({ pid }) => pid)
  }
  /** Waits until only another connection holds the lock. */
  const hasMoved = (before: readonly number[]): Promise<void> =>
    expect.poll(async () => (await owners()).map((pid) => before.includes(pid))).toEqual([false])

  it('belongs to one process; another one is refused in one line until it is released', async () => {
    const first = await lock(url)
    const refusal = lock(url)
    await expect(refusal).rejects.toThrow(StartError)
    await expect(refusal).rejects.toThrow(
      /^The rooms in the database of DATABASE_URL are served by another process; [^\n]+$/,
    )
    await first.release()
    await lock(url)
  })

  it('is acquired by a process that waits for the previous one', async () => {
    const first = await lock(url)
    const before = await owners()
    const next = lock(url, 60_000)
    await first.release()
    await next
    await hasMoved(before)
  })

  it('is separate for other databases', async () => {
    await lock(url)
    const other = await createTestDatabase()
    try {
      await (await lockRooms(other.url.href, { log, waitMs: 0 })).release()
    } finally {
      await other.drop()
    }
  })

  it('is kept when its connection is closed', async () => {
    await lock(throughProxy)
    const before = await owners()
    proxy.cut()
    await hasMoved(before)
    await expect(lock(url)).rejects.toThrow(/another process/)
  })

  it('is kept when its connection is silent but PostgreSQL still holds it', async () => {
    await lock(throughProxy)
    const before = await owners()
    proxy.holdOld('all')
    await hasMoved(before)
    await expect(lock(url)).rejects.toThrow(/another process/)
  })

  it('is reported as lost when another process was faster', async () => {
    const { lost } = await lock(throughProxy)
    await proxy.refuse()
    proxy.cut()
    await lock(url, 60_000)
    await proxy.accept()
    expect((await lost).message).toBe('another process serves the rooms of this database now')
  })

  it('is held by several processes that share it, and refuses an exclusive one until all have released it', async () => {
    const sharing = [await share(url), await share(url)]
    expect(await owners()).toHaveLength(2)
    for (const holder of sharing) {
      await expect(lock(url)).rejects.toThrow(
        /^The rooms in the database of DATABASE_URL are served by processes that share them; [^\n]+$/,
      )
      await holder.release()
    }
    await lock(url)
    expect(await owners()).toHaveLength(1)
  })

  it('is refused to a sharing process while an exclusive one holds it', async () => {
    await lock(url)
    const refusal = share(url)
    await expect(refusal).rejects.toThrow(StartError)
    await expect(refusal).rejects.toThrow(/^The rooms .* are served by another process; stop it first/)
  })

  it('is shared again when one of the connections is closed', async () => {
    const other = await share(url)
    const [staying] = await owners()
    await share(throughProxy)
    const before = await owners()
    proxy.cut()
    const reconnected = async (): Promise<boolean[]> =>
      (await owners()).filter((pid) => pid !== staying).map((pid) => before.includes(pid))
    await expect.poll(reconnected).toEqual([false])
    expect(await owners()).toContain(staying)
    await other.release()
    await expect(lock(url)).rejects.toThrow(/processes that share them/)
  })

  it('is reported as lost by a sharing process when an exclusive one was faster', async () => {
    const { lost } = await share(throughProxy)
    await proxy.refuse()
    proxy.cut()
    await lock(url, 60_000)
    await proxy.accept()
    expect((await lost).message).toBe('another process serves the rooms of this database now')
  })

  it('prevents a second server', async () => {
    const [first, second] = [createTestInstallation(), createTestInstallation()]
    const server = await first.start({ DATABASE_URL: url })
    try {
      await expect(second.start({ DATABASE_URL: url })).rejects.toThrow(/^The rooms .* are served by another process/)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      await server.close()
      expect(await owners()).toEqual([])
    } finally {
      await server.close()
      first.remove()
      second.remove()
    }
  })
})
