import { heightWhileFollowing } from './row-window.ts'

/** The elements of the list: `above` and `below` stand for the rows that are not drawn, `content` is all three. */
export interface ListParts {
  readonly scroller: HTMLElement
  readonly content: HTMLElement
  readonly above: HTMLElement
  readonly rows: HTMLElement
  readonly below: HTMLElement
}

/** Further than any list goes: the browser stops at the end. */
export const END = 1e9

/**
 * The foot of a list that follows. The newest rows stand at the end of a content that keeps its height, so that rows come
 * and go without the list being measured or scrolled (decision 46).
 */
export class ListFoot {
  /** Of the content, pixels. Null: it is as high as its rows are. */
  private height: number | null = null

  constructor(private readonly parts: ListParts) {}

  /** Takes rows of which the first `start` are not drawn. They are in place already, unless the height must change. */
  follow(start: number, hasReturned: boolean): void {
    const height = heightWhileFollowing(start)
    if (!hasReturned && height !== null && height === this.height) return
    const { content, above, below } = this.parts
    this.height = height
    content.style.minHeight = height === null ? '' : `${height}px`
    setHeight(above, 0)
    setHeight(below, 0)
    this.stick()
  }

  /** The drawn rows take so many pixels now: more than the content has, and its end has moved. */
  resized(px: number): void {
    if (this.height === null || px > this.height) this.stick()
  }

  stick(): void {
    this.parts.scroller.scrollTop = END
  }

  /** Lets the content be as high as its parts again, without moving a row. Returns where the first begins, pixels. */
  release(): number {
    const { content, above, rows } = this.parts
    const top = rows.getBoundingClientRect().top - content.getBoundingClientRect().top
    setHeight(above, top)
    content.style.minHeight = ''
    this.height = null
    return top
  }
}

export function setHeight(element: HTMLElement, px: number): void {
  const height = `${px}px`
  if (element.style.height !== height) element.style.height = height
}
