import { createHmac } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import { isEqualText } from '../config/secrets.ts'
import type { MediaQuery } from './media-query.ts'

/** A signed URL is valid at least this long. */
export const MEDIA_URL_MS = 2 * HOUR_MS
/** URLs that are signed within one step are equal, so that caches share the files of all viewers. */
const STEP_MS = 30 * MINUTE_MS
const EXPIRY = /^\d{1,12}$/

/** Characters of a tag: 96 bits. */
const TAG_LENGTH = 16

/** Who requests a URL: what operators block. */
export interface SignedViewer {
  readonly deviceId: string
  /** Null for visitors. */
  readonly sessionId: string | null
}

/** Signs media URLs of one stream until an expiry. All processes with the same secret accept them. */
export class MediaSignatures {
  readonly #key: Buffer
  readonly #tagKey: Buffer
  readonly #now: () => number

  constructor(secret: string, now: () => number) {
    this.#key = createHmac('sha256', secret).update('grandstand media urls').digest()
    this.#tagKey = createHmac('sha256', secret).update('grandstand media viewers').digest()
    this.#now = now
  }

  /** When a URL that is signed now expires, in epoch milliseconds. */
  expiresAt(): number {
    return (Math.floor(this.#now() / STEP_MS) + 1) * STEP_MS + MEDIA_URL_MS
  }

  /** The expiries of all valid URLs, as they are written in URLs. */
  expiries(): string[] {
    const last = this.expiresAt()
    const count = Math.ceil(MEDIA_URL_MS / STEP_MS) + 1
    return Array.from({ length: count }, (_, index) => String((last - index * STEP_MS) / SECOND_MS))
  }

  /**
   * The query of a URL of this stream, with `?`. That of a viewer contains tags of device and session, so that
   * {@link BlockedViewers} finds its connections; caches do not share it.
   */
  queryOf(stream: string, viewer: SignedViewer | null = null): string {
    const expiry = String(this.expiresAt() / SECOND_MS)
    if (viewer === null) return `?e=${expiry}&s=${this.#signature(stream, expiry, '')}`
    const session = viewer.sessionId === null ? '' : this.tagOf('session', viewer.sessionId, expiry)
    const tags = `${this.tagOf('device', viewer.deviceId, expiry)}.${session}`
    return `?e=${expiry}&v=${tags}&s=${this.#signature(stream, expiry, tags)}`
  }

  /** The query without tags, for files that all viewers of a stream share. The given one was accepted. */
  sharedQuery(stream: string, { v, ...query }: MediaQuery): MediaQuery {
    return v === undefined ? query : { ...query, s: this.#signature(stream, query['e'] ?? '', '') }
  }

  /** A pseudonym of a device or session in the URLs of one expiry. It cannot be reversed, and is another one later. */
  tagOf(kind: 'device' | 'session', id: string, expiry: string): string {
    return createHmac('sha256', this.#tagKey)
      .update(`${kind}\n${id}\n${expiry}`)
      .digest('base64url')
      .slice(0, TAG_LENGTH)
  }

  /** True for an unexpired signature of this stream. */
  accepts(stream: string, { e = '', s = '', v = '' }: MediaQuery): boolean {
    return isEqualText(s, this.#signature(stream, e, v)) && EXPIRY.test(e) && Number(e) * SECOND_MS > this.#now()
  }

  #signature(stream: string, expiry: string, tags: string): string {
    const text = tags === '' ? `${stream}\n${expiry}` : `${stream}\n${expiry}\n${tags}`
    return createHmac('sha256', this.#key).update(text).digest('base64url')
  }
}
