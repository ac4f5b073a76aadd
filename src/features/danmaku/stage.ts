import type { DanmakuSettings } from '#state/room/danmaku-settings.ts'
import {
  DANMAKU_DURATION_MS,
  DANMAKU_FONT_PX,
  DANMAKU_MAX,
  danmakuTrackHeight,
  danmakuTrackCount,
} from '#state/room/danmaku-settings.ts'
import { Lanes } from './tracks.ts'

/** A chat line that may cross the picture. */
export interface DanmakuLine {
  readonly id: string
  readonly text: string
  readonly isMine: boolean
}

export interface StageOptions {
  readonly classNames: { readonly line: string; readonly own: string }
  readonly fontFamily: string
  /** Lines appear in place instead of crossing. */
  readonly isStill: () => boolean
}

interface Shown<Line> extends MovingLine {
  readonly line: Line
}

/** Padding and border of an own line. */
const OWN_EXTRA_PX = 18
/** Own lines wait for a lane; others that find none are discarded. */
const MOST_WAITING = 5
const STILL_MS = 4_000
/** A line that does not move keeps its lane to the end: as one that is too long to ever leave the right edge. */
const STILL_WIDTH_PX = 1e9

/**
 * Draws lines over the picture. Transforms only; widths come from a canvas. What finds no lane is discarded, own lines
 * wait.
 */
export class DanmakuStage<Line extends DanmakuLine = DanmakuLine> {
  private readonly measure = createTextWidth(document.createElement('canvas').getContext('2d'))
  private readonly lanes = new Lanes(1, 1)
  private readonly shown = new Map<string, Shown<Line>>()
  private readonly elements: LineElements
  private waiting: Line[] = []
  private timer: ReturnType<typeof setTimeout> | null = null
  private size = { width: 0, height: 0 }

  constructor(
    private readonly root: HTMLElement,
    private settings: DanmakuSettings,
    private readonly options: StageOptions,
  ) {
    this.elements = new LineElements(root)
  }

  /** Another size of the picture, or other settings. Where lanes change, lines under way would be run over: they go. */
  configure(settings: DanmakuSettings, size: { width: number; height: number }): void {
    const count = danmakuTrackCount(settings, size)
    const isSame =
      count === this.lanes.count &&
      size.width === this.size.width &&
      danmakuTrackHeight(settings) === danmakuTrackHeight(this.settings)
    this.settings = settings
    this.size = size
    if (!isSame) this.beginAnew(count)
    this.root.style.setProperty('--danmaku-font', `${DANMAKU_FONT_PX[settings.size]}px`)
    this.root.style.opacity = String(settings.opacity)
    this.showWaiting()
  }

  offer(lines: readonly Line[]): void {
    for (const line of lines) {
      if (this.shown.has(line.id)) continue
      if (line.isMine) this.wait(line)
      else if (this.waiting.length === 0) this.show(line)
    }
    this.showWaiting()
  }

  /** Takes away what was deleted meanwhile, shown or waiting. */
  withdraw(isGone: (line: Line) => boolean): void {
    this.waiting = this.waiting.filter((line) => !isGone(line))
    for (const shown of this.shown.values()) if (isGone(shown.line)) shown.animation.cancel()
  }

  clear(): void {
    this.waiting = []
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    for (const { animation } of this.shown.values()) animation.cancel()
    this.lanes.reset(this.lanes.count, Math.max(1, this.size.width))
  }

  /** Lanes without anything in them. Own lines under way are shown again, those of others are discarded. */
  private beginAnew(count: number): void {
    const under = [...this.shown.values()]
    this.waiting = [...under.map(({ line }) => line).filter(({ isMine }) => isMine), ...this.waiting].slice(
      -MOST_WAITING,
    )
    for (const shown of under) this.remove(shown)
    this.lanes.reset(count, Math.max(1, this.size.width))
  }

  private wait(line: Line): void {
    this.waiting = [...this.waiting, line].slice(-MOST_WAITING)
  }

  private showWaiting(): void {
    while (this.waiting[0] && this.show(this.waiting[0])) this.waiting.shift()
    const [next] = this.waiting
    // Without a size there is no lane to wait for; the next size shows what waits.
    if (!next || this.timer !== null || this.size.width === 0) return
    const delayMs = Math.max(16, this.lanes.soonest(this.widthOf(next), this.crossingMs) - performance.now())
    this.timer = setTimeout(() => {
      this.timer = null
      this.showWaiting()
    }, delayMs)
  }

  private get crossingMs(): number {
    return DANMAKU_DURATION_MS[this.settings.speed]
  }

  private widthOf(line: Line): number {
    const font = `500 ${DANMAKU_FONT_PX[this.settings.size]}px ${this.options.fontFamily}`
    return this.measure(line.text, font) + (line.isMine ? OWN_EXTRA_PX : 0)
  }

  private show(line: Line): boolean {
    // The number on screen is for others; an own line is always shown.
    if (!line.isMine && this.shown.size >= DANMAKU_MAX[this.settings.density]) return false
    if (this.size.width === 0) return false
    const isStill = this.options.isStill()
    const now = performance.now()
    // In a full room nearly every line is discarded: what no lane could take at any width is not measured.
    const durationMs = isStill ? STILL_MS : this.crossingMs
    if (this.lanes.soonest(0, durationMs) > now) return false
    const width = this.widthOf(line)
    const lane = this.lanes.take(isStill ? STILL_WIDTH_PX : width, durationMs, now)
    if (lane === null) return false
    const { classNames } = this.options
    const className = line.isMine ? `${classNames.line} ${classNames.own}` : classNames.line
    const way = {
      top: lane * danmakuTrackHeight(this.settings),
      from: this.size.width,
      to: -width,
      durationMs,
      isStill,
    }
    const shown = { line, ...this.elements.put(line.text, className, way) }
    this.shown.set(line.id, shown)
    const release = () => this.release(shown)
    shown.animation.addEventListener('finish', release)
    shown.animation.addEventListener('cancel', release)
    return true
  }

  private release(shown: Shown<Line>): void {
    if (this.shown.get(shown.line.id) !== shown) return
    this.remove(shown)
    this.showWaiting()
  }

  private remove(shown: Shown<Line>): void {
    this.shown.delete(shown.line.id)
    this.elements.takeAway(shown)
  }
}

const MOST_KEPT = 500

/** What of a canvas measures text. */
interface Ruler {
  font: string
  measureText(text: string): { readonly width: number }
}

/** Measures text on a canvas: no layout is read. Widths in CSS pixels, kept for the last few hundred texts of a font. */
export function createTextWidth(context: Ruler | null): (text: string, font: string) => number {
  let kept = new Map<string, number>()
  let keptFont = ''
  return (text, font) => {
    if (font !== keptFont || kept.size >= MOST_KEPT) {
      kept = new Map()
      keptFont = font
      if (context) context.font = font
    }
    const known = kept.get(text)
    if (known !== undefined) return known
    const width = context ? Math.ceil(context.measureText(text).width) : text.length * 16
    kept.set(text, width)
    return width
  }
}

/** A line in the page, on its way. */
export interface MovingLine {
  readonly element: HTMLElement
  readonly animation: Animation
}

/** How a line goes: pixels from the top, from where to where, and for how long. Still ones appear in place. */
export interface LineWay {
  readonly top: number
  readonly from: number
  readonly to: number
  readonly durationMs: number
  readonly isStill: boolean
}

/** The elements of lines: text reaches the page through `textContent` alone, and elements are used again. */
export class LineElements {
  private readonly spare: HTMLElement[] = []

  constructor(private readonly root: HTMLElement) {}

  put(text: string, className: string, { top, from, to, durationMs, isStill }: LineWay): MovingLine {
    const element = this.spare.pop() ?? document.createElement('span')
    element.textContent = text
    element.className = className
    element.style.top = `${top}px`
    this.root.append(element)
    const animation = isStill ? fade(element, durationMs) : cross(element, { from, to, durationMs })
    return { element, animation }
  }

  takeAway({ element, animation }: MovingLine): void {
    animation.cancel()
    element.remove()
    if (this.spare.length < DANMAKU_MAX.dense) this.spare.push(element)
  }
}

function cross(element: HTMLElement, { from, to, durationMs }: Omit<LineWay, 'top' | 'isStill'>): Animation {
  const path = [`translateX(${from}px)`, `translateX(${to}px)`]
  return element.animate({ transform: path }, { duration: durationMs, easing: 'linear', fill: 'both' })
}

function fade(element: HTMLElement, duration: number): Animation {
  const frames = { opacity: [0, 1, 1, 0], offset: [0, 0.05, 0.9, 1], transform: Array(4).fill('translateX(12px)') }
  return element.animate(frames, { duration, fill: 'both' })
}
