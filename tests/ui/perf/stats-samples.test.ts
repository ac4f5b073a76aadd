import { NO_STATS } from '../support/feed-fixtures.ts'
import { describe, expect, it } from 'vitest'
import type { Reading } from '#features/perf/samples.ts'
import { SAMPLES_PER_MINUTE, sampleOf, withSample } from '#features/perf/samples.ts'
import { samplesJson } from '#features/perf/StatsPanel.tsx'
import { totalsAfter } from '#features/perf/totals.ts'

const ZERO = {
  ...NO_STATS,
}

function reading(
  at: number,
  transport: Partial<typeof ZERO>,
  commits = { commits: 0, totalMs: 0, longestMs: 0 },
): Reading {
  const counted = { ...ZERO, ...transport }
  return {
    at,
    transport: counted,
    totals: totalsAfter(null, counted),
    commits,
    player: null,
    workerRoundTripMs: 0.4,
  }
}

describe('samples of the stats panel', () => {
  it('D.8 contain rates over the elapsed time, and means per frame and render', () => {
    const before = reading(1_000, { entriesReceived: 100, rowsShown: 90, frames: 10, openMsTotal: 5 })
    const after = reading(
      3_000,
      {
        entriesReceived: 2_100,
        rowsShown: 1_090,
        rowsDropped: 1_000,
        rowsDroppedHigh: 200,
        frames: 30,
        openMsTotal: 15,
        queueLength: 7,
      },
      { commits: 40, totalMs: 80, longestMs: 9 },
    )
    expect(sampleOf(before, after)).toMatchObject({
      receivedPerSecond: 1_000,
      shownPerSecond: 500,
      droppedPerSecond: 500,
      droppedHighPerSecond: 100,
      droppedLowPerSecond: 400,
      queueLength: 7,
      openMs: 0.5,
      commitMs: 2,
      longestCommitMs: 9,
      workerRoundTripMs: 0.4,
    })
  })

  it('have no negative rates after a worker was replaced', () => {
    const sample = sampleOf(reading(0, { entriesReceived: 900, batches: 50 }), reading(1_000, { entriesReceived: 3 }))
    expect(sample).toMatchObject({ receivedPerSecond: 0, batchesPerSecond: 0, openMs: 0, commitMs: 0 })
  })

  it('settled 19 add reconnects and gaps over replaced workers, and count a replacement as a reconnect', () => {
    const readings = [
      { reconnects: 2, gaps: 1 },
      { reconnects: 3, gaps: 1 },
      { reconnects: 0, gaps: 0, workersReplaced: 1 },
      { reconnects: 1, gaps: 4, workersReplaced: 1 },
      { reconnects: 0, gaps: 0, workersReplaced: 3 },
    ]
    let before: Parameters<typeof totalsAfter>[0] = null
    const totals = readings.map((read) => {
      const transport = { ...ZERO, ...read }
      before = { transport, totals: totalsAfter(before, transport) }
      return [before.totals.reconnects, before.totals.gaps]
    })
    expect(totals).toEqual([
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 5],
      [7, 5],
    ])
  })

  it('cover a minute, and can be exported as JSON and parsed back', () => {
    const sample = sampleOf(reading(0, {}), reading(1_000, {}))
    let samples: ReturnType<typeof withSample> = []
    for (let second = 0; second < 90; second += 1) samples = withSample(samples, { ...sample, at: second })
    expect(samples).toHaveLength(SAMPLES_PER_MINUTE)
    expect(samples[0]?.at).toBe(30)
    const saved = JSON.parse(samplesJson(samples, new Date(0), 'a browser')) as { takenAt: string; samples: unknown[] }
    expect(saved).toMatchObject({ product: 'grandstand', takenAt: '1970-01-01T00:00:00.000Z', userAgent: 'a browser' })
    expect(saved.samples).toHaveLength(SAMPLES_PER_MINUTE)
  })
})
