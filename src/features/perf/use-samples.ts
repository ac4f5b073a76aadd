import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { readCommitTimes } from '#state/feed/feed-pump.ts'
import { playerStatsAtom } from '#state/room/player-stats.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import type { FeedItem } from '#state/feed/feed-state.ts'
import { serverNow, transportStats } from '#transport/client.ts'
import { createFrameProbe } from './engine/frame-probe.ts'
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
    const delays = new VisibleDelays()
    const probe = createFrameProbe(findChatList, (_at, seq) => delays.painted(seq, store.get(feedAtom).items))
    probe.start()
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
        const sample = sampleOf(before, reading, delays.take())
        setSamples((samples) => withSample(samples, sample))
      }
      before = reading
    }
    void read()
    const timer = setInterval(() => void read(), INTERVAL_MS)
    return () => {
      isOver = true
      probe.stop()
      clearInterval(timer)
    }
  }, [store])
  return samples
}

const findChatList = () => document.querySelector('[role="log"]')

/** Collects the time from the log to the screen of each message that becomes visible. */
export class VisibleDelays {
  #delaysMs: number[] = []
  #newestSeq: number | null = null

  /** Call for each painted frame with the newest visible sequence number and the items of the list. */
  painted(seq: number | null, items: readonly FeedItem[]): void {
    if (seq === null) return
    const before = this.#newestSeq
    this.#newestSeq = seq
    // The first visible messages are history.
    if (before === null || seq <= before) return
    const now = serverNow()
    for (let index = items.length - 1; index >= 0; index -= 1) {
      const item = items[index]
      if (item?.type !== 'row') continue
      if (item.row.seq <= before) break
      if (item.row.seq <= seq) this.#delaysMs.push(Math.max(0, now - item.row.at))
    }
  }

  /** Returns the delays since the last call, milliseconds. */
  take(): readonly number[] {
    const taken = this.#delaysMs
    this.#delaysMs = []
    return taken
  }
}
