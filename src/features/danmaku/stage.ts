import type { DanmakuSettings } from '#state/room/danmaku-settings.ts'
import {
  DANMAKU_DURATION_MS,
  DANMAKU_FONT_PX,
  DANMAKU_MAX,
  danmakuTrackCount,
  danmakuTrackHeight,
} from '#state/room/danmaku-settings.ts'
import { isBidirectional } from '#messages/bidi.ts'
import { Tracks } from './tracks.ts'

/** A chat message that crosses the video. */
export interface DanmakuMessage {
  readonly id: string
  readonly text: string
  readonly isMine: boolean
}

interface StageOptions {
  readonly classNames: { readonly message: string; readonly own: string }
  readonly fontFamily: string
  /** Messages appear in place instead of crossing. */
  readonly isStill: () => boolean
}

interface Shown<Message> {
  readonly message: Message
  readonly element: HTMLElement
  readonly animation: Animation
}

/** Padding and border of an own message. */
const OWN_EXTRA_PX = 18
/** Own messages that wait for a track. Messages of others without a free track are discarded. */
const MAX_WAITING = 5
const STILL_MS = 4_000
/** Width for a message that does not move: it occupies its track to the end, because it never leaves the right edge. */
const STILL_WIDTH_PX = 1e9
/** Text widths that are cached. */
const MAX_CACHED_WIDTHS = 500

/**
 * Draws messages over the video. Animates transforms only, and measures text on a canvas, so that no layout is read.
 * Messages without a free track are discarded; own messages wait.
 */
export class DanmakuStage<Message extends DanmakuMessage = DanmakuMessage> {
  readonly #root: HTMLElement
  readonly #options: StageOptions
  readonly #measure = createTextWidth(document.createElement('canvas').getContext('2d'))
  readonly #tracks = new Tracks(1, 1)
  readonly #shown = new Map<string, Shown<Message>>()
  /** Elements to reuse. */
  readonly #spare: HTMLElement[] = []
  #settings: DanmakuSettings
  #waiting: Message[] = []
  #timer: ReturnType<typeof setTimeout> | null = null
  #size = { width: 0, height: 0 }

  constructor(root: HTMLElement, settings: DanmakuSettings, options: StageOptions) {
    this.#root = root
    this.#settings = settings
    this.#options = options
  }

  /** Sets the size and the settings. If the tracks change, moving messages are removed because they would overlap. */
  configure(settings: DanmakuSettings, size: { width: number; height: number }): void {
    const count = danmakuTrackCount(settings, size)
    const isSame =
      count === this.#tracks.count &&
      size.width === this.#size.width &&
      danmakuTrackHeight(settings) === danmakuTrackHeight(this.#settings)
    this.#settings = settings
    this.#size = size
    if (!isSame) this.#restart(count)
    this.#root.style.setProperty('--danmaku-font', `${DANMAKU_FONT_PX[settings.size]}px`)
    this.#root.style.opacity = String(settings.opacity)
    this.#showWaiting()
  }

  add(messages: readonly Message[]): void {
    for (const message of messages) {
      if (this.#shown.has(message.id)) continue
      if (message.isMine) this.#waiting = [...this.#waiting, message].slice(-MAX_WAITING)
      else if (this.#waiting.length === 0) this.#show(message)
    }
    this.#showWaiting()
  }

  /** Removes shown and waiting messages that were deleted or blocked. */
  remove(isRemoved: (message: Message) => boolean): void {
    this.#waiting = this.#waiting.filter((message) => !isRemoved(message))
    for (const shown of this.#shown.values()) if (isRemoved(shown.message)) shown.animation.cancel()
  }

  clear(): void {
    this.#waiting = []
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    for (const { animation } of this.#shown.values()) animation.cancel()
    this.#tracks.reset(this.#tracks.count, Math.max(1, this.#size.width))
  }

  /** Clears the tracks. Own messages are shown again, those of others are discarded. */
  #restart(count: number): void {
    const moving = [...this.#shown.values()]
    const own = moving.map(({ message }) => message).filter(({ isMine }) => isMine)
    this.#waiting = [...own, ...this.#waiting].slice(-MAX_WAITING)
    for (const shown of moving) this.#takeAway(shown)
    this.#tracks.reset(count, Math.max(1, this.#size.width))
  }

  #showWaiting(): void {
    while (this.#waiting[0] && this.#show(this.#waiting[0])) this.#waiting.shift()
    const [next] = this.#waiting
    // Without a size there are no tracks; the next call of `configure` shows the waiting messages.
    if (!next || this.#timer !== null || this.#size.width === 0) return
    const freeAt = this.#tracks.soonest(this.#widthOf(next), DANMAKU_DURATION_MS[this.#settings.speed])
    this.#timer = setTimeout(
      () => {
        this.#timer = null
        this.#showWaiting()
      },
      Math.max(16, freeAt - performance.now()),
    )
  }

  #widthOf(message: Message): number {
    const font = `500 ${DANMAKU_FONT_PX[this.#settings.size]}px ${this.#options.fontFamily}`
    return this.#measure(message.text, font) + (message.isMine ? OWN_EXTRA_PX : 0)
  }

  /** Shows a message. Returns false if there is no free track. */
  #show(message: Message): boolean {
    // The limit applies to messages of others; own messages are always shown.
    if (!message.isMine && this.#shown.size >= DANMAKU_MAX[this.#settings.density]) return false
    if (this.#size.width === 0) return false
    const isStill = this.#options.isStill()
    const now = performance.now()
    // In a busy room nearly every message is discarded, so check without measuring its width first.
    const durationMs = isStill ? STILL_MS : DANMAKU_DURATION_MS[this.#settings.speed]
    if (this.#tracks.soonest(0, durationMs) > now) return false
    const width = this.#widthOf(message)
    const track = this.#tracks.take(isStill ? STILL_WIDTH_PX : width, durationMs, now)
    if (track === null) return false
    const element = this.#createElement(message, track * danmakuTrackHeight(this.#settings))
    const animation = isStill ? fade(element, durationMs) : cross(element, this.#size.width, -width, durationMs)
    const shown = { message, element, animation }
    this.#shown.set(message.id, shown)
    const release = () => this.#release(shown)
    animation.addEventListener('finish', release)
    animation.addEventListener('cancel', release)
    return true
  }

  /** Adds an element to the page. Text is set through `textContent` only. */
  #createElement({ text, isMine }: Message, top: number): HTMLElement {
    const { classNames } = this.#options
    const element = this.#spare.pop() ?? document.createElement('span')
    element.textContent = text
    element.dir = isBidirectional(text) ? 'auto' : ''
    element.className = isMine ? `${classNames.message} ${classNames.own}` : classNames.message
    element.style.top = `${top}px`
    this.#root.append(element)
    return element
  }

  #release(shown: Shown<Message>): void {
    if (this.#shown.get(shown.message.id) !== shown) return
    this.#takeAway(shown)
    this.#showWaiting()
  }

  #takeAway({ message, element, animation }: Shown<Message>): void {
    this.#shown.delete(message.id)
    animation.cancel()
    element.remove()
    if (this.#spare.length < DANMAKU_MAX.dense) this.#spare.push(element)
  }
}

function cross(element: HTMLElement, from: number, to: number, duration: number): Animation {
  const transform = [`translateX(${from}px)`, `translateX(${to}px)`]
  return element.animate({ transform }, { duration, easing: 'linear', fill: 'both' })
}

function fade(element: HTMLElement, duration: number): Animation {
  const frames = { opacity: [0, 1, 1, 0], offset: [0, 0.05, 0.9, 1], transform: Array(4).fill('translateX(12px)') }
  return element.animate(frames, { duration, fill: 'both' })
}

/** The part of a canvas context that measures text. */
interface TextContext {
  font: string
  measureText(text: string): { readonly width: number }
}

/** Returns a function that measures text on a canvas, in CSS pixels. Caches the widths of one font. */
export function createTextWidth(context: TextContext | null): (text: string, font: string) => number {
  let widths = new Map<string, number>()
  let cachedFont = ''
  return (text, font) => {
    if (font !== cachedFont || widths.size >= MAX_CACHED_WIDTHS) {
      widths = new Map()
      cachedFont = font
      if (context) context.font = font
    }
    const known = widths.get(text)
    if (known !== undefined) return known
    const width = context ? Math.ceil(context.measureText(text).width) : text.length * 16
    widths.set(text, width)
    return width
  }
}
