import { CODES, codeText, failureOf } from '#protocol/codes.ts'
import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { chatTextProblem, cleanChatText, visibleForm } from '#protocol/rules/chat-text.ts'
import { type Sticker, stickerOf } from '#protocol/rules/stickers.ts'
import { EntryAuthor, type EntryData } from '#protocol/room/feed.ts'
import { SayEvent } from '#protocol/room/client-events.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import { isChatRoom, isMemberMessage } from '#protocol/room/kinds.ts'
import { type EntryDraft, parseEntry, seqOfEntryId } from './log/entries.ts'
import type { RoomLog } from './log/log.ts'
import { LogRefusal } from './log/log-writer.ts'
import { StaleFence } from './log/sequencer.ts'
import { createTermFilter, DEFAULT_TERMS, normalizeText, SpeechLimits } from './speech-rules.ts'
import type { Room } from './room.ts'
import type { SayRefusal, Speech } from './speech-rules.ts'
import { ROOM_MESSAGES } from './messages.ts'

/** Lone surrogates: characters cut by the sender's device. */
const HALF_CHARACTERS = /\p{Surrogate}/gu

export interface ChatOptions {
  readonly log: RoomLog
  /** Epoch milliseconds. */
  readonly now: () => number
  /** True if a speaker's `isUnlimited` counts. */
  readonly allowsUnlimitedSpeakers: boolean
  /** Whether chat is enabled on a site, and its minimum VIP level (Annex C.4). */
  readonly siteOf: (siteId: number) => Pick<SiteConfig, 'chatSwitch' | 'chatMinVipLevel'>
  readonly onError: (error: unknown) => void
}

/** The sender of a message. */
export interface Speaker {
  readonly memberId: string
  readonly author: EntryAuthor
  /** The site whose page sends the message. */
  readonly siteId: number
  /** Null for callers inside of the process. */
  readonly sessionId: string | null
  readonly address: string
  /** True for the load tool: rate and repetition limits do not apply (settled 22). */
  readonly isUnlimited?: boolean
}

export type SayMessage = Omit<SayEvent, 'chatRoomNo'>
type SayResult = Result<{ id: string; seq: number }>

/** A message after the checks that need no state. */
interface CheckedMessage extends SayMessage {
  /** Normalized; of a sticker its fixed alternative text. */
  readonly text: string
  readonly stickerImage: Sticker | undefined
}

/** Refuses a malformed message. A text far beyond the limit counts as too long. */
export function malformedSay(message: unknown): Extract<SayResult, { ok: false }> {
  const { text } = (typeof message === 'object' && message !== null ? message : {}) as { text?: unknown }
  const isLong = typeof text === 'string' && Array.from(text.slice(0, 1_000)).length > CHAT_TEXT_MAX_CHARACTERS
  const code = isLong ? CODES.CHAT_TOO_LONG : CODES.PARAM_ERROR
  return failureOf(code)
}

/** Checks messages of members and posts them in their rooms. */
export class Chat {
  readonly #options: ChatOptions
  readonly #limits = new SpeechLimits()
  #isBlocked = createTermFilter(DEFAULT_TERMS)

  constructor(options: ChatOptions) {
    this.#options = options
  }

  /** Sets the terms that operators block in all rooms, in addition to the built-in ones. */
  setBlockedTerms(terms: readonly string[]): void {
    this.#isBlocked = createTermFilter([...DEFAULT_TERMS, ...terms])
  }

  /**
   * Posts a message in a room. A repeated (member, cid) gets the first result. A refusal has a code and, if it ends by
   * itself, `details.until` (epoch ms).
   *
   * @throws StaleFence if another process writes the rooms
   */
  async say(room: Room | null, speaker: Speaker, message: SayMessage): Promise<SayResult> {
    if (!room) return failureOf(CODES.ROOM_CLOSED)
    if (!EntryAuthor.safeParse(speaker.author).success) return failureOf(CODES.PARAM_ERROR)
    const checked = SayEvent.safeParse({ chatRoomNo: room.chatRoomNo, ...message })
    if (!checked.success) return malformedSay(message)
    return room.once(speaker.author.userId, checked.data.cid, () => this.#sayOnce(room, speaker, checked.data))
  }

  async #sayOnce(room: Room, speaker: Speaker, event: SayMessage): Promise<SayResult> {
    const now = this.#options.now()
    const stickerImage = event.sticker === undefined ? undefined : stickerOf(event.sticker)
    if (event.sticker !== undefined && !stickerImage) return failure(CODES.PARAM_ERROR, ROOM_MESSAGES.noSuchSticker)
    const text = stickerImage ? stickerImage.alt : cleanChatText(event.text)
    const message: CheckedMessage = { ...event, text, stickerImage }
    const isUnlimited = speaker.isUnlimited === true && this.#options.allowsUnlimitedSpeakers
    const speech: Speech = {
      chatRoomNo: room.chatRoomNo,
      memberId: speaker.memberId,
      address: speaker.sessionId === null ? null : speaker.address,
      repeated: stickerImage ? `${stickerImage.id} ${text}` : visibleForm(text),
    }
    const refusal = this.#refusal(room, speaker, text, isUnlimited ? null : speech, now)
    if (refusal) return refused(refusal)
    // In the same turn as the check of the limits, so that concurrent messages of a sender are counted.
    const removeCount = isUnlimited ? () => undefined : this.#limits.accept(speech, now)
    try {
      const { isNew, result } = await this.#post(room, speaker, message, now)
      if (!isNew) removeCount()
      return result
    } catch (error) {
      removeCount()
      return this.#failed(error)
    }
  }

  /** @throws StaleFence nothing was written; the caller sends the message to the process that writes the rooms now */
  #failed(error: unknown): SayResult {
    if (error instanceof StaleFence) throw error
    const code = error instanceof LogRefusal ? error.code : CODES.INTERNAL_ERROR
    if (code === CODES.INTERNAL_ERROR) this.#options.onError(error)
    return failureOf(code)
  }

  /**
   * The first reason to refuse a text, or null. Administrators are exempt from slow mode, level and mute-all.
   *
   * @param speech null if rate and repetition limits do not apply
   */
  #refusal(room: Room, { memberId, author, siteId }: Speaker, text: string, speech: Speech | null, now: number) {
    const site = this.#options.siteOf(siteId)
    const { setup } = room.state
    const isAdmin = room.isAdmin(memberId)
    if (site.chatSwitch !== 1 || !room.isOpen || !isChatRoom(room.chatRoomNo)) return refusalOf(CODES.ROOM_CLOSED)
    if (!isAdmin && author.vipLevel < Math.max(setup.minVipLevel, site.chatMinVipLevel)) {
      return refusalOf(CODES.CHAT_LEVEL_TOO_LOW)
    }
    if (!isAdmin && setup.muteAll) return refusalOf(CODES.CHAT_MUTED, ROOM_MESSAGES.muteAll)
    return (
      muteRefusal(room, author, now) ??
      (speech && this.#limits.refusal(speech, isAdmin ? 0 : setup.slowModeSeconds, now)) ??
      this.#textRefusal(room, text)
    )
  }

  #textRefusal(room: Room, text: string): SayRefusal | null {
    const problem = chatTextProblem(text)
    if (problem === 'too-long') return refusalOf(CODES.CHAT_TOO_LONG)
    if (problem === 'empty') return refusalOf(CODES.PARAM_ERROR)
    const plain = normalizeText(text)
    return this.#isBlocked(plain) || room.isBlocked(plain) ? refusalOf(CODES.CHAT_WORD_BLOCKED) : null
  }

  /** Appends the message to the log. `isNew` is false if it was refused or is in the log already. */
  async #post(
    room: Room,
    speaker: Speaker,
    message: CheckedMessage,
    now: number,
  ): Promise<{ isNew: boolean; result: SayResult }> {
    const { log } = this.#options
    // Memory may not contain the message any more, so the database is searched.
    const posted =
      message.isAgain === true ? await log.findByCid(room.chatRoomNo, speaker.author.userId, message.cid) : null
    if (posted) return { isNew: false, result: success({ id: posted.id, seq: posted.seq }) }
    const draft = await draftOf(room, log, message)
    if (!draft) return { isNew: false, result: failure(CODES.NOT_FOUND, ROOM_MESSAGES.replyGone) }
    // The look-up of the quoted message may take a while, so the mute is checked again.
    const muted = muteRefusal(room, speaker.author, now)
    if (muted) return { isNew: false, result: refused(muted) }
    const author = room.isAdmin(speaker.memberId) ? { ...speaker.author, role: 'admin' as const } : speaker.author
    const [appended] = await log.append(room.chatRoomNo, [{ ...draft, author, cid: message.cid }])
    if (!appended) throw new Error('an append returned nothing')
    room.presence.addSpeaker(author)
    return { isNew: true, result: success({ id: appended.id, seq: appended.seq }) }
  }
}

function refusalOf(code: number, message = codeText(code)): SayRefusal {
  return { code, message }
}

function muteRefusal(room: Room, { userId }: EntryAuthor, now: number): SayRefusal | null {
  const mute = room.muteOf(userId, now)
  return mute && { code: CODES.CHAT_MUTED, message: ROOM_MESSAGES.muted(mute.reason), until: mute.until }
}

function refused({ code, message, until }: SayRefusal): SayResult {
  return failure(code, message, until === undefined ? {} : { details: { until } })
}

/** Null if the quoted entry does not exist. */
async function draftOf(
  room: Room,
  log: RoomLog,
  { text, replyTo, stickerImage }: CheckedMessage,
): Promise<EntryDraft | null> {
  if (stickerImage) return { kind: 'image', data: { sticker: stickerImage.id, alt: stickerImage.alt } }
  const mentions = room.presence.mentions(text)
  const data: EntryData['text'] = mentions.length > 0 ? { text, mentions } : { text }
  if (replyTo === undefined) return { kind: 'text', data }
  const reply = await quoteOf(room, log, replyTo)
  return reply && { kind: 'text', data: { ...data, reply } }
}

/** The quote comes from the log, not from the sender. */
async function quoteOf(room: Room, log: RoomLog, id: string): Promise<NonNullable<EntryData['text']['reply']> | null> {
  const seq = seqOfEntryId(id, log.head(room.chatRoomNo).epoch)
  const entry = seq === null ? null : await log.entry(room.chatRoomNo, seq)
  if (entry?.id !== id || !isMemberMessage(entry.kind)) return null
  const { data, memberName = '' } = parseEntry(entry)
  const text = 'text' in data ? data.text : 'alt' in data ? data.alt : null
  return { id, memberName, text: shorten(text ?? '', CHAT_TEXT_MAX_CHARACTERS) }
}

/** Cuts to `length` UTF-16 units without splitting a character. */
function shorten(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(HALF_CHARACTERS, '')
}
