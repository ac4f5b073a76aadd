import { CHAT_BURST, CHAT_BURST_WINDOW_MS, CHAT_DUPLICATE_WINDOW_MS } from '#protocol/constants.ts'
import { type Rate, TokenBucket } from '../http/rate-limit.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'

/** Limits in addition to those of a member: many members behind one address, or in one room. */
const ADDRESS_LIMIT = { burst: 60, perSecond: 30 }
const ROOM_LIMIT = { burst: 2_000, perSecond: 2_000 }
const REMEMBERED = 20_000

export interface SpeechKeys {
  readonly chatRoomNo: string
  readonly memberId: string
  /** Null for callers inside of the process. */
  readonly address: string | null
}

/**
 * Rate limits of chat messages: slow mode by room and member, three texts in two seconds by member, the same text once
 * in ten seconds, and limits per address and room. Bounded memory. Ends are epoch milliseconds; null = now.
 */
export class SpeechLimits {
  readonly #bursts = new BoundedMap<string, readonly number[]>(REMEMBERED)
  readonly #spokeAt = new BoundedMap<string, number>(REMEMBERED)
  readonly #texts = new BoundedMap<string, number>(REMEMBERED)
  readonly #addresses = new BoundedMap<string, TokenBucket>(REMEMBERED)
  readonly #rooms = new BoundedMap<string, TokenBucket>(REMEMBERED)

  /** End of the sender's slow-mode wait in this room. */
  slowModeEnd(keys: SpeechKeys, slowModeSeconds: number, now: number): number | null {
    const spokeAt = this.#spokeAt.get(memberKey(keys))
    return endOf(spokeAt, slowModeSeconds * 1000, now)
  }

  burstEnd({ memberId }: SpeechKeys, now: number): number | null {
    return endOf(this.#bursts.get(memberId)?.at(-CHAT_BURST), CHAT_BURST_WINDOW_MS, now)
  }

  duplicateEnd(keys: SpeechKeys, text: string, now: number): number | null {
    const saidAt = this.#texts.get(`${memberKey(keys)} ${text}`)
    return endOf(saidAt, CHAT_DUPLICATE_WINDOW_MS, now)
  }

  addressEnd({ address }: SpeechKeys, now: number): number | null {
    return address === null ? null : later(bucketOf(this.#addresses, address, ADDRESS_LIMIT).availableAt(now), now)
  }

  roomEnd({ chatRoomNo }: SpeechKeys, now: number): number | null {
    return later(bucketOf(this.#rooms, chatRoomNo, ROOM_LIMIT).availableAt(now), now)
  }

  /** Counts an accepted text. The returned function removes the count, for a text that could not be written. */
  accept(keys: SpeechKeys, text: string, now: number): () => void {
    const key = memberKey(keys)
    const spokeAt = this.#spokeAt.get(key)
    const buckets = [bucketOf(this.#rooms, keys.chatRoomNo, ROOM_LIMIT)]
    if (keys.address !== null) buckets.push(bucketOf(this.#addresses, keys.address, ADDRESS_LIMIT))
    for (const bucket of buckets) bucket.take(now)
    this.#bursts.set(keys.memberId, [...(this.#bursts.get(keys.memberId) ?? []), now].slice(-CHAT_BURST))
    this.#spokeAt.set(key, now)
    this.#texts.set(`${key} ${text}`, now)
    return () => {
      for (const bucket of buckets) bucket.giveBack()
      // Only its own timestamp: others may have been accepted meanwhile.
      const burst = this.#bursts.get(keys.memberId) ?? []
      this.#bursts.set(keys.memberId, burst.toSpliced(burst.lastIndexOf(now), burst.includes(now) ? 1 : 0))
      this.#texts.delete(`${key} ${text}`)
      if (this.#spokeAt.get(key) !== now) return
      if (spokeAt === undefined) this.#spokeAt.delete(key)
      else this.#spokeAt.set(key, spokeAt)
    }
  }
}

function bucketOf(buckets: BoundedMap<string, TokenBucket>, key: string, rate: Rate): TokenBucket {
  const bucket = buckets.get(key) ?? new TokenBucket(rate)
  buckets.set(key, bucket)
  return bucket
}

function memberKey({ chatRoomNo, memberId }: SpeechKeys): string {
  return `${chatRoomNo} ${memberId}`
}

/**
 * The end of a wait that began at `mark`. A start in the future comes from a clock that was set back and causes no
 * wait.
 */
function endOf(mark: number | undefined, waitMs: number, now: number): number | null {
  return mark === undefined || mark > now ? null : later(mark + waitMs, now)
}

function later(time: number, now: number): number | null {
  return time > now ? time : null
}
