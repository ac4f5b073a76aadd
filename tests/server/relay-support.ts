import { createLog } from '#server/config/log.ts'
import { startRelay, type RunningRelay } from '#server/rooms/relay/main.ts'
import { listeningRooms } from './socket-support.ts'

export const RELAY_SECRET = 'relay-secret-of-the-tests-0123456789'

/** Rooms that accept relays on their port. */
export async function roomsForRelays(mayConnect: (address: string) => boolean = () => true) {
  const rooms = await listeningRooms({ relays: { secret: RELAY_SECRET, mayConnect } })
  rooms.http.on('upgrade', (request, socket, head) => void rooms.server.relays.handleUpgrade(request, socket, head))
  return rooms
}

/** A relay of these rooms on a free port. */
export function relayOf(originUrl: string, more: Record<string, string> = {}): Promise<RunningRelay> {
  const environment = { ORIGIN_URL: originUrl, RELAY_SECRET, HOST: '127.0.0.1', PORT: '0', ...more }
  return startRelay(environment, createLog('silent'))
}
