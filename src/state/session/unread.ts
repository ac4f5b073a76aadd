import { atom } from 'jotai/vanilla'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { MessageNew } from '#protocol/room/server-events.ts'
import { call, onNotice } from '#transport/client.ts'
import { onForeground } from '../data/reconnect.ts'
import { store } from '../store.ts'
import { memberAtom } from './session.ts'

type UnreadMessages = DataOf<'message.unread'>

/** Numbers of unread messages of the member; null for visitors and before the first response. */
export const unreadMessagesAtom = atom<UnreadMessages | null>(null)

/** Unread messages and announcements of a member: the number of bell, tab bar, page title and list. */
export const unreadTotalAtom = atom(0)

/** The last change of messages, for open lists. */
export const messageChangeAtom = atom<MessageNew | null>(null)

/** A recall makes all pages read the numbers again, which this time spreads. */
const SPREAD_MS = 500
const MAX_REMEMBERED = 50

/** Returns the numbers after a publication. `counted` are ids that the numbers include. */
function afterPublication(
  unread: UnreadMessages,
  { id, kind, at }: MessageNew,
  counted: ReadonlySet<string>,
): UnreadMessages {
  if (kind === null || at <= unread.until || counted.has(id)) return unread
  return { ...unread, [kind]: unread[kind] + 1 }
}

const counted = new Set<string>()
let requests = 0
let timer: ReturnType<typeof setTimeout> | undefined

async function load(): Promise<void> {
  const userId = store.get(memberAtom)?.userId
  requests += 1
  const request = requests
  if (userId === undefined) return store.set(unreadMessagesAtom, null)
  const result = await call('message.unread', {})
  if (request !== requests || store.get(memberAtom)?.userId !== userId || !result.ok) return
  counted.clear()
  store.set(unreadMessagesAtom, result.data)
}

function apply(change: MessageNew): void {
  store.set(messageChangeAtom, change)
  const unread = store.get(unreadMessagesAtom)
  if (!change.isNew || unread === null) {
    clearTimeout(timer)
    timer = setTimeout(() => void load(), Math.random() * SPREAD_MS)
    return
  }
  store.set(unreadMessagesAtom, afterPublication(unread, change, counted))
  if (counted.size < MAX_REMEMBERED) counted.add(change.id)
  else void load()
}

let isWatching = false

/** Keeps the numbers in sync with the signed-in member, the server and the other tabs. Idempotent. */
export function watchUnread(): void {
  if (isWatching) return
  isWatching = true
  let userId = store.get(memberAtom)?.userId
  void load()
  store.sub(memberAtom, () => {
    if (store.get(memberAtom)?.userId === userId) return
    userId = store.get(memberAtom)?.userId
    store.set(unreadMessagesAtom, null)
    void load()
  })
  onNotice((notice) => {
    if (notice.type === 'message') apply(notice.change)
  })
  // Events may have been missed without a connection.
  onForeground(() => void load())
}
