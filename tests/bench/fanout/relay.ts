import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { RelayServer } from '#server/relay/relay-server.ts'
import { type FanOutOptions, type FromRelayProcess, RELAY_SECRET } from './messages.ts'

/** A relay process of the bench. Reports its port when the server has accepted it. */
export async function serveRelay(serverPort: number, options: FanOutOptions): Promise<void> {
  const http = createServer()
  const relay = new RelayServer(http, {
    originUrl: `http://127.0.0.1:${serverPort}`,
    secret: RELAY_SECRET,
    isOriginAllowed: () => true,
    addressOf: () => 'bench',
    limits: { perAddress: options.viewers + 10 },
    now: Date.now,
    onError: console.error,
    onFailed: (status) => console.error('the server refused the relay', status),
  })
  http.listen(0, '127.0.0.1', 8_192)
  await Promise.all([once(http, 'listening'), relay.connected])
  process.send?.({ port: (http.address() as AddressInfo).port } satisfies FromRelayProcess)
}
