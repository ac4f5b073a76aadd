import { connect, type Socket as TcpSocket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { atOnce, attempt, liveMatch } from './attempt.ts'
import { rawRequest } from './files.ts'

/** Limit of sockets and of video per address (docs/operations.md). */
const MAX_OF_ADDRESS = 256
/** No metrics without a token; the preparation sets this one. */
export const METRICS_TOKEN = 'metrics-token-of-the-attack-suite'

const isUp = async (origin: string): Promise<boolean> => (await fetch(`${origin}/healthz`)).ok

/** A gauge of the server. */
export async function metric(origin: string, name: string): Promise<number> {
  const text = await (
    await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.e+]+)$`, 'm').exec(text)?.[1])
}

/** Opens connections of one address that send a request and never read; returns them with what came back at first. */
function silent(origin: string, count: number, request: string): Promise<{ socket: TcpSocket; first: string }[]> {
  const { hostname, port } = new URL(origin)
  return atOnce(count, async () => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    socket.on('error', () => undefined)
    socket.write(request)
    const first = await new Promise<string>((resolve) => {
      socket.once('data', (part: Buffer) => {
        socket.pause()
        resolve(part.toString('latin1').split('\r\n')[0] ?? '')
      })
      socket.once('close', () => resolve('closed'))
      setTimeout(() => resolve('nothing'), 8_000).unref()
    })
    return { socket, first }
  })
}

const NAMES = [
  '__proto__',
  'constructor',
  'a9999',
  '..',
  'a2001%00',
  'a2001.flv',
  'A2001',
  ' ',
  'a2001;x',
  "a2001'",
  'a'.repeat(300),
]
const RANGES = [
  'bytes=0-',
  'bytes=-1',
  'bytes=5-1',
  'bytes=0-0,1-1,2-2',
  `bytes=${'0-0,'.repeat(2_000)}0-0`,
  'bytes=99999999999999999999-',
  'items=0-1',
  'bytes=-',
]

export const media = [
  attempt({
    name: '5.4 range requests of video, playlists and files; signatures and qualities that nobody issued',
    prepare: async (world) => (await liveMatch(await world.visitor())).anchorRoomId as string,
    attempt: async (_, { origin }) => {
      const targets = [
        '/media/a2001/index.m3u8',
        '/media/a2001/360/index.m3u8',
        '/favicon.ico',
        '/openapi.json',
        '/art/crest-qinghe.svg',
      ]
      const ranged = await Promise.all(
        targets.flatMap((target) =>
          RANGES.map(async (range) => {
            const response = await fetch(origin + target, { headers: { range } })
            return { status: response.status, size: (await response.arrayBuffer()).byteLength, target }
          }),
        ),
      )
      const odd = [
        '?e=1&s=x',
        '?e=99999999999&s=',
        '?e=-1',
        '?e[]=1&s[]=2',
        '?_HLS_msn=-1',
        '?_HLS_msn=1e99',
        '?_HLS_msn=99999999',
        '?_HLS_part=5',
        '?v=x.y&s=z',
      ]
      const queries = await Promise.all(
        odd.map(
          async (query) =>
            (await fetch(`${origin}/media/a2001/360/index.m3u8${query}`, { signal: AbortSignal.timeout(20_000) }))
              .status,
        ),
      )
      return {
        failed: [...ranged.map(({ status }) => status), ...queries].filter((status) => status >= 500),
        grown: ranged.filter(({ size }) => size > 3_000_000).length,
      }
    },
    expected: { failed: [], grown: 0 },
    state: (_, { origin }) => isUp(origin),
    after: true,
  }),
  attempt({
    name: 'names of streams that do not exist, segments out of the list, heights that are none, over HTTP and WebSocket',
    prepare: async () => NAMES,
    attempt: async (names, { origin }) => {
      const targets = [
        ...names.flatMap((name) => [
          `/media/${encodeURIComponent(name)}.flv`,
          `/media/${encodeURIComponent(name)}/index.m3u8`,
        ]),
        '/media/a2001.0.flv',
        '/media/a2001.-1.flv',
        '/media/a2001.1e3.flv',
        '/media/a2001/0/index.m3u8',
        '/media/a2001/360/99999999.m4s',
        '/media/a2001/360/-1.m4s',
        '/media/a2001/360/..%2finit.mp4',
        '/media/',
      ]
      const statuses = await Promise.all(
        targets.map(async (target) =>
          Number(
            /^HTTP\/1\.1 (\d+)/.exec(
              await rawRequest(origin, `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`),
            )?.[1],
          ),
        ),
      )
      const sockets = await Promise.all(
        names.map(
          (name) =>
            new Promise<boolean>((resolve) => {
              const socket = new WebSocket(`${origin.replace('http', 'ws')}/media/${encodeURIComponent(name)}.flv`)
              socket.once('open', () => {
                socket.terminate()
                resolve(true)
              })
              socket.once('error', () => resolve(false))
            }),
        ),
      )
      return {
        wrong: targets.filter((_, index) => statuses[index]! < 400 || statuses[index]! >= 500),
        sockets: sockets.filter(Boolean).length,
      }
    },
    expected: { wrong: [], sockets: 0 },
    state: (_, { origin }) => isUp(origin),
    after: true,
  }),
  attempt({
    name: '4.8 sockets of one address that read nothing after the upgrade, again after the server has given them up',
    prepare: async () => '198.51.100.8',
    attempt: async (address, { origin }) => {
      const upgrade = [
        'GET /socket/?EIO=4&transport=websocket HTTP/1.1',
        'host: 127.0.0.1',
        'upgrade: websocket',
        'connection: Upgrade',
        'sec-websocket-version: 13',
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
        `x-forwarded-for: ${address}`,
      ].join('\r\n')
      const before = await metric(origin, 'grandstand_tcp_connections')
      const first = await silent(origin, MAX_OF_ADDRESS + 24, `${upgrade}\r\n\r\n`)
      // The server closes a connection that joins nothing, but TCP has not ended.
      await wait(6_000)
      const second = await silent(origin, MAX_OF_ADDRESS, `${upgrade}\r\n\r\n`)
      const held = (await metric(origin, 'grandstand_tcp_connections')) - before
      for (const { socket } of [...first, ...second]) socket.destroy()
      const opened = first.filter(({ first: line }) => line.includes('101')).length
      return { opened: opened <= MAX_OF_ADDRESS && opened > 200, held: held <= MAX_OF_ADDRESS + 16 }
    },
    expected: { opened: true, held: true },
    state: async (_, { origin }) => isUp(origin),
    after: true,
  }),
  attempt({
    name: '5.9 300 viewers of one address that stop reading the video',
    prepare: async () => '198.51.100.9',
    attempt: async (address, { origin }) => {
      const viewers = await silent(
        origin,
        MAX_OF_ADDRESS + 44,
        `GET /media/a2001.flv HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: ${address}\r\n\r\n`,
      )
      const accepted = viewers.filter(({ first }) => first.includes('200')).length
      const other = await silent(
        origin,
        1,
        'GET /media/a2001.flv HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: 198.51.100.10\r\n\r\n',
      )
      for (const { socket } of [...viewers, ...other]) socket.destroy()
      return { accepted: accepted <= MAX_OF_ADDRESS && accepted > 200, other: other[0]?.first }
    },
    expected: { accepted: true, other: 'HTTP/1.1 200 OK' },
    state: (_, { origin }) => isUp(origin),
    after: true,
  }),
]
