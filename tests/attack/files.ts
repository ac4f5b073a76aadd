import crypto from 'node:crypto'
import { connect } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { expect } from 'vitest'
import { atOnce, attempt, codes, tally } from './attempt.ts'
import type { Client, File, Response } from './client.ts'

/** Sends text over a raw connection and returns what comes back until the end or `limitMs`. */
export function rawRequest(origin: string, text: string, limitMs = 2_000): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('latin1').on('data', (part: string) => (received += part))
  // A reset is a response too.
  socket.on('error', () => undefined)
  socket.setTimeout(limitMs, () => socket.destroy())
  socket.write(text)
  return new Promise((resolve) => {
    socket.once('close', () => resolve(received))
  })
}

const get = (target: string, more = ''): string =>
  `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n${more}\r\n`
const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? 0)
const isUp = async (origin: string): Promise<boolean> => (await fetch(`${origin}/healthz`)).ok

/** Targets of files that must not be served. */
const HIDDEN = [
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/%2e%2e%2fpackage.json',
  '/assets/../../package.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets/%252e%252e/package.json',
  '//etc/passwd',
  '/assets//etc/passwd',
  '/./.env',
  '/.env',
  '/.git/config',
  '/.env.example',
  '/server/main.js',
  '/dist/server/main.js',
  '/data/secret',
  '/data/pglite/PG_VERSION',
  '/load-token',
  '/package.json',
  '/index.html%00.js',
  '/assets/index.js.map',
  '/art/..;/package.json',
  '/openapi.json/../.env',
  '/media/../data/secret',
  '/media/..%2f..%2fpackage.json',
  '/media/a2001/..%2f..%2findex.m3u8',
  '/pictures/../../etc/passwd',
]

/** Texts of files that must never be in a response. */
const SECRETS = /"dependencies"|root:x:0|\[core\]|DATABASE_URL|"sources":/

const paths = [
  attempt({
    name: `5.1 ${HIDDEN.length} paths to hidden files and out of the folder, over a raw connection`,
    prepare: async () => HIDDEN,
    attempt: async (targets, { origin }) => {
      const responses = await Promise.all(targets.map((target) => rawRequest(origin, get(target))))
      return targets.filter((_, index) => {
        const response = responses[index] ?? ''
        const isPage = /content-type: text\/html/i.test(response)
        return SECRETS.test(response) || statusOf(response) >= 500 || (statusOf(response) === 200 && !isPage)
      })
    },
    expected: [],
    state: (_, { origin }) => isUp(origin),
    after: true,
  }),
  attempt({
    name: '5.2 foreign Host and X-Forwarded-Host, other methods, forms that proxies and servers read differently',
    prepare: async () => null,
    attempt: async (_, { origin }) => {
      const body = '{"version":5,"siteId":5009,"share":""}'
      const post = (headers: string, content = body): string =>
        `POST /api/gw/ic/v2/vvm HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${headers}\r\n${content}`
      const length = `content-length: ${body.length}\r\n`
      const smuggled = [
        post(`${length}transfer-encoding: chunked\r\n`, '0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'),
        post(`${length}content-length: 5\r\n`),
        post('transfer-encoding: xchunked\r\n'),
        post('transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n', '0\r\n\r\n'),
        post('content-length: -1\r\n'),
        post('content-length: +5\r\n'),
        'GET / HTTP/1.1\r\n\r\n',
        'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
        `GET /healthz HTTP/1.1\r\nhost : 127.0.0.1\r\n\r\n`,
        'TRACE / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n',
        'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n',
      ]
      const statuses = await Promise.all(smuggled.map(async (text) => statusOf(await rawRequest(origin, text))))
      const page = await rawRequest(origin, get('/', 'x-forwarded-host: evil.example\r\nx-original-url: /console\r\n'))
      return {
        accepted: statuses.filter((status) => status >= 200 && status < 400),
        failed: statuses.filter((status) => status >= 500),
        isCopied: page.includes('evil.example'),
      }
    },
    expected: { accepted: [], failed: [], isCopied: false },
    state: (_, { origin }) => isUp(origin),
    after: true,
  }),
  attempt({
    name: '5.5 header floods, a large body, deep JSON, 200 pipelined requests',
    prepare: async () => null,
    attempt: async (_, { origin }) => {
      const headers = Array.from({ length: 3_000 }, (_, index) => `x-${index}: ${'a'.repeat(20)}\r\n`).join('')
      const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
      const pipelined = await rawRequest(
        origin,
        Array.from({ length: 200 }, () => 'GET /timeServer HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n').join(''),
        2_000,
      )
      return {
        headers: statusOf(await rawRequest(origin, get('/', headers))),
        large: await fetch(`${origin}/api/lg/v5/login`, { ...json, body: 'x'.repeat(3_000_000) }).then(
          ({ status }) => status >= 400 && status < 500,
          () => true,
        ),
        nested: (await fetch(`${origin}/api/gw/ic/v2/vvm`, { ...json, body: nested })).status < 500,
        pipelined: pipelined.split('HTTP/1.1 200').length > 1,
        failed: /HTTP\/1\.1 5/.test(pipelined),
      }
    },
    expected: { headers: 431, large: true, nested: true, pipelined: true, failed: false },
    state: (_, { origin }) => isUp(origin),
    after: true,
  }),
]

/** A PNG of one colour, `deflated` at most, with any dimensions in its header. */
export function png(width: number, height: number, { rows = height }: { rows?: number } = {}): Uint8Array {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(rows * (Math.ceil(width / 8) + 1)), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const file = (bytes: Uint8Array | string, type = 'image/png', name = 'a.png'): File => ({
  name,
  type,
  bytes: Buffer.from(bytes as string),
})
const upload = (member: Client, files: readonly File[], purpose = 'feedback'): Promise<Response> =>
  member.call('upload.images', { purpose }, { files })

/** Files that are no picture, or not the one that they say. None is harmful to a decoder. */
const NO_PICTURES: readonly (readonly [string, File])[] = [
  ['SVG', file('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'image/svg+xml', 'a.svg')],
  ['SVG as PNG', file('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['HTML as PNG', file('<!doctype html><script>1</script>')],
  ['empty', file('')],
  ['header only', file(png(16, 16).slice(0, 33))],
  ['half', file(png(400, 400).slice(0, 60))],
  ['60,000 x 60,000 in the header', file(png(60_000, 60_000, { rows: 1 }))],
  ['10,000 x 10,000', file(png(10_000, 10_000))],
  ['0 x 0', file(png(0, 0))],
  [
    'GIF',
    file(
      Buffer.from('47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b', 'hex'),
      'image/gif',
      'a.gif',
    ),
  ],
  ['PNG as JPEG', file(png(16, 16), 'image/jpeg', 'a.jpg')],
  ['ZIP with a PNG in front', file(Buffer.concat([png(16, 16).slice(0, 20), Buffer.from('PK\x03\x04')]))],
]

const pictures = [
  attempt({
    name: `3.12 3.14 3.15 ${NO_PICTURES.length} files that are no picture, not the one they say, or have too many pixels`,
    prepare: (world) => world.member(),
    attempt: async (member) => {
      const accepted: string[] = []
      for (const [name, one] of NO_PICTURES)
        if ((await upload(member, [one])).code !== 'PARAM_ERROR') accepted.push(name)
      return accepted
    },
    expected: [],
    state: async (member) => {
      const { data } = await upload(member, [file(png(16, 16), 'image/png', '../../etc/passwd\u202Egnp.png')])
      return (
        await member.call('upload.image', { id: data.list?.[0]?.id ?? data.images?.[0]?.id ?? data.ids?.[0] })
      ).headers.get('content-type')
    },
    after: expect.stringMatching(/^image\//),
  }),
  attempt({
    name: 'a picture of a member: read by another, removed by another, sent as feedback of another; bytes behind the picture',
    prepare: async (world) => {
      const [member, other] = [await world.member(), await world.member()]
      const hidden = Buffer.concat([png(16, 16), Buffer.from('<script>hidden</script>')])
      const { data } = await upload(member, [file(hidden)])
      return { member, other, id: (data.list?.[0]?.id ?? data.images?.[0]?.id ?? data.ids?.[0]) as string }
    },
    attempt: async ({ member, other, id }) => {
      const feedback = {
        id: crypto.randomUUID(),
        type: 'idea',
        content: '这是别人的图片，一共十个字以上',
        images: [id],
      }
      const own = await member.call('upload.image', { id })
      return {
        others: codes([
          await other.call('upload.image', { id }),
          await other.call('upload.remove', { id }),
          await other.call('feedback.submit', feedback),
          await other.call('upload.image', { id: crypto.randomUUID() }),
        ]).includes('SUCCESS'),
        hidden: own.bytes.includes('hidden'),
        sniffed: own.headers.get('x-content-type-options'),
      }
    },
    expected: { others: false, hidden: false, sniffed: 'nosniff' },
    state: async ({ member, id }) => (await member.call('upload.image', { id })).status,
    after: 200,
  }),
  attempt({
    name: '3.16 3.21 one member fills the queue of pictures; another uploads a small one meanwhile',
    prepare: async (world) => ({ member: await world.member(), other: await world.member() }),
    attempt: async ({ member, other }) => {
      const large = png(2_000, 2_000)
      let stored = 0
      const flood = atOnce(6, async () => {
        const { code } = await upload(member, [file(large), file(large), file(large)])
        if (code === 'SUCCESS') stored += 1
      })
      const small = await upload(other, [file(png(16, 16))])
      const before = stored
      await flood
      return { small: small.code, isFair: before <= 1, stored: stored > 0 }
    },
    // Callers take turns by picture, so the small one waits for one or two large ones.
    expected: { small: 'SUCCESS', isFair: true, stored: true },
    state: (_, { origin }) => isUp(origin),
    after: true,
  }),
  attempt({
    name: '1.22 removes the proof of an appeal',
    prepare: async (world) => {
      const member = await world.member()
      const { data } = await member.call('pay.create', { payTypeId: 'demo-speed', amount: 10_000 })
      const { orderNo } = data as { orderNo: string }
      await member.call('demo.bank', { script: 'silent' })
      await member.call('speedDeposit.confirm', { orderNo })
      const { data: order } = await member.call('speedDeposit.uploadProof', { orderNo }, { files: [file(png(16, 16))] })
      await member.call('speedDeposit.appeal', { orderNo, reason: '没有到账' })
      return { member, orderNo, proof: order.proofs[0] }
    },
    attempt: async ({ member, proof }) => (await member.call('upload.remove', { id: proof })).data,
    // Hidden from the member, kept for the decision.
    expected: { isKept: true },
    state: async ({ member, orderNo }) => (await member.call('deposit.detail', { orderNo })).data.proofs.length,
    after: 1,
  }),
  attempt({
    name: 'feedback: 20 times at once with one id, replies to that of another, markup in it',
    prepare: async (world) => ({ member: await world.member(), other: await world.member() }),
    attempt: async ({ member, other }) => {
      const id = crypto.randomUUID()
      const content = '<img src=x onerror=alert(1)> 这里是一段反馈内容'
      const sent = await atOnce(20, () => member.call('feedback.submit', { id, type: 'idea', content, images: [] }))
      return {
        sent: Object.keys(tally(sent)).filter(
          (code) => !['SUCCESS', 'DUPLICATE_REQUEST', 'CURRENT_LIMITING_C'].includes(code),
        ),
        others: codes([
          await other.call('feedback.detail', { id }),
          await other.call('feedback.reply', { id, replyId: crypto.randomUUID(), content: '这是别人的回复' }),
          await other.call('feedback.read', { id }),
        ]),
      }
    },
    expected: { sent: [], others: ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'] },
    state: async ({ member }) => (await member.call('feedback.list', { pageNum: 1, pageSize: 10 })).data.total,
    after: 1,
  }),
]

export const files = [...paths, ...pictures]
