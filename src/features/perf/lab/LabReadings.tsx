import { perfText } from '#messages/zh/perf.ts'
import { inMegabytes, inMilliseconds, inPercent } from './lab-labels.ts'
import { browserAbilities } from '../engine/page-load.ts'
import type { LabSample } from '../engine/summary.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { LabChart } from './LabChart.tsx'
import styles from './LabReadings.module.css'

const orNone = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? perfText('lab.none') : format(value)

const LATENCIES = ['p50', 'p95', 'p99'] as const

function figuresOf(sample: LabSample | undefined): readonly (readonly [name: string, value: string])[] {
  const { hasLongTasks, hasHeap } = browserAbilities()
  return [
    [perfText('lab.fps'), orNone(sample?.framesPerSecond, String)],
    [perfText('lab.busy'), orNone(sample?.busy, inPercent)],
    [perfText('lab.longTasks'), hasLongTasks ? orNone(sample?.longTasks, String) : perfText('lab.notMeasured')],
    [perfText('lab.generatedPerSecond'), orNone(sample?.generatedPerSecond, String)],
    [perfText('lab.shownPerSecond'), orNone(sample?.shownPerSecond, String)],
    [perfText('lab.foldedPerSecond'), orNone(sample?.foldedPerSecond, String)],
    [perfText('lab.rows'), orNone(sample?.rows, String)],
    [perfText('lab.heap'), hasHeap ? orNone(sample?.heapMb, inMegabytes) : perfText('lab.notMeasured')],
  ]
}

/** The readings of the current or the last run: newest values and charts. */
export function LabReadings({ samples }: { readonly samples: readonly LabSample[] }) {
  const newest = samples.at(-1)
  const series = (read: (sample: LabSample) => number | null) => samples.map(read)
  return (
    <>
      <Facts className={styles.tiles}>
        {LATENCIES.map((key) => (
          <Fact
            key={key}
            isLead
            name={
              <>
                {perfText(`lab.${key}`)}
                <small>{perfText('lab.latencyHint')}</small>
              </>
            }
          >
            {orNone(newest?.[key], inMilliseconds)}
          </Fact>
        ))}
        {figuresOf(newest).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
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
