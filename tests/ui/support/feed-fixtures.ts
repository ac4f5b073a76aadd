import type { openRoom } from '#state/room/room-session.ts'
import { newCounters } from '#workers/counters.ts'
import { noChanges } from '#workers/feed/entries.ts'
import { author } from '#gallery/feed-fixtures.ts'
import { GALLERY_SNAPSHOT } from '#gallery/room-fixtures.ts'
import type { EntryAuthor, EntryData } from '#protocol/room/feed.ts'
import type { ChangeKind } from '#protocol/room/kinds.ts'
import type { RoomChange } from '#protocol/rules/room-state.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { FeedBatch, FeedRow, FeedRowOf } from '#protocol/worker/feed.ts'

/** 2026-11-21 20:00 in Shanghai. */
export const NOON = 1_795_262_400_000

export { author }

const base = (seq: number) => ({
  id: `e${seq}`,
  seq,
  at: NOON + seq * 100,
  author: null,
  isMine: false,
  isMention: false,
})

export function textRow(seq: number, text = `第 ${seq} 句`, more: Partial<FeedRowOf<'text'>> = {}): FeedRowOf<'text'> {
  return { ...base(seq), kind: 'text', author: author('小满', 3), data: { text }, ...more }
}

export function giftRow(
  seq: number,
  data: Partial<FeedRowOf<'gift'>['data']> = {},
  more: Partial<FeedRowOf<'gift'>> = {},
): FeedRowOf<'gift'> {
  return {
    ...base(seq),
    kind: 'gift',
    author: author('阿楠', 4),
    data: {
      giftOrderNo: `G${seq}`,
      giftId: 4,
      giftName: '战鼓',
      giftIcon: '/art/gift-drum.svg',
      count: 1,
      comboId: `combo-${seq}`,
      comboCount: 1,
      total: 99,
      ...data,
    },
    ...more,
  }
}

export function orderRow(seq: number, more: Partial<FeedRowOf<'order'>> = {}): FeedRowOf<'order'> {
  return {
    ...base(seq),
    kind: 'order',
    author: author('海边的卡夫', 2),
    data: {
      message: { categoryName: '全场独赢', itemName: '北港联 胜', score: '2:1', teamLogo: '/art/crest-beigang.svg' },
      odds: 1620,
    },
    ...more,
  }
}

export function systemRow(seq: number, text: string, more: Partial<FeedRowOf<'system'>['data']> = {}): FeedRow {
  return { ...base(seq), kind: 'system', data: { text, ...more } }
}

/** A notice of the site: an expensive gift in the room of `eid-2`, or a notice without a gift. */
export function noticeRow(seq: number, at: number, hasGift = true): FeedRowOf<'notice'> {
  const gift = {
    eid: 'eid-2',
    chatRoomNo: 'room-2',
    title: '松江 对 铁路工人',
    giftName: '金杯',
    giftIcon: '/art/gift-cup.svg',
    count: 2,
    comboId: `site-${seq}`,
  }
  return {
    ...base(seq),
    at,
    kind: 'notice',
    author: author('小满', 3),
    data: { text: '消息', ...(hasGift && { gift }) },
  }
}

export function welcomeRow(id: string, from: EntryAuthor, at = NOON): FeedRowOf<'welcome'> {
  return { ...base(1), id, at, kind: 'welcome', author: from, data: { text: '进入直播间' } }
}

export function batch(rows: readonly FeedRow[], more: Partial<FeedBatch> = {}): FeedBatch {
  return {
    type: 'batch',
    epoch: 1,
    lastSeq: rows.at(-1)?.seq ?? 0,
    rows,
    patches: [],
    dropped: 0,
    ...noChanges(),
    postedAt: NOON,
    ...more,
  }
}

/** A change of the room's state, for `changes` of a batch. */
export function change<Kind extends ChangeKind>(kind: Kind, data: EntryData[Kind], at = NOON): RoomChange {
  return { kind, at, data } as RoomChange
}

/** The room of the gallery in its second half, without events and odds. */
export const SNAPSHOT: RoomSnapshot = {
  ...GALLERY_SNAPSHOT,
  clock: { phase: 'second-half', phaseStartedAt: NOON - 22 * 60_000 },
  events: [],
  odds: null,
}

/** Statistics of a transport that has just started. */
export const NO_STATS = {
  ...newCounters(),
  reconnects: 0,
  clockOffsetMs: 0,
  roundTripMs: 0,
  queueLength: 0,
  workersReplaced: 0,
}

type OpenRoom = NonNullable<Parameters<typeof openRoom>[2]>

/** Enters the room `r` at once. Messages get no ack; `older` loads history. */
export const enteredRoom =
  (older: ReturnType<OpenRoom>['older']): OpenRoom =>
  (chatRoomNo, handlers) => {
    queueMicrotask(() => handlers.onEntered({ chatRoomNo, snapshot: SNAPSHOT, role: 'anon' }))
    return {
      chatRoomNo,
      say: () => new Promise(() => undefined),
      older,
      applied: () => undefined,
      leave: () => undefined,
    }
  }
