import { io } from 'socket.io-client'
import { chooseCrypto } from './crypto/choose.ts'
import type { TransportDependencies } from './dependencies.ts'
import { sendBody } from './send-body.ts'

/** Dependencies of the transport in a dedicated worker or in Node. */
export function platform(): TransportDependencies {
  return {
    fetch: (url, init) => fetch(url, init),
    sendBody,
    isDevelopment: import.meta.env?.DEV === true,
    connect: (url, options) => io(url, options),
    now: () => Date.now(),
    crypto: () => chooseCrypto(crypto),
    random: () => Math.random(),
    setTimer(task, delayMs) {
      const timer = setTimeout(task, delayMs)
      return () => clearTimeout(timer)
    },
    afterGap: (task, gapMs) => void setTimeout(task, gapMs),
    exclusive: createExclusive(),
  }
}

/** A frozen tab may hold the lock. After this time other tabs continue without it. */
const LOCK_TIMEOUT_MS = 1_000

/** Uses Web Locks if available (secure contexts), otherwise a queue within this thread. */
function createExclusive(): TransportDependencies['exclusive'] {
  // Typed as always present, but missing on plain http and in Node 20.
  const locks: LockManager | undefined = typeof navigator === 'undefined' ? undefined : navigator.locks
  let queue: Promise<unknown> = Promise.resolve()
  return async (name, task) => {
    if (locks) {
      let hasRun = false
      const once = () => ((hasRun = true), task())
      const signal = AbortSignal.timeout(LOCK_TIMEOUT_MS)
      return await locks.request(`grandstand-${name}`, { signal }, once).catch((error: unknown) => {
        if (hasRun) throw error
        return task()
      })
    }
    const run = queue.then(task, task)
    queue = run.catch(() => undefined)
    return run
  }
}
