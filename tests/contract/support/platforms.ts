import { expose, wrap } from 'comlink'
import { io } from 'socket.io-client'
import type { WorkerApi } from '#protocol/worker-api.ts'
import type { WorkerLine } from '#transport/worker-line.ts'
import type { RoomSocket } from '#workers/dependencies.ts'
import { platform } from '#workers/platform.ts'
import { createTransport } from '#workers/transport.ts'
import { basePlatform } from './base-platform.ts'
import type { SuitePlatform } from './page.ts'

/** A transport without a thread of its own cannot be terminated: its surroundings fall silent instead. */
function mortalTransport(): { api: WorkerApi<MessagePort>; kill: () => void } {
  const real = platform()
  const sockets: RoomSocket[] = []
  const ports: MessagePort[] = []
  let isDead = false
  const api = createTransport({
    ...real,
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
      for (const port of ports) port.close()
      for (const socket of sockets) socket.disconnect()
    },
  }
}

/** In process: the transport itself. Death is silence: questions are not answered any more. */
export function inProcess(): SuitePlatform {
  let kill = (): void => undefined
  const spawn = (): WorkerLine => {
    const { api, kill: end } = mortalTransport()
    let isDead = false
    kill = () => {
      isDead = true
      end()
    }
    const gated = new Proxy(api, {
      get:
        (target, name: keyof WorkerApi) =>
        (...parameters: unknown[]) => {
          const call = target[name].bind(target) as (...all: unknown[]) => Promise<unknown>
          if (isDead) return new Promise(() => undefined)
          return call(...parameters).then((value) => (isDead ? new Promise(() => undefined) : value))
        },
    })
    return { api: gated, onBroken: () => undefined, end: kill }
  }
  return { ...basePlatform(spawn, () => kill()), transferPort: (port) => port, proxy: (value) => value }
}

/** Over a MessageChannel with Comlink in one thread: structured cloning and proxies, but no worker. */
export function overMessageChannel(): SuitePlatform {
  let kill = (): void => undefined
  const spawn = (): WorkerLine => {
    const { port1, port2 } = new MessageChannel()
    const { api, kill: end } = mortalTransport()
    expose(api, port1)
    kill = () => {
      end()
      port1.close()
      port2.close()
    }
    // As in src/transport/worker.ts: all methods return promises, Comlink's type loses generics.
    const remote = wrap<WorkerApi<MessagePort>>(port2) as unknown as WorkerApi<MessagePort>
    return { api: remote, onBroken: () => undefined, end: kill }
  }
  return basePlatform(spawn, () => kill())
}
