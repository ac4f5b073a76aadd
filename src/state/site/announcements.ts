import { atom } from 'jotai/vanilla'
import { startTransition } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { call, serverNow } from '#transport/client.ts'
import { isConnectionFailure, onForeground, STALE_MS } from '../data/reconnect.ts'
import { store } from '../store.ts'

/** What the site has to say to everybody (S7.28). */
export type Announcement = DataOf<'site.announcements'>['list'][number]

export interface Announcements {
  /** As the server last sent them; null until it has answered once. */
  readonly list: readonly Announcement[] | null
  /** Why the last reading failed; an older list stays. */
  readonly failure: Failure | null
  readonly isLoading: boolean
}

const NOTHING: Announcements = { list: null, failure: null, isLoading: true }

/** The one list that the bell, the windows that open by themselves, and the marquee of the home page read. */
export const announcementsAtom = atom<Announcements>(NOTHING)

let askedAt: number | null = null

let asking: Promise<void> | null = null
/** Somebody has asked while a question was out, whose way to the server may be a dead one. */
let isAskedAgain = false

/**
 * Asks the server for all announcements of the site, once for all who ask before it has answered. Where the answer is
 * lost on its way, those who joined have one question of their own.
 */
export function loadAnnouncements(): Promise<void> {
  if (asking !== null) {
    isAskedAgain = true
    return asking
  }
  asking = ask().finally(() => {
    asking = null
  })
  return asking
}

async function ask(): Promise<void> {
  isAskedAgain = false
  askedAt = serverNow()
  store.set(announcementsAtom, (before) => ({ ...before, isLoading: true }))
  const result = await call('site.announcements', { type: 'all' })
  if (isConnectionFailure(result.ok ? null : result) && isAskedAgain) return ask()
  startTransition(() =>
    store.set(announcementsAtom, ({ list }) => ({
      list: result.ok ? result.data.list : list,
      failure: result.ok ? null : result,
      isLoading: false,
    })),
  )
}

/** Keeps the list fresh while somebody looks at the page, until the returned function is called. */
export function watchAnnouncements(): () => void {
  const askIfDue = () => {
    if (document.hidden) return
    const { list, failure } = store.get(announcementsAtom)
    const isDue = askedAt === null || list === null || serverNow() - askedAt >= STALE_MS
    if (isDue || failure !== null) void loadAnnouncements()
  }
  askIfDue()
  // Twice as often as they grow old, so that none is twice as old as it may be.
  const timer = window.setInterval(askIfDue, STALE_MS / 2)
  const stop = onForeground(askIfDue)
  return () => {
    window.clearInterval(timer)
    stop()
  }
}

/** Whether it is in force; `start` counts, `end` does not. */
export function isInForce({ start, end }: Pick<Announcement, 'start' | 'end'>, now: number): boolean {
  return start <= now && now < end
}
