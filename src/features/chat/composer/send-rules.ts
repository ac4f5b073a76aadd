import type { Failure } from '#protocol/result.ts'
import type { RoomSetup } from '#protocol/room/feed.ts'
import { CODES } from '#protocol/codes.ts'
import { isPermanentMute } from '#protocol/rules/speaking.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { roomText } from '#messages/zh/room.ts'

/** The inputs of {@link sendBlock}. Times are epoch milliseconds of the server's clock. */
interface SenderState {
  readonly role: 'anon' | 'member' | 'admin'
  readonly vipLevel: number
  readonly setup: RoomSetup
  /** The minimum level of the site (chatMinVipLevel). */
  readonly siteMinVipLevel: number
  readonly mutedUntil: number | null
  readonly muteReason: string | null
  /** The last refusal, until a message is accepted. */
  readonly refusal: Failure | null
  /** Time of the last ack; never earlier than the server's own time of the message. */
  readonly lastSentAt: number | null
  readonly isClosed: boolean
}

/** The rules until the room has been entered. */
export const DEFAULT_RULES: Pick<SenderState, 'setup' | 'mutedUntil' | 'muteReason'> = {
  setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' },
  mutedUntil: null,
  muteReason: null,
}

/** Why no message can be sent. */
export interface SendBlock {
  readonly reason: string
  /** The remaining time as text after the reason. Changes every second. */
  readonly remaining: string
  /** When it ends by itself, or null. */
  readonly until: number | null
}

/** Maximum delay of the page's clock, which ticks once per second. */
const TICK_MS = 1_000

/** Formats a remaining time, rounded up: 3 秒, 2 分钟, 5 小时, 3 天. A mute of ten minutes starts with 10 分钟. */
export function remainingText(leftMs: number): string {
  if (leftMs < 2 * MINUTE_MS) return roomText('chat.left.seconds', { count: Math.max(1, Math.ceil(leftMs / 1_000)) })
  if (leftMs < 2 * HOUR_MS) return roomText('chat.left.minutes', { count: Math.ceil((leftMs - TICK_MS) / MINUTE_MS) })
  if (leftMs < 2 * DAY_MS) return roomText('chat.left.hours', { count: Math.ceil((leftMs - TICK_MS) / HOUR_MS) })
  return roomText('chat.left.days', { count: Math.ceil((leftMs - TICK_MS) / DAY_MS) })
}

/** Returns when a refusal expires, from the details of the failure; null if it does not. */
export function refusedUntil(refusal: Failure): number | null {
  const { details } = refusal
  if (typeof details !== 'object' || details === null || !('until' in details)) return null
  return typeof details.until === 'number' ? details.until : null
}

/**
 * Returns what blocks a member from sending at `now`, the longest block first, or null. The server decides; this only
 * avoids refusals that are known in advance.
 */
export function sendBlock(state: SenderState, now: number): SendBlock | null {
  const { role, setup, mutedUntil, muteReason, refusal, lastSentAt } = state
  if (state.isClosed) return permanent(roomText('chat.closed'))
  if (mutedUntil !== null && mutedUntil > now) return muteBlock(mutedUntil, muteReason ?? '', now)
  if (role !== 'admin' && setup.muteAll) return permanent(roomText('chat.mutedAll'))
  const level = Math.max(setup.minVipLevel, state.siteMinVipLevel)
  if (role !== 'admin' && state.vipLevel < level) return permanent(roomText('chat.needVip', { level }))
  const until = refusal && refusedUntil(refusal)
  if (refusal && until !== null && until > now) {
    return {
      reason: refusal.message,
      remaining: roomText('chat.waitLeft', { left: remainingText(until - now) }),
      until,
    }
  }
  return role === 'admin' || lastSentAt === null ? null : slowModeBlock(setup.slowModeSeconds, lastSentAt, now)
}

function muteBlock(until: number, muteReason: string, now: number): SendBlock {
  const reason = roomText('chat.muted', { reason: muteReason })
  if (isPermanentMute(until)) return { reason, remaining: roomText('chat.mutedForGood'), until: null }
  return { reason, remaining: roomText('chat.mutedLeft', { left: remainingText(until - now) }), until }
}

function slowModeBlock(seconds: number, lastSentAt: number, now: number): SendBlock | null {
  const until = lastSentAt + seconds * 1_000
  if (until <= now) return null
  // A page clock that is behind must not show more than the configured time.
  const shownUntil = Math.min(until, now + seconds * 1_000)
  return { reason: roomText('chat.slow', { seconds }), remaining: '', until: shownUntil }
}

const permanent = (reason: string): SendBlock => ({ reason, remaining: '', until: null })

const RETURN_TEXT_CODES: ReadonlySet<number> = new Set([
  CODES.CHAT_MUTED,
  CODES.CHAT_TOO_FAST,
  CODES.CHAT_WORD_BLOCKED,
  CODES.CHAT_TOO_LONG,
  CODES.CHAT_DUPLICATE,
  CODES.CHAT_LEVEL_TOO_LOW,
  CODES.ROOM_CLOSED,
  // The reply target was deleted: the message can be sent without it.
  CODES.NOT_FOUND,
  CODES.NEED_LOGIN,
  CODES.AUTH_ERROR,
  CODES.LOGIN_ELSEWHERE_ERROR,
  CODES.PASSWORD_CHANGED,
])

/** Returns whether a refusal concerns the text or the member, so that the text returns to the box. */
export function returnsText(refusal: Failure): boolean {
  return RETURN_TEXT_CODES.has(refusal.code)
}
