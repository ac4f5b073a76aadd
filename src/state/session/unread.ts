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

/** A publication or recall can make many pages read the numbers again at once, which this time spreads. */
const SPREAD_MS = 500
const MAX_REMEMBERED = 50

/** Publications that the numbers include since they were read. */
const counted = new Set<string>()
let requests = 0
let isLoading = false
let timer: ReturnType<typeof setTimeout> | undefined

async function load(): Promise<void> {
  const userId = store.get(memberAtom)?.userId
  requests += 1
  const request = requests
  isLoading = userId !== undefined
  if (userId === undefined) return store.set(unreadMessagesAtom, null)
  const result = await call('message.unread', {})
  if (request !== requests) return
  isLoading = false
  if (store.get(memberAtom)?.userId !== userId || !result.ok) return
  counted.clear()
  store.set(unreadMessagesAtom, result.data)
}

function loadSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void load(), Math.random() * SPREAD_MS)
}

function apply({ isNew, id, kind, at }: MessageNew): void {
  const unread = store.get(unreadMessagesAtom)
  if (isNew && counted.has(id)) return
  // A message that was committed late is missing in numbers that were read after its time of publication.
  if (
    !isNew ||
    kind === null ||
    unread === null ||
    isLoading ||
    at <= unread.until ||
    counted.size === MAX_REMEMBERED
  ) {
    return loadSoon()
  }
  counted.add(id)
  store.set(unreadMessagesAtom, { ...unread, [kind]: unread[kind] + 1 })
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
    if (notice.type !== 'message') return
    store.set(messageChangeAtom, notice.change)
    apply(notice.change)
  })
  // Events may have been missed without a connection.
  onForeground(() => void load())
}
