import type { EntryData, RoomSetup } from '../room/feed.ts'

/** Fields of the setup that restrict chat messages. The welcome text does not. */
const SPEAKING_RULES = ['muteAll', 'slowModeSeconds', 'minVipLevel'] as const satisfies readonly (keyof RoomSetup)[]
export type SpeakingRule = (typeof SPEAKING_RULES)[number]

/** Fields that differ between two setups. */
export function setupChanges(before: RoomSetup, after: RoomSetup): (keyof RoomSetup)[] {
  return (Object.keys(after) as (keyof RoomSetup)[]).filter((field) => after[field] !== before[field])
}

/** The chat rules that an entry has changed, the strictest first. Null for old entries without this information. */
export function changedRules({ changed }: EntryData['setup']): readonly SpeakingRule[] | null {
  return changed === undefined ? null : SPEAKING_RULES.filter((rule) => changed.includes(rule))
}

/** The active chat rules, the strictest first. */
export function rulesHolding(setup: RoomSetup): readonly SpeakingRule[] {
  return SPEAKING_RULES.filter((rule) => Boolean(setup[rule]))
}

/** The setup of an entry, without `changed`. */
export function setupOf(entry: EntryData['setup']): RoomSetup {
  const { changed: _, ...setup } = entry
  return setup
}

/** S6.7: true if the entry is shown in the chat: a chat rule has changed. */
export function isAnnounced(entry: EntryData['setup']): boolean {
  return changedRules(entry)?.length !== 0
}

/** `until` of a permanent mute: the last day that all clocks and databases support. */
export const PERMANENT_MUTE_END = Date.UTC(9999, 11, 31)

/** True if a mute has no end. */
export function isPermanentMute(until: number): boolean {
  return until >= PERMANENT_MUTE_END
}
