import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import type { MediaQuery } from './media-query.ts'

/** A signed URL is valid at least this long. */
export const MEDIA_URL_MS = 2 * HOUR_MS
/** URLs that are signed within one step are equal, so that caches share the files of all viewers. */
const STEP_MS = 30 * MINUTE_MS
const EXPIRY = /^\d{1,12}$/

/** Signs media URLs of one stream until an expiry. All processes with the same secret accept them. */
export class MediaSignatures {
  readonly #key: Buffer
  readonly #now: () => number

  constructor(secret: string, now: () => number) {
    this.#key = createHmac('sha256', secret).update('grandstand media urls').digest()
    this.#now = now
  }

  /** When a URL that is signed now expires, in epoch milliseconds. */
  expiresAt(): number {
    return (Math.floor(this.#now() / STEP_MS) + 1) * STEP_MS + MEDIA_URL_MS
  }

  /** The query of a URL of this stream, with `?`. */
  queryOf(stream: string): string {
    const expiry = String(this.expiresAt() / SECOND_MS)
    return `?e=${expiry}&s=${this.#signature(stream, expiry)}`
  }

  /** True for an unexpired signature of this stream. */
  accepts(stream: string, { e = '', s = '' }: MediaQuery): boolean {
    const expected = Buffer.from(this.#signature(stream, e))
    const given = Buffer.from(s, 'latin1')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
    return EXPIRY.test(e) && Number(e) * SECOND_MS > this.#now()
  }

  #signature(stream: string, expiry: string): string {
    return createHmac('sha256', this.#key).update(`${stream}\n${expiry}`).digest('base64url')
  }
}
