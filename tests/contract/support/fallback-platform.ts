import { releaseProxy, wrap, type Remote } from 'comlink'
import type { WorkerApi } from '#protocol/worker/api.ts'
import type { WorkerHandle } from '#transport/page-platform.ts'
import { page } from '#transport/worker.ts'
import type { SuitePlatform } from './page.ts'

const workers: Worker[] = []

/** Like src/transport/worker.ts, with a worker without `crypto.subtle`. */
function spawn(): WorkerHandle {
  const worker = new Worker(new URL('./fallback.worker.ts', import.meta.url), { type: 'module' })
  workers.push(worker)
  const remote: Remote<WorkerApi<MessagePort>> = wrap<WorkerApi<MessagePort>>(worker)
  let isEnded = false
  return {
    api: remote as unknown as WorkerApi<MessagePort>,
    onBroken: () => undefined,
    end() {
      if (isEnded) return
      isEnded = true
      remote[releaseProxy]()
      worker.terminate()
    },
  }
}

/** A page over plain http, whose worker uses pure JavaScript cryptography. */
export function fallbackWorker(): SuitePlatform {
  return { ...page, spawn, isVisible: () => true, killWorker: () => workers.at(-1)?.terminate() }
}
