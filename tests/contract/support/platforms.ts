import type { WorkerApi } from '#protocol/worker/api.ts'
import type { WorkerHandle } from '#transport/page-platform.ts'
import { mortalTransport, mortalWorker } from '../../support/mortal-transport.ts'
import { basePlatform } from './base-platform.ts'
import type { SuitePlatform } from './page.ts'

/** Runs the transport in process. A dead one does not respond any more. */
export function inProcess(): SuitePlatform {
  let kill = (): void => undefined
  const spawn = (): WorkerHandle => {
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

/** Runs the transport behind a MessageChannel with Comlink in one thread: structured cloning and proxies, but no worker. */
export function overMessageChannel(): SuitePlatform {
  let kill = (): void => undefined
  const spawn = (): WorkerHandle => {
    const worker = mortalWorker()
    kill = () => worker.kill()
    return worker
  }
  return basePlatform(spawn, () => kill())
}
