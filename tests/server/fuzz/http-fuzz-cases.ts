import { request } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import fc from 'fast-check'
import { ENVELOPE_HEADER } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { SealedClient } from '../../support/sealed-client.ts'

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]
const PATHS = [
  ...new Set(NAMES.map((name) => ENDPOINTS[name].path)),
  '/',
  '/healthz',
  '/media/x.flv',
  '/app/x',
  '/socket/',
]

/** Texts that broke parsers before. */
const NASTY = fc.constantFrom(
  '',
  '{}',
  'null',
  '[]',
  '"',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"xx":"AAAA"}',
  '{"xx":{"toString":1}}',
  '1e999',
  '-0',
  '\u0000',
  '\ud800',
  '['.repeat(5_000),
  `{"a":${'{"a":'.repeat(2_000)}`,
  'a'.repeat(70_000),
  '%00%ff%c0%ae',
  '<img src=x onerror=alert(1)>',
)

/** Any JSON, including values that are critical for money and lists. */
export const anyParams = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom(
      'giftId',
      'count',
      'chatRoomNo',
      'size',
      'page',
      'kind',
      'ids',
      '__proto__',
      'type',
      'name',
      'timewd',
    ),
    fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<unknown>(
        -1,
        0,
        0.001,
        2 ** 53 + 1,
        1e300,
        '1',
        "' or 1=1 --",
        '../../etc/passwd',
        'a'.repeat(40_000),
      ),
    ),
  ),
)

export interface RawCase {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** Multipart bodies with the boundary `x` and any headers and contents; the last part may be missing. */
const multipartText = fc
  .array(fc.tuple(fc.constantFrom('xx', 'file0', 'file1', '__proto__', ''), fc.oneof(NASTY, fc.string())), {
    maxLength: 5,
  })
  .map((parts) =>
    parts
      .map(([name, text]) => `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\n\r\n${text}\r\n`)
      .join('')
      .concat(parts.length % 2 === 0 ? '--x--\r\n' : ''),
  )

const headerText = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })

/** Requests with any method, path, header and body. */
export const rawCases: fc.Arbitrary<RawCase> = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'),
  path: fc.oneof(
    fc.constantFrom(...PATHS),
    fc.tuple(fc.constantFrom(...PATHS), fc.webQueryParameters()).map(([path, query]) => `${path}?${encodeURI(query)}`),
    fc.webPath().map((path) => (path.startsWith('/') ? path : `/${path}`)),
  ),
  headers: fc
    .record(
      {
        'content-type': fc.constantFrom(
          'application/json',
          'application/x-www-form-urlencoded',
          'text/plain',
          'multipart/form-data',
          'multipart/form-data; boundary=x',
          ';;',
        ),
        [ENVELOPE_HEADER]: fc.oneof(
          headerText,
          headerText.map((text) => `1.kid-00000001.1795000000000.${text}`),
        ),
        origin: fc.oneof(headerText, fc.constantFrom('null', 'http://host:port.evil', 'https://evil.example')),
        host: fc.constantFrom('127.0.0.1', 'evil.example', 'a b', ''),
        cookie: headerText,
        'x-load-token': headerText,
        'x-forwarded-for': headerText,
        'accept-encoding': headerText,
        range: fc.constantFrom('bytes=0-', 'bytes=9-1', 'bytes=-1', 'x'),
        'content-encoding': fc.constantFrom('gzip', 'br', 'x'),
        expect: fc.constantFrom('100-continue', 'x'),
      },
      { requiredKeys: [] },
    )
    .map((headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.trim()]))),
  body: fc.oneof(NASTY, fc.json(), fc.string({ unit: 'binary' }), multipartText),
})

/** Sends a request on a separate connection. Resolves with its status, 0 if the server closed without one. */
export function sendRaw(
  port: number,
  { method, path, headers, body }: RawCase,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          // Does not wait for the end of a video.
          if (text.length < 100_000) text += part
          else response.destroy()
        })
        response.on('close', () => resolve({ status: response.statusCode ?? 0, body: text }))
      },
    )
    sent.on('error', () => resolve({ status: 0, body: '' }))
    sent.setTimeout(30_000, () => sent.destroy())
    sent.end(body)
  })
}

/** Sends bytes that are not HTTP; resolves when the server has closed the connection. */
export async function sendGarbage(port: number, bytes: Uint8Array): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  socket.end(bytes)
  socket.resume()
  if (!socket.destroyed) await once(socket, 'close')
}

/** Parts of a seal have at most 65,535 bytes. A path with a query is one of them, in which a byte may take nine. */
const MAX_QUERY_CHARACTERS = 7_000

/** Whether a client can seal a call: longer queries cannot be sent at all. */
export function isSealable(name: EndpointName, params: unknown): boolean {
  return ENDPOINTS[name].encoding !== 'query' || (JSON.stringify(params) ?? '').length <= MAX_QUERY_CHARACTERS
}

/** Sealed calls of any endpoint with any parameters, as a modified client may send. */
export async function sendSealed(
  client: SealedClient,
  name: EndpointName,
  params: unknown,
): Promise<{ code: number; status: number }> {
  const headers = { 'idempotency-key': `fuzz-${crypto.randomUUID()}` }
  return client.call(name, params as RequestOf<EndpointName>, { headers })
}

export const sealedNames = NAMES.filter((name) => ENDPOINTS[name].response === 'sealed' && name !== 'auth.logout')
