import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { readCommitTimes } from '#state/commit-times.ts'
import { playerStatsAtom } from '#state/player-stats.ts'
import { transportStats } from '#transport/client.ts'
import { type Reading, type Sample, sampleOf, withSample } from './samples.ts'

const INTERVAL_MS = 1_000

/** One sample a second for as long as somebody looks. */
export function useSamples(): readonly Sample[] {
  const store = useStore()
  const [samples, setSamples] = useState<readonly Sample[]>([])
  useEffect(() => {
    let before: Reading | null = null
    let isOver = false
    const read = async () => {
      const askedAt = performance.now()
      const transport = await transportStats()
      // While the worker is being replaced there is nothing to read.
      if (isOver || transport === null) return
      const at = performance.now()
      const player = store.get(playerStatsAtom)
      const reading = { at, transport, commits: readCommitTimes(), player, workerRoundTripMs: at - askedAt }
      if (before !== null) {
        const sample = sampleOf(before, reading)
        setSamples((kept) => withSample(kept, sample))
      }
      before = reading
    }
    void read()
    const timer = setInterval(() => void read(), INTERVAL_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [store])
  return samples
}
