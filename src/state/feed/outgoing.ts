import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { FeedRow } from '#protocol/worker/feed.ts'
import type { FeedItem, FeedState, OutgoingMessage, Reading } from './feed-state.ts'
import { countMentions, countRows } from './feed-state.ts'

type LogPosition = Pick<FeedState, 'epoch' | 'lastSeq'>
type Draft = Pick<OutgoingMessage, 'cid' | 'text' | 'reply' | 'sticker'>

/** Unsent messages of a room. They stay until the member removes them, so no further one is accepted beyond this. */
export const MAX_UNSENT_MESSAGES = 100

/** Returns the failed messages and the pending ones without an ack, oldest first. */
export function unsentMessages({ items, outgoing }: FeedState): readonly OutgoingMessage[] {
  return [...items, ...outgoing].flatMap((item) =>
    item.type === 'outgoing' && item.acknowledged === null ? [item] : [],
  )
}

/** Returns whether the list accepts no further message until one is sent or removed. */
export function isOutboxFull(state: FeedState): boolean {
  return unsentMessages(state).length >= MAX_UNSENT_MESSAGES
}

/**
 * Shows a message at the end of the list until its log entry arrives (settled 14). A draft with the cid of a failed message
 * is that message. Ignores a new one if the outbox is full.
 */
export function addOutgoing(state: FeedState, draft: Draft): FeedState {
  if (findFailed(state, draft.cid) !== null) return retryOutgoing(state, draft.cid, draft.reply)
  if (isOutboxFull(state)) return state
  const message: OutgoingMessage = {
    ...draft,
    type: 'outgoing',
    key: `own-${draft.cid}`,
    state: 'pending',
    failure: null,
    acknowledged: null,
  }
  return { ...state, outgoing: [...state.outgoing, message] }
}

/** Returns whether the log up to this position contains the entry of an acknowledged message. */
function isApplied({ acknowledged }: Pick<OutgoingMessage, 'acknowledged'>, { epoch, lastSeq }: LogPosition): boolean {
  return acknowledged !== null && acknowledged.epoch === epoch && acknowledged.seq <= lastSeq
}

/**
 * Returns the feed without the pending messages whose entry a batch contains or has passed. `cids` are those of its own
 * rows. A message that another log had acknowledged and that this one lacks is shown as failed: a retry posts it at most
 * once.
 */
export function withoutLogged(state: FeedState, position: LogPosition, cids: ReadonlySet<string>): FeedState {
  if (state.outgoing.length === 0) return state
  const isOver = (item: OutgoingMessage) => cids.has(item.cid) || isApplied(item, position)
  const pending = state.outgoing.filter((item) => !isOver(item))
  const lost = pending.filter(
    ({ acknowledged }) =>
      acknowledged !== null && acknowledged.epoch !== position.epoch && acknowledged.seq <= position.lastSeq,
  )
  const next = pending.length === state.outgoing.length ? state : { ...state, outgoing: pending }
  return lost.length === 0 ? next : withFailed(next, lost, null)
}

/**
 * Records the ack. The message stays, as a pending one, until the entry at `seq` is applied, which may have happened
 * already. It may have failed meanwhile: on this page, or because the room was left and entered again.
 */
export function acknowledgeOutgoing(state: FeedState, cid: string, seq: number): FeedState {
  const acknowledged = { epoch: state.epoch, seq }
  if (isApplied({ acknowledged }, state)) {
    return dismissFailed({ ...state, outgoing: state.outgoing.filter((item) => item.cid !== cid) }, cid)
  }
  const pending = retryOutgoing(state, cid)
  const outgoing = pending.outgoing.map((item) => (item.cid === cid ? { ...item, acknowledged } : item))
  return { ...pending, outgoing }
}

/** Marks a message as refused or lost. It stays in the list with its failure and 重发 until the member removes it. */
export function failOutgoing(state: FeedState, cid: string, failure: Failure): FeedState {
  const message = state.outgoing.find((item) => item.cid === cid)
  return message === undefined ? state : withFailed(state, [message], failure)
}

/** Moves pending messages to the list, as failed ones. */
function withFailed(state: FeedState, messages: readonly OutgoingMessage[], failure: Failure | null): FeedState {
  const failed = new Map(
    messages.map((message) => [message.cid, { ...message, state: 'failed', failure, acknowledged: null } as const]),
  )
  return {
    ...state,
    outgoing: state.outgoing.filter(({ cid }) => !failed.has(cid)),
    items: [...state.items, ...failed.values()],
    reading: withOutgoing(state.reading, (item) => failed.get(item.cid) ?? item),
  }
}

/**
 * Adds unsent messages of an earlier page or visit at the end of the list, except those that the feed has already. Rows that
 * arrived before the member signed in are not marked as own, so only their `cid` counts: nobody knows it before its entry.
 */
export function addUnsent(state: FeedState, messages: readonly OutgoingMessage[]): FeedState {
  if (messages.length === 0) return state
  const cidOf = (item: FeedItem) =>
    item.type === 'outgoing' ? item.cid : item.type === 'row' ? item.row.cid : undefined
  const known = new Set([...state.items, ...state.outgoing].map(cidOf))
  return { ...state, items: [...state.items, ...messages.filter(({ cid }) => !known.has(cid))] }
}

/** Returns a failed message. */
export function findFailed({ items }: FeedState, cid: string): OutgoingMessage | null {
  const message = items.find((item) => item.type === 'outgoing' && item.cid === cid)
  return message?.type === 'outgoing' ? message : null
}

/**
 * Returns the failed message that a draft repeats: same text or sticker, same reply. It is sent again under its cid, which
 * the server posts once. A message whose reply target was deleted may be repeated without the reply.
 */
export function findRepeated({ items }: FeedState, draft: Omit<Draft, 'cid'>): OutgoingMessage | null {
  const repeats = ({ text, sticker, reply, failure }: OutgoingMessage) => {
    const isSameReply = reply?.id === draft.reply?.id || (draft.reply === null && failure?.code === CODES.NOT_FOUND)
    return text === draft.text && sticker === draft.sticker && isSameReply
  }
  const message = items.find((item) => item.type === 'outgoing' && repeats(item))
  return message?.type === 'outgoing' ? message : null
}

/**
 * 重发: makes a failed message pending again under the same cid, so that the server does not store it twice. `reply`
 * replaces its reply.
 */
export function retryOutgoing(state: FeedState, cid: string, reply?: OutgoingMessage['reply']): FeedState {
  const message = findFailed(state, cid)
  if (message === null) return state
  const pending: OutgoingMessage = {
    ...message,
    reply: reply === undefined ? message.reply : reply,
    state: 'pending',
    failure: null,
  }
  return {
    ...state,
    items: state.items.filter((other) => other !== message),
    outgoing: [...state.outgoing, pending],
    reading: withOutgoing(state.reading, (item) => (item.cid === cid ? pending : item)),
  }
}

/** 不发了: removes a failed message, also from a list that is read. */
export function dismissFailed(state: FeedState, cid: string): FeedState {
  const items = state.items.filter((item) => item.type !== 'outgoing' || item.cid !== cid)
  if (items.length === state.items.length) return state
  return { ...state, items, reading: withOutgoing(state.reading, (item) => (item.cid === cid ? null : item)) }
}

/** Removes messages whose entries have arrived as rows of the history. */
export function withoutSent(state: FeedState, rows: readonly FeedRow[]): FeedState {
  const cids = new Set(rows.flatMap(({ cid, isMine }) => (isMine && cid !== undefined ? [cid] : [])))
  const isUnsent = (item: FeedItem) => item.type !== 'outgoing' || !cids.has(item.cid)
  if (cids.size === 0 || (state.items.every(isUnsent) && state.outgoing.every(isUnsent))) return state
  return {
    ...state,
    items: state.items.filter(isUnsent),
    outgoing: state.outgoing.filter(isUnsent),
    reading: withOutgoing(state.reading, (item) => (cids.has(item.cid) ? null : item)),
  }
}

/** Replaces or removes outgoing messages of the list that is read. */
function withOutgoing(
  reading: Reading | null,
  change: (message: OutgoingMessage) => OutgoingMessage | null,
): Reading | null {
  if (reading === null) return null
  const view = reading.view.flatMap((item): FeedItem[] => {
    if (item.type !== 'outgoing') return [item]
    const changed = change(item)
    return changed === null ? [] : [changed]
  })
  return { ...reading, view }
}

/**
 * Removes all data of the signed-in member after a change of member. Rows stay, as rows of somebody else. The outbox has
 * the unsent messages.
 */
export function removeMemberData(state: FeedState): FeedState {
  const next = { ...state, items: anonymous(state.items), outgoing: [] }
  const { reading } = state
  if (reading === null) return next
  const queued = anonymous(reading.queued)
  const unread = reading.unread + countRows(queued, next) - countRows(reading.queued, state)
  const mentions = countMentions(queued, next)
  return { ...next, reading: { ...reading, view: anonymous(reading.view), queued, unread, mentions } }
}

/** Returns the items as another member sees them: without outgoing messages, own rows and mentions. */
function anonymous(items: readonly FeedItem[]): readonly FeedItem[] {
  return items.flatMap((item): FeedItem[] => {
    if (item.type === 'outgoing') return []
    if (item.type !== 'row' || (!item.row.isMine && !item.row.isMention)) return [item]
    return [{ ...item, row: { ...item.row, isMine: false, isMention: false } }]
  })
}
