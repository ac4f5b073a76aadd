import { useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MessageNew } from '#protocol/room/server-events.ts'
import type { Failure } from '#protocol/result.ts'
import { inboxText } from '#messages/zh/inbox.ts'
import { onReconnect } from '#state/data/reconnect.ts'
import { messageChangeAtom } from '#state/session/unread.ts'
import { call } from '#transport/client.ts'
import { toast } from '#ui/toast-manager.ts'
import { CALLS, type InboxKind, type InboxMessage, inOrder } from './inbox-calls.ts'

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

/** The messages of a kind, page by page. The component is remounted for another kind. */
export function useInbox(kind: InboxKind) {
  const [state, setState] = useState(EMPTY)
  const request = useRef(0)
  const change = (next: (messages: readonly InboxMessage[]) => readonly InboxMessage[], removed = 0) =>
    setState((before) =>
      before.messages === null
        ? before
        : { ...before, messages: inOrder(next(before.messages)), total: Math.max(0, before.total - removed) },
    )

  /** Loads a page. The first one replaces the list unless `isMerged`. */
  const load = async (pageNum: number, isMerged = pageNum > 1) => {
    request.current += 1
    const current = request.current
    setState((before) => ({ ...before, isLoading: true }))
    const result = await call(CALLS[kind].list, { pageNum, pageSize: PAGE_SIZE })
    if (current !== request.current) return
    setState((before) =>
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
  const reload = useEffectEvent(() => void load(1))
  useEffect(() => {
    reload()
    return onReconnect(reload)
  }, [])

  const follow = useEffectEvent((changed: MessageNew | null) => {
    if (changed === null || (changed.kind !== null && changed.kind !== kind)) return
    if (changed.isNew) void load(1, true)
    else if (changed.id === '') void load(1)
    else void refresh(changed.id)
  })
  const store = useStore()
  useEffect(() => store.sub(messageChangeAtom, () => follow(store.get(messageChangeAtom))), [store])

  /** Reads one message again that another tab or an operator has changed. */
  const refresh = async (id: string) => {
    const result = await call(CALLS[kind].detail, { id })
    if (result.ok) change((all) => [...all, result.data])
    else change((all) => all.filter((one) => one.id !== id))
  }

  const restore = async (removed: readonly InboxMessage[]) => {
    let count = 0
    for (const ids of batches(removed.map(({ id }) => id))) {
      const result = await call('message.restore', { ids })
      if (result.ok) count += result.data.restored.length
    }
    toast(count === 0 ? { text: inboxText('restoreFailed'), tone: 'danger' } : inboxText('restored', { count }))
    change((all) => [...all, ...removed], -count)
  }

  return {
    ...state,
    hasMore: state.messages !== null && state.messages.length < state.total,
    retry: () => void load(1),
    loadMore: () => {
      if (!state.isLoading && state.messages !== null)
        void load(Math.floor(state.messages.length / PAGE_SIZE) + 1, true)
    },
    /** Deletes messages, with an undo for five seconds. */
    async remove(removed: readonly InboxMessage[]) {
      const ids = new Set(removed.map(({ id }) => id))
      change((all) => all.filter(({ id }) => !ids.has(id)), ids.size)
      const [only] = removed
      const results =
        only !== undefined && removed.length === 1
          ? [await call(CALLS[kind].delete, { id: only.id })]
          : await Promise.all(batches([...ids]).map((some) => call('message.deleteSeveral', { ids: some })))
      if (!results.every(({ ok }) => ok)) {
        toast({ text: inboxText('failed'), tone: 'danger' })
        void load(1)
        return
      }
      toast({
        id: 'inbox-deleted',
        text: inboxText('deleted', { count: ids.size }),
        durationMs: UNDO_MS,
        action: { label: inboxText('action.undo'), onPress: () => void restore(removed) },
      })
    },
    async setTop({ id }: InboxMessage, top: boolean) {
      const setTo = (isTop: boolean) => change((all) => all.map((one) => (one.id === id ? { ...one, isTop } : one)))
      setTo(top)
      const result = await call(CALLS[kind].sticky, { id, top })
      if (result.ok) return
      setTo(!top)
      toast({ text: inboxText('failed'), tone: 'danger' })
    },
    async readAll() {
      const result = await call(CALLS[kind].readAll, {})
      if (result.ok) change((all) => all.map((one) => ({ ...one, isRead: true })))
      else toast({ text: inboxText('failed'), tone: 'danger' })
    },
    async deleteAll() {
      const result = await call(CALLS[kind].deleteAll, {})
      if (result.ok) setState({ messages: [], total: 0, failure: null, isLoading: false })
      return result
    },
  }
}

export type InboxView = ReturnType<typeof useInbox>

function batches(ids: readonly string[]): string[][] {
  const all: string[][] = []
  for (let at = 0; at < ids.length; at += MAX_PER_CALL) all.push(ids.slice(at, at + MAX_PER_CALL))
  return all
}
