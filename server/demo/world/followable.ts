import type { FollowKind } from '#protocol/endpoints/follow.ts'
import { ANCHORS, TEAMS } from './teams.ts'

/** An anchor or team that a member can follow. */
export interface Followable {
  readonly kind: FollowKind
  readonly key: string
  readonly name: string
  readonly logo: string
}

const ALL: readonly Followable[] = [
  ...ANCHORS.map(({ key, nick, logo }) => ({ kind: 'anchor' as const, key, name: nick, logo })),
  ...Object.values(TEAMS)
    .flat()
    .map(({ key, name, crest }) => ({ kind: 'team' as const, key, name, logo: crest })),
]

/** Returns the one with this name, or null. */
export function followableNamed(kind: FollowKind, name: string): Followable | null {
  return ALL.find((one) => one.kind === kind && one.name === name) ?? null
}

/** Returns the one with this key, or null if it no longer exists. */
export function followableOf(kind: FollowKind, key: string): Followable | null {
  return ALL.find((one) => one.kind === kind && one.key === key) ?? null
}
