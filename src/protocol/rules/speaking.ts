import type { EntryData, RoomSetup } from '../room/feed.ts'

/** Rules of who may speak and how often; the welcome text is none, it only stands over the chat. */
const SPEAKING_RULES = ['muteAll', 'slowModeSeconds', 'minVipLevel'] as const satisfies readonly (keyof RoomSetup)[]
export type SpeakingRule = (typeof SPEAKING_RULES)[number]

/** Fields in which two setups differ. */
export function setupChanges(before: RoomSetup, after: RoomSetup): (keyof RoomSetup)[] {
  return (Object.keys(after) as (keyof RoomSetup)[]).filter((field) => after[field] !== before[field])
}

/** The rules of speaking that an entry changed, the strictest first; null when an older entry does not say which. */
export function changedRules({ changed }: EntryData['setup']): readonly SpeakingRule[] | null {
  return changed === undefined ? null : SPEAKING_RULES.filter((rule) => changed.includes(rule))
}

/** The rules of speaking that hold somebody back, the strictest first. */
export function rulesHolding(setup: RoomSetup): readonly SpeakingRule[] {
  return SPEAKING_RULES.filter((rule) => Boolean(setup[rule]))
}

/** The setup alone, as it holds from an entry on. */
export function setupOf(entry: EntryData['setup']): RoomSetup {
  const { changed: _, ...setup } = entry
  return setup
}

/** S6.7: a line of the chat tells of rules that changed; nobody has to be told of anything else. */
export function isAnnounced(entry: EntryData['setup']): boolean {
  return changedRules(entry)?.length !== 0
}

/** The end of a mute that has none: the last day that every clock, database and calendar here can hold. */
export const PERMANENT_MUTE_END = Date.UTC(9999, 11, 31)

/** Whether a mute holds until somebody lifts it. */
export function isPermanentMute(until: number): boolean {
  return until >= PERMANENT_MUTE_END
}
