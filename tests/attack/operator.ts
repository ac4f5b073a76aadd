import crypto from 'node:crypto'
import type { Data, Response } from './client.ts'

/** Each browser has an address of its own, as the proxy reports it: the rate of calls is limited by address. */
let lastAddress = 0

/** [19] A browser of an operator at the console. Calls are JSON in clear; a cookie carries the session. */
export class Operator {
  readonly #origin: string
  readonly #page: string
  readonly #address = `198.51.100.${(lastAddress += 1)}`
  cookie = ''
  /** Secret of the second factor, base32. */
  secret = ''
  recoveryCodes: readonly string[] = []

  /** @param page an allowed origin of pages */
  constructor(origin: string, page: string) {
    this.#origin = origin
    this.#page = page
  }

  async call(action: string, params: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const response = await fetch(`${this.#origin}/api/console/${action}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-console': '1',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': this.#address,
        origin: this.#page,
        cookie: this.cookie,
        ...headers,
      },
      body: JSON.stringify(params),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const cookie = response.headers.get('set-cookie')
    if (cookie !== null) this.cookie = cookie.split(';')[0] ?? ''
    const content: Data = JSON.parse(bytes.toString())
    return {
      status: response.status,
      code: CONSOLE_CODES.get(content.code) ?? `code ${content.code}`,
      content,
      data: content.data,
      headers: response.headers,
      bytes,
    }
  }

  /** Sets up the second factor after the first sign-in. */
  async enrol(): Promise<this> {
    this.secret = (await this.call('factor.enrol')).data.secret
    this.recoveryCodes = (await this.call('factor.confirm', { code: totp(this.secret) })).data.recoveryCodes
    return this
  }
}

/** [6] [19] Codes of the console; others have the names of `/openapi.json`. */
const CONSOLE_CODES: ReadonlyMap<number, string> = new Map([
  [0, 'SUCCESS'],
  [10001, 'PARAM_ERROR'],
  [10004, 'NOT_FOUND'],
  [10009, 'DUPLICATE_REQUEST'],
  [10010, 'IDEMPOTENCY_CONFLICT'],
  [10102, 'NAME_OR_PASSWORD_WRONG'],
  [10401, 'AUTH_ERROR'],
  [10409, 'VERIFY_CODE_ERROR'],
  [10429, 'CURRENT_LIMITING_A'],
  [10430, 'CURRENT_LIMITING_B'],
  [30001, 'NEED_LOGIN'],
  [71001, 'ROLE_REFUSED'],
  [71002, 'EDIT_CONFLICT'],
  [71003, 'SECOND_FACTOR_NEEDED'],
  [71004, 'LINK_USED'],
  [71005, 'LINK_EXPIRED'],
  [90005, 'ORIGIN_REFUSED'],
  [90500, 'INTERNAL_ERROR'],
])

/** RFC 6238: six digits, 30 s, SHA-1. */
export function totp(secret: string, at = Date.now()): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = crypto.createHmac('sha1', key).update(counter).digest()
  return String((digest.readUInt32BE((digest[19] ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
