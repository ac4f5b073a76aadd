import { Download, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { perfMessages as text } from '#lib/messages/perf.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { drawPlot } from './plot.ts'
import type { Sample } from './samples.ts'
import styles from './StatsPanel.module.css'
import { useSamples } from './use-samples.ts'
import { saveFile } from '#lib/save-file.ts'

type Figures = readonly (readonly [label: string, value: string])[]

const orNone = (milliseconds: number | null) => (milliseconds === null ? text.none : text.milliseconds(milliseconds))

function chatFigures(sample: Sample): Figures {
  return [
    [text.received, text.perSecond(sample.receivedPerSecond)],
    [text.shown, text.perSecond(sample.shownPerSecond)],
    [text.foldedLow, text.perSecond(sample.droppedLowPerSecond)],
    [text.foldedHigh, text.perSecond(sample.droppedHighPerSecond)],
    [text.duplicates, text.perSecond(sample.duplicatesPerSecond)],
    [text.batches, text.perSecond(sample.batchesPerSecond)],
    [text.pixelP50, orNone(sample.pixelP50)],
    [text.pixelP95, orNone(sample.pixelP95)],
    [text.pixelP99, orNone(sample.pixelP99)],
    [text.queue, String(sample.queueLength)],
    [text.commit, text.milliseconds(sample.commitMs)],
    [text.longest, text.milliseconds(sample.longestCommitMs)],
  ]
}

function transportFigures(sample: Sample): Figures {
  return [
    [text.roundTrip, text.milliseconds(sample.workerRoundTripMs)],
    [text.open, text.milliseconds(sample.openMs)],
    [text.network, text.milliseconds(sample.networkRoundTripMs)],
    [text.offset, text.milliseconds(sample.clockOffsetMs)],
    [text.reconnects, text.times(sample.reconnects)],
    [text.gaps, text.times(sample.gaps)],
  ]
}

function videoFigures({ player }: Sample): Figures {
  if (player === null) return [[text.video, text.none]]
  const { latencySeconds, isLatencyKnown, bytesPerSecond, firstFrameMs } = player
  return [
    [text.latency, isLatencyKnown ? text.seconds(latencySeconds) : text.none],
    [text.buffer, text.seconds(player.bufferSeconds)],
    [text.frames, text.framesPerSecond(Math.round(player.framesPerSecond))],
    [text.dropped, String(player.droppedFrames)],
    [text.bitrate, bytesPerSecond === null ? text.none : text.kilobits(Math.round((bytesPerSecond * 8) / 1000))],
    [text.stalls, text.times(player.stalls)],
    [text.firstFrame, firstFrameMs === null ? text.none : text.milliseconds(firstFrameMs)],
  ]
}

function Group({ title, figures }: { readonly title: string; readonly figures: Figures }) {
  return (
    <>
      <h3 className={styles.group}>{title}</h3>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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
      <figcaption className="visually-hidden">{text.plot}</figcaption>
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
    <section className={styles.panel} aria-label={text.title} data-stats>
      <header className={styles.head}>
        <h2 className={styles.title}>{text.title}</h2>
        <span className={styles.hint}>{text.hint}</span>
        <IconButton
          size="small"
          icon={<Download size={16} />}
          label={text.exportData}
          onClick={() => saveSamples(samples)}
        />
        <IconButton size="small" icon={<X size={16} />} label={text.close} onClick={onClose} />
      </header>
      <Plot samples={samples} />
      {newest && (
        <>
          <Group title={text.chat} figures={chatFigures(newest)} />
          <Group title={text.transport} figures={transportFigures(newest)} />
          <Group title={text.video} figures={videoFigures(newest)} />
        </>
      )}
      <a className={styles.lab} href="/app/perf" target="_blank" rel="noreferrer">
        {text.lab}
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
