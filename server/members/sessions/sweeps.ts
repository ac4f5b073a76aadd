import { nextSessionExpiry } from '#protocol/rules/member/session-expiry.ts'
import type { DatabaseLog } from '../../database/database.ts'

/** Blocked members are signed out within two seconds (docs/protocol.md): one for the interval, one for the work. */
const INTERVAL_MS = 1_000

interface Sweeps {
  readonly now: () => number
  readonly log: DatabaseLog
  readonly endExpired: () => Promise<void>
  readonly endBlocked: () => Promise<void>
  readonly writeLastSeen: () => Promise<void>
}

/**
 * Periodic work on sessions: ends them at the hour (S9.20) and for blocked members (S4.16), and writes their last use.
 * Work that failed is retried at the next run. Returns a function that stops it.
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
    for (const sweep of sweeps) sweep.run()
  }, INTERVAL_MS).unref()
  return () => {
    clearInterval(timer)
    for (const sweep of sweeps) sweep.stop()
  }
}

/**
 * Starts no run before the last has finished. Logs a failure once until it succeeds again; ignores failures caused by
 * stopping.
 */
function oneAtATime(log: DatabaseLog, complaint: string, run: () => Promise<void>): { run(): void; stop(): void } {
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
    run: () => {
      if (!isRunning && !isStopped) void runOnce()
    },
    stop: () => {
      isStopped = true
    },
  }
}
