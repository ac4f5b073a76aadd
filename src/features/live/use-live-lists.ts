import { atom, useAtom } from 'jotai'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { whenQuiet } from '#lib/when-quiet.ts'
import { onReconnect } from '#state/data/reconnect.ts'
import type { MatchSummary } from './match-stage.ts'
import { LIVE_KINDS } from './match-stage.ts'

/** Scores and viewers of the list are read again this often while the page is visible. */
export const LIVE_REFRESH_MS = 20_000

/** The lists of the other kinds wait this long for the open one, which may never come. */
const TURN_MS = 1_000
/** Where lists are there already, those to come wait no longer than this for the screen to be painted. */
const MOST_PATIENT_MS = 200
/** What has not come by then is not waited for with what has. */
const LATE_MS = 4_000

export interface LiveList {
  readonly status: 'loading' | 'ready' | 'error'
  /** The last list that arrived; it stays while a later one fails. */
  readonly matches: readonly MatchSummary[]
  readonly failure: Failure | null
  /** When `matches` arrived, epoch milliseconds. */
  readonly updatedAt: number | null
}

export type LiveLists = Readonly<Record<ContentKind, LiveList>>
export type LoadList = (kind: ContentKind) => Promise<Result<{ list: readonly MatchSummary[] }>>

interface Arrival {
  readonly kind: ContentKind
  readonly result: Result<{ list: readonly MatchSummary[] }>
  readonly at: number
}

const NOTHING: LiveList = { status: 'loading', matches: [], failure: null, updatedAt: null }
const EMPTY: LiveLists = { football: NOTHING, basketball: NOTHING, esports: NOTHING, anchor: NOTHING }

/** What every screen with matches shows: the last lists that arrived stay from one screen to the next. */
export const liveListsAtom = atom<LiveLists>(EMPTY)

/** Takes an answer in: a failure keeps what was there and is an error only when nothing was. */
export function takeArrival(lists: LiveLists, { kind, result, at }: Arrival): LiveLists {
  const before = lists[kind]
  const after: LiveList = result.ok
    ? { status: 'ready', matches: result.data.list, failure: null, updatedAt: at }
    : { ...before, status: before.updatedAt === null ? 'error' : 'ready', failure: result }
  return { ...lists, [kind]: after }
}

/**
 * The lists of all kinds: the open one first, then the others (the strip and the search need them), at the latest a
 * second later; again every `everyMs` while the page is visible, and at once when the network returns. `isLate` = a list
 * that has not come yet is to hold nothing up any more.
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
        // Nobody has pressed anything for it: long lists are drawn in small steps, and the viewer goes first.
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
    // What another screen has read is shown first.
    const callOff = isKnown.current ? whenQuiet(run, MOST_PATIENT_MS) : run()
    const timer = window.setInterval(run, everyMs)
    const late = window.setTimeout(() => setLate(true), LATE_MS)
    // What has come is read again soon enough.
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
