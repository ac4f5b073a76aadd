import type { FeedItem } from '#state/feed/feed-state.ts'
import type { RowWindow, Viewport } from './row-window.ts'
import { correctedTop, ESTIMATED_ROW_PX, heightBetween, isCovered, windowAt } from './row-window.ts'

/** Scrolling counts as finished after this time without a scroll event, for browsers without `scrollend`. */
const SCROLL_END_MS = 150
/** Temporary space below the rows while they are measured. */
const MEASURING_SPACE_PX = 100_000
/** Smaller differences are ignored: browsers round positions to 1/64 pixel. */
const TOLERANCE_PX = 0.02
/** A scroll position beyond any list: the browser stops at the end. */
const END = 1e9

/** The elements of the list. `content` contains `above`, `rows` and `below`; the spacers replace the other rows. */
export interface ListElements {
  readonly scroller: HTMLElement
  readonly content: HTMLElement
  readonly above: HTMLElement
  readonly rows: HTMLElement
  readonly below: HTMLElement
}

/**
 * Positions the drawn rows of a virtual list. While the list follows, the newest rows are at its end. While it is read,
 * the row in the middle of the viewport keeps its position when rows above change, without scrolling: errors of estimated
 * heights go into the spacer above, and are corrected when scrolling ends or the spacer is used up.
 */
export class ListWindow {
  readonly #elements: ListElements
  readonly #onWanted: (keys: readonly string[], isNow: boolean) => void
  readonly #heights = new RowHeights()
  readonly #following: FollowingContent
  /** Padding above the content, pixels. */
  readonly #paddingPx: number
  #items: readonly FeedItem[] = []
  #drawn: RowWindow = { start: 0, end: 0, top: 0 }
  /** The row that keeps its position, and its distance from the start of the list. */
  #anchor: { readonly key: string; readonly top: number } | null = null
  #isFollowing = true
  /** The rows to draw have been requested by key. Until then the newest rows are drawn. */
  #hasRequested = false
  /** The viewer scrolled to the end, which moves when the rows there are measured. */
  #keepsEnd = false
  #scrollEndTimer: ReturnType<typeof setTimeout> | undefined

  /** `onWanted` receives the keys of the rows to draw; an empty list while the list follows. */
  constructor(elements: ListElements, onWanted: (keys: readonly string[], isNow: boolean) => void) {
    this.#elements = elements
    this.#onWanted = onWanted
    this.#following = new FollowingContent(elements)
    this.#paddingPx = Number.parseFloat(getComputedStyle(elements.scroller).paddingTop)
  }

  /** Call after each render, before paint. `range` is the drawn part of the items. */
  update(items: readonly FeedItem[], range: Pick<RowWindow, 'start' | 'end'>, isFollowing: boolean): void {
    const wasFollowing = this.#isFollowing
    const startsReading = wasFollowing && !isFollowing
    // The first rows of an empty list are shown from the newest.
    if (!isFollowing && this.#items.length === 0) this.#keepsEnd = true
    this.#items = items
    this.#heights.setItems(items)
    this.#isFollowing = isFollowing
    // Otherwise a delayed scroll to the end would move a list that is being read.
    if (startsReading) clearTimeout(this.#scrollEndTimer)
    if (isFollowing || startsReading) {
      this.#anchor = null
      if (this.#hasRequested) this.#onWanted([], false)
      this.#hasRequested = false
    }
    this.#drawn = { ...range, top: startsReading ? this.#following.release() : this.#drawn.top }
    if (isFollowing) this.#following.update(range.start, !wasFollowing)
    else this.#layout(false)
  }

  /** Call when the size of the list has changed. */
  resized(): void {
    if (this.#isFollowing) this.#scrollToEnd()
    else this.#layout(true)
  }

  /** Call when the height of the drawn rows has changed. */
  rowsResized(px: number): void {
    if (!this.#isFollowing) this.#layout(true)
    else this.#following.resized(px)
  }

  /** Call on each scroll event. */
  scrolled(): void {
    if (this.#isFollowing) return
    clearTimeout(this.#scrollEndTimer)
    this.#scrollEndTimer = setTimeout(() => this.scrollEnded(), SCROLL_END_MS)
    this.#requestRows(true)
  }

  /** Call when scrolling has ended. */
  scrollEnded(): void {
    clearTimeout(this.#scrollEndTimer)
    // Scrolling to the end triggers this too. A list that is still not at its end after the delay is corrected.
    if (this.#isFollowing) this.#scrollEndTimer = setTimeout(() => this.#scrollToEnd(), SCROLL_END_MS)
    else this.#moveTo(this.#estimatedTop())
  }

  stop(): void {
    clearTimeout(this.#scrollEndTimer)
  }

  #scrollToEnd(): void {
    clearTimeout(this.#scrollEndTimer)
    this.#following.scrollToEnd()
  }

  /** Measures the drawn rows and sets the spacers so that the anchor keeps its position. */
  #layout(isNow: boolean): void {
    const { start, end } = this.#drawn
    const { scroller, rows, above, below } = this.#elements
    // Without space below, the browser would scroll a list that is shorter for a moment.
    setHeight(below, MEASURING_SPACE_PX)
    this.#heights.measure(rows.children, start)
    const index = this.#anchorIndex()
    const top =
      index !== null && this.#anchor !== null ? this.#anchor.top - this.#heights.between(start, index) : this.#drawn.top
    if (Math.abs(top - this.#drawn.top) > TOLERANCE_PX) this.#drawn = { ...this.#drawn, top }
    setHeight(above, Math.max(0, this.#drawn.top))
    setHeight(below, this.#heights.between(end, this.#items.length))
    const corrected = correctedTop(this.#drawn.top, start, this.#heights.between(0, start), this.#freeSpace())
    if (corrected !== null) this.#moveTo(corrected)
    if (this.#keepsEnd && end === this.#items.length) scroller.scrollTop = END
    this.#keepsEnd = false
    this.#requestRows(isNow)
  }

  /** Returns where the drawn rows should begin, by the known and estimated heights. */
  #estimatedTop(): number {
    const { start } = this.#drawn
    return start === 0 ? this.#freeSpace() : this.#heights.between(0, start)
  }

  /** Returns the space above rows that do not fill the viewport, in whole pixels. */
  #freeSpace(): number {
    const { start, end } = this.#drawn
    if (start > 0 || end < this.#items.length) return 0
    const height = this.#elements.scroller.clientHeight - this.#paddingPx
    return Math.max(0, Math.floor(height - this.#heights.between(start, end)))
  }

  /** Moves the rows and the scroll position together by whole pixels, which is not visible. */
  #moveTo(top: number): void {
    const by = Math.round(top - this.#drawn.top)
    if (by === 0) return
    const { scroller, above } = this.#elements
    const { scrollTop } = scroller
    this.#drawn = { ...this.#drawn, top: this.#drawn.top + by }
    if (this.#anchor !== null) this.#anchor = { ...this.#anchor, top: this.#anchor.top + by }
    setHeight(above, Math.max(0, this.#drawn.top))
    scroller.scrollTop = scrollTop + by
  }

  /** Chooses the anchor, and requests other rows if the drawn rows do not cover the viewport. */
  #requestRows(isNow: boolean): void {
    const { scroller } = this.#elements
    const viewport: Viewport = { top: scroller.scrollTop - this.#paddingPx, height: scroller.clientHeight }
    this.#anchor = this.#anchorAt(viewport.top + viewport.height / 2)
    const { start, end, top } = this.#drawn
    const count = this.#items.length
    const bottom = top + this.#heights.between(start, end)
    const isEnough = isCovered(this.#drawn, bottom, count, viewport)
    if (isEnough && this.#hasRequested) return
    const wanted = isEnough ? this.#drawn : windowAt(count, this.#heights.heightOf, this.#drawn, viewport)
    if (this.#hasRequested && wanted.start === start && wanted.end === end) return
    this.#keepsEnd = viewport.top > bottom && scroller.scrollHeight - scroller.scrollTop - viewport.height < 1
    this.#hasRequested = true
    this.#drawn = { ...this.#drawn, top: wanted.top }
    this.#onWanted(
      this.#items.slice(wanted.start, wanted.end).map(({ key }) => key),
      isNow,
    )
  }

  /** Returns the drawn row at a distance from the start of the list, or the nearest one. */
  #anchorAt(distance: number): { readonly key: string; readonly top: number } | null {
    let { start: index, top } = this.#drawn
    for (; index < this.#drawn.end - 1; index += 1) {
      const bottom = top + this.#heights.heightOf(index)
      if (bottom > distance) break
      top = bottom
    }
    const item = this.#items[index]
    return item === undefined ? null : { key: item.key, top }
  }

  #anchorIndex(): number | null {
    const { start, end } = this.#drawn
    for (let index = start; index < end; index += 1) if (this.#items[index]?.key === this.#anchor?.key) return index
    return null
  }
}

/** The height of a following list grows in steps of this many rows. */
const FOLLOWING_STEP = 100

/**
 * Returns the height of the content of a following list, CSS pixels, if its first `start` rows are not drawn. It is the
 * same for a hundred rows and fits all drawn rows unless they are unusually high. Null if all rows are drawn.
 */
function heightWhileFollowing(start: number): number | null {
  return start === 0 ? null : (Math.floor(start / FOLLOWING_STEP) + 2) * FOLLOWING_STEP * ESTIMATED_ROW_PX
}

/**
 * The content of a list that follows. The newest rows are at its end, and its height changes in large steps, so that rows
 * are added and removed without measuring or scrolling (decision 46).
 */
class FollowingContent {
  readonly #elements: ListElements
  /** Height of the content in pixels; null if it is the height of its rows. */
  #height: number | null = null

  constructor(elements: ListElements) {
    this.#elements = elements
  }

  /** Adjusts the height for rows of which the first `start` are not drawn. */
  update(start: number, hasReturned: boolean): void {
    const height = heightWhileFollowing(start)
    if (!hasReturned && height !== null && height === this.#height) return
    const { content, above, below } = this.#elements
    this.#height = height
    content.style.minHeight = height === null ? '' : `${height}px`
    content.toggleAttribute('data-lifted', height !== null)
    setHeight(above, 0)
    setHeight(below, 0)
    this.scrollToEnd()
  }

  /** Scrolls to the end if the drawn rows are higher than the content. */
  resized(px: number): void {
    if (this.#height === null || px > this.#height) this.scrollToEnd()
  }

  scrollToEnd(): void {
    this.#elements.scroller.scrollTop = END
  }

  /** Resets the content to the height of its rows without moving them. Returns where the first row begins, in pixels. */
  release(): number {
    const { content, above, rows } = this.#elements
    const top = Math.max(0, rows.getBoundingClientRect().top - content.getBoundingClientRect().top)
    setHeight(above, top)
    content.style.minHeight = ''
    content.removeAttribute('data-lifted')
    this.#height = null
    return top
  }
}

function setHeight(element: HTMLElement, px: number): void {
  const height = `${px}px`
  if (element.style.height !== height) element.style.height = height
}

/** Heights of the rows of a list: measured for rows that have been drawn, estimated for the others. */
class RowHeights {
  /** By item: a row that changes is measured again. */
  readonly #measured = new WeakMap<FeedItem, number>()
  #items: readonly FeedItem[] = []

  setItems(items: readonly FeedItem[]): void {
    this.#items = items
  }

  /** Measures the drawn rows, of which the first is row `start`. */
  measure(rows: HTMLCollection, start: number): void {
    for (let index = 0; index < rows.length; index += 1) {
      const item = this.#items[start + index]
      const row = rows[index]
      if (item && row) this.#measured.set(item, row.getBoundingClientRect().height)
    }
  }

  readonly heightOf = (index: number): number => {
    const item = this.#items[index]
    return (item && this.#measured.get(item)) ?? ESTIMATED_ROW_PX
  }

  /** Returns the height of rows `from` to `to` (exclusive). */
  between(from: number, to: number): number {
    return heightBetween(this.heightOf, from, to)
  }
}
