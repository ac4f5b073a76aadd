import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import { ENVELOPE_HEADER, REPLAY_WINDOW_MS } from '#protocol/constants.ts'
import { insertFiller, removeFiller } from '#protocol/envelope.ts'
import type { WireRequest } from '../../support/sealed-client.ts'

/** A sealed JSON call, split into its wire fields. */
export interface WireCall {
  readonly method: string
  readonly url: string
  readonly version: string
  readonly kid: string
  readonly timestamp: string
  readonly head: Uint8Array
  readonly body: Uint8Array
  readonly filler: string
}

/** Material of an attacker: the call, another one of its session, one of another session, and a response. */
export interface Material {
  readonly own: WireCall
  readonly sibling: WireCall
  readonly stranger: WireCall
  readonly response: Uint8Array
}

export interface TamperCase {
  readonly name: string
  readonly code: number
  readonly bend: (material: Material) => WireCall
}

export function takeApart({ method, url, headers, payload }: WireRequest): WireCall {
  const [version = '', kid = '', timestamp = '', head = ''] = (headers[ENVELOPE_HEADER] ?? '').split('.')
  const { xx } = JSON.parse(String(payload)) as { xx: string }
  const body = fromBase64Url(removeFiller(xx, Number(timestamp)))
  return { method, url, version, kid, timestamp, head: fromBase64Url(head), body, filler: 'FILLFILL' }
}

export function putTogether({ method, url, version, kid, timestamp, head, body, filler }: WireCall): WireRequest {
  const xx = insertFiller(toBase64Url(body), Number(timestamp) || 0, filler)
  return {
    method: method as WireRequest['method'],
    url,
    headers: {
      'content-type': 'application/json',
      [ENVELOPE_HEADER]: `${version}.${kid}.${timestamp}.${toBase64Url(head)}`,
    },
    payload: JSON.stringify({ xx }),
  }
}

/** Layout of sealed bytes: flags 1, initialization vector 12, ciphertext, tag 16. */
const FIELDS = { flags: [0, 1], iv: [1, 13], ciphertext: [13, -16], tag: [-16, undefined] } as const
type Field = keyof typeof FIELDS
type Change = (field: Uint8Array, material: Material, cut: (from: Uint8Array) => Uint8Array) => Uint8Array

const flipped = (bytes: Uint8Array, at: number, mask: number): Uint8Array =>
  bytes.map((byte, index) => (index === (at < 0 ? bytes.length + at : at) ? byte ^ mask : byte))

const WAYS: Readonly<Record<string, { readonly change: (part: 'head' | 'body') => Change; readonly notOf?: Field }>> = {
  'with its first bit flipped': { change: () => (field) => flipped(field, 0, 0x80) },
  'with its last bit flipped': { change: () => (field) => flipped(field, -1, 0x01) },
  'without its last byte': { change: () => (field) => field.slice(0, -1) },
  'left out': { change: () => () => new Uint8Array() },
  'with a byte more': { change: () => (field) => Uint8Array.of(...field, 0) },
  'all zero': { change: () => (field) => new Uint8Array(field.length) },
  'of another call of the session': {
    change:
      (part) =>
      (_field, { sibling }, cut) =>
        cut(sibling[part]),
    notOf: 'flags',
  },
  'of another session': {
    change:
      (part) =>
      (_field, { stranger }, cut) =>
        cut(stranger[part]),
    notOf: 'flags',
  },
  'of the other part': {
    change:
      (part) =>
      (_field, { own }, cut) =>
        cut(part === 'head' ? own.body : own.head),
    notOf: 'flags',
  },
  'of an answer': {
    change:
      () =>
      (_field, { response }, cut) =>
        cut(response),
    notOf: 'flags',
  },
}

function bytesCases(part: 'head' | 'body'): TamperCase[] {
  return (Object.keys(FIELDS) as Field[]).flatMap((field) => {
    const [from, to] = FIELDS[field]
    const cut = (bytes: Uint8Array): Uint8Array => bytes.slice(from, to)
    return Object.entries(WAYS)
      .filter(([, { notOf }]) => notOf !== field)
      .map(([name, { change }]) => ({
        name: `the ${field} of the ${part} ${name}`,
        code: CODES.SEAL_REFUSED,
        bend(material: Material): WireCall {
          const bytes = material.own[part]
          const changed = change(part)(cut(bytes), material, cut)
          const behind = to === undefined ? new Uint8Array() : bytes.slice(to)
          return { ...material.own, [part]: Uint8Array.of(...bytes.slice(0, from), ...changed, ...behind) }
        },
      }))
  })
}

function clear(
  name: string,
  code: number,
  change: (own: WireCall, material: Material) => Partial<WireCall>,
): TamperCase {
  return { name, code, bend: (material) => ({ ...material.own, ...change(material.own, material) }) }
}

const later = ({ timestamp }: WireCall, byMs: number): { timestamp: string } => ({
  timestamp: String(Number(timestamp) + byMs),
})

/** The clear fields may have specific refusals; all else is one refusal (settled 5). */
const CLEAR_CASES: TamperCase[] = [
  clear('the version of tomorrow', CODES.SEAL_REFUSED, () => ({ version: '2' })),
  clear('no version', CODES.SEAL_REFUSED, () => ({ version: '' })),
  clear('a key id that nobody has', CODES.REKEY, () => ({ kid: 'unknown-kid-0001' })),
  clear('a key id cut by one', CODES.REKEY, ({ kid }) => ({ kid: kid.slice(0, -1) })),
  clear('a key id with one letter changed', CODES.REKEY, ({ kid }) => ({
    kid: (kid.startsWith('A') ? 'B' : 'A') + kid.slice(1),
  })),
  clear('a key id named like a property of every object', CODES.REKEY, () => ({ kid: '__proto__' })),
  clear('the key id of another session', CODES.SEAL_REFUSED, (_own, { stranger }) => ({ kid: stranger.kid })),
  clear('a key id that is too short to be one', CODES.SEAL_REFUSED, () => ({ kid: 'short' })),
  clear('a key id of foreign letters', CODES.SEAL_REFUSED, () => ({ kid: '看台看台看台看台'.replaceAll(/./gu, '~') })),
  clear('no key id', CODES.SEAL_REFUSED, () => ({ kid: '' })),
  clear('a time one millisecond later', CODES.SEAL_REFUSED, (own) => later(own, 1)),
  clear('a time one millisecond earlier', CODES.SEAL_REFUSED, (own) => later(own, -1)),
  clear('a time just out of the window behind', CODES.STALE, (own) => later(own, -REPLAY_WINDOW_MS - 1)),
  clear('a time just out of the window ahead', CODES.STALE, (own) => later(own, REPLAY_WINDOW_MS + 1)),
  clear('a time beyond all numbers', CODES.STALE, () => ({ timestamp: '9'.repeat(16) })),
  clear('a time of too many digits', CODES.SEAL_REFUSED, () => ({ timestamp: '9'.repeat(17) })),
  clear('a time with a sign', CODES.SEAL_REFUSED, ({ timestamp }) => ({ timestamp: `-${timestamp}` })),
  clear('a time in another notation', CODES.SEAL_REFUSED, () => ({ timestamp: '1e12' })),
  clear('no time', CODES.SEAL_REFUSED, () => ({ timestamp: '' })),
  clear('another query', CODES.SEAL_REFUSED, ({ url }) => ({ url: `${url}?a=1` })),
]

export const TAMPER_CASES: readonly TamperCase[] = [...CLEAR_CASES, ...bytesCases('head'), ...bytesCases('body')]
