import { nextSessionExpiry } from '#protocol/rules/account.ts'
import type { StoreLog } from '../../database/database.ts'

/** What is blocked is out within two seconds (docs/protocol.md): one for the wait, one for the work. */
const INTERVAL_MS = 1_000

interface Sweeps {
  readonly now: () => number
  readonly log: StoreLog
  readonly endExpired: () => Promise<void>
  readonly endBlocked: () => Promise<void>
  readonly writeLastSeen: () => Promise<void>
}

/**
 * What sessions do by themselves once a second: end at the hour (S9.20) and with the blockade of their member (S4.16), and
 * write down when they were used. What could not be done, because the store was away, is done at the next look. Returns how
 * to stop.
 */
export function startSweeps({ now, log, endExpired, endBlocked, writeLastSeen }: Sweeps): () => void {
  let due = 0
  const endWhenDue = async (): Promise<void> => {
    const at = now()
    if (at < due) return
    await endExpired()
    due = nextSessionExpiry(at)
  }
  const sweeps = [
    oneAtATime(log, 'last uses are not written', writeLastSeen),
    oneAtATime(log, 'expired sessions could not be ended', endWhenDue),
    oneAtATime(log, 'sessions of blocked members could not be ended', endBlocked),
  ]
  const timer = setInterval(() => {
    for (const sweep of sweeps) sweep.look()
  }, INTERVAL_MS).unref()
  return () => {
    clearInterval(timer)
    for (const sweep of sweeps) sweep.stop()
  }
}

/** Runs again only when the last run is over; tells a failure once until it works again, and none that stopping causes. */
function oneAtATime(log: StoreLog, complaint: string, run: () => Promise<void>): { look(): void; stop(): void } {
  let isRunning = false
  let isFailing = false
  let isStopped = false
  const runOnce = async (): Promise<void> => {
    isRunning = true
    try {
      await run()
      isFailing = false
    } catch (error) {
      if (!isFailing && !isStopped) log.error({ err: error }, complaint)
      isFailing = true
    } finally {
      isRunning = false
    }
  }
  return {
    look: () => {
      if (!isRunning && !isStopped) void runOnce()
    },
    stop: () => {
      isStopped = true
    },
  }
}
