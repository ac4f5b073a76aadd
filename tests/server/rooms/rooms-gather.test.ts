import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { urgentInterval } from '#server/rooms/frame-pace.ts'
import { gatherTime } from '#server/rooms/frames.ts'
import type { EntryRow } from '#server/rooms/log/entries.ts'
import { RoomLog } from '#server/rooms/log/log.ts'
import { MemoryEntryRepository } from '#tests/support/memory-repositories.ts'
import { text } from './rooms-support.ts'

const LARGE = 'large'
const SMALL = 'small'
const GATHER_MS = 20

/** Records the number of entries per write. */
class CountingStore extends MemoryEntryRepository {
  readonly writes: number[] = []
  override async insert(rows: readonly EntryRow[]): Promise<void> {
    this.writes.push(rows.length)
    await super.insert(rows)
  }
}

async function openLog() {
  const store = new CountingStore()
  const gatherMs = (room: string) => (room === LARGE ? GATHER_MS : 0)
  const log = new RoomLog(store, () => Date.now(), { gatherMs })
  for (const room of [LARGE, SMALL]) await log.open(room, null)
  return { store, log }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('writes of large rooms', () => {
  it('are immediate for a single entry', async () => {
    const { store, log } = await openLog()
    for (let round = 1; round <= 3; round += 1) {
      void log.append(LARGE, [text('一')])
      await vi.advanceTimersByTimeAsync(0)
      expect(store.writes).toHaveLength(round)
      await vi.advanceTimersByTimeAsync(GATHER_MS)
    }
  })

  it('are collected for close entries, in order, without loss', async () => {
    const { store, log } = await openLog()
    const responses = []
    for (let count = 0; count < 100; count += 1) {
      responses.push(log.append(LARGE, [text(`${count}`)]))
      await vi.advanceTimersByTimeAsync(2)
    }
    await vi.advanceTimersByTimeAsync(GATHER_MS)
    const seqs = (await Promise.all(responses)).map(([first]) => first?.seq)
    expect(seqs).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
    expect(store.writes.reduce((sum, rows) => sum + rows, 0)).toBe(100)
    // 200 ms contain eleven writes with an interval of 20 ms, and the last one.
    expect(store.writes.length).toBeLessThanOrEqual(12)
  })

  it('are immediate in small rooms', async () => {
    const { store, log } = await openLog()
    void log.append(LARGE, [text('一')])
    await vi.advanceTimersByTimeAsync(0)
    void log.append(LARGE, [text('二')])
    void log.append(SMALL, [text('三')])
    await vi.advanceTimersByTimeAsync(0)
    expect(store.writes).toEqual([1, 2])
    await vi.advanceTimersByTimeAsync(1)
    void log.append(LARGE, [text('四')])
    await vi.advanceTimersByTimeAsync(1)
    void log.append(SMALL, [text('五')])
    await vi.advanceTimersByTimeAsync(0)
    expect(store.writes).toEqual([1, 2, 2])
  })

  it('are complete when the log closes', async () => {
    const { store, log } = await openLog()
    void log.append(LARGE, [text('一')])
    await vi.advanceTimersByTimeAsync(0)
    void log.append(LARGE, [text('二')])
    await vi.advanceTimersByTimeAsync(1)
    await log.close()
    expect(store.writes).toEqual([1, 1])
  })

  it('settled 11: wait less than half of the interval of urgent entries, and not at all in small rooms', () => {
    for (const viewers of [0, 1, 300]) expect(gatherTime(viewers)).toBe(0)
    for (const viewers of [301, 3_000, 50_000]) {
      expect(gatherTime(viewers)).toBeGreaterThan(0)
      expect(gatherTime(viewers)).toBeLessThan(urgentInterval(viewers) / 2)
    }
  })
})
