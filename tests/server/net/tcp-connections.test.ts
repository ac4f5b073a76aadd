import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/config/log.ts'
import { addressKey } from '#server/config/address.ts'
import { TrustedProxies } from '#server/net/proxy-trust.ts'
import { refuseUpgrade, TcpConnections, type TcpConnectionsOptions } from '#server/net/tcp-connections.ts'
import { startMedia } from '../media/media-support.ts'
import { listeningRooms, type ListeningRooms } from '../rooms/socket-support.ts'
import { maskedTextFrame, openUnread } from '../rooms/socket-raw.ts'

const openAt = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

const clients: Socket[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})

/** Opens connections one after the other, and returns the status of each. */
async function attack(count: number, port: number, ...request: [target?: string, headers?: Record<string, string>]) {
  const statuses: (number | null)[] = []
  for (let number = 0; number < count; number += 1) {
    const { tcp, status } = await openUnread(port, ...request)
    clients.push(tcp)
    statuses.push(status)
  }
  return statuses
}

describe('sockets of rooms that do not read', () => {
  const LIMIT = 5
  let rooms: ListeningRooms
  afterEach(() => rooms.close())

  it('count for their address until TCP has ended', async () => {
    rooms = await listeningRooms({ limits: { perAddress: LIMIT, opensPerSecond: 1_000 } })
    for (let round = 0; round < 4; round += 1) {
      await attack(LIMIT + 1, rooms.port)
      // The server closes them for this message, which is none of engine.io.
      for (const client of clients) if (client.writable) client.write(maskedTextFrame('Z'))
      await expect.poll(() => engineClients(rooms)).toBe(0)
      expect(await openAt(rooms.http)).toBeLessThanOrEqual(LIMIT)
      expect(rooms.server.stats().connections).toBe(await openAt(rooms.http))
    }
    await expect.poll(() => openAt(rooms.http)).toBe(0)
    // The session ends with the event of its closed socket.
    await expect.poll(() => rooms.server.stats().connections).toBe(0)
    expect(await attack(LIMIT, rooms.port)).toEqual(Array(LIMIT).fill(101))
  })

  it('end at once when they are refused, or belong to the session of another connection', async () => {
    rooms = await listeningRooms({ limits: { perAddress: LIMIT, opensPerSecond: 1_000 } })
    const polling = await (await fetch(`${rooms.url}/socket/?EIO=4&transport=polling`)).text()
    const sid = /"sid":"([^"]+)"/.exec(polling)?.[1] ?? ''
    const before = await openAt(rooms.http)
    await attack(3 * LIMIT, rooms.port, `/socket/?EIO=4&transport=websocket&sid=${sid}`)
    // The first one may become the transport of the session.
    await expect.poll(() => openAt(rooms.http)).toBeLessThanOrEqual(before + 1)
  })
})

describe('TCP connections', () => {
  let server: Server
  let port: number
  let connections: TcpConnections
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  async function listen(options: Partial<TcpConnectionsOptions> & { trust?: number } = {}): Promise<void> {
    server = createServer((_request, response) => response.end('ok'))
    server.on('upgrade', (request, socket) => {
      if (request.url === '/refused') refuseUpgrade(socket, 404)
      else if (socket.writable) socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    })
    const proxies = new TrustedProxies(options.trust ?? 0, createLog('silent'))
    const addressOf: TcpConnectionsOptions['addressOf'] = (request) => addressKey(proxies.clientAddress(request))
    connections = new TcpConnections(server, { proxies, addressOf, ...options })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  async function openIdle(count: number): Promise<Socket[]> {
    const opened = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1' }))
    clients.push(...opened)
    await Promise.all(
      opened.map((client) =>
        once(
          client.on('error', () => undefined),
          'connect',
        ),
      ),
    )
    return opened
  }

  it('of one peer are limited, whether or not they send a request', async () => {
    await listen({ limits: { perPeer: 8 } })
    const opened = await openIdle(30)
    await expect.poll(() => openAt(server)).toBe(8)
    await expect.poll(() => connections.stats()).toEqual({ open: 8, refused: 22 })
    opened.find(({ destroyed }) => !destroyed)?.destroy()
    await expect.poll(() => openAt(server)).toBe(7)
    expect(await attack(2, port, '/', null as never)).toEqual([200, null])
    expect(await openAt(server)).toBe(8)
  })

  it('of a trusted proxy are not limited, but the sockets of its clients are', async () => {
    await listen({ trust: 1, limits: { perPeer: 4, upgradesPerAddress: 3 } })
    await openIdle(20)
    const from = (address: string) => attack(5, port, '/', { 'X-Forwarded-For': address })
    expect(await from('203.0.113.7')).toEqual([101, 101, 101, null, null])
    expect(await from('203.0.113.8:1')).toEqual([101, 101, 101, null, null])
    expect(await openAt(server)).toBe(26)
  })

  it('of load tools are not limited', async () => {
    const isUnlimited: TcpConnectionsOptions['isUnlimited'] = ({ headers }) => headers['x-load-token'] === 'token'
    await listen({ isUnlimited, limits: { perPeer: 4 } })
    expect(await attack(20, port, '/', { 'X-Load-Token': 'token' })).toEqual(Array(20).fill(101))
    expect(await attack(5, port, '/')).toEqual([101, 101, 101, 101, null])
  })

  it('are limited in total', async () => {
    await listen({ trust: 1, limits: { total: 6 } })
    await openIdle(20)
    await expect.poll(() => connections.stats()).toEqual({ open: 6, refused: 14 })
  })

  it('end when an upgrade was refused, although the client neither reads nor closes', async () => {
    await listen()
    expect(await attack(5, port, '/refused', {})).toEqual([404, 404, 404, 404, 404])
    await expect.poll(() => openAt(server)).toBe(0)
  })
})

it('video over WebSocket that is not read counts until TCP has ended, and a refused one ends at once', async () => {
  const { app, media, host } = await startMedia()
  const port = Number(host.split(':')[1])
  expect(await attack(3, port, '/media/a.flv', {})).toEqual([101, 101, 101])
  expect(await attack(3, port, '/media/none/x.flv', {})).toEqual([404, 404, 404])
  await expect.poll(() => openAt(app.server)).toBe(3)
  media.setPublishing('a', false)
  expect(await openAt(app.server)).toBe(3)
})

function engineClients(rooms: ListeningRooms): number {
  return (rooms.server.io.engine as unknown as { clientsCount: number }).clientsCount
}
