import { NO_STATS } from '../support/feed-fixtures.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Reading, sampleOf } from '#features/perf/samples.ts'
import { StatsPanel } from '#features/perf/StatsPanel.tsx'
import { useSamples } from '#features/perf/use-samples.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'
import { mount, type Mounted } from '../support/mount.tsx'

vi.mock('#features/perf/use-samples.ts', () => ({ useSamples: vi.fn<() => unknown>() }))

let mounted: Mounted
afterEach(() => mounted.unmount())

const PLAYER: PlayerStats = {
  engine: 'hls',
  sourceId: 'hls',
  firstFrameMs: 420,
  latencySeconds: 2.4,
  isLatencyKnown: true,
  bufferSeconds: 1.1,
  bytesPerSecond: 125_000,
  framesPerSecond: 25,
  droppedFrames: 0,
  playbackRate: 1,
  stalls: 0,
  connections: 1,
  jumps: 0,
}

const DELAYS = [10, 20, 30, 40]

function show(player: PlayerStats): void {
  const transport = {
    ...NO_STATS,
  }
  const commits = { commits: 0, totalMs: 0, longestMs: 0 }
  const reading = (at: number): Reading => ({
    at,
    transport,
    totals: { reconnects: 0, gaps: 0 },
    commits,
    player,
    workerRoundTripMs: 1,
  })
  vi.mocked(useSamples).mockReturnValue([sampleOf(reading(0), reading(1_000), DELAYS)])
  mounted = mount(<StatsPanel onClose={() => undefined} />)
}

/** The value of a label. */
const figure = (label: string) => page.getByText(label, { exact: true }).element().nextElementSibling?.textContent

it('D.8 the panel shows the delay of the video if it is measured', () => {
  show(PLAYER)
  expect([figure('延迟'), figure('缓冲')]).toEqual(['2.4 秒', '1.1 秒'])
})

it('D.8 the panel shows percentiles of the time from the log to the screen', () => {
  show(PLAYER)
  expect([figure('上屏 p50'), figure('上屏 p95'), figure('上屏 p99')]).toEqual(['20 毫秒', '40 毫秒', '40 毫秒'])
})

it('the panel does not show the buffer as a delay', () => {
  show({ ...PLAYER, engine: 'flv', latencySeconds: 1.1, isLatencyKnown: false })
  expect([figure('延迟'), figure('缓冲')]).toEqual(['无', '1.1 秒'])
})
