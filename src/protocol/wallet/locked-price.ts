/**
 * Prices that are locked for a member for some seconds: quotes of conversions, cash-outs and odds. A lock is an option:
 * the member takes it only if the market moves the right way. Two rules remove its value. The spread covers what the fair
 * price can move within the life of a lock, and a lock that is worth more than it costs at the moment of acceptance is
 * refused. Each accepted lock then has a gain of at most zero at the fair price of that moment, so no strategy has a
 * positive expected gain.
 */

const PPM = 1_000_000

/** What the house gives for something of this fair price: less the spread, rounded down. Also the value of a cash-out. */
export function bidOf(fair: number, spreadPpm: number): number {
  return Number((BigInt(fair) * BigInt(PPM - spreadPpm)) / BigInt(PPM))
}

/** What the house asks for something of this fair price: plus the spread, rounded up. */
export function askOf(fair: number, spreadPpm: number): number {
  return Number((BigInt(fair) * BigInt(PPM + spreadPpm) + BigInt(PPM - 1)) / BigInt(PPM))
}

/** What the member gives and gets, valued at the fair price of this moment in one unit. */
export interface LockValue {
  readonly given: bigint
  readonly taken: bigint
}

/** Why a lock cannot be accepted at `now`; null if it can. `moved`: the member would gain at the fair price. */
export function lockProblem(expiresAt: number, now: number, { given, taken }: LockValue): 'expired' | 'moved' | null {
  if (now >= expiresAt) return 'expired'
  return taken > given ? 'moved' : null
}
