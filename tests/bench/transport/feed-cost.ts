import { utf8 } from '#protocol/bytes.ts'
import type { Compressor } from '#protocol/compress.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { openFrame, parseFrame, sealFrame } from '#protocol/room/frame.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { newCounters } from '#workers/counters.ts'
import { Feed } from '#workers/feed/feed.ts'

/** Cost of each step in microseconds per entry. */
export interface FeedCost {
  readonly entries: number
  readonly frames: number
  readonly bytesPerFrame: number
  readonly base64: number
  readonly decrypt: number
  readonly inflate: number
  readonly parse: number
  readonly feed: number
  /** All steps in order, including awaits. */
  readonly whole: number
}

const WORDS = '好球这个传中太漂亮了裁判看清楚主队加油进了越位没有吧再来一个换人换人门将今天神了角球机会左路突破'

function text(seed: number): string {
  let state = seed * 2_654_435_761
  const length = 6 + (seed % 30)
  let out = ''
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    out += WORDS[state % WORDS.length] ?? ''
  }
  return out
}

/** Realistic entries: 93 % text, gifts, orders and some reverts. 5 % are duplicates. */
export function crowdEntry(seq: number): string {
  const id = `1-${(seq % 20 === 0 ? seq - 1 : seq).toString(36)}`
  const userId = `u-${(seq * 7) % 2_000}`
  const author = {
    venueName: 'YB',
    siteId: 5009,
    siteSeries: 5000,
    memberId: userId,
    memberName: `看客${seq % 2_000}`,
    vipLevel: seq % 10,
    userId,
    level: seq % 40,
  }
  const at = 1_795_000_000_000 + seq
  const kind = seq % 50 === 7 ? 'gift' : seq % 50 === 9 ? 'order' : seq % 150 === 11 ? 'revert' : 'text'
  const data = {
    text: { text: text(seq) },
    gift: {
      giftOrderNo: id,
      giftId: 3,
      giftName: '鲜花',
      giftIcon: '/art/gift.svg',
      count: 1,
      comboId: id,
      comboCount: 1,
      total: 10,
    },
    order: { message: { categoryName: '足球', itemName: '主胜', score: '1:0', teamLogo: '/art/a.svg' }, odds: 1_620 },
    revert: { orderId: `1-${(seq - 2).toString(36)}` },
  }[kind]
  return JSON.stringify({ id, at, content: { msgType: MSG_TYPES[kind] }, data, ...author })
}

/** Runs sealed frames through the worker's code, step by step and as a whole. `now` is a precise clock in milliseconds. */
export async function measureFeed(
  backend: CryptoBackend,
  compressor: Compressor,
  now: () => number,
  { frames: frameCount, perFrame }: { frames: number; perFrame: number },
): Promise<FeedCost> {
  const key = await backend.importKey(backend.random(32))
  const frames: string[] = []
  for (let frame = 0; frame < frameCount; frame += 1) {
    const firstSeq = 1 + frame * perFrame
    const entries = Array.from({ length: perFrame }, (_, index) => crowdEntry(firstSeq + index))
    const head = { chatRoomNo: 'room-1', epoch: 1, firstSeq, serverMs: 1_795_000_000_000 }
    frames.push(await sealFrame(backend, key, compressor, { ...head, entries }))
  }
  const total = frameCount * perFrame
  const micros = (milliseconds: number) => (milliseconds * 1_000) / total

  const whole = async (): Promise<number> => {
    const feed = makeFeed()
    const startedAt = now()
    for (const sealed of frames) {
      const frame = parseFrame(sealed)
      const { entries } = await openFrame(backend, key, compressor, frame)
      feed.push(numbered(entries, frame.firstSeq), 'live', frame.firstSeq + entries.length - 1)
    }
    return now() - startedAt
  }
  await whole()

  const base64At = now()
  const parsed = frames.map((sealed) => parseFrame(sealed))
  const base64 = now() - base64At
  const opened: (readonly unknown[])[] = []
  const openAt = now()
  for (const frame of parsed) opened.push((await openFrame(backend, key, compressor, frame)).entries)
  const open = now() - openAt
  const texts = opened.map((entries) => utf8(JSON.stringify(entries)))
  const smaller = []
  for (const content of texts) smaller.push(await compressor.deflate(content))
  const inflateAt = now()
  for (const content of smaller) await compressor.inflate(content, 1_048_576)
  const inflate = now() - inflateAt
  const decoder = new TextDecoder()
  const parseAt = now()
  for (const content of texts) JSON.parse(decoder.decode(content))
  const parse = now() - parseAt
  const feed = makeFeed()
  const feedAt = now()
  for (let index = 0; index < opened.length; index += 1) {
    const { firstSeq } = parsed[index] ?? { firstSeq: 0 }
    const entries = opened[index] ?? []
    feed.push(numbered(entries, firstSeq), 'live', firstSeq + entries.length - 1)
  }
  const feedTime = now() - feedAt
  return {
    entries: total,
    frames: frameCount,
    bytesPerFrame: Math.round(frames.reduce((sum, frame) => sum + frame.length, 0) / frameCount),
    base64: micros(base64),
    decrypt: micros(Math.max(0, open - inflate - parse)),
    inflate: micros(inflate),
    parse: micros(parse),
    feed: micros(feedTime),
    whole: micros(await whole()),
  }
}

/** A feed whose page returns every credit at once: the most expensive case, because every frame becomes a batch. */
function makeFeed(): Feed {
  let clock = 0
  const feed: Feed = new Feed({
    dependencies: { now: () => (clock += 2), afterGap: (task) => task() },
    counters: newCounters(),
    port: {
      postMessage: (message) => {
        if (message.type === 'batch') feed.control({ type: 'applied', seq: 0, credits: 1 })
      },
    },
    onResumeRequest: () => undefined,
  })
  feed.begin({ epoch: 1, seq: 0 })
  return feed
}

function* numbered(entries: readonly unknown[], firstSeq: number) {
  for (let index = 0; index < entries.length; index += 1) yield { seq: firstSeq + index, entry: entries[index] }
}
