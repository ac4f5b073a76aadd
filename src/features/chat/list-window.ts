import type { FeedItem } from '#state/feed-items.ts'
import type { RowWindow, Viewport } from './row-window.ts'
import { correctedTop, ESTIMATED_ROW_PX, heightBetween, isCovered, windowAt } from './row-window.ts'

/** The elements of the list: `above` and `below` stand for the rows that are not drawn. */
export interface ListParts {
  readonly scroller: HTMLElement
  readonly above: HTMLElement
  readonly rows: HTMLElement
  readonly below: HTMLElement
}

/** Further than any list goes: the browser stops at the end. */
const END = 1e9
/** A list that has not moved for this long rests, where the browser does not say so itself. */
const REST_MS = 150
/** What differs by less stands where it stood: pixels are counted in 64ths. */
const TOLERANCE_PX = 0.02

/**
 * Where the drawn rows stand. While the list follows, the newest are at its foot. While it is read, the row in the middle
 * of the visible part keeps its place through everything that changes above it, without the list being scrolled: what is
 * wrong in the estimated heights goes into the space above, and is corrected when the list rests or that space runs out.
 */
export class ListWindow {
  private readonly heights = new WeakMap<FeedItem, number>()
  private items: readonly FeedItem[] = []
  private drawn: RowWindow = { start: 0, end: 0, top: 0 }
  /** The row that keeps its place, and its distance from the beginning of the list. */
  private anchor: { readonly key: string; readonly top: number } | null = null
  private isFollowing = true
  /** The rows to draw were named; until then they are the newest, whatever comes. */
  private isNamed = false
  private restTimer: ReturnType<typeof setTimeout> | undefined

  /** `onWanted` is told which rows are to be drawn, by their keys: none, when the list follows and draws the newest. */
  constructor(
    private readonly parts: ListParts,
    private readonly onWanted: (keys: readonly string[], isNow: boolean) => void,
  ) {}

  /** To be called when `range` of the items is in the page, before it is painted. */
  update(items: readonly FeedItem[], range: Pick<RowWindow, 'start' | 'end'>, isFollowing: boolean): void {
    const hasBegun = this.isFollowing && !isFollowing
    this.items = items
    this.isFollowing = isFollowing
    if (isFollowing || hasBegun) {
      this.drawn = { ...range, top: range.start * ESTIMATED_ROW_PX }
      this.anchor = null
      if (this.isNamed) this.onWanted([], false)
      this.isNamed = false
    } else {
      this.drawn = { ...range, top: this.drawn.top }
    }
    if (isFollowing) this.stick()
    else this.read(false)
  }

  /** The panel or a row has another size. */
  resized(): void {
    if (this.isFollowing) this.stick()
    else this.read(true)
  }

  /** The list has moved. */
  scrolled(): void {
    if (this.isFollowing) return
    clearTimeout(this.restTimer)
    this.restTimer = setTimeout(() => this.rested(), REST_MS)
    this.look(true)
  }

  /** The list has come to rest. */
  rested(): void {
    clearTimeout(this.restTimer)
    if (this.isFollowing) this.stick()
    else this.moveTo(this.estimate(0, this.drawn.start))
  }

  stop(): void {
    clearTimeout(this.restTimer)
  }

  private stick(): void {
    clearTimeout(this.restTimer)
    setHeight(this.parts.above, this.drawn.top)
    setHeight(this.parts.below, 0)
    this.parts.scroller.scrollTop = END
  }

  private read(isNow: boolean): void {
    const { start, end } = this.drawn
    for (let index = start; index < end; index += 1) {
      const item = this.items[index]
      const row = this.parts.rows.children[index - start]
      if (item && row) this.heights.set(item, row.getBoundingClientRect().height)
    }
    const place = this.placeOfAnchor()
    const top = place !== null && this.anchor !== null ? this.anchor.top - this.estimate(start, place) : this.drawn.top
    if (Math.abs(top - this.drawn.top) > TOLERANCE_PX) this.drawn = { ...this.drawn, top }
    setHeight(this.parts.above, Math.max(0, this.drawn.top))
    setHeight(this.parts.below, this.estimate(end, this.items.length))
    const corrected = correctedTop(this.drawn.top, start, this.estimate(0, start))
    if (corrected !== null) this.moveTo(corrected)
    this.look(isNow)
  }

  /** Moves rows and view together, in whole pixels: nothing is seen of it. */
  private moveTo(top: number): void {
    const by = Math.round(top - this.drawn.top)
    if (by === 0) return
    const { scroller, above } = this.parts
    const { scrollTop } = scroller
    this.drawn = { ...this.drawn, top: this.drawn.top + by }
    if (this.anchor !== null) this.anchor = { ...this.anchor, top: this.anchor.top + by }
    setHeight(above, Math.max(0, this.drawn.top))
    scroller.scrollTop = scrollTop + by
  }

  /** Asks for other rows where what is drawn does not reach, and chooses the row that keeps its place. */
  private look(isNow: boolean): void {
    const { scroller } = this.parts
    const visible: Viewport = { top: scroller.scrollTop, height: scroller.clientHeight }
    this.anchor = this.anchorAt(visible.top + visible.height / 2)
    const { start, end, top } = this.drawn
    const count = this.items.length
    const isEnough = isCovered(this.drawn, top + this.estimate(start, end), count, visible)
    if (isEnough && this.isNamed) return
    const wanted = isEnough ? this.drawn : windowAt(count, (index) => this.heightOf(index), this.drawn, visible)
    if (this.isNamed && wanted.start === start && wanted.end === end) return
    this.isNamed = true
    this.drawn = { ...this.drawn, top: wanted.top }
    this.onWanted(
      this.items.slice(wanted.start, wanted.end).map(({ key }) => key),
      isNow,
    )
  }

  /** The drawn row at a distance from the beginning of the list, or the one nearest to it. */
  private anchorAt(distance: number): ListWindow['anchor'] {
    let { start: index, top } = this.drawn
    for (; index < this.drawn.end - 1; index += 1) {
      const bottom = top + this.heightOf(index)
      if (bottom > distance) break
      top = bottom
    }
    const item = this.items[index]
    return item === undefined ? null : { key: item.key, top }
  }

  private placeOfAnchor(): number | null {
    const { start, end } = this.drawn
    for (let index = start; index < end; index += 1) if (this.items[index]?.key === this.anchor?.key) return index
    return null
  }

  private heightOf(index: number): number {
    const item = this.items[index]
    return (item && this.heights.get(item)) ?? ESTIMATED_ROW_PX
  }

  private estimate(from: number, to: number): number {
    return heightBetween((index) => this.heightOf(index), from, to)
  }
}

function setHeight(element: HTMLElement, px: number): void {
  const height = `${px}px`
  if (element.style.height !== height) element.style.height = height
}
