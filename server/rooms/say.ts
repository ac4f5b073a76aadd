import { CODES, failureOf } from '#protocol/codes.ts'
import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import type { Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import type { Sticker } from '#protocol/rules/stickers.ts'
import { stickerOf } from '#protocol/rules/stickers.ts'
import type { EntryData } from '#protocol/room/feed.ts'
import { SayEvent } from '#protocol/room/client-events.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import type { EntryDraft, Speaker } from '../http/calls/context.ts'
import { parseEntry, seqOfEntryId } from './log/entry.ts'
import type { RoomLog } from './log/log.ts'
import { LogRefusal } from './log/log.ts'
import type { Room } from './room.ts'
import type { SayRefusal } from './say-rules.ts'
import { muteRefusal, sayRefusal } from './say-rules.ts'
import type { SpeechLimits } from './speech-limits.ts'
import { ROOM_MESSAGES } from './messages.ts'

/** Lone surrogates: characters cut by the sender's device. */
const HALF_CHARACTERS = /\p{Surrogate}/gu

export interface SayServices {
  readonly log: RoomLog
  readonly limits: SpeechLimits
  readonly now: () => number
  readonly isDemo: boolean
  readonly site: Pick<SiteConfig, 'chatSwitch' | 'chatMinVipLevel'>
  readonly isBlocked: (text: string) => boolean
  readonly onError: (error: unknown) => void
}

export type SayMessage = Omit<SayEvent, 'chatRoomNo'>
type Said = Result<{ id: string; seq: number }>

/** Refuses a malformed message. A text far beyond the limit counts as too long. */
export function malformedSay(message: unknown): Extract<Said, { ok: false }> {
  const { text } = (typeof message === 'object' && message !== null ? message : {}) as { text?: unknown }
  const isLong = typeof text === 'string' && Array.from(text.slice(0, 1_000)).length > CHAT_TEXT_MAX_CHARACTERS
  const code = isLong ? CODES.CHAT_TOO_LONG : CODES.PARAM_ERROR
  return failureOf(code)
}

/**
 * Posts a message in a room, from a socket, the crowd or a replay. A repeated (member, cid) gets the first result. A
 * refusal has a code and, if it ends by itself, `details.until` (epoch ms).
 */
export async function say(room: Room, services: SayServices, speaker: Speaker, message: SayMessage): Promise<Said> {
  const checked = SayEvent.safeParse({ chatRoomNo: room.chatRoomNo, ...message })
  if (!checked.success) return malformedSay(message)
  return room.once(speaker.author.userId, checked.data.cid, () => sayOnce(room, services, speaker, checked.data))
}

async function sayOnce(room: Room, services: SayServices, speaker: Speaker, message: SayMessage): Promise<Said> {
  const now = services.now()
  const sticker = message.sticker === undefined ? undefined : stickerOf(message.sticker)
  if (message.sticker !== undefined && !sticker) return failure(CODES.PARAM_ERROR, ROOM_MESSAGES.noSuchSticker)
  // A sticker has a fixed alternative text and no other text.
  const text = sticker ? sticker.alt : cleanChatText(message.text.replace(HALF_CHARACTERS, ''))
  const isAdmin = room.isAdmin(speaker.memberId)
  const isUnlimited = speaker.isUnlimited === true && services.isDemo
  const address = speaker.sessionId === null ? null : speaker.address
  const keys = { chatRoomNo: room.chatRoomNo, memberId: speaker.memberId, address }
  const repeated = sticker ? `${sticker.id} ${text}` : text
  const refusal = sayRefusal({
    now,
    text,
    repeated,
    isRoomOpen: services.site.chatSwitch === 1 && room.isOpen && room.chatRoomNo !== SITE_ROOM,
    siteMinVipLevel: services.site.chatMinVipLevel,
    setup: room.state.setup,
    isAdmin,
    vipLevel: speaker.author.vipLevel,
    mute: room.muteOf(speaker.author.userId, now),
    keys,
    limits: services.limits,
    isUnlimited,
    isBlocked: (words) => services.isBlocked(words) || room.isBlocked(words),
  })
  if (refusal) return refused(refusal)
  // In the same turn as the check of the limits, so that concurrent messages of a sender are counted.
  const takeBack = isUnlimited ? () => undefined : services.limits.accept(keys, repeated, now)
  // Memory may not contain the message any more, so the database is searched.
  const posted = message.isAgain === true ? await findPostedMessage(room, services, speaker, message) : null
  if (posted) {
    takeBack()
    return posted
  }
  try {
    const draft = await draftOf(room, services.log, text, message, sticker)
    if (!draft) {
      takeBack()
      return failure(CODES.NOT_FOUND, ROOM_MESSAGES.replyGone)
    }
    // The look-up of the quoted message may take a while, so the mute is checked again.
    const muted = muteRefusal({ mute: room.muteOf(speaker.author.userId, now), now })
    if (muted) {
      takeBack()
      return refused(muted)
    }
    const author = isAdmin ? { ...speaker.author, role: 'admin' as const } : speaker.author
    const [appended] = await services.log.append(room.chatRoomNo, [{ ...draft, author, cid: message.cid }])
    if (!appended) throw new Error('an append answered nothing')
    room.presence.spoke(author)
    return success({ id: appended.id, seq: appended.seq })
  } catch (error) {
    takeBack()
    const code = error instanceof LogRefusal ? error.code : CODES.INTERNAL_ERROR
    if (code === CODES.INTERNAL_ERROR) services.onError(error)
    return failureOf(code)
  }
}

/** The result of a message posted earlier with the same `cid`, or null. */
async function findPostedMessage(room: Room, services: SayServices, { author }: Speaker, { cid }: SayMessage) {
  try {
    const entry = await services.log.findByCid(room.chatRoomNo, author.userId, cid)
    return entry && success({ id: entry.id, seq: entry.seq })
  } catch (error) {
    services.onError(error)
    return failureOf(CODES.INTERNAL_ERROR)
  }
}

function refused({ code, message, until }: SayRefusal): Said {
  return failure(code, message, until === undefined ? {} : { details: { until } })
}

/** Null if the quoted entry does not exist. */
async function draftOf(
  room: Room,
  log: RoomLog,
  text: string,
  message: SayMessage,
  sticker: Sticker | undefined,
): Promise<EntryDraft | null> {
  if (sticker) return { kind: 'image', data: { sticker: sticker.id, alt: sticker.alt } }
  const mentions = room.presence.mentions(text)
  const data: EntryData['text'] = mentions.length > 0 ? { text, mentions } : { text }
  if (message.replyTo === undefined) return { kind: 'text', data }
  const reply = await quoteOf(room, log, message.replyTo)
  return reply && { kind: 'text', data: { ...data, reply } }
}

/** The quote comes from the log, not from the sender. */
async function quoteOf(room: Room, log: RoomLog, id: string): Promise<NonNullable<EntryData['text']['reply']> | null> {
  const seq = seqOfEntryId(id, log.head(room.chatRoomNo).epoch)
  const entry = seq === null ? null : await log.entry(room.chatRoomNo, seq)
  if (entry?.id !== id || (entry.kind !== 'text' && entry.kind !== 'image')) return null
  const { data, memberName = '' } = parseEntry(entry)
  const text = 'text' in data ? data.text : 'alt' in data ? data.alt : null
  return { id, memberName, text: shorten(text ?? '', CHAT_TEXT_MAX_CHARACTERS) }
}

/** Cuts to `length` UTF-16 units without splitting a character. */
function shorten(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(HALF_CHARACTERS, '')
}
