import { useAtomValue, useStore } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import type { MessageNew } from '#protocol/room/server-events.ts'
import { CODES } from '#protocol/codes.ts'
import type { InboxKind } from '#protocol/inbox-limits.ts'
import type { Failure } from '#protocol/result.ts'
import { inboxText } from '#messages/zh/inbox.ts'
import { onReconnect } from '#state/data/reconnect.ts'
import { cachedResponsesAtom, withResponse } from '#state/data/use-cached-data.ts'
import { memberAtom } from '#state/session/session.ts'
import { messageChangeAtom } from '#state/session/unread.ts'
import { call } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { CALLS, type InboxMessage, inOrder } from './inbox-calls.ts'

const PAGE_SIZE = 100
/** A deletion can be taken back for this time. */
export const UNDO_MS = 5_000
/** Messages per call, the limit of the server. */
const MAX_PER_CALL = 200

interface State {
  /** Null before the first response. */
  readonly messages: readonly InboxMessage[] | null
  readonly total: number
  readonly failure: Failure | null
  readonly isLoading: boolean
}

const EMPTY: State = { messages: null, total: 0, failure: null, isLoading: true }

type Update = (change: (before: State) => State) => void

/** Changes the loaded messages. `removed`: how many the server has less. */
type Change = (next: (messages: readonly InboxMessage[]) => readonly InboxMessage[], removed?: number) => void

/** The messages of a kind as the server has them, page by page, and changes of them. */
class InboxPages {
  readonly #kind: InboxKind
  readonly #update: Update
  #request = 0

  constructor(kind: InboxKind, update: Update) {
    this.#kind = kind
    this.#update = update
  }

  readonly change: Change = (next, removed = 0) =>
    this.#update((before) =>
      before.messages === null
        ? before
        : { ...before, messages: inOrder(next(before.messages)), total: Math.max(0, before.total - removed) },
    )

  /** Loads a page. The first one replaces the list unless `isMerged`. */
  readonly load = async (pageNum: number, isMerged: boolean): Promise<void> => {
    this.#request += 1
    const request = this.#request
    const result = await call(CALLS[this.#kind].list, { pageNum, pageSize: PAGE_SIZE })
    if (request !== this.#request) return
    this.#update((before) =>
      result.ok
        ? {
            messages: inOrder([...(isMerged ? (before.messages ?? []) : []), ...result.data.list]),
            total: result.data.total,
            failure: null,
            isLoading: false,
          }
        : { ...before, failure: result, isLoading: false },
    )
  }

  /** Applies a change by an operator, another tab or this one. */
  readonly follow = (changed: MessageNew | null): void => {
    if (changed === null || (changed.kind !== null && changed.kind !== this.#kind)) return
    if (changed.isNew) void this.load(1, true)
    else if (changed.id === '') void this.load(1, false)
    else void this.#refresh(changed.id)
  }

  readonly remove = async (removed: readonly InboxMessage[]): Promise<void> => {
    const ids = new Set(removed.map(({ id }) => id))
    this.change((all) => all.filter(({ id }) => !ids.has(id)), ids.size)
    const [only] = removed
    const results =
      only !== undefined && removed.length === 1
        ? [await call(CALLS[this.#kind].delete, { id: only.id })]
        : await Promise.all(batches([...ids]).map((some) => call('message.deleteSeveral', { ids: some })))
    if (!results.every(({ ok }) => ok)) {
      sayFailed()
      void this.load(1, false)
      return
    }
    toast({
      id: 'inbox-deleted',
      text: inboxText('deleted', { count: ids.size }),
      durationMs: UNDO_MS,
      action: { label: inboxText('action.undo'), onPress: () => void this.#restore(removed) },
    })
  }

  readonly setTop = async ({ id }: InboxMessage, top: boolean): Promise<void> => {
    const setTo = (isTop: boolean) => this.change((all) => all.map((one) => (one.id === id ? { ...one, isTop } : one)))
    setTo(top)
    const result = await call(CALLS[this.#kind].sticky, { id, top })
    if (result.ok) return
    setTo(!top)
    sayFailed()
  }

  readonly readAll = async (): Promise<void> => {
    const result = await call(CALLS[this.#kind].readAll, {})
    if (result.ok) this.change((all) => all.map((one) => ({ ...one, isRead: true })))
    else sayFailed()
  }

  readonly deleteAll = async () => {
    const result = await call(CALLS[this.#kind].deleteAll, {})
    if (result.ok) this.#update(() => ({ messages: [], total: 0, failure: null, isLoading: false }))
    return result
  }

  async #refresh(id: string): Promise<void> {
    const result = await call(CALLS[this.#kind].detail, { id })
    if (result.ok) this.change((all) => [...all, result.data])
    else if (result.code === CODES.NOT_FOUND) this.change((all) => all.filter((one) => one.id !== id))
  }

  async #restore(removed: readonly InboxMessage[]): Promise<void> {
    let count = 0
    for (const ids of batches(removed.map(({ id }) => id))) {
      const result = await call('message.restore', { ids })
      if (result.ok) count += result.data.restored.length
    }
    if (count === 0) toast({ text: inboxText('restoreFailed'), tone: 'danger' })
    else toast(inboxText('restored', { count }))
    void this.load(1, false)
  }
}

/**
 * The messages of a kind and what can be done with them. The component is remounted for another kind and member. The first
 * page of the last visit is shown until the response arrives.
 */
export function useInbox(kind: InboxKind) {
  const store = useStore()
  const key = `inbox ${kind} ${useAtomValue(memberAtom)?.userId}`
  const [state, setState] = useState<State>(() => ({
    // Only the effect below writes this key, so the type is known.
    ...EMPTY,
    ...(store.get(cachedResponsesAtom).get(key) as Pick<State, 'messages' | 'total'> | undefined),
  }))
  const [pages] = useState(() => new InboxPages(kind, setState))
  const follow = useEffectEvent(() => pages.follow(store.get(messageChangeAtom)))
  useEffect(() => {
    const reload = () => void pages.load(1, false)
    reload()
    return onReconnect(reload)
  }, [pages])
  useEffect(() => store.sub(messageChangeAtom, () => follow()), [store])
  const { messages, total, isLoading } = state
  useEffect(() => {
    if (messages === null) return
    const first = { messages: messages.slice(0, PAGE_SIZE), total }
    store.set(cachedResponsesAtom, (cache) => withResponse(cache, key, first))
  }, [store, key, messages, total])
  return {
    ...state,
    pages,
    hasMore: messages !== null && messages.length < total,
    /** Loads the first page again, or the next one. */
    load: (isNext: boolean): void => {
      if (isLoading) return
      setState((before) => ({ ...before, isLoading: true }))
      void pages.load(isNext ? Math.floor((messages?.length ?? 0) / PAGE_SIZE) + 1 : 1, isNext)
    },
  }
}

export type InboxView = ReturnType<typeof useInbox>

function sayFailed(): void {
  toast({ text: inboxText('failed'), tone: 'danger' })
}

function batches(ids: readonly string[]): string[][] {
  const all: string[][] = []
  for (let at = 0; at < ids.length; at += MAX_PER_CALL) all.push(ids.slice(at, at + MAX_PER_CALL))
  return all
}
