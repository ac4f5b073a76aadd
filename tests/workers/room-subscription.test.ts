import { beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { FEED_CREDITS } from '#protocol/constants.ts'
import { toBase64Url } from '#protocol/bytes.ts'
import type { Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import type { CatchUp } from '#protocol/room/server-events.ts'
import { parseFrame, sealFrame } from '#protocol/room/frame.ts'
import type { FeedBatch, FeedMessage } from '#protocol/worker/feed.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { newCounters } from '#workers/counters.ts'
import { platform } from '#workers/platform.ts'
import type { SocketConnection } from '#workers/socket/socket-connection.ts'
import { RoomSubscription } from '#workers/socket/room-subscription.ts'
import { SNAPSHOT } from '../contract/support/lt1-room.ts'
import { entry } from './feed/feed-support.ts'

const ROOM = 'room-1'
const EPOCH = 7
const KEY = nodeCrypto.random(32)

interface PendingRequest {
  readonly event: 'join' | 'resume'
  readonly seq: number
  readonly respond: (result: Result<CatchUp>) => void
}

/** A connection whose acks the test controls. */
class FakeConnection {
  isOpen = true
  readonly requests: PendingRequest[] = []
  readonly left: string[] = []
  join = (event: { position?: { seq: number } }) => this.#send('join', event.position?.seq ?? -1)
  resume = (event: { seq: number }) => this.#send('resume', event.seq)
  leave = (chatRoomNo: string) => void this.left.push(chatRoomNo)
  close = () => void (this.isOpen = false)

  /** Only the methods that a subscription uses. */
  get asConnection(): SocketConnection {
    return this as unknown as SocketConnection
  }

  async request(count: number): Promise<PendingRequest> {
    await expect.poll(() => this.requests.length, { interval: 1 }).toBeGreaterThanOrEqual(count)
    return this.requests[count - 1]!
  }

  #send(event: 'join' | 'resume', seq: number): Promise<Result<CatchUp>> {
    return new Promise((respond) => this.requests.push({ event, seq, respond }))
  }
}

const sealed = async (from: number, through: number): Promise<string> =>
  sealFrame(nodeCrypto, await nodeCrypto.importKey(KEY), nodeCompressor, {
    chatRoomNo: ROOM,
    epoch: EPOCH,
    firstSeq: from,
    serverMs: 0,
    entries: Array.from({ length: through - from + 1 }, (_, index) =>
      JSON.stringify(entry('text', { text: `第${from + index}句` }, { id: `e-${from + index}` })),
    ),
  })

const caught = (frames: string[], head: number): Result<CatchUp> =>
  success({ ok: true, chatRoomNo: ROOM, epoch: EPOCH, head, recovered: true, missed: 0, frames })

describe('room subscription', () => {
  let messages: FeedMessage[]
  let lost: number

  beforeEach(() => {
    messages = []
    lost = 0
  })

  function open(position: { epoch: number; seq: number } | null): RoomSubscription {
    const context = {
      dependencies: platform(),
      backend: nodeCrypto,
      compressor: nodeCompressor,
      counters: newCounters(),
      onLost: () => (lost += 1),
    }
    const port = { postMessage: (message: FeedMessage) => void messages.push(message), close: () => undefined }
    return new RoomSubscription(ROOM, context, port, position)
  }

  const begin = (subscription: RoomSubscription, seq: number, userId: string | null = null, more: object = {}) =>
    subscription.begin(
      {
        chatRoomNo: ROOM,
        roomKey: toBase64Url(KEY),
        ticket: 'ticket',
        epoch: EPOCH,
        seq,
        recovered: true,
        missed: 0,
        snapshot: SNAPSHOT,
        history: [],
        ...more,
      },
      userId,
    )

  const batches = (): FeedBatch[] => messages.filter((message) => message.type === 'batch')
  const seqs = () => batches().flatMap((batch) => batch.rows.map((row) => row.seq))
  const dividers = () => batches().flatMap((batch) => batch.divider ?? [])
  const shown = (count: number) => expect.poll(() => seqs().length, { interval: 1 }).toBe(count)

  it('settled 19 continues at the position of the page in a replacement worker', async () => {
    const subscription = open({ epoch: EPOCH, seq: 10 })
    await begin(subscription, 12, 'me')
    const connection = new FakeConnection()
    const following = subscription.follow(connection.asConnection, 'ticket')
    const { seq, respond } = await connection.request(1)
    expect(seq).toBe(10)
    respond(caught([await sealed(11, 12)], 12))
    expect(await following).toBe(true)
    await shown(2)
    for (const batch of batches()) expect([batch.epoch, batch.lastSeq >= 10]).toEqual([EPOCH, true])
  })

  it('settled 11 passes each entry once and in order during two concurrent catch-ups', async () => {
    const subscription = open(null)
    await begin(subscription, 0)
    const [old, next] = [new FakeConnection(), new FakeConnection()]
    const first = subscription.follow(old.asConnection, 'ticket')
    ;(await old.request(1)).respond(caught([], 0))
    await first
    subscription.receive(parseFrame(await sealed(5, 6)))
    const gap = await old.request(2)
    expect(gap).toMatchObject({ event: 'resume', seq: 0 })
    const second = subscription.follow(next.asConnection, 'ticket')
    const join = await next.request(1)
    const frames = [await sealed(1, 4), await sealed(5, 6)]
    gap.respond(caught(frames, 6))
    join.respond(caught([...frames, await sealed(7, 8)], 8))
    expect(await second).toBe(true)
    subscription.receive(parseFrame(await sealed(9, 9)))
    await shown(9)
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(lost).toBe(0)
  })

  it('settled 12 keeps the received parts of a catch-up when the connection closes', async () => {
    const subscription = open({ epoch: EPOCH, seq: 2 })
    await begin(subscription, 8)
    const [slow, next] = [new FakeConnection(), new FakeConnection()]
    const broken = subscription.follow(slow.asConnection, 'ticket')
    ;(await slow.request(1)).respond(caught([await sealed(3, 4)], 8))
    const rest = await slow.request(2)
    expect(rest).toMatchObject({ event: 'resume', seq: 4 })
    rest.respond(caught([await sealed(5, 6)], 8))
    ;(await slow.request(3)).respond(failure(CODES.TIMEOUT, '超时'))
    expect(await broken).toBe(false)
    expect(slow.isOpen).toBe(false)
    expect(seqs()).toEqual([])
    const whole = subscription.follow(next.asConnection, 'ticket')
    const last = await next.request(1)
    expect(last).toMatchObject({ event: 'join', seq: 6 })
    last.respond(caught([await sealed(7, 8)], 8))
    expect(await whole).toBe(true)
    await shown(6)
    expect(seqs()).toEqual([3, 4, 5, 6, 7, 8])
    expect(dividers()).toEqual([{ missed: 6, isLost: false }])
  })

  it('settled 12 counts the entries of an incomplete catch-up as missed if the rest is lost', async () => {
    const subscription = open({ epoch: EPOCH, seq: 2 })
    await begin(subscription, 8)
    const slow = new FakeConnection()
    const broken = subscription.follow(slow.asConnection, 'ticket')
    ;(await slow.request(1)).respond(caught([await sealed(3, 6)], 8))
    ;(await slow.request(2)).respond(failure(CODES.TIMEOUT, '超时'))
    expect(await broken).toBe(false)
    expect(subscription.position).toEqual({ epoch: EPOCH, seq: 6 })
    // The server counts from the sent position, and the page got nothing after the second entry.
    await begin(subscription, 10_006, null, { recovered: false, missed: 10_000 })
    await expect.poll(dividers, { interval: 1 }).toEqual([{ missed: 10_004, isLost: true }])
    expect(seqs()).toEqual([])
  })

  it('settled 12 counts rows that were not posted as missed after a restart', async () => {
    const subscription = open(null)
    await begin(subscription, 0)
    const connection = new FakeConnection()
    const following = subscription.follow(connection.asConnection, 'ticket')
    ;(await connection.request(1)).respond(caught([], 0))
    await following
    // The page takes no batches, and history was the first one: the last two wait.
    const taken = FEED_CREDITS - 1
    for (let seq = 1; seq <= taken + 2; seq += 1) {
      subscription.receive(parseFrame(await sealed(seq, seq)))
      await expect.poll(() => subscription.feed.headSeq, { interval: 1 }).toBe(seq)
      await shown(Math.min(seq, taken))
    }
    subscription.detach()
    await begin(subscription, 10_000, null, { recovered: false, missed: 9_000 })
    subscription.control({ type: 'applied', seq: taken, credits: 1 })
    await expect.poll(dividers, { interval: 1 }).toEqual([{ missed: 9_002, isLost: true }])
  })

  it('settled 12 ends a catch-up where the live frames start, however busy the room is', async () => {
    const subscription = open({ epoch: EPOCH, seq: 0 })
    await begin(subscription, 4)
    const connection = new FakeConnection()
    const following = subscription.follow(connection.asConnection, 'ticket')
    ;(await connection.request(1)).respond(caught([await sealed(1, 2)], 4))
    const rest = await connection.request(2)
    subscription.receive(parseFrame(await sealed(5, 6)))
    rest.respond(caught([await sealed(3, 4)], 60_000))
    expect(await following).toBe(true)
    subscription.receive(parseFrame(await sealed(7, 7)))
    await shown(7)
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(connection.requests).toHaveLength(2)
  })

  it('settled 12 stops a catch-up whose part contains nothing new', async () => {
    const subscription = open({ epoch: EPOCH, seq: 2 })
    await begin(subscription, 8)
    const connection = new FakeConnection()
    const following = subscription.follow(connection.asConnection, 'ticket')
    ;(await connection.request(1)).respond(caught([], 8))
    expect(await following).toBe(false)
    expect(connection.requests).toHaveLength(1)
  })

  it('settled 12 waits after the connection has closed during a catch-up, and adds a divider later', async () => {
    const subscription = open({ epoch: EPOCH, seq: 2 })
    await begin(subscription, 4)
    const [dead, next] = [new FakeConnection(), new FakeConnection()]
    const following = subscription.follow(dead.asConnection, 'ticket')
    ;(await dead.request(1)).respond(caught([await sealed(3, 4)], 4))
    dead.isOpen = false
    expect(await following).toBe(true)
    expect(subscription.isFollowing(dead.asConnection)).toBe(false)
    const again = subscription.follow(next.asConnection, 'ticket')
    ;(await next.request(1)).respond(caught([await sealed(5, 5)], 5))
    expect(await again).toBe(true)
    await shown(3)
    expect(dividers()).toEqual([
      { missed: 2, isLost: false },
      { missed: 1, isLost: false },
    ])
  })
})
