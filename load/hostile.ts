import { randomBytes } from 'node:crypto'
import { NAMESPACES } from '#protocol/room/server-events.ts'
import { RawSocket, type SocketTarget } from './raw-socket.ts'

/** How long a hostile client may stay connected before it counts as not cut. */
const LIMIT_MS = 20_000
const INTERVAL_MS = 20

/** What hostile clients do, in turn. */
const ATTACKS: readonly ((socket: RawSocket) => void)[] = [
  // Random bytes instead of WebSocket frames.
  (socket) => socket.sendBytes(randomBytes(64)),
  // Packets that engine.io does not know.
  (socket) => socket.send(`x${randomBytes(8).toString('hex')}`),
  // Events that do not match their schema.
  (socket) => socket.send(`42${NAMESPACES.anon},1["join",{"ticket":5}]`),
  // A flood of packets.
  (socket) => {
    for (let index = 0; index < 200; index += 1) socket.send(`42${NAMESPACES.anon},2["say",{}]`)
  },
  // Messages beyond the size limit.
  (socket) => socket.send(`42${NAMESPACES.anon},3["say","${'a'.repeat(200_000)}"]`),
]

/** Starts hostile clients; resolves with the seconds until each was cut, null for those that were not. */
export function attack(target: SocketTarget, clients: number): Promise<(number | null)[]> {
  return Promise.all(Array.from({ length: clients }, (_, index) => attackOnce(target, index)))
}

function attackOnce(target: SocketTarget, number: number): Promise<number | null> {
  const act = ATTACKS[number % ATTACKS.length] ?? (() => undefined)
  const begun = performance.now()
  return new Promise((resolve) => {
    const settle = (seconds: number | null): void => {
      clearInterval(timer)
      clearTimeout(limit)
      socket.destroy()
      resolve(seconds)
    }
    let isOpen = false
    const socket = new RawSocket(target, {
      onMessage: (payload) => {
        if (payload.toString('latin1', 0, 1) === '0') socket.send(`40${NAMESPACES.anon},`)
        isOpen = true
      },
      onClose: () => settle((performance.now() - begun) / 1_000),
    })
    const timer = setInterval(() => isOpen && act(socket), INTERVAL_MS)
    const limit = setTimeout(() => settle(null), LIMIT_MS)
  })
}
