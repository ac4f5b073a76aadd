import { describe, expect, it } from 'vitest'
import { parseFrame, sealFrame } from '#protocol/room/frame.ts'
import type { Entry } from '#protocol/room/feed.ts'
import type { FeedBatch, FeedMessage } from '#protocol/worker/feed.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { newCounters } from '#workers/counters.ts'
import { Feed } from '#workers/feed/feed.ts'
import { FrameReader } from '#workers/feed/frame-reader.ts'
import { toBase64Url } from '#protocol/bytes.ts'
import { entry, order } from './feed-support.ts'

const ROOM = 'room-1'
const PER_SECOND = 20_000
const SECONDS = 3
/** Interval of server frames and screen frames. */
const FRAME_MS = 16
const PER_FRAME = Math.round((PER_SECOND * FRAME_MS) / 1_000)
const ME = 'me'

const gift = (id: string) => ({
  giftOrderNo: id,
  giftId: 1,
  giftName: '鲜花',
  giftIcon: '/g.svg',
  count: 1,
  comboId: id,
  comboCount: 1,
  total: 1,
})

/** Entries of a busy room: mostly text, every hundredth lossless. */
function made(seq: number): Entry {
  const id = `e-${seq}`
  const author = { id, userId: `u-${seq % 500}`, vipLevel: seq % 10 }
  switch (seq % 100) {
    case 0:
      return entry('gift', gift(id), author)
    case 12:
      return order(id)
    case 24:
      // Reverts the order twelve entries before.
      return entry('revert', { orderId: `e-${seq - 12}` }, { id })
    case 36:
      return entry('text', { text: '我说的' }, { ...author, userId: ME })
    case 48:
      return entry('text', { text: '@我', mentions: [ME] }, author)
    case 60:
      return entry('delete', { ids: [`e-${seq - 1}`] }, { id })
    case 72:
      return entry('mute', { userId: `u-${seq % 500}`, memberName: '看客', until: 9, reason: '刷屏' }, { id })
    case 84:
      return entry('system', { text: '通知' }, { id })
    default:
      return entry('text', { text: `第${seq}句` }, author)
  }
}

describe('overload', () => {
  it('settled 17 at 20,000 messages per second, all entries are shown, reported as dropped, or deleted', async () => {
    const key = nodeCrypto.random(32)
    const sealKey = await nodeCrypto.importKey(key)
    const total = PER_SECOND * SECONDS
    const entries = Array.from({ length: total }, (_, index) => made(index + 1))
    const frames: string[] = []
    for (let from = 0; from < total; from += PER_FRAME) {
      const json = entries.slice(from, from + PER_FRAME).map((one) => JSON.stringify(one))
      const head = { chatRoomNo: ROOM, epoch: 1, firstSeq: from + 1, serverMs: 0 }
      frames.push(await sealFrame(nodeCrypto, sealKey, nodeCompressor, { ...head, entries: json }))
    }

    let clock = 0
    let gaps: (() => void)[] = []
    const messages: FeedMessage[] = []
    const dependencies = { now: () => clock, afterGap: (task: () => void) => void gaps.push(task) }
    const counters = newCounters()
    const port = { postMessage: (message: FeedMessage) => void messages.push(message) }
    const feed = new Feed({ dependencies, counters, port, onResumeRequest: () => undefined })
    feed.begin({ epoch: 1, seq: 0 })
    feed.setOwner(ME)
    const opener = new FrameReader({ dependencies, backend: nodeCrypto, compressor: nodeCompressor, counters })
    await opener.setKey(toBase64Url(key))

    /** One screen frame: returns the credit of a batch. */
    let shownBatches = 0
    const showOne = () => {
      const waiting = messages.length - shownBatches
      if (waiting === 0) return
      shownBatches += 1
      feed.control({ type: 'applied', seq: 0, credits: 1 })
    }
    for (const sealed of frames) {
      const frame = parseFrame(sealed)
      const opened = await opener.open(frame, feed.headSeq, feed.readEntries)
      feed.pushFrame(opened ?? [], frame.firstSeq)
      clock += FRAME_MS
      for (const task of gaps.splice(0)) task()
      showOne()
    }
    while (shownBatches < messages.length || feed.waitingRows > 0) {
      clock += FRAME_MS
      for (const task of gaps.splice(0)) task()
      showOne()
    }

    const batches = messages.filter((message): message is FeedBatch => message.type === 'batch')
    const rows = batches.flatMap((batch) => batch.rows)
    const dropped = batches.reduce((sum, batch) => sum + batch.dropped, 0)
    const kind = (name: string) => rows.filter((row) => row.kind === name)
    const each = total / 100
    const texts = entries.filter((one) => 'text' in one.data && one.content.msgType === 1).length
    const shownTexts = kind('text').length
    expect(counters.entriesReceived).toBe(total)
    expect(counters.entriesReceived).toBe(
      counters.rowsShown + counters.rowsDropped + counters.superseded + counters.stateOnly,
    )
    expect(counters).toMatchObject({ duplicates: 0, malformed: 0, released: 0 })
    expect(dropped).toBe(counters.rowsDropped)
    expect(dropped).toBeGreaterThan(total / 2)
    // All others were deleted while they waited.
    const deleted = texts - shownTexts - dropped
    expect(deleted).toBeGreaterThanOrEqual(0)
    expect(deleted).toBeLessThanOrEqual(each)

    expect(rows.filter((row) => row.isMine)).toHaveLength(each)
    expect(rows.filter((row) => row.isMention)).toHaveLength(each)
    for (const lossless of ['gift', 'mute', 'system']) expect(kind(lossless)).toHaveLength(each)
    // Every order is shown once and reverted, in its row or by a patch.
    const orders = [...kind('order'), ...kind('revert')].map((row) => row.id)
    expect(new Set(orders).size).toBe(each)
    const patched = new Set(
      batches.flatMap((batch) => batch.patches.flatMap((patch) => (patch.type === 'revert' ? [patch.orderId] : []))),
    )
    for (const row of kind('order')) expect(patched.has(row.id)).toBe(true)
    const seqs = rows.map((row) => row.seq)
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other))
    const deletedIds = new Set(entries.flatMap((one) => ('ids' in one.data ? (one.data.ids ?? []) : [])))
    const patchedAway = new Set(
      batches.flatMap((batch) => batch.patches.flatMap((patch) => (patch.type === 'delete' ? patch.ids : []))),
    )
    for (const id of deletedIds) expect(patchedAway.has(id)).toBe(true)
  })
})
