import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { DAY_MS } from '#protocol/time.ts'
import { HISTORY_MAX_AGE_MS, HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import type { Appended, EntryRow, LogEntry } from '#server/rooms/log/entries.ts'
import { LogRefusal } from '#server/rooms/log/log-writer.ts'
import { continuedHead, RoomLog } from '#server/rooms/log/log.ts'
import { MemoryEntryRepository } from '#tests/support/memory-repositories.ts'
import { testClock } from '../../support/store.ts'
import { ROOM, text } from './rooms-support.ts'

/** A repository whose writes can be delayed, lost, or executed with an error response. */
class TrickyStore extends MemoryEntryRepository {
  readonly writes: number[] = []
  mood: 'well' | 'down' | 'answer-lost' | 'gone-after' | 'commits-later' = 'well'
  /** Writes without a response that the database has not executed yet. */
  readonly #unfinished: (() => Promise<void>)[] = []
  #gate: Promise<void> = Promise.resolve()
  #entered = (): void => {}

  /** Delays writes. `entered` resolves at the first one, `release` continues all. */
  hold(): { entered: Promise<void>; release: () => void } {
    let release = (): void => {}
    this.#gate = new Promise((resolve) => (release = resolve))
    return { entered: new Promise((resolve) => (this.#entered = resolve)), release }
  }

  override async insert(rows: readonly EntryRow[], replaced: readonly EntryRow[] = []): Promise<void> {
    this.#entered()
    await this.#gate
    if (this.mood === 'down') throw new Error('store is down')
    if (this.mood === 'commits-later') {
      this.#unfinished.push(() => super.insert(rows, replaced))
      throw new Error('connection lost')
    }
    this.writes.push(rows.length)
    await super.insert(rows, replaced)
    if (this.mood === 'gone-after') this.mood = 'down'
    else if (this.mood !== 'answer-lost') return
    throw new Error('connection lost')
  }

  /** Executes the pending writes. */
  async finish(): Promise<void> {
    for (const write of this.#unfinished.splice(0)) await write()
  }

  override async load(...place: Parameters<MemoryEntryRepository['load']>): Promise<EntryRow[]> {
    if (this.mood === 'down') throw new Error('store is down')
    return super.load(...place)
  }
}

async function openLog(store = new TrickyStore(), options: { maxWaiting?: number; rooms?: string[] } = {}) {
  const clock = testClock()
  const log = new RoomLog(store, clock.now, options)
  const seen = new Map<string, LogEntry[]>()
  log.onAppend((chatRoomNo, entries) => seen.set(chatRoomNo, [...(seen.get(chatRoomNo) ?? []), ...entries]))
  for (const room of options.rooms ?? [ROOM]) await log.open(room, null)
  const seqs = (room = ROOM): number[] => (seen.get(room) ?? []).map((entry) => entry.seq)
  return { clock, log, store, seen, seqs }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

describe('room log', () => {
  it('numbers without gaps, keeps the order of each caller, and writes each entry once', async () => {
    const rooms = ['a', 'b', 'c']
    const call = fc.record({
      room: fc.constantFrom(...rooms),
      drafts: fc.integer({ min: 0, max: 5 }),
      pause: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 60 }), async (calls) => {
        const { log, store, seen } = await openLog(new TrickyStore(), { rooms })
        const responses: Promise<Appended[]>[] = []
        let count = 0
        for (const { room, drafts, pause } of calls) {
          responses.push(
            log.append(
              room,
              Array.from({ length: drafts }, () => text(`第${(count += 1)}句`)),
            ),
          )
          if (pause) await new Promise((resolve) => setImmediate(resolve))
        }
        const appended = await Promise.all(responses)
        calls.forEach(({ drafts }, index) => expect(appended[index]).toHaveLength(drafts))
        for (const room of rooms) {
          const mine = calls.flatMap((made, index) => (made.room === room ? (appended[index] ?? []) : []))
          expect(mine.map(({ seq }) => seq)).toEqual(upTo(mine.length))
          const rows = await store.load(room, log.head(room).epoch, 0, 1_000)
          expect(rows.map((row) => row.id)).toEqual(mine.map(({ id }) => id))
          expect((seen.get(room) ?? []).map((entry) => entry.id)).toEqual(mine.map(({ id }) => id))
          const words = rows.map((row) => Number(/第(\d+)句/.exec(row.json)?.[1]))
          expect(words).toEqual(words.toSorted((a, b) => a - b))
        }
      }),
      { numRuns: 60, seed: 1 },
    )
  })

  it('delivers and acknowledges an entry only after it is written', async () => {
    const { log, store, seqs } = await openLog()
    const { entered, release } = store.hold()
    let isDone = false
    const response = log.append(ROOM, [text('一')]).then(() => (isDone = true))
    await entered
    expect({ isDone, seen: seqs(), head: log.head(ROOM).seq }).toEqual({ isDone: false, seen: [], head: 0 })
    release()
    await response
    expect(seqs()).toEqual([1])
  })

  it('collects entries during a write into one next write', async () => {
    const { log, store } = await openLog(new TrickyStore(), { rooms: ['a', 'b'] })
    await Promise.all(upTo(50).map((number) => log.append(number % 2 ? 'a' : 'b', [text(`${number}`)])))
    expect(store.writes).toEqual([50])
  })

  it('rejects entries that could not be written, and reuses their numbers', async () => {
    const { log, store, seqs } = await openLog()
    await log.append(ROOM, [text('一')])
    store.mood = 'down'
    await expect(log.append(ROOM, [text('二')])).rejects.toThrow('store is down')
    await expect(log.append(ROOM, [text('三')])).rejects.toThrow('store is down')
    store.mood = 'well'
    const [again] = await log.append(ROOM, [text('四')])
    expect(again?.seq).toBe(2)
    expect(seqs()).toEqual([1, 2])
  })

  it('S4.32 deletes and publishes the deletion in one write, atomically', async () => {
    const { log, store, seen, clock } = await openLog()
    await log.append(ROOM, [text('说错了'), text('没事')])
    clock.move(2 * HISTORY_MAX_AGE_MS)
    for (let round = 0; round < 3; round += 1)
      await log.append(
        ROOM,
        Array.from({ length: 100 }, () => text('又一句')),
      )
    const [wrong] = await store.load(ROOM, log.head(ROOM).epoch, 0, 1)
    const target = { ids: [wrong?.id ?? ''] }
    store.mood = 'down'
    await expect(log.erase(ROOM, target)).rejects.toThrow('store is down')
    store.mood = 'well'
    expect((await log.entry(ROOM, 1))?.kind).toBe('text')
    store.writes.length = 0
    await log.erase(ROOM, target)
    expect(store.writes).toEqual([1])
    expect((await log.entry(ROOM, 1))?.kind).toBe('delete')
    expect(seen.get(ROOM)?.at(-1)).toMatchObject({ kind: 'delete', seq: 303 })
    expect((await log.entry(ROOM, 2))?.kind).toBe('text')
  })

  it('treats a write whose response was lost as written', async () => {
    const { log, store, seqs } = await openLog()
    store.mood = 'answer-lost'
    const [appended] = await log.append(ROOM, [text('一')])
    store.mood = 'well'
    expect(appended?.seq).toBe(1)
    expect((await log.append(ROOM, [text('二')]))[0]?.seq).toBe(2)
    expect(seqs()).toEqual([1, 2])
  })

  it('S4.32 does not show a deleted text when the database failed during its deletion', async () => {
    const { log, store } = await openLog()
    const erased: boolean[] = []
    log.onAppend((_room, _entries, hasErased) => erased.push(hasErased))
    const [wrong] = await log.append(ROOM, [text('说错了')])
    store.mood = 'gone-after'
    await expect(log.erase(ROOM, { ids: [wrong?.id ?? ''] })).rejects.toThrow('connection lost')
    store.mood = 'well'
    await log.append(ROOM, [text('又一句')])
    expect((await log.entry(ROOM, 1))?.kind).toBe('delete')
    expect(log.recent(ROOM, 0, 10).map(({ kind }) => kind)).toEqual(['delete', 'delete', 'text'])
    expect(erased).toEqual([false, true, false])
  })

  it('does not treat entries as written if another batch took their numbers', async () => {
    const { log, store, seen } = await openLog()
    store.mood = 'commits-later'
    await expect(log.append(ROOM, [text('一')])).rejects.toThrow('connection lost')
    store.mood = 'well'
    const { entered, release } = store.hold()
    const second = log.append(ROOM, [text('二')])
    await entered
    await store.finish()
    release()
    await expect(second).rejects.toThrow('row exists already')
    expect((await log.append(ROOM, [text('三')]))[0]?.seq).toBe(2)
    expect((seen.get(ROOM) ?? []).map(({ json }) => /[一二三]/.exec(json)?.[0])).toEqual(['一', '三'])
  })

  it('S4.32 does not show a deleted text whose deletion was written after the timeout', async () => {
    const { log, store } = await openLog()
    const erased: boolean[] = []
    log.onAppend((_room, _entries, hasErased) => erased.push(hasErased))
    const [wrong] = await log.append(ROOM, [text('说错了')])
    store.mood = 'commits-later'
    await expect(log.erase(ROOM, { ids: [wrong?.id ?? ''] })).rejects.toThrow('connection lost')
    store.mood = 'well'
    const { entered, release } = store.hold()
    const next = log.append(ROOM, [text('又一句')])
    await entered
    await store.finish()
    release()
    await expect(next).rejects.toThrow('row exists already')
    expect(log.recent(ROOM, 0, 10).map(({ kind }) => kind)).toEqual(['delete', 'delete'])
    expect(erased).toEqual([false, true])
  })

  it('refuses with CURRENT_LIMITING_C when too much is queued, and recovers', async () => {
    const { log, store } = await openLog(new TrickyStore(), { maxWaiting: 3 })
    const { release } = store.hold()
    const taken = [log.append(ROOM, [text('一'), text('二')]), log.append(ROOM, [text('三')])]
    const refused = await log.append(ROOM, [text('四')]).then(null, (error: unknown) => error)
    expect(refused).toBeInstanceOf(LogRefusal)
    expect((refused as LogRefusal).code).toBe(CODES.CURRENT_LIMITING_C)
    release()
    await Promise.all(taken)
    expect((await log.append(ROOM, [text('五')]))[0]?.seq).toBe(4)
  })

  it('has monotonic timestamps for any clock', async () => {
    const { log, clock } = await openLog()
    const times: number[] = []
    for (const step of [0, 50, -10_000, 5, -3, 20_000]) {
      clock.move(step)
      times.push(...(await log.append(ROOM, [text('一'), text('二')])).map(({ at }) => at))
    }
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('removes characters that the database cannot store: NUL and lone surrogates', async () => {
    const { log, seen } = await openLog()
    await log.append(ROOM, [text('a\u0000b\ud800c😀\\ud800')])
    expect(JSON.parse(seen.get(ROOM)?.[0]?.json ?? '')).toMatchObject({ data: { text: 'abc😀\\ud800' } })
  })

  it('refuses an invalid draft before it gets a number', async () => {
    const { log } = await openLog()
    await expect(async () => log.append(ROOM, [text('长'.repeat(300))])).rejects.toThrow(RangeError)
    expect((await log.append(ROOM, [text('短')]))[0]?.seq).toBe(1)
  })

  it('continues epoch, numbers and time after a restart', async () => {
    const { log, store, clock } = await openLog()
    const before = await log.append(ROOM, [text('一'), text('二')])
    await log.close()
    const next = new RoomLog(store, () => clock.now() - 60_000)
    await next.open(ROOM, null)
    const [after] = await next.append(ROOM, [text('三')])
    expect(after).toMatchObject({ epoch: before[0]?.epoch, seq: 3, at: before[1]?.at })
    expect((await next.range(ROOM, 0, 3)).map((entry) => entry.seq)).toEqual([1, 2, 3])
    await expect(log.append(ROOM, [text('四')])).rejects.toThrow('closed')
  })

  it('settled 12 recovers 10,000 entries or 10 minutes, whichever is less', async () => {
    const { log, clock } = await openLog()
    for (let left = HISTORY_MAX_ENTRIES + 100; left > 0; left -= 1_000) {
      await log.append(
        ROOM,
        Array.from({ length: Math.min(left, 1_000) }, () => text('一')),
      )
    }
    const { seq } = log.head(ROOM)
    expect(await log.canRecover(ROOM, seq - HISTORY_MAX_ENTRIES)).toBe(true)
    expect(await log.canRecover(ROOM, seq - HISTORY_MAX_ENTRIES - 1)).toBe(false)
    expect(await log.range(ROOM, seq - HISTORY_MAX_ENTRIES, seq)).toHaveLength(HISTORY_MAX_ENTRIES)
    clock.move(HISTORY_MAX_AGE_MS + 1)
    expect(await log.canRecover(ROOM, seq - 1)).toBe(false)
    expect(await log.canRecover(ROOM, seq)).toBe(true)
    expect(await log.canRecover(ROOM, seq + 1)).toBe(false)
  })

  it('reads older entries from the database', async () => {
    const { log, store, clock } = await openLog()
    await log.append(
      ROOM,
      Array.from({ length: 900 }, (_, index) => text(`${index}`)),
    )
    await log.close()
    const next = new RoomLog(store, clock.now)
    await next.open(ROOM, null)
    expect((await next.range(ROOM, 0, 900)).map((entry) => entry.seq)).toEqual(upTo(900))
    expect((await next.before(ROOM, 420, 20, new Set(['text']))).map((entry) => entry.seq)).toEqual(
      upTo(419).slice(-20),
    )
    expect((await next.entry(ROOM, 3))?.seq).toBe(3)
    expect(await next.canRecover(ROOM, 0)).toBe(true)
  })
})

it('follows what another process writes while it opens a room with few entries', async () => {
  const store = new TrickyStore()
  const { log: writer } = await openLog(store)
  await writer.append(ROOM, [text('one'), text('two')])
  const { now } = testClock()
  const follower = new RoomLog(store, now, { isShared: true })
  const load = store.load.bind(store)
  store.load = async (...place) => {
    store.load = load
    await writer.append(ROOM, [text('three')])
    return load(...place)
  }
  await follower.open(ROOM, null, false)
  expect(follower.head(ROOM)).toMatchObject({ seq: 2 })
  await writer.append(ROOM, [text('four')])
  await follower.follow(ROOM)
  expect(follower.head(ROOM)).toEqual(writer.head(ROOM))
  expect(follower.recent(ROOM, 0, 10).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
})

it('continues at the present time if the clock was set back while the server was stopped', async () => {
  const { log, store, clock } = await openLog()
  const [before] = await log.append(ROOM, [text('before')])
  await log.close()
  clock.move(-DAY_MS)
  const next = new RoomLog(store, clock.now)
  await next.open(ROOM, null)
  const [after] = await next.append(ROOM, [text('after')])
  expect(after).toMatchObject({ epoch: before?.epoch, seq: 2, at: clock.now() })
  expect((await next.range(ROOM, 0, 2)).map(({ at }) => at)).toEqual([before?.at, after?.at])
})

describe('epoch', () => {
  const now = Date.UTC(2026, 10, 21)
  const seconds = now / 1000

  it("is the second of the room's creation", () => {
    expect(continuedHead(null, null, now)).toEqual({ epoch: seconds, seq: 0, at: 0 })
  })

  it('stays the same while the log contains what the room has published', () => {
    expect(continuedHead({ epoch: 7, seq: 10, at: 5 }, { epoch: 7, seq: 8, at: 0 }, now)).toMatchObject({
      epoch: 7,
      seq: 10,
    })
    expect(continuedHead(null, { epoch: 7, seq: 0, at: 0 }, now)).toMatchObject({ epoch: 7, seq: 0 })
    expect(continuedHead({ epoch: 7, seq: 10, at: 5 }, { epoch: 9, seq: 10, at: 0 }, now)).toMatchObject({
      epoch: 9,
      seq: 10,
    })
  })

  it('changes when published entries are lost; numbers continue', () => {
    expect(continuedHead({ epoch: 7, seq: 10, at: 5 }, { epoch: 7, seq: 12, at: 0 }, now)).toEqual({
      epoch: seconds,
      seq: 12,
      at: 5,
    })
    expect(continuedHead(null, { epoch: seconds + 5, seq: 1, at: 0 }, now).epoch).toBe(seconds + 6)
  })
})
