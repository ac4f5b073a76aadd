import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { CODES, codeText } from '#protocol/codes.ts'
import { type Failure, failure } from '#protocol/result.ts'
import { openRoom, type RoomSession } from '#state/room/room-session.ts'
import { type MatchDetail, matchPhaseAtom } from '#state/room/room-match.ts'
import { useRefetchWhenStale } from '#state/data/reconnect.ts'

const failureAtom = atom<Failure | null>(null)

/** The room of a screen. Its functions are the same for the life of the screen. */
export interface Room extends Omit<RoomSession, 'leave'> {
  /** The room could not be entered, or has ended. */
  readonly failure: Failure | null
  /** Enters the room again after a failure. */
  readonly reopen: () => void
}

/** Enters a room as soon as its number is known and leaves it on unmount. */
export function useRoom(chatRoomNo: string | undefined): Room {
  const session = useRef<RoomSession | null>(null)
  const reopen = useRef(() => {})
  const setFailure = useSetAtom(failureAtom)
  useEffect(() => {
    if (chatRoomNo === undefined) return
    const leave = () => {
      session.current?.leave()
      session.current = null
    }
    reopen.current = () => {
      leave()
      setFailure(null)
      session.current = openRoom(chatRoomNo, setFailure)
    }
    reopen.current()
    return () => {
      reopen.current = () => {}
      leave()
    }
  }, [chatRoomNo, setFailure])
  const actions = useMemo<Omit<Room, 'failure'>>(
    () => ({
      reopen: () => reopen.current(),
      say: async (message) => session.current?.say(message) ?? failure(CODES.ABORTED, codeText(CODES.ABORTED)),
      sayAgain: async (cid) => session.current?.sayAgain(cid),
      dismiss: (cid) => session.current?.dismiss(cid),
      loadOlder: async () => session.current?.loadOlder(),
    }),
    [],
  )
  const failureNow = useAtomValue(failureAtom)
  return useMemo(() => ({ ...actions, failure: failureNow }), [actions, failureNow])
}

/** All viewers learn of the next match in the same frame. Their requests are spread over this time. */
const REQUEST_SPREAD_MS = 15_000

/** Refetches the match when the next one begins in the room, and when it is stale. */
export function useFreshDetail(detail: MatchDetail | null, retry: () => void): void {
  const phase = useAtomValue(matchPhaseAtom)
  const knownPhase = useRef(phase)
  useEffect(() => {
    const last = knownPhase.current
    knownPhase.current = phase
    if (phase !== 'before' || last === phase || last === null) return
    const timer = window.setTimeout(retry, Math.random() * REQUEST_SPREAD_MS)
    return () => window.clearTimeout(timer)
  }, [phase, retry])
  useRefetchWhenStale(detail, retry)
}
