import type { Failure } from '#protocol/result.ts'

/** One page as the server answers it. */
export interface Page<Item> {
  readonly list: readonly Item[]
  readonly total: number
}

/** A list that grows page by page, as far as it has come. */
export interface Pages<Item> {
  readonly items: readonly Item[]
  /** Null before the first answer. */
  readonly total: number | null
  readonly nextPage: number
  /** Why the newest attempt failed. */
  readonly failure: Failure | null
  /** Which page that attempt was for; null without a failure. */
  readonly failedPage: number | null
  /** When the first page was read, epoch milliseconds. */
  readonly updatedAt: number
}

export const NO_PAGES: Pages<never> = {
  items: [],
  total: null,
  nextPage: 1,
  failure: null,
  failedPage: null,
  updatedAt: 0,
}

/** A kept list is begun anew on a new visit when it is older than this; coming back to it never does that. */
export const PAGES_FRESH_MS = 60_000

/**
 * Takes a page in. The first page begins the list anew; a later one adds what is not there yet: while one reads, new
 * rows push old ones onto the next page.
 */
export function takePage<Item extends { readonly id: string }>(
  pages: Pages<Item>,
  page: Page<Item>,
  pageNum: number,
  now: number,
): Pages<Item> {
  const before = pageNum === 1 ? [] : pages.items
  const known = new Set(before.map(({ id }) => id))
  const items = [...before]
  for (const item of page.list) {
    if (known.has(item.id)) continue
    known.add(item.id)
    items.push(item)
  }
  // An empty page is the end, whatever the total says.
  const total = page.list.length === 0 ? items.length : Math.max(page.total, items.length)
  const updatedAt = pageNum === 1 ? now : pages.updatedAt
  return { items, total, nextPage: pageNum + 1, failure: null, failedPage: null, updatedAt }
}

/** Keeps what there is when a page could not be read. */
export function pageFailed<Item>(pages: Pages<Item>, failure: Failure, pageNum: number): Pages<Item> {
  return { ...pages, failure, failedPage: pageNum }
}

/** Which page is read next: the one that failed, for a list that is to be begun anew must not go on instead (S1.23). */
export function pageToRead({ failedPage, nextPage }: Pages<unknown>): number {
  return failedPage ?? nextPage
}

/** Whether there is more than what is shown. */
export function hasMore({ items, total }: Pages<unknown>): boolean {
  return total !== null && items.length < total
}
