/** The end of a mute that has none: the last day that every clock, database and calendar here can hold. */
export const MUTED_FOR_GOOD = Date.UTC(9999, 11, 31)

/** Whether a mute holds until somebody lifts it. */
export function isMutedForGood(until: number): boolean {
  return until >= MUTED_FOR_GOOD
}
