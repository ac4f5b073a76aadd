import type { Failure } from '#protocol/result.ts'

/** A page of a list as the server sends it. */
export interface Page<Item> {
  readonly list: readonly Item[]
  readonly total: number
}

/** The loaded part of a paged list. */
export interface Pages<Item> {
  readonly items: readonly Item[]
  /** Null before the first response. */
  readonly total: number | null
  readonly nextPage: number
  /** Error of the last request. */
  readonly failure: Failure | null
  /** Page number of the failed request; null without a failure. */
  readonly failedPage: number | null
  /** When the first page was loaded, epoch milliseconds. */
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

/** A cached list older than this is reloaded on a new visit, but not on back navigation. */
export const PAGES_FRESH_MS = 60_000

/**
 * Adds a page. The first page replaces the list. Later pages add only new items, because new items on the server move
 * old ones to the next page.
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
  // An empty page is the end of the list, whatever the total says.
  const total = page.list.length === 0 ? items.length : Math.max(page.total, items.length)
  const updatedAt = pageNum === 1 ? now : pages.updatedAt
  return { items, total, nextPage: pageNum + 1, failure: null, failedPage: null, updatedAt }
}

/** Keeps the loaded items when a page fails. */
export function pageFailed<Item>(pages: Pages<Item>, failure: Failure, pageNum: number): Pages<Item> {
  return { ...pages, failure, failedPage: pageNum }
}

/**
 * The page to request next. A failed page is repeated, so that a failed reload does not continue the old list (S1.23).
 */
export function pageToRead({ failedPage, nextPage }: Pages<unknown>): number {
  return failedPage ?? nextPage
}

/** Returns whether more items can be loaded. */
export function hasMore({ items, total }: Pages<unknown>): boolean {
  return total !== null && items.length < total
}
