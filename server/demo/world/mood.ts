import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { MatchEvent, MatchPhase } from '#protocol/room/feed.ts'
import type { Mood } from './phrases/phrase.ts'
import type { Random } from './random.ts'

export interface Occasion {
  readonly kind: ContentKind
  readonly phase: MatchPhase
  /** The latest event; null when its effect is over. */
  readonly event: MatchEvent | null
}

/** Returns what a supporter talks about. */
export function moodOf(random: Random, { kind, phase, event }: Occasion, side: 'home' | 'away'): Mood {
  if (kind === 'anchor') return random.chance(0.6) ? 'talk' : 'banter'
  if (event && random.chance(0.8)) return moodOfEvent(event, side)
  switch (phase) {
    case 'before':
      return random.chance(0.6) ? 'before' : 'banter'
    case 'half-time':
      return random.chance(0.5) ? 'break' : 'banter'
    case 'ended':
      return 'ended'
    case 'first-half':
    case 'second-half':
      return random.pick(['open', 'open', 'attack', 'defence', 'banter', 'banter', 'question'])
  }
}

/** The reaction to an event from the view of one side. */
function moodOfEvent(event: MatchEvent, side: 'home' | 'away'): Mood {
  if (event.type === 'goal') return event.side === side ? 'goal-for' : 'goal-against'
  return event.type === 'yellow-card' || event.type === 'red-card' ? 'card' : 'banter'
}
