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

interface Question {
  readonly event: 'join' | 'resume'
  readonly seq: number
  readonly answer: (result: Result<CatchUp>) => void
}

/** A link whose answers are in the test's hand. */
class FakeLink {
  isOpen = true
  readonly questions: Question[] = []
  readonly left: string[] = []
  join = (event: { position?: { seq: number } }) => this.ask('join', event.position?.seq ?? -1)
  resume = (event: { seq: number }) => this.ask('resume', event.seq)
  leave = (chatRoomNo: string) => void this.left.push(chatRoomNo)
  close = () => void (this.isOpen = false)

  /** What a room line asks of a link, and nothing else. */
  get link(): SocketConnection {
    return this as unknown as SocketConnection
  }

  async asked(count: number): Promise<Question> {
    await expect.poll(() => this.questions.length, { interval: 1 }).toBeGreaterThanOrEqual(count)
    return this.questions[count - 1]!
  }

  private ask(event: 'join' | 'resume', seq: number): Promise<Result<CatchUp>> {
    return new Promise((answer) => this.questions.push({ event, seq, answer }))
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

describe('a room in the worker', () => {
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

  const begin = (line: RoomSubscription, seq: number, own: string | null = null, more: object = {}) =>
    line.begin(
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
      own,
    )

  const batches = (): FeedBatch[] => messages.filter((message) => message.type === 'batch')
  const seqs = () => batches().flatMap((batch) => batch.rows.map((row) => row.seq))
  const dividers = () => batches().flatMap((batch) => batch.divider ?? [])
  const shown = (count: number) => expect.poll(() => seqs().length, { interval: 1 }).toBe(count)

  it('settled 19 a successor begins where the page stands: no batch goes back', async () => {
    const line = open({ epoch: EPOCH, seq: 10 })
    await begin(line, 12, 'me')
    const link = new FakeLink()
    const following = line.follow(link.link, 'ticket')
    const { seq, answer } = await link.asked(1)
    expect(seq).toBe(10)
    answer(caught([await sealed(11, 12)], 12))
    expect(await following).toBe(true)
    await shown(2)
    for (const batch of batches()) expect([batch.epoch, batch.lastSeq >= 10]).toEqual([EPOCH, true])
  })

  it('settled 11 two catch-ups at once, on an old link and a new one, give each entry once and in order', async () => {
    const line = open(null)
    await begin(line, 0)
    const [old, next] = [new FakeLink(), new FakeLink()]
    const first = line.follow(old.link, 'ticket')
    ;(await old.asked(1)).answer(caught([], 0))
    await first
    line.receive(parseFrame(await sealed(5, 6)))
    const gap = await old.asked(2)
    expect(gap).toMatchObject({ event: 'resume', seq: 0 })
    const second = line.follow(next.link, 'ticket')
    const join = await next.asked(1)
    const frames = [await sealed(1, 4), await sealed(5, 6)]
    gap.answer(caught(frames, 6))
    join.answer(caught([...frames, await sealed(7, 8)], 8))
    expect(await second).toBe(true)
    line.receive(parseFrame(await sealed(9, 9)))
    await shown(9)
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(lost).toBe(0)
  })

  it('settled 12 takes a catch-up in parts, and keeps the parts that are here when the link breaks', async () => {
    const line = open({ epoch: EPOCH, seq: 2 })
    await begin(line, 8)
    const [slow, next] = [new FakeLink(), new FakeLink()]
    const broken = line.follow(slow.link, 'ticket')
    ;(await slow.asked(1)).answer(caught([await sealed(3, 4)], 8))
    const rest = await slow.asked(2)
    expect(rest).toMatchObject({ event: 'resume', seq: 4 })
    rest.answer(caught([await sealed(5, 6)], 8))
    ;(await slow.asked(3)).answer(failure(CODES.TIMEOUT, '超时'))
    expect(await broken).toBe(false)
    expect(slow.isOpen).toBe(false)
    expect(seqs()).toEqual([])
    const whole = line.follow(next.link, 'ticket')
    const last = await next.asked(1)
    expect(last).toMatchObject({ event: 'join', seq: 6 })
    last.answer(caught([await sealed(7, 8)], 8))
    expect(await whole).toBe(true)
    await shown(6)
    expect(seqs()).toEqual([3, 4, 5, 6, 7, 8])
    expect(dividers()).toEqual([{ missed: 6, isLost: false }])
  })

  it('settled 12 counts what a broken catch-up had brought as missed, when the rest cannot be had any more', async () => {
    const line = open({ epoch: EPOCH, seq: 2 })
    await begin(line, 8)
    const slow = new FakeLink()
    const broken = line.follow(slow.link, 'ticket')
    ;(await slow.asked(1)).answer(caught([await sealed(3, 6)], 8))
    ;(await slow.asked(2)).answer(failure(CODES.TIMEOUT, '超时'))
    expect(await broken).toBe(false)
    expect(line.position).toEqual({ epoch: EPOCH, seq: 6 })
    // The server counts from the place that it was told, and the page has seen nothing after the second entry.
    await begin(line, 10_006, null, { recovered: false, missed: 10_000 })
    await expect.poll(dividers, { interval: 1, timeout: 2_000 }).toEqual([{ missed: 10_004, isLost: true }])
    expect(seqs()).toEqual([])
  })

  it('settled 12 counts rows as missed that the page had not taken when the room began anew', async () => {
    const line = open(null)
    await begin(line, 0)
    const link = new FakeLink()
    const following = line.follow(link.link, 'ticket')
    ;(await link.asked(1)).answer(caught([], 0))
    await following
    // The page takes no batch, and its history was the first: the last two wait.
    const taken = FEED_CREDITS - 1
    for (let seq = 1; seq <= taken + 2; seq += 1) {
      line.receive(parseFrame(await sealed(seq, seq)))
      await expect.poll(() => line.feed.headSeq, { interval: 1 }).toBe(seq)
      await shown(Math.min(seq, taken))
    }
    line.detach()
    await begin(line, 10_000, null, { recovered: false, missed: 9_000 })
    line.control({ type: 'applied', seq: taken, credits: 1 })
    await expect.poll(dividers, { interval: 1, timeout: 2_000 }).toEqual([{ missed: 9_002, isLost: true }])
  })

  it('settled 12 a catch-up ends where the live frames begin, however fast the room goes on', async () => {
    const line = open({ epoch: EPOCH, seq: 0 })
    await begin(line, 4)
    const link = new FakeLink()
    const following = line.follow(link.link, 'ticket')
    ;(await link.asked(1)).answer(caught([await sealed(1, 2)], 4))
    const rest = await link.asked(2)
    line.receive(parseFrame(await sealed(5, 6)))
    rest.answer(caught([await sealed(3, 4)], 60_000))
    expect(await following).toBe(true)
    line.receive(parseFrame(await sealed(7, 7)))
    await shown(7)
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(link.questions).toHaveLength(2)
  })

  it('settled 12 a part that brings nothing new ends the catch-up instead of asking for ever', async () => {
    const line = open({ epoch: EPOCH, seq: 2 })
    await begin(line, 8)
    const link = new FakeLink()
    const following = line.follow(link.link, 'ticket')
    ;(await link.asked(1)).answer(caught([], 8))
    expect(await following).toBe(false)
    expect(link.questions).toHaveLength(1)
  })

  it('settled 12 a link that ends while its catch-up is opened leaves the room waiting, with a divider later', async () => {
    const line = open({ epoch: EPOCH, seq: 2 })
    await begin(line, 4)
    const [dead, next] = [new FakeLink(), new FakeLink()]
    const following = line.follow(dead.link, 'ticket')
    ;(await dead.asked(1)).answer(caught([await sealed(3, 4)], 4))
    dead.isOpen = false
    expect(await following).toBe(true)
    expect(line.isFollowing(dead.link)).toBe(false)
    const again = line.follow(next.link, 'ticket')
    ;(await next.asked(1)).answer(caught([await sealed(5, 5)], 5))
    expect(await again).toBe(true)
    await shown(3)
    expect(dividers()).toEqual([
      { missed: 2, isLost: false },
      { missed: 1, isLost: false },
    ])
  })
})
