import type { FeedItem } from '#state/feed/feed-state.ts'
import type { ListParts } from './list-foot.ts'
import { END, ListFoot, setHeight } from './list-foot.ts'
import { RowHeights } from './row-heights.ts'
import type { RowWindow, Viewport } from './row-window.ts'
import { correctedTop, isCovered, windowAt } from './row-window.ts'

/** A list that has not moved for this long rests, where the browser does not say so itself. */
const REST_MS = 150
const ROOM_PX = 100_000
/** What differs by less stands where it stood: pixels are counted in 64ths. */
const TOLERANCE_PX = 0.02

/**
 * Where the drawn rows stand. While the list follows, the newest are at its foot. While it is read, the row in the middle
 * of the visible part keeps its place through everything that changes above it, without the list being scrolled: what is
 * wrong in the estimated heights goes into the space above, and is corrected when the list rests or that space runs out.
 */
export class ListWindow {
  private readonly heights = new RowHeights()
  private readonly foot: ListFoot
  private items: readonly FeedItem[] = []
  private drawn: RowWindow = { start: 0, end: 0, top: 0 }
  /** The row that keeps its place, and its distance from the beginning of the list. */
  private anchor: { readonly key: string; readonly top: number } | null = null
  private isFollowing = true
  /** The rows to draw were named; until then they are the newest, whatever comes. */
  private isNamed = false
  /** The scroll bar was dragged to the end, which moves down when the rows there show their heights. */
  private wantsEnd = false
  private restTimer: ReturnType<typeof setTimeout> | undefined
  /** Room that the scroller keeps above its content, pixels. */
  private readonly headPx: number

  /** `onWanted` is told which rows are to be drawn, by their keys: none, when the list follows and draws the newest. */
  constructor(
    private readonly parts: ListParts,
    private readonly onWanted: (keys: readonly string[], isNow: boolean) => void,
  ) {
    this.foot = new ListFoot(parts)
    this.headPx = Number.parseFloat(getComputedStyle(parts.scroller).paddingTop)
  }

  /** To be called when `range` of the items is in the page, before it is painted. */
  update(items: readonly FeedItem[], range: Pick<RowWindow, 'start' | 'end'>, isFollowing: boolean): void {
    const wasFollowing = this.isFollowing
    const hasBegun = wasFollowing && !isFollowing
    // The first rows of an empty list are read from the newest on.
    if (!isFollowing && this.items.length === 0) this.wantsEnd = true
    this.items = items
    this.heights.list(items)
    this.isFollowing = isFollowing
    if (isFollowing || hasBegun) {
      this.anchor = null
      if (this.isNamed) this.onWanted([], false)
      this.isNamed = false
    }
    this.drawn = { ...range, top: hasBegun ? this.foot.release() : this.drawn.top }
    if (isFollowing) this.foot.follow(range.start, !wasFollowing)
    else this.read(false)
  }

  /** The panel has another size. */
  resized(): void {
    if (this.isFollowing) this.stick()
    else this.read(true)
  }

  /** The drawn rows have another height. */
  rowsResized(px: number): void {
    if (!this.isFollowing) this.read(true)
    else this.foot.resized(px)
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
    // Every sticking ends so, too: only a list that nothing sticks any more can stand beside its end.
    if (this.isFollowing) this.restTimer = setTimeout(() => this.stick(), REST_MS)
    else this.moveTo(this.beginning())
  }

  stop(): void {
    clearTimeout(this.restTimer)
  }

  private stick(): void {
    clearTimeout(this.restTimer)
    this.foot.stick()
  }

  private read(isNow: boolean): void {
    const { start, end } = this.drawn
    // Measured with room below: a list that is shorter for a moment would be scrolled by the browser.
    setHeight(this.parts.below, ROOM_PX)
    this.heights.measure(this.parts.rows.children, start)
    const place = this.placeOfAnchor()
    const top =
      place !== null && this.anchor !== null ? this.anchor.top - this.heights.between(start, place) : this.drawn.top
    if (Math.abs(top - this.drawn.top) > TOLERANCE_PX) this.drawn = { ...this.drawn, top }
    setHeight(this.parts.above, Math.max(0, this.drawn.top))
    setHeight(this.parts.below, this.heights.between(end, this.items.length))
    const corrected = correctedTop(this.drawn.top, start, this.heights.between(0, start), this.freeRoom())
    if (corrected !== null) this.moveTo(corrected)
    if (this.wantsEnd && end === this.items.length) this.parts.scroller.scrollTop = END
    this.wantsEnd = false
    this.look(isNow)
  }

  /** Where the drawn rows begin, as far as the heights of the others are known. */
  private beginning(): number {
    const { start } = this.drawn
    return start === 0 ? this.freeRoom() : this.heights.between(0, start)
  }

  /** Rows that are lower than what is visible stand at its foot: whole pixels above them. */
  private freeRoom(): number {
    const { start, end } = this.drawn
    if (start > 0 || end < this.items.length) return 0
    const height = this.parts.scroller.clientHeight - this.headPx
    return Math.max(0, Math.floor(height - this.heights.between(start, end)))
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
    const visible: Viewport = { top: scroller.scrollTop - this.headPx, height: scroller.clientHeight }
    this.anchor = this.anchorAt(visible.top + visible.height / 2)
    const { start, end, top } = this.drawn
    const count = this.items.length
    const bottom = top + this.heights.between(start, end)
    const isEnough = isCovered(this.drawn, bottom, count, visible)
    if (isEnough && this.isNamed) return
    const wanted = isEnough ? this.drawn : windowAt(count, this.heights.heightOf, this.drawn, visible)
    if (this.isNamed && wanted.start === start && wanted.end === end) return
    this.wantsEnd = visible.top > bottom && scroller.scrollHeight - scroller.scrollTop - visible.height < 1
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
      const bottom = top + this.heights.heightOf(index)
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
}
