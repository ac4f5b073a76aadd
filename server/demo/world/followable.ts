import type { Followable } from '../../matches/match.ts'
import { ANCHORS, TEAMS } from './teams.ts'

/** All anchors and teams of the demo. */
export const FOLLOWABLES: readonly Followable[] = [
  ...ANCHORS.map(({ key, nick, logo }) => ({ kind: 'anchor' as const, key, name: nick, logo })),
  ...Object.values(TEAMS)
    .flat()
    .map(({ key, name, crest }) => ({ kind: 'team' as const, key, name, logo: crest })),
]
