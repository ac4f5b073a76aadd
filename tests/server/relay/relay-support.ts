import type { BlockedRange } from '#protocol/room/relay.ts'
import { createLog } from '#server/config/log.ts'
import { BlockedRanges } from '#server/config/address-ranges.ts'
import { TrustedProxies } from '#server/net/proxy-trust.ts'
import { startRelay, type RunningRelay } from '#server/relay/main.ts'
import { listeningRooms } from '../rooms/socket-support.ts'

export const RELAY_SECRET = 'relay-secret-of-the-tests-0123456789'

/** Rooms that accept relays on their port. Clients choose their address with X-Forwarded-For. */
export async function roomsForRelays() {
  const devices = new Set<string>()
  const addresses = new BlockedRanges(Date.now)
  let ranges: readonly BlockedRange[] = []
  const proxies = new TrustedProxies(1, createLog('silent'))
  const mayConnect = (address: string): boolean => !addresses.has(address)
  const rooms = await listeningRooms({
    isOriginAllowed: (_origin, request) => mayConnect(proxies.clientAddress(request)),
    isDeviceBlocked: (deviceId) => devices.has(deviceId),
    relays: { secret: RELAY_SECRET, mayConnect, refusedRanges: () => ranges },
  })
  rooms.http.on('upgrade', (request, socket, head) => void rooms.server.relays.handleUpgrade(request, socket, head))
  return {
    ...rooms,
    /** Replaces the blocked addresses, as a change in the console does. */
    block(...blocked: readonly BlockedRange[]): void {
      ranges = blocked
      addresses.set(blocked)
      rooms.server.recheck()
    },
    blockDevice(deviceId: string): void {
      devices.add(deviceId)
      rooms.server.recheck()
    },
  }
}

export type RoomsForRelays = Awaited<ReturnType<typeof roomsForRelays>>

/** A relay of these rooms on a free port. */
export function relayOf(originUrl: string, more: Record<string, string> = {}): Promise<RunningRelay> {
  const environment = {
    ORIGIN_URL: originUrl,
    RELAY_SECRET,
    HOST: '127.0.0.1',
    PORT: '0',
    TRUST_PROXY: '1',
    ...more,
  }
  return startRelay(environment, createLog('silent'))
}
