import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import { isApplied } from './apply-batch.ts'
import type { FeedItem, FeedState, OutgoingMessage } from './feed-state.ts'
import { countMentions, countRows } from './feed-state.ts'

/** Failed messages that are kept, newest first. */
export const MAX_FAILED_MESSAGES = 20

type Draft = Pick<OutgoingMessage, 'cid' | 'text' | 'reply' | 'sticker'>

/**
 * Returns whether a draft repeats a failed message: same text or sticker, same reply. A message whose reply target was
 * deleted may be repeated without the reply.
 */
function isRepeated({ text, sticker, reply, failure }: OutgoingMessage, draft: Draft): boolean {
  const isSameReply = reply?.id === draft.reply?.id || (draft.reply === null && failure?.code === CODES.NOT_FOUND)
  return text === draft.text && sticker === draft.sticker && isSameReply
}

/** Shows a message at the end of the list until its log entry arrives (settled 14). Replaces a failed one it repeats. */
export function addOutgoing(state: FeedState, draft: Draft): FeedState {
  const message: OutgoingMessage = {
    ...draft,
    type: 'outgoing',
    key: `own-${draft.cid}`,
    state: 'pending',
    failure: null,
    acknowledged: null,
  }
  const items = state.items.filter((item) => item.type !== 'outgoing' || !isRepeated(item, draft))
  return {
    ...state,
    items: items.length === state.items.length ? state.items : items,
    outgoing: [...state.outgoing, message],
  }
}

/**
 * Records the ack. The message stays until the entry at `seq` is applied, which may have happened already. A failed copy,
 * shown because the room was left and entered again meanwhile, is removed at once.
 */
export function acknowledgeOutgoing(state: FeedState, cid: string, seq: number): FeedState {
  const acknowledged = { epoch: state.epoch, seq }
  const outgoing = state.outgoing.map((item) => (item.cid === cid ? { ...item, acknowledged } : item))
  return dismissFailed({ ...state, outgoing: outgoing.filter((item) => !isApplied(item, state)) }, cid)
}

/** Marks a message as refused or lost. It stays in the list with its failure and 重发, also in a list that is read. */
export function failOutgoing(state: FeedState, cid: string, failure: Failure): FeedState {
  const message = state.outgoing.find((item) => item.cid === cid)
  if (message === undefined) return state
  const outgoing = state.outgoing.filter((other) => other !== message)
  const failed: OutgoingMessage = { ...message, state: 'failed', failure }
  const view = state.reading?.view.map((item) => (item.type === 'outgoing' && item.cid === cid ? failed : item))
  const reading = state.reading && view ? { ...state.reading, view } : null
  return { ...state, outgoing, items: [...withoutExcessFailed(state.items), failed], reading }
}

/** Removes the oldest failed message if another one would exceed the limit. */
function withoutExcessFailed(items: readonly FeedItem[]): readonly FeedItem[] {
  const failed = items.filter((item) => item.type === 'outgoing')
  return failed.length < MAX_FAILED_MESSAGES ? items : items.filter((item) => item !== failed[0])
}

/** Adds unsent messages of an earlier page at the end of the list, except those that are in the log. */
export function addUnsent(state: FeedState, messages: readonly OutgoingMessage[]): FeedState {
  if (messages.length === 0) return state
  const sent = new Set(state.items.map((item) => (item.type === 'row' && item.row.isMine ? item.row.cid : undefined)))
  return { ...state, items: [...state.items, ...messages.filter(({ cid }) => !sent.has(cid))] }
}

/** Returns a failed message of the live list or of the list that is read. */
export function findFailed({ items, reading }: FeedState, cid: string): OutgoingMessage | null {
  const isFailed = (item: FeedItem) => item.type === 'outgoing' && item.state === 'failed' && item.cid === cid
  const message = items.find(isFailed) ?? reading?.view.find(isFailed)
  return message?.type === 'outgoing' ? message : null
}

/** 重发: makes a failed message pending again under the same cid, so that the server does not store it twice. */
export function retryOutgoing(state: FeedState, cid: string): FeedState {
  const message = findFailed(state, cid)
  if (message === null) return state
  const items = state.items.filter((other) => other !== message)
  return { ...state, items, outgoing: [...state.outgoing, { ...message, state: 'pending', failure: null }] }
}

/** 不发了: removes a failed message, also from a list that is read. */
export function dismissFailed(state: FeedState, cid: string): FeedState {
  const stays = (item: FeedItem) => item.type !== 'outgoing' || item.state !== 'failed' || item.cid !== cid
  const reading = state.reading && { ...state.reading, view: state.reading.view.filter(stays) }
  return { ...state, items: state.items.filter(stays), reading }
}

/** Removes all data of the signed-in member after a change of member. Rows stay, as rows of somebody else. */
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
