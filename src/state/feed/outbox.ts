import { serverNow } from '#transport/client.ts'
import { tabStorage } from '../data/tab-storage.ts'
import { memberAtom } from '../session/session.ts'
import { store } from '../store.ts'
import { feedAtom } from './feed-atoms.ts'
import type { FeedState, OutgoingMessage } from './feed-state.ts'
import { MAX_FAILED_MESSAGES } from './outgoing.ts'

/** Stored messages older than this are discarded. */
export const OUTBOX_TTL_MS = 30 * 60_000

/** Unsent messages of the open room, stored in sessionStorage between pages and visits. */
export interface Outbox {
  /** Returns and removes the messages stored by the previous visit. Later calls return nothing. */
  take(): readonly OutgoingMessage[]
  /** Removes a message that was sent after all, although the room had been left. */
  remove(cid: string): void
  /** Stores the unsent messages when the room is left. */
  close(): void
}

/** Opens the outbox. It is stored when the page or the visit ends; a page restored from the cache keeps its messages. */
export function openOutbox(chatRoomNo: string): Outbox {
  const key = `unsaid:${chatRoomNo}`
  let isTaken = false
  let isClosed = false
  const write = (messages: readonly OutgoingMessage[], memberId: string) => {
    try {
      if (messages.length === 0) tabStorage()?.removeItem(key)
      else tabStorage()?.setItem(key, serializeOutbox(messages, memberId, serverNow()))
    } catch {
      // The storage is full or forbidden: the messages are lost with the page.
    }
  }
  const read = (memberId: string) => parseOutbox(tabStorage()?.getItem(key) ?? null, memberId, serverNow())
  const save = () => {
    const memberId = store.get(memberAtom)?.userId
    if (isTaken && memberId !== undefined) write(unsentMessages(store.get(feedAtom)), memberId)
  }
  const clear = () => tabStorage()?.removeItem(key)
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && isTaken) clear()
  }
  window.addEventListener('pagehide', save)
  window.addEventListener('pageshow', onShow)
  return {
    take() {
      const memberId = store.get(memberAtom)?.userId
      if (isTaken) return []
      isTaken = true
      // A visitor may still sign in as the author of the stored messages.
      if (memberId === undefined) return []
      const messages = read(memberId)
      clear()
      return messages
    },
    remove(cid) {
      const memberId = store.get(memberAtom)?.userId
      if (!isClosed || memberId === undefined) return
      const messages = read(memberId)
      const others = messages.filter((message) => message.cid !== cid)
      if (others.length < messages.length) write(others, memberId)
    },
    close() {
      save()
      isClosed = true
      window.removeEventListener('pagehide', save)
      window.removeEventListener('pageshow', onShow)
    },
  }
}

/** Returns the failed and pending messages that have no ack, oldest first. */
export function unsentMessages({ items, outgoing, reading }: FeedState): readonly OutgoingMessage[] {
  const messages = new Map<string, OutgoingMessage>()
  for (const item of [...(reading?.view ?? []), ...items, ...outgoing]) {
    if (item.type === 'outgoing' && item.acknowledged === null) messages.set(item.cid, item)
  }
  return [...messages.values()].slice(-MAX_FAILED_MESSAGES)
}

/** Returns the stored form: the messages, their author and the time (epoch milliseconds). */
export function serializeOutbox(messages: readonly OutgoingMessage[], memberId: string, at: number): string {
  const lines = messages.map(({ cid, text, reply, sticker }) => ({ cid, text, reply, sticker }))
  return JSON.stringify({ memberId, at, lines })
}

/** Returns the stored messages as failed ones. Invalid and outdated data and those of another member are ignored. */
export function parseOutbox(text: string | null, memberId: string, now: number): readonly OutgoingMessage[] {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return []
    const stored = value as { memberId?: unknown; at?: unknown; lines?: unknown }
    const isFresh = typeof stored.at === 'number' && Math.abs(now - stored.at) < OUTBOX_TTL_MS
    if (!isFresh || stored.memberId !== memberId || !Array.isArray(stored.lines)) return []
    return stored.lines.flatMap(parseMessage).slice(-MAX_FAILED_MESSAGES)
  } catch {
    return []
  }
}

const isShort = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max

function parseMessage(value: unknown): OutgoingMessage[] {
  if (typeof value !== 'object' || value === null) return []
  const { cid, text, reply, sticker } = value as Record<'cid' | 'text' | 'reply' | 'sticker', unknown>
  if (!isShort(cid, 64) || !/^[\w-]{8,}$/.test(cid) || !isShort(text, 1_000) || text === '') return []
  const stickerPart = isShort(sticker, 64) ? { sticker } : {}
  const state = { type: 'outgoing', state: 'failed', failure: null, acknowledged: null } as const
  return [{ ...state, key: `own-${cid}`, cid, text, reply: parseReply(reply), ...stickerPart }]
}

function parseReply(value: unknown): OutgoingMessage['reply'] {
  if (typeof value !== 'object' || value === null) return null
  const { id, memberName, text } = value as Record<'id' | 'memberName' | 'text', unknown>
  return isShort(id, 64) && isShort(memberName, 64) && isShort(text, 1_000) ? { id, memberName, text } : null
}
