import type { Entry, EntryAuthor } from '#protocol/room/feed.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import type { LogEntry } from '#server/rooms/log/entries.ts'
import { entryId } from '#server/rooms/log/entries.ts'
import type { Room } from '#server/rooms/room.ts'
import { crowdVipLevel, nickname } from '#server/demo/world/audience.ts'
import { chatLine } from '#server/demo/world/chatter.ts'
import type { Random } from '#server/demo/world/random.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { TEAMS } from '#server/demo/world/teams.ts'

/** Share of orders; three of ten of them are reverts of earlier ones. */
const ORDER_SHARE = 0.01
const REVERT_SHARE = 0.3
const AUTHORS = 500
/** Frame interval of a small room (settled 11). */
export const FRAME_INTERVAL_MS = 16
const EMPTY = Buffer.alloc(0)

export interface PrebuiltFrame {
  readonly sealed: string
  readonly entries: number
  /** Send time in milliseconds after the start. */
  readonly dueMs: number
  readonly lastSeq: number
  /** The same entries unsealed, a JSON array with `seq` in each, for the baseline page. Empty unless requested. */
  readonly clear: Buffer
}

function makeAuthors(random: Random): EntryAuthor[] {
  return Array.from({ length: AUTHORS }, (_, index) => ({
    venueName: 'OBTY',
    siteId: 5009,
    siteSeries: 5000,
    memberId: `bench-${index}`,
    memberName: nickname(random),
    vipLevel: crowdVipLevel(random),
    userId: `bench-${index}`,
    level: random.between(1, 30),
  }))
}

/** Seals `seconds` of realistic chat at `rate` entries per second before the measurement. */
export async function prebuildFrames(
  room: Room,
  head: { epoch: number; seq: number },
  rate: number,
  seconds: number,
  { withClear = false }: { readonly withClear?: boolean } = {},
): Promise<PrebuiltFrame[]> {
  const random = createRandom(20_000)
  const authors = makeAuthors(random)
  const [home, away] = TEAMS.football
  if (!home || !away) throw new Error('there are no teams')
  const scene = { kind: 'football' as const, home, away, minute: 67, homeScore: 2, guestScore: 1 }
  const at = Date.now()
  let seq = head.seq
  let lastOrder: string | null = null

  const nextEntry = (): LogEntry => {
    seq += 1
    const id = entryId(head.epoch, seq)
    let entry: Entry
    let kind: LogEntry['kind'] = 'text'
    const author = random.pick(authors)
    if (random.chance(ORDER_SHARE)) {
      if (lastOrder !== null && random.chance(REVERT_SHARE)) {
        kind = 'revert'
        entry = { id, at, content: { msgType: MSG_TYPES.revert }, data: { orderId: lastOrder } }
        lastOrder = null
      } else {
        kind = 'order'
        lastOrder = id
        const message = { categoryName: '全场独赢', itemName: `${home.name} 胜`, score: '2:1', teamLogo: home.crest }
        entry = { id, at, content: { msgType: MSG_TYPES.order }, data: { message, odds: 1620 }, ...author }
      }
    } else {
      const text = chatLine(random, random.pick(['open', 'attack', 'banter']), scene, 'home')
      entry = { id, at, content: { msgType: MSG_TYPES.text }, data: { text }, ...author }
    }
    const json = JSON.stringify(entry)
    return {
      chatRoomNo: room.chatRoomNo,
      seq,
      epoch: head.epoch,
      id,
      at,
      kind,
      userId: null,
      json,
      cid: null,
      replyTo: null,
    }
  }

  const frames: PrebuiltFrame[] = []
  let made = 0
  for (let frame = 1; frame * FRAME_INTERVAL_MS <= seconds * 1000; frame += 1) {
    const dueMs = frame * FRAME_INTERVAL_MS
    const wanted = Math.floor((rate * dueMs) / 1000) - made
    if (wanted <= 0) continue
    made += wanted
    const entries = Array.from({ length: wanted }, nextEntry)
    const clear = withClear ? inClear(entries) : EMPTY
    frames.push({ sealed: await room.sealer.seal(entries), entries: wanted, dueMs, lastSeq: seq, clear })
  }
  return frames
}

function inClear(entries: readonly LogEntry[]): Buffer {
  return Buffer.from(`[${entries.map(({ seq, json }) => `{"seq":${seq},${json.slice(1)}`).join(',')}]`)
}

/** Sends each frame when it is due, several at once after a late timer. Resolves with the send times by frame. */
export async function sendFrames(
  frames: readonly PrebuiltFrame[],
  emit: (frame: PrebuiltFrame) => void,
): Promise<number[]> {
  const sentAt: number[] = []
  const start = performance.now()
  for (const frame of frames) {
    const wait = frame.dueMs - (performance.now() - start)
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    sentAt.push(performance.timeOrigin + performance.now())
    emit(frame)
  }
  return sentAt
}
