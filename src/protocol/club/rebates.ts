/** Days after the day of the turnover in which a rebate can be claimed. */
export const REBATE_CLAIM_DAYS = 7

const MILLION = 1_000_000n

/** The rebate of a turnover in its minor units, rounded down. */
export function rebateOf(turnover: number, ppm: number): number {
  return Number((BigInt(turnover) * BigInt(ppm)) / MILLION)
}

/** What was written for a day. */
export interface RebateDay {
  readonly day: number
  readonly turnover: number
  readonly ppm: number
  readonly amount: number
  /** The part of `amount` that corrects earlier days. */
  readonly correction: number
}

export interface RebateInput {
  /** Settled turnover by day, as it counts now. */
  readonly turnover: ReadonlyMap<number, number>
  /** The days that were written. */
  readonly written: readonly RebateDay[]
  /** The rate on a day without a written one. */
  readonly ppmOn: (day: number) => number
  /** The first and last day to write. */
  readonly from: number
  readonly to: number
}

/**
 * The rebates of one member, class and currency for the days `from` to `to` (S7.83). A written day never changes: what a
 * resettlement has changed since is added to the next day, or taken from the next days until nothing is left to take. So
 * the sum of all days is the rebate of all turnover, unless too much was given.
 */
export function rebateDays({ turnover, written, ppmOn, from, to }: RebateInput): RebateDay[] {
  const known = new Map(written.map((one) => [one.day, one]))
  const days = [...new Set([...turnover.keys(), ...known.keys(), to])].filter((day) => day <= to)
  const made: RebateDay[] = []
  let due = 0
  let given = 0
  for (const day of days.toSorted((one, other) => one - other)) {
    const row = known.get(day)
    const ppm = row?.ppm ?? ppmOn(day)
    const own = rebateOf(turnover.get(day) ?? 0, ppm)
    due += own
    if (row) given += row.amount
    else if (day >= from) {
      const amount = Math.max(0, due - given)
      given += amount
      if (amount > 0 || (turnover.get(day) ?? 0) > 0)
        made.push({ day, turnover: turnover.get(day) ?? 0, ppm, amount, correction: amount - own })
    }
  }
  return made
}
