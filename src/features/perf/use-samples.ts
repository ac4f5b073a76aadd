import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { readCommitTimes } from '#state/feed/feed-pump.ts'
import { playerStatsAtom } from '#state/room/player-stats.ts'
import { transportStats } from '#transport/client.ts'
import type { Reading, Sample } from './samples.ts'
import { sampleOf, withSample } from './samples.ts'
import type { Counted } from './totals.ts'
import { totalsAfter } from './totals.ts'

const INTERVAL_MS = 1_000

/** The last reading of this page, also from earlier openings of the panel. */
let counted: Counted | null = null

/**
 * Takes one sample per second while the panel is open. A pending request is not repeated; several responses at once
 * would give wrong rates.
 */
export function useSamples(): readonly Sample[] {
  const store = useStore()
  const [samples, setSamples] = useState<readonly Sample[]>([])
  useEffect(() => {
    let before: Reading | null = null
    let isOver = false
    let isAsking = false
    const read = async () => {
      if (isAsking) return
      isAsking = true
      const askedAt = performance.now()
      const transport = await transportStats()
      isAsking = false
      // While the worker is being replaced there is nothing to read.
      if (isOver || transport === null) return
      const at = performance.now()
      const player = store.get(playerStatsAtom)
      counted = { transport, totals: totalsAfter(counted, transport) }
      const reading = { at, ...counted, commits: readCommitTimes(), player, workerRoundTripMs: at - askedAt }
      if (before !== null) {
        const sample = sampleOf(before, reading)
        setSamples((samples) => withSample(samples, sample))
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
