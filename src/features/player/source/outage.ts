import type { EngineFailure } from '../engine/engine.ts'

/** A period without video, from the first failure until a source has played for a while. Times in milliseconds. */
export interface Outage {
  readonly since: number
  /** Consecutive failures of the current source. */
  readonly failuresHere: number
  /** Sources that this browser cannot play. */
  readonly unplayable: ReadonlySet<string>
  readonly attempts: number
  /** Consecutive attempts with data but without a picture. */
  readonly damaged: number
  /** Consecutive attempts for which the player's code could not be loaded. */
  readonly codeFailures: number
}

interface Failure {
  readonly at: number
  readonly sourceId: string
  readonly failure: EngineFailure
}

type RetryPlan =
  | { readonly kind: 'retry'; readonly outage: Outage; readonly sourceId: string; readonly delayMs: number }
  | { readonly kind: 'hopeless'; readonly outage: Outage }

/** Settled 23: one attempt per second for the first half minute. */
export const FAST_PHASE_MS = 30_000
const FAST_DELAY_MS = 1_000
const FAST_JITTER_MS = 200
/** The first attempt is quick, with jitter to spread the load on a restarted server. */
const FIRST_DELAY_MS = 100
const FIRST_JITTER_MS = 400
const SLOW_LIMIT_MS = 8_000
const SLOW_JITTER = 0.25
/** After this many consecutive failures the next source is used. */
export const FAILURES_PER_SOURCE = 3
/**
 * After this many failures the code counts as missing: a newer build has other file names, and browsers may cache a
 * failure.
 */
const MAX_CODE_FAILURES = 2

function delayOf(attempts: number, age: number, random: number): number {
  if (attempts === 0) return FIRST_DELAY_MS + FIRST_JITTER_MS * random
  if (age < FAST_PHASE_MS) return FAST_DELAY_MS + FAST_JITTER_MS * random
  const doublings = Math.min(3, Math.floor(age / FAST_PHASE_MS))
  const base = Math.min(SLOW_LIMIT_MS, FAST_DELAY_MS * 2 ** doublings)
  return base * (1 + SLOW_JITTER * (random * 2 - 1))
}

/** The source to try after `sourceId`: the same one, or the next playable one, cyclic. */
function nextSource(sourceIds: readonly string[], sourceId: string, mustLeave: boolean, outage: Outage): string | null {
  const at = Math.max(0, sourceIds.indexOf(sourceId))
  const order = [...sourceIds.slice(at + 1), ...sourceIds.slice(0, at + 1)]
  const playable = order.filter((id) => !outage.unplayable.has(id))
  if (!mustLeave && playable.includes(sourceId)) return sourceId
  return playable[0] ?? null
}

const beginning = (since: number): Outage => ({
  since,
  failuresHere: 0,
  unplayable: new Set<string>(),
  attempts: 0,
  damaged: 0,
  codeFailures: 0,
})

/** State for trying one source while another is known to play: the next failure leaves it. */
export function lastTry(at: number): Outage {
  return { ...beginning(at), failuresHere: FAILURES_PER_SOURCE - 1 }
}

/**
 * The plan after a failed attempt. Pure. `random` in [0, 1). Sources are tried in order (FLV, HLS, next source). An
 * unplayable one is skipped for the rest of the outage.
 */
export function planRetry(
  outage: Outage | null,
  { at, sourceId: failedId, failure }: Failure,
  sourceIds: readonly string[],
  random: number,
): RetryPlan {
  const before = outage ?? beginning(at)
  const isUnsupported = failure === 'unsupported'
  const unplayable = isUnsupported ? new Set([...before.unplayable, failedId]) : before.unplayable
  const failuresHere = before.failuresHere + 1
  const mustLeave = isUnsupported || failuresHere >= FAILURES_PER_SOURCE
  const damaged = failure === 'media' ? before.damaged + 1 : 0
  const codeFailures = failure === 'no-code' ? before.codeFailures + 1 : 0
  const failed = { ...before, unplayable, failuresHere, damaged, codeFailures }
  const sourceId = nextSource(sourceIds, failedId, mustLeave, failed)
  if (sourceId === null) return { kind: 'hopeless', outage: failed }
  const isSame = sourceId === failedId
  const delayMs = isUnsupported ? 0 : delayOf(before.attempts, at - before.since, random)
  const attempts = isUnsupported ? before.attempts : before.attempts + 1
  const next = { ...failed, attempts, failuresHere: isSame && !mustLeave ? failuresHere : 0 }
  return { kind: 'retry', outage: next, sourceId, delayMs }
}

/** The error to show besides the retry; null while recovery is likely. */
export function errorOf(
  { since, damaged, codeFailures }: Outage,
  at: number,
): 'unreachable' | 'damaged' | 'no-code' | null {
  if (codeFailures >= MAX_CODE_FAILURES) return 'no-code'
  if (damaged >= FAILURES_PER_SOURCE) return 'damaged'
  return at - since >= FAST_PHASE_MS ? 'unreachable' : null
}
