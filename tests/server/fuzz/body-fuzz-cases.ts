import { seededRandom } from '#protocol/random.ts'
import { ENVELOPE_HEADER } from '#protocol/constants.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { SealedClient, WireRequest } from '../../support/sealed-client.ts'
import type { RawRequest } from './body-fuzz-client.ts'

const ROWS = (Object.keys(ENDPOINTS) as EndpointName[]).map((name) => ENDPOINTS[name])
const BOUNDARY = 'a-boundary'
const TYPES = [
  'application/json',
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  `multipart/form-data; boundary=${BOUNDARY}`,
  'multipart/form-data',
  'text/plain',
] as const
/** Fragments of JSON, forms and multipart bodies, and some that broke parsers before. */
const PIECES = [
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '"',
  '"xx"',
  '"xx":"AAAA"',
  'null',
  'true',
  '-0',
  '1e999',
  '9007199254740993',
  '"__proto__"',
  '"constructor"',
  '"prototype"',
  '"toString"',
  '\\u0000',
  '\\ud800',
  '\\',
  '//',
  'xx=',
  '&',
  '%',
  `--${BOUNDARY}\r\n`,
  `--${BOUNDARY}--`,
  'content-disposition: form-data; name="xx"\r\n\r\n',
  '\r\n',
  'filename="',
  '{"a":'.repeat(400),
  '['.repeat(2_000),
  '看台',
  ' '.repeat(600),
  'A'.repeat(900),
].map((piece) => Buffer.from(piece))

/** Sealed calls as the basis of mutations. */
export type Sealed = readonly WireRequest[]

/** New read-only calls, because nonces are valid once and timestamps expire. */
export async function sealSome(client: SealedClient, count: number): Promise<Sealed> {
  const calls = Array.from({ length: count }, async (_, index) => {
    if (index % 3 === 0) return client.prepare('live.detail', { eid: 'none' }, { isCompressed: true })
    return index % 3 === 1 ? client.prepare('coin.balance', {}) : client.prepare('gateway.getSysTime', {})
  })
  return (await Promise.all(calls)).map(({ request }) => request)
}

/** Random requests with bodies of every kind, seeded. */
export class BodyFuzz {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = seededRandom(seed)
  }

  next(sealed: Sealed): RawRequest {
    const origin = this.#of(sealed)
    const row = this.#of(ROWS)
    const isAtHome = this.#chance(0.5)
    const header = this.#header(origin?.headers[ENVELOPE_HEADER] ?? '')
    return {
      method: this.#chance(0.9) ? 'POST' : (row?.method ?? 'GET'),
      path: isAtHome ? (origin?.url ?? '/') : (row?.path ?? '/'),
      headers: {
        'content-type': this.#chance(0.6) ? TYPES[0] : (this.#of(TYPES) ?? TYPES[0]),
        ...(header === '' ? {} : { [ENVELOPE_HEADER]: header }),
      },
      body: this.#body(Buffer.from(origin?.payload ?? '')),
    }
  }

  #body(sealed: Buffer): Buffer {
    const kind = this.#below(100)
    if (kind < 20) return this.#bytes(this.#below(300))
    if (kind < 45) return Buffer.concat(Array.from({ length: this.#below(12) }, () => this.#of(PIECES) ?? Buffer.of()))
    if (kind < 60) return Buffer.from(`{"xx":"${this.#bytes(this.#below(400)).toString('base64url')}"}`)
    if (kind < 62) return Buffer.from(`xx=${this.#bytes(this.#below(400)).toString('base64url')}`)
    if (kind < 98) return this.#mutated(sealed)
    return kind < 99 ? sealed : Buffer.alloc(this.#chance(0.02) ? 80_000 : this.#below(2_000), this.#below(256))
  }

  /** One to four bytes changed, removed, duplicated or inserted. */
  #mutated(bytes: Buffer): Buffer {
    let changed = bytes
    for (let turn = this.#below(4); turn >= 0; turn -= 1) {
      const at = this.#below(changed.length + 1)
      const put = this.#chance(0.3) ? Buffer.of() : this.#bytes(this.#chance(0.8) ? 1 : 20)
      changed = Buffer.concat([changed.subarray(0, at), put, changed.subarray(at + this.#below(3))])
    }
    return changed
  }

  /** The header unchanged, truncated, modified, in another form, or missing. */
  #header(good: string): string {
    const kind = this.#below(10)
    const at = this.#below(good.length)
    if (kind < 5) return good
    if (kind < 6) return good.slice(0, at)
    if (kind < 8) return good.slice(0, at) + (this.#of(['A', '.', '~', '-']) ?? '') + good.slice(at + 1)
    return kind < 9 ? `1.kid-00000001.1795000000000.${this.#bytes(40).toString('base64url')}` : ''
  }

  #bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length)
    for (let index = 0; index < length; index += 1) bytes[index] = this.#below(256)
    return bytes
  }

  #of<Value>(values: readonly Value[]): Value | undefined {
    return values[this.#below(values.length)]
  }

  #chance(share: number): boolean {
    return this.#below(1_000) < share * 1_000
  }

  #below(limit: number): number {
    return Math.floor(this.#next() * Math.max(1, limit))
  }
}
