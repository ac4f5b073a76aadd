import { atom, useAtom } from 'jotai'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { whenQuiet } from '#lib/browser/when-quiet.ts'
import { onReconnect } from '#state/data/reconnect.ts'
import type { MatchSummary } from './match-stage.ts'
import { LIVE_KINDS } from './match-stage.ts'

/** Refresh interval of scores and viewers while the page is visible. */
const LIVE_REFRESH_MS = 20_000

/** Max wait of the other lists for the open one. */
const TURN_MS = 1_000
/** If lists are cached, max wait for an idle browser before the next ones are requested. */
const MAX_WAIT_IF_CACHED_MS = 200
/** After this time a missing list no longer delays the others. */
const LATE_MS = 4_000

interface LiveList {
  readonly status: 'loading' | 'ready' | 'error'
  /** The last loaded list; retained if a later request fails. */
  readonly matches: readonly MatchSummary[]
  readonly failure: Failure | null
  /** When `matches` was loaded, epoch milliseconds. */
  readonly updatedAt: number | null
}

export type LiveLists = Readonly<Record<ContentKind, LiveList>>
type LoadList = (kind: ContentKind) => Promise<Result<{ list: readonly MatchSummary[] }>>

interface Arrival {
  readonly kind: ContentKind
  readonly result: Result<{ list: readonly MatchSummary[] }>
  readonly at: number
}

const NOTHING: LiveList = { status: 'loading', matches: [], failure: null, updatedAt: null }
const EMPTY: LiveLists = { football: NOTHING, basketball: NOTHING, esports: NOTHING, anchor: NOTHING }

/** The last loaded lists, shared by all screens with matches. */
export const liveListsAtom = atom<LiveLists>(EMPTY)

/** Applies a result. A failure keeps the cached list and is an error only if there is none. */
export function takeArrival(lists: LiveLists, { kind, result, at }: Arrival): LiveLists {
  const before = lists[kind]
  const after: LiveList = result.ok
    ? { status: 'ready', matches: result.data.list, failure: null, updatedAt: at }
    : { ...before, status: before.updatedAt === null ? 'error' : 'ready', failure: result }
  return { ...lists, [kind]: after }
}

/**
 * The lists of all kinds: the open one first, then the others (for the strip and the search), at most a second later;
 * again every `everyMs` while the page is visible, and at once after a reconnection. `isLate` = a missing list no
 * longer delays anything.
 */
export function useLiveLists(load: LoadList, kind: ContentKind, now: () => number, everyMs = LIVE_REFRESH_MS) {
  const [lists, setLists] = useAtom(liveListsAtom)
  const [isLoading, setLoading] = useState(true)
  const [isLate, setLate] = useState(false)
  const kindNow = useRef(kind)
  const hasFailed = useRef(false)
  const isKnown = useRef(lists[kind].updatedAt !== null)
  useEffect(() => {
    kindNow.current = kind
    hasFailed.current = LIVE_KINDS.some((each) => lists[each].failure !== null)
  }, [kind, lists])

  const loadAll = useCallback(
    async (isWanted: () => boolean) => {
      const one = async (each: ContentKind) => {
        const result = await load(each)
        if (!isWanted()) return
        // Not caused by an input, so React may render it with low priority.
        startTransition(() => setLists((before) => takeArrival(before, { kind: each, result, at: now() })))
      }
      const first = kindNow.current
      setLoading(true)
      const opened = one(first)
      await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, TURN_MS))])
      if (isWanted()) await Promise.all([opened, ...LIVE_KINDS.filter((each) => each !== first).map(one)])
      if (isWanted()) startTransition(() => setLoading(false))
    },
    [load, now, setLists],
  )

  useEffect(() => {
    let isMounted = true
    const run = () => {
      if (!document.hidden) void loadAll(() => isMounted)
    }
    // Cached lists of another screen are shown first.
    const callOff = isKnown.current ? whenQuiet(run, MAX_WAIT_IF_CACHED_MS) : run()
    const timer = window.setInterval(run, everyMs)
    const late = window.setTimeout(() => setLate(true), LATE_MS)
    // A list that was just loaded is refreshed by the timer.
    const stop = onReconnect(() => {
      if (hasFailed.current) run()
    })
    document.addEventListener('visibilitychange', run)
    return () => {
      isMounted = false
      callOff?.()
      window.clearInterval(timer)
      window.clearTimeout(late)
      stop()
      document.removeEventListener('visibilitychange', run)
    }
  }, [loadAll, everyMs])

  const reload = useCallback(() => void loadAll(() => true), [loadAll])
  return { lists, isLoading, isLate, reload }
}
