import { proxy, transfer } from 'comlink'
import type { WorkerHandle } from '#transport/page-platform.ts'
import type { SuitePlatform } from './page.ts'

let ids = 0

/** Common part of all platforms. */
export function basePlatform(spawn: () => WorkerHandle, killWorker: () => void): SuitePlatform {
  return {
    spawn,
    killWorker,
    isVisible: () => true,
    isOnline: () => true,
    onPageState: () => undefined,
    now: () => Date.now(),
    setTimer(task, delayMs) {
      const timer = setTimeout(task, delayMs)
      return () => clearTimeout(timer)
    },
    randomId(characters) {
      ids += 1
      return `${ids}`.padStart(characters, 'k')
    },
    transferPort: (port) => transfer(port, [port]),
    proxy: (value) => proxy(value),
  }
}
