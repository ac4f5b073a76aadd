import { serverNow } from '#transport/client.ts'
import type { OwnItem } from './feed-items.ts'
import { feedAtom } from '../room/room.ts'
import { memberAtom } from '../session/session.ts'
import { store } from '../store.ts'
import { tabStorage } from '../data/tab-storage.ts'
import { parseUnsaid, storedUnsaid, unsaidLines } from './unsaid.ts'

/** The unsaid lines of the room that is open, from one page to the next, and from one visit to the next. */
export interface UnsaidKeeper {
  /** The lines that the visit before has left, the first time; whoever takes them has them. */
  take(): readonly OwnItem[]
  /** A line that was on its way when the room was left has been said after all. */
  said(cid: string): void
  /** The room is left: stores what is unsaid. */
  stop(): void
}

/** Stores what is unsaid when the page or the visit ends; a page that comes back by itself has its lines. */
export function keepUnsaid(chatRoomNo: string): UnsaidKeeper {
  const key = `unsaid:${chatRoomNo}`
  let isTaken = false
  let isStopped = false
  const put = (lines: readonly OwnItem[], memberId: string) => {
    try {
      if (lines.length === 0) tabStorage()?.removeItem(key)
      else tabStorage()?.setItem(key, storedUnsaid(lines, memberId, serverNow()))
    } catch {
      // Full or forbidden: the lines last as long as the visit.
    }
  }
  const read = (memberId: string) => parseUnsaid(tabStorage()?.getItem(key) ?? null, memberId, serverNow())
  const write = () => {
    const memberId = store.get(memberAtom)?.userId
    if (isTaken && memberId !== undefined) put(unsaidLines(store.get(feedAtom)), memberId)
  }
  const forget = () => tabStorage()?.removeItem(key)
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && isTaken) forget()
  }
  window.addEventListener('pagehide', write)
  window.addEventListener('pageshow', onShow)
  return {
    take() {
      const memberId = store.get(memberAtom)?.userId
      if (isTaken) return []
      isTaken = true
      // A visitor may still sign in as the one whose lines they are.
      if (memberId === undefined) return []
      const lines = read(memberId)
      forget()
      return lines
    },
    said(cid) {
      const memberId = store.get(memberAtom)?.userId
      if (!isStopped || memberId === undefined) return
      const lines = read(memberId)
      if (lines.some((line) => line.cid === cid))
        put(
          lines.filter((line) => line.cid !== cid),
          memberId,
        )
    },
    stop() {
      write()
      isStopped = true
      window.removeEventListener('pagehide', write)
      window.removeEventListener('pageshow', onShow)
    },
  }
}
