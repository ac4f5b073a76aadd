import { useCallback, useEffect, useRef, useState } from 'react'
import { AJ, type CaptchaType } from '#protocol/verification.ts'
import { getPuzzle, type Puzzle } from './puzzle.ts'

const TYPES: readonly CaptchaType[] = ['blockPuzzle', 'clickWord']

interface PuzzleSource {
  /** null while it is loaded. */
  readonly puzzle: Puzzle | null
  /** Requests a puzzle of the other kind. */
  readonly refresh: () => void
}

interface PuzzleEvents {
  /** No puzzle is available; `text` is shown to the viewer. */
  readonly onRefused: (text: string) => void
  /** The picture has expired (120 s) and a new one is loaded. */
  readonly onExpired: () => void
}

/**
 * Pictures for the check. The first kind is random, then they alternate. `isHeld` = an answer is being checked, so the
 * picture does not expire.
 */
export function usePuzzle(isHeld: boolean, events: PuzzleEvents): PuzzleSource {
  const [turn, setTurn] = useState(() => (Math.random() < 0.5 ? 0 : 1))
  const [fetched, setFetched] = useState<{ readonly turn: number; readonly puzzle: Puzzle } | null>(null)
  const newest = useRef(events)
  useEffect(() => {
    newest.current = events
  }, [events])
  const puzzle = fetched?.turn === turn ? fetched.puzzle : null
  const refresh = useCallback(() => setTurn((now) => now + 1), [])

  useEffect(() => {
    const waiting = new AbortController()
    const fetch = async () => {
      const result = await getPuzzle(TYPES[turn % TYPES.length] ?? 'blockPuzzle', waiting.signal)
      if (waiting.signal.aborted) return
      if (result.type === 'puzzle') setFetched({ turn, puzzle: result.puzzle })
      else newest.current.onRefused(result.text)
    }
    void fetch()
    return () => waiting.abort()
  }, [turn])

  useEffect(() => {
    if (puzzle === null || isHeld) return
    const timer = window.setTimeout(() => {
      newest.current.onExpired()
      refresh()
    }, AJ.imageLifetimeMs)
    return () => window.clearTimeout(timer)
  }, [puzzle, isHeld, refresh])

  return { puzzle, refresh }
}
