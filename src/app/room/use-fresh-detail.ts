import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import type { MatchDetail } from '#state/room/room-match.ts'
import { matchPhaseAtom } from '#state/room/room-match.ts'
import { useRefetchWhenStale } from '#state/data/reconnect.ts'

/** All viewers of a room hear of its next match in one frame: their questions are spread over this time. */
const SPREAD_MS = 15_000

/** Asks again what the match is when the next one begins in the room, and when the page comes back after a while. */
export function useFreshDetail(detail: MatchDetail | null, retry: () => void): void {
  const phase = useAtomValue(matchPhaseAtom)
  const known = useRef(phase)
  useEffect(() => {
    const last = known.current
    known.current = phase
    if (phase !== 'before' || last === phase || last === null) return
    const timer = window.setTimeout(retry, Math.random() * SPREAD_MS)
    return () => window.clearTimeout(timer)
  }, [phase, retry])
  useRefetchWhenStale(detail, retry)
}
