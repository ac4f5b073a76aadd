import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { roomEntry } from '#server/database/schema/room.ts'
import { EntryRepository } from '#server/rooms/log/entries.ts'
import { RoomLog } from '#server/rooms/log/log.ts'
import { LogStream } from '#server/rooms/log/log-stream.ts'
import type { Fence } from '#server/rooms/log/sequencer.ts'
import { testLog } from '../../support/logs.ts'
import { freePort } from '../../support/free-port.ts'
import { findRedis, startRedis, type TestRedis } from '../../support/redis.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'
import { ROOM, text } from './rooms-support.ts'

const first: Fence = { name: 'rooms', token: 1 }
const second: Fence = { name: 'rooms', token: 2 }

describe.runIf(findRedis() !== null).each(STORE_KINDS)('a room log on two processes with %s', (kind) => {
  let redis: TestRedis
  let store: Database
  const opened: { stream: LogStream; log: RoomLog }[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  beforeEach(async () => {
    store = await openTestStore(kind)
  })
  afterEach(async () => {
    for (const { stream, log } of opened.splice(0)) {
      await stream.close()
      await log.close()
    }
    await store.close()
  })
  afterAll(() => redis.stop())

  /** The log of one process, and what its viewers receive. */
  async function process() {
    const log = new RoomLog(new EntryRepository(store), Date.now)
    await log.open(ROOM, { epoch: 1, seq: 0, at: 0 })
    const received: string[] = []
    log.onAppend((_, entries) => received.push(...entries.map(({ json }) => json)))
    const stream = new LogStream(redis.url, { log, report: testLog(), secret: 'secret', rooms: () => [ROOM] })
    opened.push({ stream, log })
    await stream.connect()
    return { log, stream, received }
  }

  async function say(writer: Awaited<ReturnType<typeof process>>, words: string, fence: Fence | null = first) {
    await writer.log.append(ROOM, [text(words)])
    const { seq } = writer.log.head(ROOM)
    return fence && writer.stream.publish(fence, ROOM, writer.log.recent(ROOM, seq - 1, 1))
  }

  it('delivers entries of one process to the viewers of the other, in order', async () => {
    const [writer, reader] = [await process(), await process()]
    await reader.stream.follow()
    for (const words of ['one', 'two', 'three']) await say(writer, words)
    await expect.poll(() => reader.received).toEqual(writer.received)
    expect([reader.received.length, reader.log.head(ROOM)]).toEqual([3, writer.log.head(ROOM)])
  })

  it('reads entries from the database that the stream has lost', async () => {
    const [writer, reader] = [await process(), await process()]
    await reader.stream.follow()
    await say(writer, 'not in the stream', null)
    await say(writer, 'in the stream')
    await expect.poll(() => reader.received).toEqual(writer.received)
    expect(reader.received).toHaveLength(2)
  })

  it('skips entries that it has already', async () => {
    const [writer, reader] = [await process(), await process()]
    await say(writer, 'before')
    await reader.stream.follow()
    await writer.stream.publish(first, ROOM, writer.log.recent(ROOM, 0, 10))
    await say(writer, 'after')
    await expect.poll(() => reader.received).toEqual(writer.received)
    expect(reader.received).toHaveLength(2)
  })

  it('continues behind entries that were pruned before it could read them', async () => {
    const [writer, reader] = [await process(), await process()]
    await reader.stream.follow()
    await say(writer, 'before')
    await expect.poll(() => reader.received.length).toBe(1)
    for (const words of ['pruned', 'kept']) await say(writer, words, null)
    await store.db.delete(roomEntry).where(eq(roomEntry.seq, 2))
    await writer.stream.publish(first, ROOM, [])
    await expect.poll(() => reader.log.head(ROOM)).toEqual(writer.log.head(ROOM))
    expect(reader.log.recent(ROOM, 0, 10).map(({ seq }) => seq)).toEqual([3])
  })

  it('reads the database for a position that a client has received elsewhere', async () => {
    const writer = await process()
    const log = new RoomLog(new EntryRepository(store), Date.now, { isShared: true })
    await log.open(ROOM, { epoch: 1, seq: 0, at: 0 })
    await say(writer, 'elsewhere', null)
    const { epoch, seq } = writer.log.head(ROOM)
    await log.reach(ROOM, { epoch: epoch + 1, seq })
    expect(log.head(ROOM).seq).toBe(0)
    await log.reach(ROOM, { epoch, seq })
    expect(log.head(ROOM).seq).toBe(seq)
    await log.close()
  })

  it('replaces deleted messages by tombstones', async () => {
    const [writer, reader] = [await process(), await process()]
    await reader.stream.follow()
    await say(writer, 'to delete')
    await expect.poll(() => reader.received.length).toBe(1)
    await writer.log.erase(ROOM, { ids: writer.log.recent(ROOM, 0, 1).map(({ id }) => id) })
    await writer.stream.publish(first, ROOM, writer.log.recent(ROOM, 1, 1))
    await expect.poll(() => reader.log.head(ROOM).seq).toBe(2)
    expect(reader.log.recent(ROOM, 0, 10)).toEqual(writer.log.recent(ROOM, 0, 10))
  })

  it('accepts no batch of a process with an older fence', async () => {
    const writer = await process()
    const other: Fence = { name: 'rooms', token: 3 }
    expect(await writer.stream.publish(other, ROOM, [])).toBe(true)
    expect(await writer.stream.publish(second, ROOM, [])).toBe(false)
    await restart()
    // A Redis without data accepts any fence. The database refuses the entries of the older one.
    await expect.poll(() => writer.stream.publish(first, ROOM, []).catch(() => null)).toBe(true)
  })

  it('delivers each entry once when Redis restarts without its data', async () => {
    const [writer, reader] = [await process(), await process()]
    await reader.stream.follow()
    await say(writer, 'before')
    await expect.poll(() => reader.received.length).toBe(1)
    await restart(() => say(writer, 'while the connections are down', null))
    await expect.poll(() => reader.received.length).toBe(2)
    await expect.poll(() => say(writer, 'after').catch(() => null)).toBe(true)
    await expect.poll(() => reader.received).toEqual(writer.received)
    expect(new Set(reader.received).size).toBe(reader.received.length)
  })

  it('reports a Redis that is absent or refuses the password in one line', async () => {
    const { log } = await process()
    const options = { log, report: testLog(), secret: 'secret', rooms: () => [ROOM] }
    const absent = new LogStream(`redis://127.0.0.1:${await freePort()}`, options)
    await expect(absent.connect()).rejects.toThrow('REDIS_URL names a Redis that cannot be used (ECONNREFUSED).')
    const wrong = new LogStream(redis.url.replace('//', '//nobody:secret-of-the-test@'), options)
    await expect(wrong.connect()).rejects.toThrow('REDIS_URL names a Redis that cannot be used (WRONGPASS).')
    await Promise.all([absent.close(), wrong.close()])
  })

  async function restart(meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
    const { port } = redis
    await redis.stop()
    await meanwhile()
    redis = await startRedis(port)
  }
})
