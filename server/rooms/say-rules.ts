import { CODES, codeText } from '#protocol/codes.ts'
import { chatTextProblem } from '#protocol/rules/chat-text.ts'
import type { RoomSetup } from '#protocol/room/feed.ts'
import type { SpeechKeys, SpeechLimits } from './speech-limits.ts'
import { ROOM_MESSAGES } from './messages.ts'

/** Reason of a refusal; `until` if it ends by itself (epoch milliseconds). */
export interface SayRefusal {
  readonly code: number
  readonly message: string
  readonly until?: number
}

export interface SayContext {
  readonly now: number
  /** Normalized text. */
  readonly text: string
  /** Identity for the repetition rule: the text, or the sticker. */
  readonly repeated: string
  readonly isRoomOpen: boolean
  /** Minimum level of the site; a room may require more. */
  readonly siteMinVipLevel: number
  readonly setup: RoomSetup
  readonly isAdmin: boolean
  readonly vipLevel: number
  readonly mute: { readonly until: number; readonly reason: string } | null
  readonly keys: SpeechKeys
  readonly limits: SpeechLimits
  /** Load token of demo mode: no limits of rate and repetition (settled 22). */
  readonly isUnlimited: boolean
  readonly isBlocked: (text: string) => boolean
}

type Rule = (context: SayContext) => SayRefusal | null

function refuse(code: number, message = codeText(code)): SayRefusal {
  return { code, message }
}

function refuseUntil(until: number | null, code: number, message = codeText(code)): SayRefusal | null {
  return until === null ? null : { code, message, until }
}

const roomOpen: Rule = ({ isRoomOpen }) => (isRoomOpen ? null : refuse(CODES.ROOM_CLOSED))

const vipLevel: Rule = ({ isAdmin, vipLevel: level, setup, siteMinVipLevel }) =>
  isAdmin || level >= Math.max(setup.minVipLevel, siteMinVipLevel) ? null : refuse(CODES.CHAT_LEVEL_TOO_LOW)

const muteAll: Rule = ({ isAdmin, setup }) =>
  isAdmin || !setup.muteAll ? null : refuse(CODES.CHAT_MUTED, ROOM_MESSAGES.muteAll)

/** The refusal for a muted member at `now` (epoch ms). */
export const muteRefusal: (context: Pick<SayContext, 'mute' | 'now'>) => SayRefusal | null = ({ mute, now }) =>
  mute && mute.until > now ? refuseUntil(mute.until, CODES.CHAT_MUTED, ROOM_MESSAGES.muted(mute.reason)) : null

const slowMode: Rule = ({ isAdmin, isUnlimited, setup, keys, limits, now }) =>
  isAdmin || isUnlimited || setup.slowModeSeconds === 0
    ? null
    : refuseUntil(
        limits.slowModeEnd(keys, setup.slowModeSeconds, now),
        CODES.CHAT_TOO_FAST,
        ROOM_MESSAGES.slowMode(setup.slowModeSeconds),
      )

const burst: Rule = ({ isUnlimited, keys, limits, now }) =>
  isUnlimited ? null : refuseUntil(limits.burstEnd(keys, now), CODES.CHAT_TOO_FAST)

const address: Rule = ({ isUnlimited, keys, limits, now }) =>
  isUnlimited ? null : refuseUntil(limits.addressEnd(keys, now), CODES.CURRENT_LIMITING_A, ROOM_MESSAGES.crowded)

const roomRate: Rule = ({ isUnlimited, keys, limits, now }) =>
  isUnlimited ? null : refuseUntil(limits.roomEnd(keys, now), CODES.CURRENT_LIMITING_C, ROOM_MESSAGES.crowded)

const duplicate: Rule = ({ isUnlimited, keys, limits, now, repeated }) =>
  isUnlimited ? null : refuseUntil(limits.duplicateEnd(keys, repeated, now), CODES.CHAT_DUPLICATE)

const length: Rule = ({ text }) => {
  const problem = chatTextProblem(text)
  if (problem === 'too-long') return refuse(CODES.CHAT_TOO_LONG)
  return problem === 'empty' ? refuse(CODES.PARAM_ERROR) : null
}

const words: Rule = ({ text, isBlocked }) => (isBlocked(text) ? refuse(CODES.CHAT_WORD_BLOCKED) : null)

/** Rules in order of precedence. */
const RULES: readonly Rule[] = [
  roomOpen,
  vipLevel,
  muteAll,
  muteRefusal,
  slowMode,
  burst,
  address,
  roomRate,
  duplicate,
  length,
  words,
]

/** Returns the first reason to refuse a text, or null. Administrators are exempt from slow mode, level and mute-all. */
export function sayRefusal(context: SayContext): SayRefusal | null {
  for (const rule of RULES) {
    const refusal = rule(context)
    if (refusal) return refusal
  }
  return null
}
