import { SITE_ROOM } from '#protocol/room/kinds.ts'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import { whenQuiet } from '#lib/browser/when-quiet.ts'
import { joinRoom, serverNow } from '#transport/client.ts'
import type { RoomHandle } from '#transport/room.ts'
import { notifyContentChange, onContentChange } from '../data/content-changes.ts'
import { reloadAnnouncements } from './announcements.ts'
import { reloadSiteConfig } from './load-site-config.ts'

/** A banner of the site's room is shown only if it is newer. */
export const FRESH_MS = 15_000
/** A page joins the site's room when it is quiet, at the latest after this time. */
const QUIET_LATEST_MS = 5_000
/** Other processes know a change after half a second. The delay also spreads the calls of all pages over a second. */
const MIN_DELAY_MS = 500
const SPREAD_MS = 1_000

type Listener = (message: FeedMessage) => void

const listeners = new Set<Listener>()
let handle: RoomHandle | null = null

/**
 * Receives the entries of the site's room (settled 10), which the page joins once. The history arrives again after every
 * join. Failures are not reported: the open room shows connection problems. Returns the unsubscribe function.
 */
export function subscribeToSiteRoom(listener: Listener, join: typeof joinRoom = joinRoom): () => void {
  listeners.add(listener)
  handle ??= join(SITE_ROOM, {
    // Never called before `join` returns, because messages arrive over a port.
    onMessage(message) {
      for (const one of listeners) one(message)
      if (message.type === 'batch') handle?.applied(message.lastSeq, 1)
    },
    onEntered: () => {},
    onFailure: () => {
      handle = null
    },
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    handle?.leave()
    handle = null
  }
}

/** Beginning of the names of all endpoints. */
const ALL_ENDPOINTS = ''

/**
 * Notifies the readers of the page when operators change what they have read, also while the connection was lost. After a
 * reset of the room changes may be missing, so it notifies all readers. Returns the function that stops it.
 */
export function watchSiteChanges(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let changed: string[] = []
  /** Server clock, epoch milliseconds. Changes before it are in what the page has read. Null before the first message. */
  let readSince: number | null = null
  /** End of the previous batch. */
  let last = { epoch: 0, seq: 0 }
  const notify = () => {
    notifyContentChange(changed)
    timer = undefined
    changed = []
  }
  const addChanges = (names: readonly string[]) => {
    changed.push(...names)
    timer ??= setTimeout(notify, MIN_DELAY_MS + Math.random() * SPREAD_MS)
  }
  const onMessage = (message: FeedMessage) => {
    if (message.type === 'reset') return addChanges([ALL_ENDPOINTS])
    // The first message comes after the handshake, which sets the clock.
    readSince ??= serverNow() - performance.now() - MIN_DELAY_MS
    const { epoch, lastSeq, rows } = message
    for (const row of rows) {
      const isKnown = row.at < readSince || (epoch === last.epoch && row.seq <= last.seq)
      if (row.kind === 'notice' && row.data.reads && !isKnown) addChanges(row.data.reads)
    }
    last = { epoch, seq: lastSeq }
  }
  const stops = [
    onContentChange('site.configs', reloadSiteConfig),
    onContentChange('site.announcements', reloadAnnouncements),
    whenQuiet(() => stops.push(subscribeToSiteRoom(onMessage)), QUIET_LATEST_MS),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
