/** Annex E.8: states of a member's part in an activity. The last three are final. */
export const ACTIVITY_STATES = ['none', 'eligible', 'applied', 'claimable', 'claimed', 'rejected', 'expired'] as const
export type ActivityState = (typeof ACTIVITY_STATES)[number]

/** States that are stored. The others follow from the conditions and the clock. */
export type StoredActivityState = Extract<ActivityState, 'applied' | 'claimable' | 'claimed' | 'rejected'>

/** Allowed changes. Everything that is not final can expire. */
const CHANGES: Readonly<Record<ActivityState, readonly ActivityState[]>> = {
  none: ['eligible', 'expired'],
  eligible: ['none', 'applied', 'expired'],
  applied: ['claimable', 'rejected', 'expired'],
  claimable: ['claimed', 'expired'],
  claimed: [],
  rejected: [],
  expired: [],
}

/** True if a state may become another one. */
export function canBecome(from: ActivityState, to: ActivityState): boolean {
  return CHANGES[from].includes(to)
}

/** True for states that never change (I6). */
export function isFinalState(state: ActivityState): boolean {
  return CHANGES[state].length === 0
}

/** Time in which something won in an activity can be claimed after its end. */
export const CLAIM_DAYS = 7

interface Part {
  /** Null before the member has applied. */
  readonly stored: StoredActivityState | null
  /** The conditions are met. */
  readonly isEligible: boolean
  /** New parts can begin until here (exclusive), and stored ones can be claimed until `claimUntil`. Epoch milliseconds. */
  readonly until: number
  readonly claimUntil: number
}

/** The state of a part at `now`. */
export function activityStateAt({ stored, isEligible, until, claimUntil }: Part, now: number): ActivityState {
  if (stored === null) {
    if (now >= until) return 'expired'
    return isEligible ? 'eligible' : 'none'
  }
  return !isFinalState(stored) && now >= claimUntil ? 'expired' : stored
}
