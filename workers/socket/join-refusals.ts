import { CODES } from '#protocol/codes.ts'
import { MAINTENANCE_POLL_MS } from '#protocol/constants.ts'
import type { Failure } from '#protocol/result.ts'
import { Backoff } from './backoff.ts'

/** Only the server's own words: what becomes of the line and the session is told elsewhere. */
const TOLD: ReadonlySet<number> = new Set([
  CODES.NEED_ROBOT_CHECK,
  CODES.ACCESS_CAVEAT_CODE,
  CODES.CURRENT_LIMITING_A,
  CODES.CURRENT_LIMITING_B,
  CODES.CURRENT_LIMITING_C,
  CODES.SYSTEM_MAINTENANCE,
  CODES.INTERFACE_DEGRADE,
  CODES.SEAL_REFUSED,
  CODES.INTERNAL_ERROR,
])

/** These pass within seconds. */
const LIMITS: ReadonlySet<number> = new Set([
  CODES.CURRENT_LIMITING_A,
  CODES.CURRENT_LIMITING_B,
  CODES.CURRENT_LIMITING_C,
])

/**
 * Refusals of a join that trying again may change (S4.17, S4.22, S4.26): nobody called but the transport, so it is the
 * transport that has the page told. Once for each code, for all rooms together, until one is let in.
 */
export class JoinRefusals {
  private readonly told = new Set<number>()

  constructor(private readonly announce: (refused: Failure) => void) {}

  refused(refused: Failure): void {
    if (!TOLD.has(refused.code) || this.told.has(refused.code)) return
    this.told.add(refused.code)
    this.announce(refused)
  }

  /** A room was let in, or somebody wants to come in anew: the next refusal is news. */
  forget(): void {
    this.told.clear()
  }
}

/** When one room's join is tried again: soon where the line failed, more and more rarely where the server has refused. */
export class JoinPace {
  private readonly soon: Backoff
  private readonly later: Backoff

  constructor(random: () => number) {
    this.soon = new Backoff(random)
    this.later = new Backoff(random, MAINTENANCE_POLL_MS)
  }

  /** Another link: what went wrong on the one before says nothing about it. What the server has said still holds. */
  begin(): void {
    this.soon.reset()
  }

  /** The server has let the room in. */
  admitted(): void {
    this.later.reset()
  }

  /** Milliseconds until the next try after this failure; null = the join was good, and the link did not take it. */
  next(failed: Failure | null, isVisible: boolean): number {
    if (failed === null || !TOLD.has(failed.code)) return this.soon.next(isVisible)
    if (!LIMITS.has(failed.code)) return this.later.next(isVisible)
    return Math.max(waitOf(failed.details), this.soon.next(isVisible))
  }
}

/** How long the server says that a limit lasts. */
function waitOf(details: unknown): number {
  const wait = typeof details === 'object' && details !== null && 'retryAfterMs' in details ? details.retryAfterMs : 0
  return typeof wait === 'number' && wait > 0 ? Math.min(wait, MAINTENANCE_POLL_MS) : 0
}
