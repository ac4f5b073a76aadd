import { atom } from 'jotai/vanilla'
import { startTransition } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { call, serverNow } from '#transport/client.ts'
import { isConnectionFailure } from '#lib/failures.ts'
import { onForeground, STALE_MS } from '../data/reconnect.ts'
import { store } from '../store.ts'

/** An announcement of the site (S7.28). */
export type Announcement = DataOf<'site.announcements'>['list'][number]

interface Announcements {
  /** As last loaded; null before the first response. */
  readonly list: readonly Announcement[] | null
  /** Failure of the last request; an older list stays. */
  readonly failure: Failure | null
  readonly isLoading: boolean
}

const EMPTY: Announcements = { list: null, failure: null, isLoading: true }

/** Shared by the bell, the announcement popups and the marquee of the home page. */
export const announcementsAtom = atom<Announcements>(EMPTY)

let requestedAt: number | null = null
let pending: Promise<void> | null = null
/** True if another load was requested while one was pending, whose connection may be dead. */
let isRequestedAgain = false

/**
 * Loads all announcements of the site. Concurrent calls share one request. If it fails because of the connection and was
 * shared, it is repeated once.
 */
export function loadAnnouncements(): Promise<void> {
  if (pending !== null) {
    isRequestedAgain = true
    return pending
  }
  pending = request().finally(() => {
    pending = null
  })
  return pending
}

/** Loads the list again because an operator has changed it. A pending request may have been sent before the change. */
export async function reloadAnnouncements(): Promise<void> {
  await pending
  return loadAnnouncements()
}

async function request(): Promise<void> {
  isRequestedAgain = false
  requestedAt = serverNow()
  store.set(announcementsAtom, (before) => ({ ...before, isLoading: true }))
  const result = await call('site.announcements', { type: 'all' })
  if (isConnectionFailure(result.ok ? null : result) && isRequestedAgain) return request()
  startTransition(() =>
    store.set(announcementsAtom, ({ list }) => ({
      list: result.ok ? result.data.list : list,
      failure: result.ok ? null : result,
      isLoading: false,
    })),
  )
}

/** Keeps the list fresh while the page is visible. Returns the function that stops it. */
export function watchAnnouncements(): () => void {
  const loadIfDue = () => {
    if (document.hidden) return
    const { list, failure } = store.get(announcementsAtom)
    const isDue = requestedAt === null || list === null || serverNow() - requestedAt >= STALE_MS
    if (isDue || failure !== null) void loadAnnouncements()
  }
  loadIfDue()
  // Twice per stale time, so that no list gets twice as old as allowed.
  const timer = window.setInterval(loadIfDue, STALE_MS / 2)
  const stop = onForeground(loadIfDue)
  return () => {
    window.clearInterval(timer)
    stop()
  }
}

/** Returns whether an announcement is in force; `start` is inclusive, `end` exclusive. */
export function isInForce({ start, end }: Pick<Announcement, 'start' | 'end'>, now: number): boolean {
  return start <= now && now < end
}
