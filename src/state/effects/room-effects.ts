import { isHighVip } from '#protocol/room/kinds.ts'
import type { FeedBatch, FeedRowOf, FeedMessage } from '#protocol/worker/feed.ts'
import type { QueuedEffect } from './effect-queue.ts'
import { type FeedState, isBlocked } from '../feed/feed-state.ts'

/** Price of a gift, or total of a posting, from which it gets a full-screen effect. 焰火 costs 520, 金杯 1,888. */
const EFFECT_COINS = 500
const CUP_COINS = 1_000
/** Older events are history and not shown. */
const FRESH_MS = 5_000

export type GiftEffectKind = 'cup' | 'fireworks' | 'paper'

/** A full-screen gift effect. */
export interface GiftEffect extends QueuedEffect {
  readonly kind: GiftEffectKind
  readonly giftName: string
  readonly giftIcon: string
  readonly memberName: string
  readonly count: number
}

/** The entrance of a member above VIP 4. */
export interface EntranceEffect extends QueuedEffect {
  readonly memberName: string
  readonly vipLevel: number
  readonly text: string
}

/** Returns the effect for a posting, by the price of one gift or by the total; null for cheap gifts. */
export function effectKind(total: number, count: number): GiftEffectKind | null {
  const price = total / Math.max(1, count)
  if (price >= CUP_COINS) return 'cup'
  if (price >= EFFECT_COINS) return 'fireworks'
  return total >= EFFECT_COINS ? 'paper' : null
}

function giftEffect(row: FeedRowOf<'gift'>): GiftEffect | null {
  const { total, count, comboId, comboCount, giftId, giftName, giftIcon } = row.data
  const kind = effectKind(total, count)
  if (kind === null) return null
  const { id, isMine, author } = row
  const userId = author?.userId ?? ''
  // Combo ids are chosen by givers, so they are unique only together with the giver and the gift.
  const group = `${userId} ${giftId} ${comboId}`
  const memberName = author?.memberName ?? ''
  return { id, group, isMine, userId, kind, giftName, giftIcon, memberName, count: comboCount }
}

export function giftEffectsOf(batch: FeedBatch, now: number): GiftEffect[] {
  return batch.rows.flatMap((row) => {
    const effect = row.kind === 'gift' && now - row.at < FRESH_MS ? giftEffect(row) : null
    return effect === null ? [] : [effect]
  })
}

/** Returns the entrance of a batch that gets a banner: none or one, because a batch has at most one welcome. */
export function entranceEffectsOf({ welcome }: FeedBatch, now: number): EntranceEffect[] {
  const author = welcome?.author
  if (!welcome || !author || !isHighVip(author.vipLevel) || now - welcome.at >= FRESH_MS) return []
  const { userId, memberName, vipLevel } = author
  const { id, isMine } = welcome
  return [{ id, group: userId, isMine, userId, memberName, vipLevel, text: welcome.data.text }]
}

type BatchListener = (batch: FeedBatch) => void

const listeners = new Set<BatchListener>()

/** Subscribes to the batches of the open room, after each is applied. Returns the unsubscribe function. */
export function onRoomBatch(listener: BatchListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls the listeners with each batch, without rows and welcomes of blocked members. */
export function publishRoomBatches(messages: readonly FeedMessage[], blocked: FeedState['blocked']): void {
  if (listeners.size === 0) return
  for (const message of messages) {
    if (message.type !== 'batch') continue
    const batch = blocked.size === 0 ? message : withoutBlocked(message, blocked)
    for (const listener of listeners) listener(batch)
  }
}

function withoutBlocked(batch: FeedBatch, blocked: FeedState['blocked']): FeedBatch {
  const { welcome } = batch
  return {
    ...batch,
    rows: batch.rows.filter((row) => !isBlocked(row, blocked)),
    welcome: welcome !== null && isBlocked(welcome, blocked) ? null : welcome,
  }
}
