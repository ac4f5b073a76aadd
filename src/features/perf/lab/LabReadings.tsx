import { labMessages as text } from '#lib/messages/lab.ts'
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
  value === null || value === undefined ? text.none : format(value)

function tilesOf(sample: LabSample | undefined): readonly Tile[] {
  const { hasLongTasks, hasHeap } = browserAbilities()
  return [
    { label: text.p50, value: orNone(sample?.p50, text.milliseconds), hint: text.latencyHint, isLead: true },
    { label: text.p95, value: orNone(sample?.p95, text.milliseconds), hint: text.latencyHint, isLead: true },
    { label: text.p99, value: orNone(sample?.p99, text.milliseconds), hint: text.latencyHint, isLead: true },
    { label: text.fps, value: orNone(sample?.framesPerSecond, String) },
    { label: text.busy, value: orNone(sample?.busy, text.percent) },
    { label: text.longTasks, value: hasLongTasks ? orNone(sample?.longTasks, String) : text.notMeasured },
    { label: text.generatedPerSecond, value: orNone(sample?.generatedPerSecond, String) },
    { label: text.shownPerSecond, value: orNone(sample?.shownPerSecond, String) },
    { label: text.foldedPerSecond, value: orNone(sample?.foldedPerSecond, String) },
    { label: text.rows, value: orNone(sample?.rows, String) },
    { label: text.heap, value: hasHeap ? orNone(sample?.heapMb, text.megabytes) : text.notMeasured },
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
          title={text.chartLatency}
          minTop={20}
          series={[
            { values: series(({ p50 }) => p50), line: 'thin' },
            { values: series(({ p99 }) => p99), line: 'dashed' },
            { values: series(({ p95 }) => p95), line: 'thick' },
          ]}
        />
        <LabChart
          title={text.chartRate}
          minTop={10}
          series={[
            { values: series(({ generatedPerSecond }) => generatedPerSecond), line: 'thick' },
            { values: series(({ shownPerSecond }) => shownPerSecond), line: 'dashed' },
          ]}
        />
        <LabChart
          title={text.chartFrames}
          minTop={100}
          series={[{ values: series(({ framesPerSecond }) => framesPerSecond), line: 'thick' }]}
        />
        <LabChart
          title={text.chartBusy}
          minTop={100}
          series={[{ values: series(({ busy }) => (busy === null ? null : busy * 100)), line: 'thick' }]}
        />
      </div>
    </>
  )
}
