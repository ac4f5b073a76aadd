import { serverNow } from '#transport/client.ts'
import type { OwnItem } from './feed-items.ts'
import { feedAtom } from './room.ts'
import { memberAtom } from './session.ts'
import { store } from './store.ts'
import { tabStorage } from './tab-storage.ts'
import { parseUnsaid, storedUnsaid, unsaidLines } from './unsaid.ts'

/** The unsaid lines of the room that is open, from one page to the next. */
export interface UnsaidKeeper {
  /** The lines that the page before has left, the first time; whoever takes them has them. */
  take(): readonly OwnItem[]
  stop(): void
}

/** Stores what is unsaid when the page goes, whoever loads it anew; a page that comes back by itself has its lines. */
export function keepUnsaid(chatRoomNo: string): UnsaidKeeper {
  const key = `unsaid:${chatRoomNo}`
  let isTaken = false
  const write = () => {
    const memberId = store.get(memberAtom)?.userId
    if (!isTaken || memberId === undefined) return
    const lines = unsaidLines(store.get(feedAtom))
    try {
      if (lines.length === 0) tabStorage()?.removeItem(key)
      else tabStorage()?.setItem(key, storedUnsaid(lines, memberId, serverNow()))
    } catch {
      // Full or forbidden: the lines last as long as the page.
    }
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
      const lines = parseUnsaid(tabStorage()?.getItem(key) ?? null, memberId, serverNow())
      forget()
      return lines
    },
    stop() {
      window.removeEventListener('pagehide', write)
      window.removeEventListener('pageshow', onShow)
    },
  }
}
