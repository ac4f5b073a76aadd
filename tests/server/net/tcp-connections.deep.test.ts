import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { TCP_LIMITS } from '#server/net/tcp-connections.ts'
import { CONNECTION_LIMITS } from '#server/rooms/socket/connections.ts'
import { connectTo, liveMatch } from '../app/app-support.ts'
import { runTestServer } from '../app/run-test-server.ts'
import { maskedTextFrame, openUnread } from '../rooms/socket-raw.ts'

const server = runTestServer()
const { perAddress } = CONNECTION_LIMITS

const clients: Socket[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.resetAndDestroy()
  await expect.poll(async () => (await metricsOf()).tcp_connections).toBeLessThan(10)
})

/** Metrics, requested from an address that does not attack. */
async function metricsOf(): Promise<{ tcp_connections: number; socket_connections: number }> {
  const socket = connect({ port: server().port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  socket.write('GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  const text = (await buffer(socket)).toString('latin1')
  const valueOf = (name: string): number => Number(new RegExp(`^grandstand_${name} (\\d+)`, 'm').exec(text)?.[1])
  return { tcp_connections: valueOf('tcp_connections'), socket_connections: valueOf('socket_connections') }
}

/** Established connections of the port of the server, by the kernel; null if it does not say. */
function establishedByKernel(): number | null {
  if (!existsSync('/proc/net/tcp')) return null
  const local = `:${server().port.toString(16).toUpperCase().padStart(4, '0')}`
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, from, , state]) => from?.endsWith(local) === true && state === '01').length
}

it('keeps 256 sockets of an address that reads nothing, however often the server closes them', async () => {
  const until = performance.now() + 15_000
  let [opened, most, mostByKernel] = [0, 0, 0]
  while (performance.now() < until) {
    const round = await Promise.all(Array.from({ length: 50 }, () => openUnread(server().port)))
    for (const { tcp, status } of round) {
      clients.push(tcp)
      if (status !== 101) continue
      opened += 1
      // The server closes the socket for this message, which is none of engine.io.
      tcp.write(maskedTextFrame('Z'))
    }
    most = Math.max(most, (await metricsOf()).socket_connections)
    mostByKernel = Math.max(mostByKernel, establishedByKernel() ?? 0)
  }
  expect(opened).toBeGreaterThan(2 * perAddress)
  expect(most).toBeLessThanOrEqual(perAddress)
  // And those that were just refused, and the request for the metrics.
  expect(mostByKernel).toBeLessThanOrEqual(perAddress + 60)
}, 60_000)

it('limits the connections of an address that carry nothing but a request', async () => {
  const attackers = Array.from({ length: TCP_LIMITS.perPeer + 500 }, () => openUnread(server().port, '/healthz', null))
  for (const { tcp } of await Promise.all(attackers)) clients.push(tcp)
  const { tcp_connections: open } = await metricsOf()
  expect(open).toBeGreaterThan(TCP_LIMITS.perPeer / 2)
  expect(open).toBeLessThanOrEqual(TCP_LIMITS.perPeer + 1)
  expect(establishedByKernel() ?? 0).toBeLessThanOrEqual(TCP_LIMITS.perPeer + 1)
}, 60_000)

it('limits video that is not read', async () => {
  const { live } = await liveMatch(await connectTo(server()))
  const target = live.web_flv_url
  const statuses: (number | null)[] = []
  for (let number = 0; number < perAddress + 40; number += 1) {
    const { tcp, status } = await openUnread(server().port, target)
    clients.push(tcp)
    statuses.push(status)
  }
  expect(statuses.filter((status) => status === 101)).toHaveLength(perAddress)
  expect(statuses.filter((status) => status === 503)).toHaveLength(40)
  // The refused ones have ended, although their clients neither read nor closed.
  expect((await metricsOf()).tcp_connections).toBeLessThanOrEqual(perAddress + 10)
}, 60_000)
