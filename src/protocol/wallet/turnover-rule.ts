/** Turnover that a bonus requires before a withdrawal (decision 223). Times are epoch milliseconds, amounts minor units of CNY. */
interface TurnoverRequirement {
  /** Play counts from here on. */
  readonly since: number
  /** The requirement ends here, whatever is left. */
  readonly until: number
  readonly needed: number
  /** Settled turnover from `since` on. */
  readonly done: number
}

/** What is missing at `now`. A stake counts for one requirement only, the oldest first. */
export function turnoverLeft(requirements: readonly TurnoverRequirement[], now: number): number {
  const inForce = requirements.filter(({ until }) => now < until).toSorted((one, other) => other.since - one.since)
  let [needed, left] = [0, 0]
  for (const requirement of inForce) {
    needed += requirement.needed
    // What this one and all later ones need, less what was played since it began.
    left = Math.max(left, needed - requirement.done)
  }
  return left
}
