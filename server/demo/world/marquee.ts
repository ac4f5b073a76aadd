import { MINUTE_MS } from '#protocol/time.ts'
import type { MarqueeItem } from '#protocol/room/feed.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import type { MatchPlan } from './plan.ts'

/** A timed notice is shown for three minutes. The next one follows after two. */
const WINDOW_MS = 3 * MINUTE_MS
const CYCLE_MS = 5 * MINUTE_MS

const TIMED = ['礼物都是演示金币，送着玩，不能兑换', '想说的话写进聊天，也会飘成弹幕', '看累了就歇会儿，球赛不会跑']
/** Channel text of matches; a talk show needs none. */
const ON_TALKS = '主播也开着直播间，随时进来聊'

/**
 * The current marquee of a room: one notice within its time window (S4.27), otherwise nothing, because the marquee covers
 * the upper edge of the picture.
 */
export function marqueeItems(fixture: MatchPlan, now: number): MarqueeItem[] {
  const timed = fixture.kind === 'anchor' ? TIMED : [...TIMED, ON_TALKS]
  const cycle = Math.floor(now / CYCLE_MS)
  const start = cycle * CYCLE_MS
  // Rooms drop items whose window is over, and would get them again.
  if (now >= start + WINDOW_MS) return []
  return [
    {
      id: `${fixture.eid}-timed-${cycle}`,
      category: 1,
      pmdTimerStart: start,
      pmdTimerEnd: start + WINDOW_MS,
      content: timed[cycle % timed.length] ?? '',
    },
  ]
}

/** Adds new marquee items of a room and removes expired ones. */
export async function refreshMarquee(rooms: RoomHub, fixture: MatchPlan, now: number): Promise<void> {
  // Items of operators are shown beside those of the demo.
  const isOfDemo = ({ id }: MarqueeItem): boolean => id.startsWith(`${fixture.eid}-timed-`)
  const shown = rooms.snapshot(fixture.chatRoomNo)?.marquee.filter(isOfDemo) ?? []
  const wanted = marqueeItems(fixture, now)
  const drafts = [
    ...wanted
      .filter((item) => !shown.some((known) => known.id === item.id && known.content === item.content))
      .map((item) => ({ kind: 'marquee' as const, data: { item } })),
    ...shown
      .filter((known) => !wanted.some((item) => item.id === known.id))
      .map((item) => ({ kind: 'marquee' as const, data: { item, removed: true } })),
  ]
  if (drafts.length > 0) await rooms.append(fixture.chatRoomNo, drafts)
}
