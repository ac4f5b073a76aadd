import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FRAME_MAX_ENTRIES, FRAME_MAX_INFLATED_BYTES } from '#protocol/constants.ts'
import { DAY_MS } from '#protocol/time.ts'
import { Coalescer, RoomSealer, splitIntoFrames } from '#server/rooms/frames.ts'
import type { LogEntry } from '#server/rooms/log/entries.ts'
import { makeEntry } from '#server/rooms/log/entries.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { openFrames, ROOM, text } from './rooms-support.ts'

const entryAt = (seq: number, words = `第${seq}句`): LogEntry =>
  makeEntry({ chatRoomNo: ROOM, epoch: 1, seq, at: seq }, text(words))

/** A coalescer over a log that the test extends; frames are lists of sequence numbers. */
function coalescerWith(
  options: { viewers?: number; intervalMs?: number; seal?: (seqs: readonly number[]) => Promise<void> } = {},
) {
  const lateness: number[] = []
  const entries: LogEntry[] = []
  const frames: { at: number; seqs: number[] }[] = []
  let viewers = options.viewers ?? 10
  const coalescer = new Coalescer({
    chatRoomNo: ROOM,
    log: {
      head: () => ({ epoch: 1, seq: entries.length, at: 0 }),
      recent: (_, afterSeq, limit) => entries.slice(afterSeq, afterSeq + limit),
    },
    sealer: {
      seal: async (sealed) => {
        const seqs = sealed.map((entry) => entry.seq)
        await options.seal?.(seqs)
        return JSON.stringify(seqs)
      },
    },
    viewers: () => viewers,
    writes: () => viewers,
    pace: {
      asked: () => undefined,
      interval: () => options.intervalMs ?? 16,
      late: (ms) => lateness.push(ms),
    },
    emit: (_, sealed) => frames.push({ at: Date.now(), seqs: JSON.parse(sealed) as number[] }),
    onError: () => undefined,
  })
  const add = (count: number, isUrgent = false): void => {
    for (let left = count; left > 0; left -= 1) entries.push(entryAt(entries.length + 1))
    coalescer.notify(isUrgent)
  }
  return { coalescer, frames, lateness, add, watch: (count: number) => (viewers = count) }
}

describe('frames', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
  afterEach(() => void vi.useRealTimers())

  it('are sent at once after silence, then once per interval', async () => {
    const { frames, lateness, add } = coalescerWith({ viewers: 2_000, intervalMs: 50 })
    for (let ms = 0; ms < 200; ms += 5) {
      add(1)
      await vi.advanceTimersByTimeAsync(5)
    }
    await vi.advanceTimersByTimeAsync(50)
    expect(frames.map(({ at }) => at - 1_000_000)).toEqual([0, 50, 100, 150, 200])
    expect(frames.flatMap(({ seqs }) => seqs)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    await vi.advanceTimersByTimeAsync(1_000)
    add(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(frames.at(-1)?.at).toBe(1_001_250)
    expect(lateness).toEqual([0, 0, 0, 0])
  })

  it('settled 11 with gifts and reverts wait no longer than 50 ms in a room of 3,000, however long the interval', async () => {
    const { frames, add } = coalescerWith({ viewers: 3_000, intervalMs: 1_000 })
    add(1)
    await vi.advanceTimersByTimeAsync(10)
    add(1)
    await vi.advanceTimersByTimeAsync(10)
    add(1, true)
    await vi.advanceTimersByTimeAsync(30)
    expect(frames.map(({ at, seqs }) => [at - 1_000_000, seqs])).toEqual([
      [0, [1]],
      [50, [2, 3]],
    ])
    add(1)
    await vi.advanceTimersByTimeAsync(999)
    expect(frames).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(frames.at(-1)).toEqual({ at: 1_001_050, seqs: [4] })
  })

  it('keep their order while sealing is slow, and collect entries meanwhile', async () => {
    const slow = [80, 5, 40]
    const { frames, add } = coalescerWith({
      seal: () => new Promise((resolve) => setTimeout(resolve, slow.shift() ?? 0)),
    })
    for (let ms = 0; ms < 150; ms += 1) {
      add(1)
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(500)
    expect(frames.flatMap(({ seqs }) => seqs)).toEqual(Array.from({ length: 150 }, (_, index) => index + 1))
    expect(frames[1]?.seqs.length).toBeGreaterThan(50)
  })

  it('are sealed again after a failure, without gaps', async () => {
    let failures = 2
    const { frames, add } = coalescerWith({
      seal: async () => {
        failures -= 1
        if (failures >= 0) throw new Error('no')
      },
    })
    add(3)
    await vi.advanceTimersByTimeAsync(100)
    expect(frames.map(({ seqs }) => seqs)).toEqual([[1, 2, 3]])
  })

  it('are not sealed for an empty room, and start with the next entry when a viewer joins', async () => {
    const sealed: number[] = []
    const { coalescer, frames, add, watch } = coalescerWith({
      viewers: 0,
      seal: async (seqs) => void sealed.push(...seqs),
    })
    add(500)
    expect({ sealed, through: coalescer.sentThrough }).toEqual({ sealed: [], through: 500 })
    watch(1)
    add(1)
    await vi.advanceTimersByTimeAsync(50)
    expect(frames.map(({ seqs }) => seqs)).toEqual([[501]])
  })

  it('are sent without interval when full', async () => {
    const { frames, add } = coalescerWith()
    add(FRAME_MAX_ENTRIES * 2 + 10)
    await vi.advanceTimersByTimeAsync(0)
    expect(frames.map(({ seqs }) => seqs.length)).toEqual([FRAME_MAX_ENTRIES, FRAME_MAX_ENTRIES, 10])
  })

  it('are not delayed when the clock is set back', async () => {
    const { frames, add } = coalescerWith()
    add(1)
    await vi.advanceTimersByTimeAsync(0)
    vi.setSystemTime(1_000)
    add(1)
    await vi.advanceTimersByTimeAsync(16)
    expect(frames).toHaveLength(2)
  })
})

describe('sealing', () => {
  it('settled 11 splits at 2,000 entries and at 1 MiB inflated', async () => {
    const many = Array.from({ length: 4_500 }, (_, index) => entryAt(index + 1))
    expect(splitIntoFrames(many).map((frame) => frame.length)).toEqual([2_000, 2_000, 500])
    const long = Array.from({ length: 2_000 }, (_, index) => {
      const entry = entryAt(index + 1)
      return { ...entry, json: entry.json.replace('{', `{"padding":"${'长'.repeat(300)}",`) }
    })
    const frames = splitIntoFrames(long)
    expect(frames.length).toBeGreaterThan(1)
    for (const frame of frames) {
      expect(frame.reduce((sum, { json }) => sum + Buffer.byteLength(json) + 1, 0)).toBeLessThan(
        FRAME_MAX_INFLATED_BYTES,
      )
    }
    const sealer = new RoomSealer(ROOM, 1, { backend: nodeCrypto, compressor: nodeCompressor, now: Date.now })
    const opened = await openFrames(sealer.roomKey, await sealer.sealRange(long, sealer.generation))
    expect(opened.map(({ seq }) => seq)).toEqual(long.map(({ seq }) => seq))
  })

  it('uses a separate key for each room and start', () => {
    const services = { backend: nodeCrypto, compressor: nodeCompressor, now: Date.now }
    const keys = ['a', 'b', 'a'].map((room) => new RoomSealer(room, 1, services).roomKey)
    expect(new Set(keys).size).toBe(3)
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('uses the same key in all processes with the same secret, separate for each room and epoch', async () => {
    const sealerWith = (sharedSecret: string, room: string, epoch: number): RoomSealer =>
      new RoomSealer(room, epoch, { backend: nodeCrypto, compressor: nodeCompressor, now: Date.now, sharedSecret })
    const [one, other] = [sealerWith('secret', ROOM, 1), sealerWith('secret', ROOM, 1)]
    const opened = await openFrames(other.roomKey, [await one.seal([entryAt(1), entryAt(2)])])
    expect(opened.map(({ seq }) => seq)).toEqual([1, 2])
    const keys = [one, sealerWith('secret', 'b', 1), sealerWith('secret', ROOM, 2), sealerWith('other', ROOM, 1)]
    expect(new Set(keys.map(({ roomKey }) => roomKey)).size).toBe(4)
  })

  it('changes a shared key on Monday at 04:00 in Shanghai, without cached frames of the old one', async () => {
    const monday = Date.UTC(2026, 10, 22, 20)
    let now = monday - 1
    const newSealer = (): RoomSealer =>
      new RoomSealer(ROOM, 1, {
        backend: nodeCrypto,
        compressor: nodeCompressor,
        now: () => now,
        sharedSecret: 'secret',
      })
    const sealer = newSealer()
    const entries = [entryAt(1), entryAt(2)]
    const { roomKey, generation } = sealer
    await sealer.sealRange(entries, generation)
    now = monday
    const frames = await sealer.sealRange(entries, generation)
    expect(sealer.roomKey).not.toBe(roomKey)
    expect(sealer.roomKey).toBe(newSealer().roomKey)
    expect((await openFrames(sealer.roomKey, frames)).map(({ seq }) => seq)).toEqual([1, 2])
    now = monday + 7 * DAY_MS - 1
    expect(sealer.roomKey).toBe(newSealer().roomKey)
    const lastOfWeek = sealer.roomKey
    now += 1
    expect(sealer.roomKey).not.toBe(lastOfWeek)
  })

  it('seals once for many requests at any position, until an erasure', async () => {
    const sealer = new RoomSealer(ROOM, 1, { backend: nodeCrypto, compressor: nodeCompressor, now: Date.now })
    const entries = Array.from({ length: 1_000 }, (_, index) => entryAt(index + 1))
    const { generation } = sealer
    const one = await sealer.sealRange(entries.slice(20), generation)
    const two = await sealer.sealRange(entries.slice(450), generation)
    expect(two.slice(1)).toEqual(one.slice(-two.length + 1))
    expect(two.slice(1)).toHaveLength(2)
    expect((await openFrames(sealer.roomKey, two)).map(({ seq }) => seq)).toEqual(
      entries.slice(450).map(({ seq }) => seq),
    )
    sealer.forget()
    const late = await sealer.sealRange(entries.slice(450), generation)
    const again = await sealer.sealRange(entries.slice(450), sealer.generation)
    expect(new Set([...two, ...late, ...again]).size).toBe(two.length * 3)
  })
})
