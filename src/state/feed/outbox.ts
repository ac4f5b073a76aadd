import { tabStorage } from '../data/tab-storage.ts'
import { hasLeft } from '../session/member-storage.ts'
import { memberAtom } from '../session/session.ts'
import { store } from '../store.ts'
import { feedAtom } from './feed-atoms.ts'
import type { OutgoingMessage } from './feed-state.ts'
import { MAX_UNSENT_MESSAGES, unsentMessages } from './outgoing.ts'

/** Unsent messages of the open room, stored per member in sessionStorage (decision 95). */
interface Outbox {
  /** Returns the stored messages of the signed-in member, once until the member changes. */
  restore(): readonly OutgoingMessage[]
  /** Stores the unsent messages of the feed. */
  save(): void
  /** Removes a message of this member that was sent after all, although the room had been left or the member changed. */
  remove(cid: string, memberId: string | undefined): void
  close(): void
}

/** Opens the outbox. It is stored after each change, and when the page or the visit ends. */
export function openOutbox(chatRoomNo: string): Outbox {
  const keyOf = (memberId: string) => `unsent:${chatRoomNo}:${memberId}`
  /** The member whose stored messages are in the feed. */
  let restored: string | undefined
  let isClosed = false
  const memberOfFeed = () => store.get(memberAtom)?.userId
  const read = (memberId: string) => parseOutbox(tabStorage()?.getItem(keyOf(memberId)) ?? null)
  const write = (messages: readonly OutgoingMessage[], memberId: string) => {
    try {
      if (messages.length === 0) tabStorage()?.removeItem(keyOf(memberId))
      else tabStorage()?.setItem(keyOf(memberId), serializeOutbox(messages))
    } catch {
      // The storage is full or forbidden: the messages are lost with the page.
    }
  }
  const save = () => {
    const memberId = memberOfFeed()
    if (memberId === undefined || isClosed || hasLeft(memberId)) return
    const unsent = unsentMessages(store.get(feedAtom))
    const cids = new Set(unsent.map(({ cid }) => cid))
    const stored = memberId === restored ? [] : read(memberId).filter(({ cid }) => !cids.has(cid))
    write([...stored, ...unsent], memberId)
  }
  const stopWatching = store.sub(memberAtom, () => {
    if (memberOfFeed() !== restored) restored = undefined
  })
  window.addEventListener('pagehide', save)
  return {
    restore() {
      const memberId = memberOfFeed()
      if (memberId === undefined || memberId === restored) return []
      restored = memberId
      return read(memberId)
    },
    save,
    remove(cid, memberId) {
      if (memberId === undefined || (!isClosed && memberId === restored)) return
      write(
        read(memberId).filter((message) => message.cid !== cid),
        memberId,
      )
    },
    close() {
      save()
      isClosed = true
      stopWatching()
      window.removeEventListener('pagehide', save)
    },
  }
}

/** Returns the stored form. */
export function serializeOutbox(messages: readonly OutgoingMessage[]): string {
  return JSON.stringify(messages.map(({ cid, text, reply, sticker }) => ({ cid, text, reply, sticker })))
}

/** Returns the stored messages as failed ones. Invalid data are ignored. */
export function parseOutbox(text: string | null): readonly OutgoingMessage[] {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return Array.isArray(value) ? value.flatMap(parseMessage).slice(-MAX_UNSENT_MESSAGES) : []
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
