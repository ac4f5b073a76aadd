import { BoundedMap } from '#protocol/bounded-map.ts'
import { CODES, codeText } from '#protocol/codes.ts'
import {
  CHAT_BURST,
  CHAT_BURST_WINDOW_MS,
  CHAT_DUPLICATE_WINDOW_MS,
  ROOM_TERM_MAX_LENGTH,
  ROOM_TERMS_MAX,
} from '#protocol/constants.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { type Rate, TokenBucket } from '../net/rate-limit.ts'
import { ROOM_MESSAGES } from './messages.ts'

/* What a member may say: rate limits, repetition, blocked terms. */

/** Limits in addition to those of a member: many members behind one address, or in one room. */
const ADDRESS_LIMIT = { burst: 60, perSecond: 30 }
const ROOM_LIMIT = { burst: 2_000, perSecond: 2_000 }
const MAX_REMEMBERED = 20_000

/** Reason why a message is refused; `until` if the refusal ends by itself (epoch milliseconds). */
export interface SayRefusal {
  readonly code: number
  readonly message: string
  readonly until?: number
}

/** A message that is about to be posted. */
export interface Speech {
  readonly chatRoomNo: string
  readonly memberId: string
  /** Null for callers inside of the process. */
  readonly address: string | null
  /** Identity for the repetition rule: what the text shows, or the sticker. */
  readonly repeated: string
}

/**
 * Rate limits of chat messages, in order of precedence: slow mode by room and member, three messages in two seconds by
 * member, limits per address and room, the same text once in ten seconds by room and member. Memory is bounded.
 */
export class SpeechLimits {
  readonly #bursts = new BoundedMap<string, readonly number[]>(MAX_REMEMBERED)
  readonly #spokeAt = new BoundedMap<string, number>(MAX_REMEMBERED)
  readonly #texts = new BoundedMap<string, number>(MAX_REMEMBERED)
  readonly #addresses = new BoundedMap<string, TokenBucket>(MAX_REMEMBERED)
  readonly #rooms = new BoundedMap<string, TokenBucket>(MAX_REMEMBERED)

  /** Returns why the message is refused at `now`, or null. `slowModeSeconds` is 0 if slow mode does not apply. */
  refusal(speech: Speech, slowModeSeconds: number, now: number): SayRefusal | null {
    const { memberId, chatRoomNo, address, repeated } = speech
    const key = memberKey(speech)
    return (
      refuseUntil(
        waitEnd(this.#spokeAt.get(key), slowModeSeconds * SECOND_MS, now),
        CODES.CHAT_TOO_FAST,
        ROOM_MESSAGES.slowMode(slowModeSeconds),
      ) ??
      refuseUntil(
        waitEnd(this.#bursts.get(memberId)?.at(-CHAT_BURST), CHAT_BURST_WINDOW_MS, now),
        CODES.CHAT_TOO_FAST,
      ) ??
      refuseUntil(
        address === null ? null : bucketEnd(this.#addresses, address, ADDRESS_LIMIT, now),
        CODES.CURRENT_LIMITING_A,
        ROOM_MESSAGES.crowded,
      ) ??
      refuseUntil(
        bucketEnd(this.#rooms, chatRoomNo, ROOM_LIMIT, now),
        CODES.CURRENT_LIMITING_C,
        ROOM_MESSAGES.crowded,
      ) ??
      refuseUntil(waitEnd(this.#texts.get(`${key} ${repeated}`), CHAT_DUPLICATE_WINDOW_MS, now), CODES.CHAT_DUPLICATE)
    )
  }

  /** Counts an accepted message. The returned function removes the count, for a message that could not be written. */
  accept(speech: Speech, now: number): () => void {
    const { memberId, chatRoomNo, address, repeated } = speech
    const key = memberKey(speech)
    const spokeAt = this.#spokeAt.get(key)
    const buckets = [bucketOf(this.#rooms, chatRoomNo, ROOM_LIMIT)]
    if (address !== null) buckets.push(bucketOf(this.#addresses, address, ADDRESS_LIMIT))
    for (const bucket of buckets) bucket.take(now)
    this.#bursts.set(memberId, [...(this.#bursts.get(memberId) ?? []), now].slice(-CHAT_BURST))
    this.#spokeAt.set(key, now)
    this.#texts.set(`${key} ${repeated}`, now)
    return () => {
      for (const bucket of buckets) bucket.giveBack()
      // Only its own timestamp: others may have been accepted meanwhile.
      const burst = this.#bursts.get(memberId) ?? []
      this.#bursts.set(memberId, burst.toSpliced(burst.lastIndexOf(now), burst.includes(now) ? 1 : 0))
      this.#texts.delete(`${key} ${repeated}`)
      if (this.#spokeAt.get(key) !== now) return
      if (spokeAt === undefined) this.#spokeAt.delete(key)
      else this.#spokeAt.set(key, spokeAt)
    }
  }
}

function refuseUntil(until: number | null, code: number, message = codeText(code)): SayRefusal | null {
  return until === null ? null : { code, message, until }
}

function bucketOf(buckets: BoundedMap<string, TokenBucket>, key: string, rate: Rate): TokenBucket {
  const bucket = buckets.get(key) ?? new TokenBucket(rate)
  buckets.set(key, bucket)
  return bucket
}

/** When the bucket has a token again; null if it has one now. */
function bucketEnd(buckets: BoundedMap<string, TokenBucket>, key: string, rate: Rate, now: number): number | null {
  return ifLater(bucketOf(buckets, key, rate).availableAt(now), now)
}

function memberKey({ chatRoomNo, memberId }: Speech): string {
  return `${chatRoomNo} ${memberId}`
}

/**
 * The end of a wait that began at `start`, or null if it is over. A start in the future comes from a clock that was set
 * back and causes no wait.
 */
function waitEnd(start: number | undefined, waitMs: number, now: number): number | null {
  return start === undefined || start > now ? null : ifLater(start + waitMs, now)
}

function ifLater(time: number, now: number): number | null {
  return time > now ? time : null
}

/**
 * Built-in blocked terms: contact offers, agents and loans, cheating, abuse. Compared with the output of
 * {@link normalizeText}, so blanks, marks and full-width letters do not hide a term.
 */
export const DEFAULT_TERMS: readonly string[] = [
  '加微信',
  '加我微信',
  '加v信',
  '加薇信',
  '加qq群',
  '加扣扣',
  '私聊我带你',
  '代充值',
  '低价充值',
  '金币回收',
  '回收金币',
  '刷流水',
  '刷单兼职',
  '日赚千元',
  '稳赚不赔',
  '包赢计划',
  '内幕单',
  '跟单计划群',
  '套现秒到',
  '无抵押贷款',
  '裸贷',
  '开外挂',
  '卖外挂',
  '枪支弹药',
  '代开发票',
  '办假证',
  '去死吧',
  '你妈死',
  '死全家',
  '操你妈',
  '草泥马的',
  '傻逼',
  '煞笔东西',
  '贱人',
  '婊子',
]

/** Normalizes case and width, and removes blanks, punctuation, symbols and letters without a glyph. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]|\p{Default_Ignorable_Code_Point}/gu, '')
}

/** True for an output of {@link normalizeText} with a blocked term. */
export type TermFilter = (plain: string) => boolean

export function createTermFilter(words: readonly string[]): TermFilter {
  const folded = words.map(normalizeText).filter((word) => word !== '')
  return (plain) => folded.some((word) => plain.includes(word))
}

/** Normalizes a room's terms: trims, removes empty and duplicate ones, and those that fold to nothing. */
export function normalizeTerms(words: readonly string[]): string[] {
  return distinctTerms(words).slice(0, ROOM_TERMS_MAX)
}

function distinctTerms(words: readonly string[]): string[] {
  const terms = new Map<string, string>()
  for (const word of words) {
    const clean = cleanChatText(word).slice(0, ROOM_TERM_MAX_LENGTH)
    const folded = normalizeText(clean)
    if (folded !== '' && !terms.has(folded)) terms.set(folded, clean)
  }
  return [...terms.values()]
}

/** The terms that an administrator added to the list and removed from it. */
interface TermChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/**
 * Applies a change to the current terms (S6.7): removes terms in any spelling, then appends the added ones. Returns null
 * if the result exceeds the limit, so that no term is dropped silently.
 */
export function mergeTerms(current: readonly string[], { added, removed }: TermChange): string[] | null {
  const withdrawn = new Set(removed.map(normalizeText))
  const merged = distinctTerms([...current.filter((term) => !withdrawn.has(normalizeText(term))), ...added])
  return merged.length > ROOM_TERMS_MAX ? null : merged
}
