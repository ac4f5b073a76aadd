import { useState } from 'react'
import type { Failure } from '#protocol/result.ts'
import type { RoomSetup } from '#protocol/room/feed.ts'
import { refusedUntil } from './speaking.ts'

/** What the server refused words for. */
interface Rules {
  readonly setup: RoomSetup
  readonly mutedUntil: number | null
}

/**
 * Why the last words were not taken, as long as that holds. It is about the rules of that moment: under other ones, or
 * with the mute lifted, the server is asked again.
 */
export function useRefusal({ setup, mutedUntil }: Rules, now: number) {
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [known, setKnown] = useState({ setup, mutedUntil })
  if (known.setup !== setup || known.mutedUntil !== mutedUntil) {
    setKnown({ setup, mutedUntil })
    setRefusal(null)
  }
  const until = refusal && refusedUntil(refusal)
  const isOver = until !== null && until <= now
  return [isOver ? null : refusal, setRefusal] as const
}
