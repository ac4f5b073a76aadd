import { perfText } from '#messages/zh/perf.ts'
import { inMegabytes, inMilliseconds, inPercent } from './lab-labels.ts'
import { browserAbilities } from '../engine/page-load.ts'
import type { LabSample } from '../engine/summary.ts'
import { LabChart } from './LabChart.tsx'
import styles from './LabReadings.module.css'

interface Tile {
  readonly label: string
  readonly value: string
  readonly hint?: string
  readonly isLead?: boolean
}

const orNone = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? perfText('lab.none') : format(value)

function tilesOf(sample: LabSample | undefined): readonly Tile[] {
  const { hasLongTasks, hasHeap } = browserAbilities()
  return [
    {
      label: perfText('lab.p50'),
      value: orNone(sample?.p50, inMilliseconds),
      hint: perfText('lab.latencyHint'),
      isLead: true,
    },
    {
      label: perfText('lab.p95'),
      value: orNone(sample?.p95, inMilliseconds),
      hint: perfText('lab.latencyHint'),
      isLead: true,
    },
    {
      label: perfText('lab.p99'),
      value: orNone(sample?.p99, inMilliseconds),
      hint: perfText('lab.latencyHint'),
      isLead: true,
    },
    { label: perfText('lab.fps'), value: orNone(sample?.framesPerSecond, String) },
    { label: perfText('lab.busy'), value: orNone(sample?.busy, inPercent) },
    {
      label: perfText('lab.longTasks'),
      value: hasLongTasks ? orNone(sample?.longTasks, String) : perfText('lab.notMeasured'),
    },
    { label: perfText('lab.generatedPerSecond'), value: orNone(sample?.generatedPerSecond, String) },
    { label: perfText('lab.shownPerSecond'), value: orNone(sample?.shownPerSecond, String) },
    { label: perfText('lab.foldedPerSecond'), value: orNone(sample?.foldedPerSecond, String) },
    { label: perfText('lab.rows'), value: orNone(sample?.rows, String) },
    {
      label: perfText('lab.heap'),
      value: hasHeap ? orNone(sample?.heapMb, inMegabytes) : perfText('lab.notMeasured'),
    },
  ]
}

/** The readings of the current or the last run: newest values and charts. */
export function LabReadings({ samples }: { readonly samples: readonly LabSample[] }) {
  const series = (read: (sample: LabSample) => number | null) => samples.map(read)
  return (
    <>
      <dl className={styles.tiles}>
        {tilesOf(samples.at(-1)).map(({ label, value, hint, isLead }) => (
          <div key={label} className={styles.tile} data-lead={isLead || undefined}>
            <dt>
              {label}
              {hint && <small>{hint}</small>}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.charts}>
        <LabChart
          title={perfText('lab.chartLatency')}
          minTop={20}
          series={[
            { values: series(({ p50 }) => p50), line: 'thin' },
            { values: series(({ p99 }) => p99), line: 'dashed' },
            { values: series(({ p95 }) => p95), line: 'thick' },
          ]}
        />
        <LabChart
          title={perfText('lab.chartRate')}
          minTop={10}
          series={[
            { values: series(({ generatedPerSecond }) => generatedPerSecond), line: 'thick' },
            { values: series(({ shownPerSecond }) => shownPerSecond), line: 'dashed' },
          ]}
        />
        <LabChart
          title={perfText('lab.chartFrames')}
          minTop={100}
          series={[{ values: series(({ framesPerSecond }) => framesPerSecond), line: 'thick' }]}
        />
        <LabChart
          title={perfText('lab.chartBusy')}
          minTop={100}
          series={[{ values: series(({ busy }) => (busy === null ? null : busy * 100)), line: 'thick' }]}
        />
      </div>
    </>
  )
}
