import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { normalUserName } from '#protocol/rules/member/account.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { Database } from '../database/database.ts'
import { session } from '../database/schema/session.ts'
import { type CountLimit, countersOfAddress, RateCounters } from './rate-counters.ts'
import { Turns } from './turns.ts'
import { WindowCounter } from './verification/window-counter.ts'

/** S9.12: window in which failed sign-ins are counted. */
export const SIGN_IN_WINDOW_MS = 30 * 60_000
/** Failed attempts per window before account or device must wait for its end. */
export const SIGN_IN_ATTEMPTS = 5
/** Failed attempts of an address per window before its sign-ins need a safety check. Many people may share an address. */
export const ADDRESS_FAILURES = 20
/** Failed attempts of all callers per minute before sign-ins from unknown devices need a safety check. */
export const FLOOD_FAILURES = 120

/**
 * Counts sign-ins per account and device in the database, shared by processes and restarts. Unknown names are counted
 * too and take the same time.
 */
export class SignInGuard {
  readonly #database: Database
  readonly #limit: CountLimit
  readonly #counters: RateCounters
  readonly #flood: WindowCounter
  readonly #turns = new Turns()

  constructor(
    database: Database,
    {
      now,
      attempts = SIGN_IN_ATTEMPTS,
      windowMs = SIGN_IN_WINDOW_MS,
    }: { now: () => number; attempts?: number; windowMs?: number },
  ) {
    this.#database = database
    this.#limit = { max: attempts, windowMs }
    this.#counters = new RateCounters(database, { now })
    this.#flood = new WindowCounter({ now, windowMs: MINUTE_MS, max: 1 })
  }

  /** Runs attempts of one account one after the other. */
  inTurn<Value>(name: string, attempt: () => Promise<Value>): Promise<Value> {
    return this.#turns.run(normalUserName(name), attempt)
  }

  /** Counts wrong credentials for the address, its network, and all callers together. */
  async noteFailure(address: string): Promise<void> {
    this.#flood.add(FLOOD_KEY)
    await this.noteFailureOfAddress(address)
  }

  /** Counts wrong credentials for the address and its network. */
  async noteFailureOfAddress(address: string): Promise<void> {
    for (const { key, limit } of this.#countersOf(address)) {
      // oxlint-disable-next-line no-await-in-loop -- at most two
      await this.#counters.take([key], limit)
    }
  }

  /**
   * Credential stuffing: true if a sign-in needs a safety check because of others. Names from one address, or a flood of
   * failures from many addresses, in which devices that have been signed in before are exempt.
   */
  async isSuspicious(address: string, deviceId: string): Promise<boolean> {
    if ((await this.addressFullUntil(address)) !== null) return true
    return this.#flood.count(FLOOD_KEY) >= FLOOD_FAILURES && !(await this.#isKnownDevice(deviceId))
  }

  /** Until when (epoch ms) an address or its network has too many failures; null if it has not. */
  addressFullUntil(address: string): Promise<number | null> {
    return this.#counters.fullUntil(this.#countersOf(address))
  }

  #countersOf(address: string) {
    return countersOfAddress('sign-in:address', address, { max: ADDRESS_FAILURES, windowMs: this.#limit.windowMs })
  }

  /**
   * Counts an attempt before its password is checked, so that concurrent attempts cannot exceed the limit. Returns until
   * when (epoch ms) account or device must wait, or null. `max` lowers the limit of this attempt.
   */
  take(name: string, deviceId: string, max = this.#limit.max): Promise<number | null> {
    return this.#counters.take(keysOf(name, deviceId), { ...this.#limit, max: Math.min(max, this.#limit.max) })
  }

  /** Failures of account or device in this window (the larger number), and until when they must wait. */
  async failures(name: string, deviceId: string): Promise<{ failures: number; until: number | null }> {
    const { count, fullUntil } = await this.#counters.read(keysOf(name, deviceId), this.#limit)
    return { failures: count, until: fullUntil }
  }

  async #isKnownDevice(deviceId: string): Promise<boolean> {
    const rows = await this.#database.db
      .select({ id: session.id })
      .from(session)
      .where(eq(session.deviceId, deviceId))
      .limit(1)
    return rows.length > 0
  }

  /** The attempt was not made: removes its count from account and device. */
  async cancelAttempt(name: string, deviceId: string): Promise<void> {
    await this.#counters.giveBack(keysOf(name, deviceId))
  }

  /** Removes the failures of an account whose password was replaced. */
  async reset(name: string): Promise<void> {
    const [account] = keysOf(name, '')
    await this.#counters.reset(account)
  }

  /** The attempt succeeded: resets the account, removes the count from the device. */
  async giveBack(name: string, deviceId: string): Promise<void> {
    const [account, device] = keysOf(name, deviceId)
    await this.#counters.reset(account)
    await this.#counters.giveBack([device])
  }
}

const FLOOD_KEY = 'all'

/** In locking order. The name is hashed, because it may be any text. */
function keysOf(name: string, deviceId: string): [account: string, device: string] {
  const account = createHash('sha256').update(normalUserName(name)).digest('hex')
  return [`sign-in:account:${account}`, `sign-in:device:${deviceId}`]
}
