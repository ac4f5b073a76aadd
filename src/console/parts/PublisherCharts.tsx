import { useState } from 'react'
import type { IngestStateView } from '#protocol/console/rooms.ts'
import { MAX_DRIFT_MS, MAX_KEY_FRAME_MS } from '#protocol/rules/publisher-checks.ts'
import { formatCount } from '#lib/format.ts'
import { roomsText } from '#messages/zh/console/rooms.ts'
import styles from './PublisherCharts.module.css'

/** Samples of the charts: two minutes, one every two seconds. */
const MAX_SAMPLES = 60
const WIDTH = 120
const HEIGHT = 32

interface Sample {
  readonly kbps: number | null
  readonly fps: number | null
  readonly driftMs: number | null
  readonly keyFrameAgeMs: number | null
}

/** Without a publisher nothing is known: the format is that of the last one. */
function sampleOf({ state, kbps, format }: IngestStateView): Sample {
  const isLive = state === 'live'
  const { fps = null, driftMs = null, keyFrameAgeMs = null } = (isLive ? format : null) ?? {}
  return { kbps: isLive ? kbps : null, fps, driftMs, keyFrameAgeMs }
}

/** The last figures of this publisher while the page was open. A new publisher begins again. */
function useSamples(ingest: IngestStateView): readonly Sample[] {
  const [kept, setKept] = useState({ ingest, samples: [sampleOf(ingest)] as readonly Sample[] })
  if (kept.ingest !== ingest) {
    const samples = kept.ingest.since === ingest.since ? kept.samples : []
    setKept({ ingest, samples: [...samples, sampleOf(ingest)].slice(-MAX_SAMPLES) })
  }
  return kept.samples
}

interface ChartsProps {
  readonly ingest: IngestStateView
  readonly maxKbps: number
}

/** Live figures of a publisher as small charts: bit rate, frame rate, drift of the clocks, age of the last key frame. */
export function PublisherCharts({ ingest, maxKbps }: ChartsProps) {
  const samples = useSamples(ingest)
  const { kbps, fps, driftMs, keyFrameAgeMs } = sampleOf(ingest)
  const ms = (value: number) => roomsText('room.offsetOf', { ms: signed(value) })
  return (
    <div className={styles.charts}>
      <Chart
        name={roomsText('chart.kbps')}
        value={kbps === null ? '—' : roomsText('chart.kbpsOf', { kbps: formatCount(kbps) })}
        values={samples.map((sample) => sample.kbps)}
        limits={[maxKbps]}
      />
      <Chart
        name={roomsText('room.fps')}
        value={fps === null || fps === 0 ? '—' : roomsText('room.fpsOf', { fps: String(fps) })}
        values={samples.map((sample) => sample.fps)}
        limits={[]}
      />
      <Chart
        name={roomsText('chart.drift')}
        value={driftMs === null ? '—' : ms(driftMs)}
        values={samples.map((sample) => sample.driftMs)}
        limits={[-MAX_DRIFT_MS, MAX_DRIFT_MS]}
      />
      <Chart
        name={roomsText('room.lastKeyFrame')}
        value={
          keyFrameAgeMs === null ? '—' : roomsText('room.secondsAgo', { seconds: (keyFrameAgeMs / 1000).toFixed(1) })
        }
        values={samples.map((sample) => sample.keyFrameAgeMs)}
        limits={[MAX_KEY_FRAME_MS]}
      />
    </div>
  )
}

const signed = (value: number): string => (value > 0 ? `+${formatCount(value)}` : formatCount(value))

interface ChartProps {
  readonly name: string
  readonly value: string
  /** Oldest first; null for an unknown one. */
  readonly values: readonly (number | null)[]
  /** Values that are drawn as dashed lines. */
  readonly limits: readonly number[]
}

function Chart({ name, value, values, limits }: ChartProps) {
  const known = values.filter((each) => each !== null)
  const low = Math.min(0, ...known, ...limits)
  const high = Math.max(1, ...known, ...limits)
  const margin = (high - low) / 10
  const yOf = (each: number) => HEIGHT - ((each - low + margin) / (high - low + 2 * margin)) * HEIGHT
  const xOf = (index: number) => WIDTH - ((values.length - 1 - index) * WIDTH) / (MAX_SAMPLES - 1)
  const points = values.flatMap((each, index) => (each === null ? [] : [`${xOf(index)},${yOf(each)}`]))
  return (
    <figure className={styles.chart}>
      <figcaption>
        <span>{name}</span>
        <strong>{value}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {limits.map((limit) => (
          <line key={limit} className={styles.limit} x1={0} x2={WIDTH} y1={yOf(limit)} y2={yOf(limit)} />
        ))}
        {points.length > 1 && <polyline className={styles.line} points={points.join(' ')} />}
      </svg>
    </figure>
  )
}
