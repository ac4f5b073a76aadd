import { expose, wrap } from 'comlink'
import { io } from 'socket.io-client'
import type { WorkerApi } from '#protocol/worker/api.ts'
import type { WorkerHandle } from '#transport/page-platform.ts'
import type { RoomSocket } from '#workers/dependencies.ts'
import { platform } from '#workers/platform.ts'
import { createTransport } from '#workers/transport.ts'

export interface MortalTransport {
  readonly api: WorkerApi<MessagePort>
  readonly kill: () => void
}

/** Tail of the queue of tasks that run one at a time across all transports of this process, as Web Locks do for tabs. */
let lockTail: Promise<unknown> = Promise.resolve()

/** A transport without a thread cannot be terminated; instead its environment stops responding. */
export function mortalTransport(now?: () => number): MortalTransport {
  const real = platform()
  const sockets: RoomSocket[] = []
  const ports: MessagePort[] = []
  let isDead = false
  let release = (): void => undefined
  const death = new Promise<void>((resolve) => (release = resolve))
  const api = createTransport({
    ...real,
    // Node 20 has no Web Locks. Like them, a transport that dies releases its lock.
    exclusive(_name, task) {
      const run = lockTail.then(task)
      lockTail = Promise.race([run.catch(() => undefined), death])
      return run
    },
    ...(now && { now }),
    fetch: (url, init) => (isDead ? new Promise(() => undefined) : real.fetch(url, init)),
    connect(url, options) {
      const socket: RoomSocket = isDead ? io(url, { ...options, autoConnect: false }) : real.connect(url, options)
      sockets.push(socket)
      return socket
    },
    setTimer: (task, delayMs) => real.setTimer(() => isDead || task(), delayMs),
  })
  const enterRoom = api.enterRoom.bind(api)
  api.enterRoom = (room, port) => {
    ports.push(port)
    return enterRoom(room, port)
  }
  return {
    api,
    kill() {
      isDead = true
      release()
      for (const port of ports) port.close()
      for (const socket of sockets) socket.disconnect()
    },
  }
}

/** The same behind a MessageChannel with Comlink: structured cloning and proxies in one thread. */
export function mortalWorker(now?: () => number): WorkerHandle & { kill(): void } {
  const { port1, port2 } = new MessageChannel()
  const { api, kill: die } = mortalTransport(now)
  expose(api, port1)
  const kill = () => {
    die()
    port1.close()
    port2.close()
  }
  // As in src/transport/worker.ts: all methods return promises; Comlink's type loses generics.
  const remote = wrap<WorkerApi<MessagePort>>(port2) as unknown as WorkerApi<MessagePort>
  return { api: remote, onBroken: () => undefined, end: kill, kill }
}
