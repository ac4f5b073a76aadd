import { useEffect, useRef } from 'react'
import { perfText } from '#messages/zh/perf.ts'
import styles from './LabChart.module.css'

/** Samples across the width of a chart. */
const SAMPLES = 60
/** Canvas size in its own pixels; CSS scales it. */
const WIDTH = 600
const HEIGHT = 160

type LineStyle = 'thin' | 'thick' | 'dashed'
const LINES: Readonly<Record<LineStyle, { width: number; dash: number[]; colour: string }>> = {
  thin: { width: 2, dash: [], colour: '--muted' },
  thick: { width: 4, dash: [], colour: '--accent-text' },
  dashed: { width: 3, dash: [6, 6], colour: '--text' },
}

interface ChartSeries {
  /** Null = no value at this time. */
  readonly values: readonly (number | null)[]
  readonly line: LineStyle
}

interface LabChartProps {
  /** What the chart shows, with its unit; visible, and the name for screen readers. */
  readonly title: string
  readonly series: readonly ChartSeries[]
  /** Lowest top of the scale. */
  readonly minTop: number
}

/** A line chart of the readings of a run, from 0 to the greatest value. The newest values are also tiles. */
export function LabChart({ title, series, minTop }: LabChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const top = niceTop(Math.max(minTop, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const isEmpty = series.every(({ values }) => values.length === 0)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context) draw(context, series, top)
  })
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.title}>{title}</figcaption>
      <div className={styles.plot}>
        <canvas ref={canvas} className={styles.canvas} width={WIDTH} height={HEIGHT} aria-hidden="true" />
        <span className={styles.top} aria-hidden="true">
          {top}
        </span>
        <span className={styles.bottom} aria-hidden="true">
          0
        </span>
        {isEmpty && <span className={styles.empty}>{perfText('lab.chartEmpty')}</span>}
      </div>
    </figure>
  )
}

/** The next of 1, 2, 5 times a power of ten. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= value) ?? value
}

function draw(context: CanvasRenderingContext2D, series: readonly ChartSeries[], top: number): void {
  const style = getComputedStyle(context.canvas)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  context.clearRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = colour('--line')
  for (const share of [0.25, 0.5, 0.75]) context.fillRect(0, Math.round(HEIGHT * share), WIDTH, 1)
  for (const { values, line } of series) {
    const { width, dash, colour: name } = LINES[line]
    context.strokeStyle = colour(name)
    context.lineWidth = width
    context.setLineDash(dash)
    context.beginPath()
    const shown = Math.max(values.length, 10)
    const step = WIDTH / Math.min(SAMPLES, shown)
    let isDrawing = false
    values.slice(-SAMPLES).forEach((value, index) => {
      if (value === null) {
        isDrawing = false
        return
      }
      const x = (index + 0.5) * step
      const y = HEIGHT - 3 - (Math.min(value, top) / top) * (HEIGHT - 6)
      if (isDrawing) context.lineTo(x, y)
      else context.moveTo(x, y)
      isDrawing = true
    })
    context.stroke()
  }
}
