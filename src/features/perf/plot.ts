import { SAMPLES_PER_MINUTE, type Sample } from './samples.ts'

interface PlotColours {
  readonly received: string
  readonly shown: string
  readonly commit: string
  readonly grid: string
}

/** Full height of a bar: one frame at 60 Hz. */
const FRAME_MS = 1000 / 60

/**
 * Draws the last minute: received and shown messages as lines on one scale, render times as bars on the scale of a
 * frame.
 */
export function drawPlot(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  samples: readonly Sample[],
  colours: PlotColours,
): void {
  const { width, height } = size
  const step = width / SAMPLES_PER_MINUTE
  const from = SAMPLES_PER_MINUTE - samples.length
  const max = Math.max(1, ...samples.map((sample) => Math.max(sample.receivedPerSecond, sample.shownPerSecond)))
  context.clearRect(0, 0, width, height)
  context.fillStyle = colours.grid
  for (const share of [0.25, 0.5, 0.75]) context.fillRect(0, Math.round(height * share), width, 1)

  context.fillStyle = colours.commit
  samples.forEach(({ commitMs }, index) => {
    const bar = Math.min(1, commitMs / FRAME_MS) * height
    context.fillRect((from + index) * step, height - bar, Math.max(1, step - 2), bar)
  })

  const line = (read: (sample: Sample) => number, colour: string, dash: number[]) => {
    context.strokeStyle = colour
    context.lineWidth = 1.5
    context.setLineDash(dash)
    context.beginPath()
    samples.forEach((sample, index) => {
      const x = (from + index + 0.5) * step
      const y = height - 1 - (read(sample) / max) * (height - 2)
      if (index === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    })
    context.stroke()
    context.setLineDash([])
  }
  line(({ receivedPerSecond }) => receivedPerSecond, colours.received, [])
  line(({ shownPerSecond }) => shownPerSecond, colours.shown, [3, 3])
}
