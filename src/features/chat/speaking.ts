import { DAY_MS, HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import type { Failure } from '#protocol/result.ts'
import type { RoomSetup } from '#protocol/room/feed.ts'
import { CODES } from '#protocol/codes.ts'
import { isPermanentMute } from '#protocol/rules/speaking.ts'
import { rt } from '#lib/text/room.ts'

/** Everything that decides whether somebody may speak now. Times are epoch milliseconds of the server's clock. */
export interface SpeakingState {
  readonly role: 'anon' | 'member' | 'admin'
  readonly vipLevel: number
  readonly setup: RoomSetup
  /** The level that the whole site asks for (chatMinVipLevel). */
  readonly siteMinVipLevel: number
  readonly mutedUntil: number | null
  readonly muteReason: string | null
  /** The last refusal, while it has not been followed by a success. */
  readonly refusal: Failure | null
  /** When the last words were known to be taken; never earlier than the server took them. */
  readonly lastSaidAt: number | null
  readonly isClosed: boolean
}

/** What holds until the room has been entered. */
export const NO_RULES: Pick<SpeakingState, 'setup' | 'mutedUntil' | 'muteReason'> = {
  setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' },
  mutedUntil: null,
  muteReason: null,
}

/** Why nothing can be said now; `until` when it ends by itself. */
export interface Stop {
  readonly reason: string
  /** How long it still lasts, to be said after the reason; changes every second. */
  readonly left: string
  readonly until: number | null
}

/** How much the page's clock, which ticks once a second, may be behind. */
const TICK_MS = 1_000

/** How long something still lasts, rounded up: 3 秒, 2 分钟, 5 小时, 3 天. A mute of ten minutes begins with 10 分钟. */
export function leftText(leftMs: number): string {
  if (leftMs < 2 * MINUTE_MS) return rt('chat.left.seconds', { count: Math.max(1, Math.ceil(leftMs / 1_000)) })
  if (leftMs < 2 * HOUR_MS) return rt('chat.left.minutes', { count: Math.ceil((leftMs - TICK_MS) / MINUTE_MS) })
  if (leftMs < 2 * DAY_MS) return rt('chat.left.hours', { count: Math.ceil((leftMs - TICK_MS) / HOUR_MS) })
  return rt('chat.left.days', { count: Math.ceil((leftMs - TICK_MS) / DAY_MS) })
}

/** When a refusal ends by itself, as the server says in its details. */
export function refusedUntil(refusal: Failure): number | null {
  const { details } = refusal
  if (typeof details !== 'object' || details === null || !('until' in details)) return null
  return typeof details.until === 'number' ? details.until : null
}

/**
 * What stops a member from speaking at `now`, the longest first, or null. The server decides; this only spares people
 * a refusal that is already known, and says until when.
 */
export function whatStops(state: SpeakingState, now: number): Stop | null {
  const { role, setup, mutedUntil, muteReason, refusal, lastSaidAt } = state
  if (state.isClosed) return always(rt('chat.closed'))
  if (mutedUntil !== null && mutedUntil > now) {
    const reason = rt('chat.muted', { reason: muteReason ?? '' })
    if (isPermanentMute(mutedUntil)) return { reason, left: rt('chat.mutedForGood'), until: null }
    return { reason, left: rt('chat.mutedLeft', { left: leftText(mutedUntil - now) }), until: mutedUntil }
  }
  if (role !== 'admin' && setup.muteAll) return always(rt('chat.mutedAll'))
  const level = Math.max(setup.minVipLevel, state.siteMinVipLevel)
  if (role !== 'admin' && state.vipLevel < level) return always(rt('chat.needVip', { level }))
  const until = refusal && refusedUntil(refusal)
  if (refusal && until !== null && until > now) {
    return { reason: refusal.message, left: rt('chat.waitLeft', { left: leftText(until - now) }), until }
  }
  const slowMs = setup.slowModeSeconds * 1_000
  const slowUntil = role === 'admin' || lastSaidAt === null ? 0 : lastSaidAt + slowMs
  if (slowUntil <= now) return null
  // Where the page's clock is behind, it does not look longer than the rule is.
  const shownUntil = Math.min(slowUntil, now + slowMs)
  return { reason: rt('chat.slow', { seconds: setup.slowModeSeconds }), left: '', until: shownUntil }
}

const always = (reason: string): Stop => ({ reason, left: '', until: null })

const KEPT: ReadonlySet<number> = new Set([
  CODES.CHAT_MUTED,
  CODES.CHAT_TOO_FAST,
  CODES.CHAT_WORD_BLOCKED,
  CODES.CHAT_TOO_LONG,
  CODES.CHAT_DUPLICATE,
  CODES.CHAT_LEVEL_TOO_LOW,
  CODES.ROOM_CLOSED,
  // What was answered is gone: the words can be said without it.
  CODES.NOT_FOUND,
  CODES.NEED_LOGIN,
  CODES.AUTH_ERROR,
  CODES.LOGIN_ELSEWHERE_ERROR,
  CODES.PASSWORD_CHANGED,
])

/** Whether a refusal is about the words or the speaker, so that the words go back into the box to be changed. */
export function givesTextBack(refusal: Failure): boolean {
  return KEPT.has(refusal.code)
}
