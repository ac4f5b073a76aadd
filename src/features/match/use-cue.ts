import { useEffect, useRef, useState } from 'react'
import { serverNow } from '#transport/client.ts'
import { animationText as text } from '#lib/text/animation.ts'
import type { MatchNow } from '#state/room/room-match.ts'
import type { Cue } from './scene.ts'
import type { StoryFacts } from './story.ts'

/** What a change of the score alone says: basketball tells its points by nothing else. */
function pointsCue(before: MatchNow, after: MatchNow): Cue | null {
  const home = after.homeScore - before.homeScore
  const away = after.guestScore - before.guestScore
  const points = Math.max(home, away)
  if (points <= 0 || points > 3) return null // another match, or several at once
  const at = serverNow()
  const side = home >= away ? 'home' : 'away'
  return { id: `points ${at}`, type: 'points', side, text: text.points(points), points, at }
}

/** The newest thing that happened since the board is open; what was there before is no news. */
export function useCue(match: MatchNow, kind: StoryFacts['kind']): Cue | null {
  const [cue, setCue] = useState<Cue | null>(null)
  const before = useRef(match)
  useEffect(() => {
    const known = new Set(before.current.events.map(({ id }) => id))
    const news = match.events.filter(({ id }) => !known.has(id)).at(-1)
    const scored = kind === 'basketball' ? pointsCue(before.current, match) : null
    before.current = match
    if (news) setCue({ ...news, points: null, at: serverNow() })
    else if (scored) setCue(scored)
  }, [match, kind])
  return cue
}
