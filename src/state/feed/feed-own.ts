import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { FeedBatch } from '#protocol/worker/feed.ts'
import { ownCids } from './feed-append.ts'
import type { FeedItem, OwnItem } from './feed-items.ts'
import { countMentions, countRows } from './feed-reading.ts'
import type { FeedState } from './feed-state.ts'

/** Failed lines that are kept, newest of them: more than anybody says while the network is away. */
export const FAILED_CAP = 20

type Said = Pick<OwnItem, 'cid' | 'text' | 'reply' | 'sticker'>

/**
 * Whether the member says again what a line failed to say: the same words or sticker, in answer to the same. Words whose
 * answered message is gone are said again without the answer.
 */
function isSaidAgain({ text, sticker, reply, failure }: OwnItem, said: Said): boolean {
  const isSameAnswer = reply?.id === said.reply?.id || (said.reply === null && failure?.code === CODES.NOT_FOUND)
  return text === said.text && sticker === said.sticker && isSameAnswer
}

/** The member said something: it shows at the end until its entry arrives (settled 14). */
export function sayPending(state: FeedState, said: Said): FeedState {
  const item: OwnItem = {
    ...said,
    type: 'own',
    key: `own-${said.cid}`,
    state: 'pending',
    failure: null,
    acknowledged: null,
  }
  // Saying the same again is trying again: the line that failed makes way.
  const items = state.items.filter((other) => other.type !== 'own' || !isSaidAgain(other, said))
  return { ...state, items: items.length === state.items.length ? state.items : items, own: [...state.own, item] }
}

/**
 * The server has it at `seq`. The line goes when that entry is applied; it may already have been. One that stands there as
 * failed, since the room was left and entered again meanwhile, goes at once.
 */
export function sayAcknowledged(state: FeedState, cid: string, seq: number): FeedState {
  const acknowledged = { epoch: state.epoch, seq }
  const own = state.own.map((item) => (item.cid === cid ? { ...item, acknowledged } : item))
  return dismissOwn({ ...state, own: own.filter((item) => !isApplied(item, state)) }, cid)
}

/** Refused, or lost on the way: the line stays where it now is, in the list that is read too, with its reason and 重发. */
export function sayFailed(state: FeedState, cid: string, failure: Failure): FeedState {
  const item = state.own.find((own) => own.cid === cid)
  if (item === undefined) return state
  const own = state.own.filter((other) => other !== item)
  const failed: OwnItem = { ...item, state: 'failed', failure }
  const view = state.reading?.view.map((other) => (other.type === 'own' && other.cid === cid ? failed : other))
  const reading = state.reading && view ? { ...state.reading, view } : null
  return { ...state, own, items: [...withRoomForOne(state.items), failed], reading }
}

/** A list in which one more failed line has its place: the oldest of too many goes. */
function withRoomForOne(items: readonly FeedItem[]): readonly FeedItem[] {
  const failed = items.filter((item) => item.type === 'own')
  return failed.length < FAILED_CAP ? items : items.filter((item) => item !== failed[0])
}

/** What an earlier page could not say stands behind what the room has said meanwhile, unless it is in there after all. */
export function withUnsaid(state: FeedState, lines: readonly OwnItem[]): FeedState {
  if (lines.length === 0) return state
  const said = new Set(state.items.map((item) => (item.type === 'row' && item.row.isMine ? item.row.cid : undefined)))
  return { ...state, items: [...state.items, ...lines.filter(({ cid }) => !said.has(cid))] }
}

/** A failed line, wherever it shows: one that is read may have left the live list. */
export function failedLine({ items, reading }: FeedState, cid: string): OwnItem | null {
  const isIt = (item: FeedItem) => item.type === 'own' && item.state === 'failed' && item.cid === cid
  const line = items.find(isIt) ?? reading?.view.find(isIt)
  return line?.type === 'own' ? line : null
}

/** 重发: the same words under the same cid, so that a message that did arrive is not said twice. */
export function sayAgain(state: FeedState, cid: string): FeedState {
  const item = failedLine(state, cid)
  if (item === null) return state
  const items = state.items.filter((other) => other !== item)
  return { ...state, items, own: [...state.own, { ...item, state: 'pending', failure: null }] }
}

/** 不发了: takes a failed line away, from what is read too. */
export function dismissOwn(state: FeedState, cid: string): FeedState {
  const stays = (item: FeedItem) => item.type !== 'own' || item.state !== 'failed' || item.cid !== cid
  const reading = state.reading && { ...state.reading, view: state.reading.view.filter(stays) }
  return { ...state, items: state.items.filter(stays), reading }
}

/** The pending lines that a batch leaves: those whose entry it brings, or has passed, go. */
export function ownAfter(own: readonly OwnItem[], batch: FeedBatch): readonly OwnItem[] {
  if (own.length === 0) return own
  const cids = ownCids(batch)
  const left = own.filter((item) => !cids.has(item.cid) && !isApplied(item, batch))
  return left.length === own.length ? own : left
}

function isApplied(item: OwnItem, position: { epoch: number; lastSeq: number }): boolean {
  if (item.acknowledged === null) return false
  return item.acknowledged.epoch !== position.epoch || item.acknowledged.seq <= position.lastSeq
}

/** A list as somebody else reads it: nothing in it is an own line or names the one who reads. */
function ofNobody(items: readonly FeedItem[]): readonly FeedItem[] {
  return items.flatMap((item): FeedItem[] => {
    if (item.type === 'own') return []
    if (item.type !== 'row' || (!item.row.isMine && !item.row.isMention)) return [item]
    return [{ ...item, row: { ...item.row, isMine: false, isMention: false } }]
  })
}

/** The member has left or become another, who must not find the first one's lines here; what was said stays as others'. */
export function forgetMember(state: FeedState): FeedState {
  const next = { ...state, items: ofNobody(state.items), own: [] }
  const { reading } = state
  if (reading === null) return next
  const later = ofNobody(reading.later)
  const unread = reading.unread + countRows(later, next) - countRows(reading.later, state)
  const mentions = countMentions(later, next)
  return { ...next, reading: { ...reading, view: ofNobody(reading.view), later, unread, mentions } }
}
