import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StreamSource } from '#protocol/endpoints/live.ts'
import {
  DEFAULT_PREFERENCES,
  INITIAL_STATE,
  type Picture,
  type PlayerPreferences,
  type PlayerState,
} from './player-state.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'
import { PlayerSession } from './session.ts'

interface SessionInput {
  readonly picture: Picture
  readonly sources: readonly StreamSource[] | null
  readonly preferences?: PlayerPreferences | undefined
  readonly onPreferences?: ((preferences: PlayerPreferences) => void) | undefined
  readonly onStats?: ((stats: PlayerStats | null) => void) | undefined
}

export interface SessionOutput {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly still: RefObject<HTMLCanvasElement | null>
  readonly state: PlayerState
  readonly stats: PlayerStats | null
  readonly session: PlayerSession | null
}

/** A player session for the lifetime of the component. Preferences are read once. */
export function useSession(input: SessionInput): SessionOutput {
  const video = useRef<HTMLVideoElement>(null)
  const still = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<PlayerState>(INITIAL_STATE)
  const [stats, setStats] = useState<PlayerStats | null>(null)
  const [session, setSession] = useState<PlayerSession | null>(null)

  const firstPreferences = useEffectEvent(() => input.preferences ?? DEFAULT_PREFERENCES)
  const reportPreferences = useEffectEvent((preferences: PlayerPreferences) => input.onPreferences?.(preferences))
  const reportStats = useEffectEvent((next: PlayerStats | null) => {
    setStats(next)
    input.onStats?.(next)
  })
  useEffect(() => {
    if (!video.current || !still.current) return
    const created = new PlayerSession({
      video: video.current,
      still: still.current,
      preferences: firstPreferences(),
      onPreferences: (preferences) => reportPreferences(preferences),
      onState: setState,
      onStats: (next) => reportStats(next),
    })
    setSession(created)
    return () => created.destroy()
  }, [])

  useEffect(() => {
    session?.follow(input.picture, input.sources)
  }, [session, input.picture, input.sources])

  return { video, still, state, stats, session }
}
