import { DANMAKU_MAX } from '#state/room/danmaku-settings.ts'

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
