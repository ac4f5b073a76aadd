import { Download, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { perfText } from '#messages/zh/perf.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { drawPlot } from './plot.ts'
import type { Sample } from './samples.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import styles from './StatsPanel.module.css'
import { useSamples } from './use-samples.ts'
import { saveFile } from '#lib/browser/save-file.ts'

type Figures = readonly (readonly [label: string, value: string])[]

const inMilliseconds = (value: number) => perfText('milliseconds', { value: value.toFixed(value < 10 ? 1 : 0) })
const inSeconds = (value: number) => perfText('seconds', { value: value.toFixed(1) })
const orNone = (milliseconds: number | null) =>
  milliseconds === null ? perfText('none') : inMilliseconds(milliseconds)

function chatFigures(sample: Sample): Figures {
  return [
    [perfText('received'), perfText('perSecond', { value: sample.receivedPerSecond })],
    [perfText('shown'), perfText('perSecond', { value: sample.shownPerSecond })],
    [perfText('foldedLow'), perfText('perSecond', { value: sample.droppedLowPerSecond })],
    [perfText('foldedHigh'), perfText('perSecond', { value: sample.droppedHighPerSecond })],
    [perfText('duplicates'), perfText('perSecond', { value: sample.duplicatesPerSecond })],
    [perfText('batches'), perfText('perSecond', { value: sample.batchesPerSecond })],
    [perfText('pixelP50'), orNone(sample.pixelP50)],
    [perfText('pixelP95'), orNone(sample.pixelP95)],
    [perfText('pixelP99'), orNone(sample.pixelP99)],
    [perfText('queue'), String(sample.queueLength)],
    [perfText('commit'), inMilliseconds(sample.commitMs)],
    [perfText('longest'), inMilliseconds(sample.longestCommitMs)],
  ]
}

function transportFigures(sample: Sample): Figures {
  return [
    [perfText('roundTrip'), inMilliseconds(sample.workerRoundTripMs)],
    [perfText('open'), inMilliseconds(sample.openMs)],
    [perfText('network'), inMilliseconds(sample.networkRoundTripMs)],
    [perfText('offset'), inMilliseconds(sample.clockOffsetMs)],
    [perfText('reconnects'), perfText('times', { value: sample.reconnects })],
    [perfText('gaps'), perfText('times', { value: sample.gaps })],
  ]
}

function videoFigures({ player }: Sample): Figures {
  if (player === null) return [[perfText('video'), perfText('none')]]
  const { latencySeconds, isLatencyKnown, bytesPerSecond, firstFrameMs } = player
  return [
    [perfText('latency'), isLatencyKnown ? inSeconds(latencySeconds) : perfText('none')],
    [perfText('buffer'), inSeconds(player.bufferSeconds)],
    [perfText('frames'), perfText('framesPerSecond', { value: Math.round(player.framesPerSecond) })],
    [perfText('dropped'), String(player.droppedFrames)],
    [
      perfText('bitrate'),
      bytesPerSecond === null
        ? perfText('none')
        : perfText('kilobits', { value: Math.round((bytesPerSecond * 8) / 1000) }),
    ],
    [perfText('stalls'), perfText('times', { value: player.stalls })],
    [perfText('firstFrame'), orNone(firstFrameMs)],
  ]
}

function Group({ title, figures }: { readonly title: string; readonly figures: Figures }) {
  return (
    <>
      <h3 className={styles.group}>{title}</h3>
      <Facts className={styles.figures}>
        {figures.map(([label, value]) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
      </Facts>
    </>
  )
}

function Plot({ samples }: { readonly samples: readonly Sample[] }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const style = getComputedStyle(element)
    const colour = (name: string) => style.getPropertyValue(name).trim()
    drawPlot(context, element, samples, {
      received: colour('--accent-text'),
      shown: colour('--text'),
      commit: colour('--tint-live'),
      grid: colour('--line'),
    })
  }, [samples])
  return (
    <figure className={styles.figureBox}>
      <canvas ref={canvas} className={styles.plot} width={536} height={144} aria-hidden="true" />
      <figcaption className="visually-hidden">{perfText('plot')}</figcaption>
    </figure>
  )
}

export interface StatsPanelProps {
  readonly onClose: () => void
}

/** `?stats`, `?perf=1` or the key ~: rates of messages, times and frames, updated once per second. */
export function StatsPanel({ onClose }: StatsPanelProps) {
  const samples = useSamples()
  const newest = samples.at(-1)
  return (
    <section className={styles.panel} aria-label={perfText('title')} data-stats>
      <header className={styles.head}>
        <h2 className={styles.title}>{perfText('title')}</h2>
        <span className={styles.hint}>{perfText('hint')}</span>
        <IconButton
          size="small"
          icon={<Download size={16} />}
          label={perfText('exportData')}
          onClick={() => saveSamples(samples)}
        />
        <IconButton size="small" icon={<X size={16} />} label={perfText('close')} onClick={onClose} />
      </header>
      <Plot samples={samples} />
      {newest && (
        <>
          <Group title={perfText('chat')} figures={chatFigures(newest)} />
          <Group title={perfText('transport')} figures={transportFigures(newest)} />
          <Group title={perfText('video')} figures={videoFigures(newest)} />
        </>
      )}
      <a className={styles.lab} href="/app/perf" target="_blank" rel="noreferrer">
        {perfText('lab')}
      </a>
    </section>
  )
}

/** The samples of the last minute and the user agent as JSON. */
export function samplesJson(samples: readonly Sample[], takenAt: Date, userAgent: string): string {
  return `${JSON.stringify({ product: 'grandstand', takenAt: takenAt.toISOString(), userAgent, samples }, null, 2)}\n`
}

/** Downloads the samples as a file. */
export function saveSamples(samples: readonly Sample[]): void {
  const now = new Date()
  const blob = new Blob([samplesJson(samples, now, navigator.userAgent)], { type: 'application/json' })
  saveFile(blob, `grandstand-stats-${now.toISOString().replaceAll(':', '-')}.json`)
}
