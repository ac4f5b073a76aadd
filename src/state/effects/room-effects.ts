import { isHighVip } from '#protocol/room/kinds.ts'
import type { FeedBatch, FeedRowOf, FeedMessage } from '#protocol/worker/feed.ts'
import type { QueuedEffect } from './effect-queue.ts'
import type { FeedState } from '../feed/feed-state.ts'
import { isBlocked } from '../feed/feed-state.ts'

/** Coins of one gift, or of one posting, from which on it fills the picture; 焰火 costs 520 and 金杯 1,888. */
const DEAR_COINS = 500
const DEAREST_COINS = 1_000
/** What is older is history: it was shown when it happened. */
const FRESH_MS = 5_000

export type GiftEffectKind = 'cup' | 'fireworks' | 'paper'

/** A gift that fills the picture. */
export interface GiftEffect extends QueuedEffect {
  readonly kind: GiftEffectKind
  readonly giftName: string
  readonly giftIcon: string
  readonly memberName: string
  readonly count: number
}

/** The entrance of a member above VIP 4. */
export interface Entrance extends QueuedEffect {
  readonly memberName: string
  readonly vipLevel: number
  readonly text: string
}

/** How a posting is celebrated: by the price of one gift, or by their number; null for everything cheap. */
export function effectKind(total: number, count: number): GiftEffectKind | null {
  const price = total / Math.max(1, count)
  if (price >= DEAREST_COINS) return 'cup'
  if (price >= DEAR_COINS) return 'fireworks'
  return total >= DEAR_COINS ? 'paper' : null
}

function giftEffect(row: FeedRowOf<'gift'>): GiftEffect | null {
  const { total, count, comboId, comboCount, giftId, giftName, giftIcon } = row.data
  const kind = effectKind(total, count)
  if (kind === null) return null
  const { id, isMine, author } = row
  const userId = author?.userId ?? ''
  // Ids of combos are made by givers: only with its giver and its gift does one name a show.
  const group = `${userId} ${giftId} ${comboId}`
  const memberName = author?.memberName ?? ''
  return { id, group, isMine, userId, kind, giftName, giftIcon, memberName, count: comboCount }
}

/** The dear gifts of a batch. */
export function giftEffectsOf(batch: FeedBatch, now: number): GiftEffect[] {
  return batch.rows.flatMap((row) => {
    const effect = row.kind === 'gift' && now - row.at < FRESH_MS ? giftEffect(row) : null
    return effect === null ? [] : [effect]
  })
}

/** The entrance in a batch that deserves a banner: none or one, because batches carry one welcome. */
export function entrancesOf({ welcome }: FeedBatch, now: number): Entrance[] {
  const author = welcome?.author
  if (!welcome || !author || !isHighVip(author.vipLevel) || now - welcome.at >= FRESH_MS) return []
  const { userId, memberName, vipLevel } = author
  const { id, isMine } = welcome
  return [{ id, group: userId, isMine, userId, memberName, vipLevel, text: welcome.data.text }]
}

type BatchListener = (batch: FeedBatch) => void

const listeners = new Set<BatchListener>()

/**
 * Hears every batch of the open room once, after it is applied: for what is shown for a moment and kept nowhere. Returns
 * how to stop.
 */
export function onRoomBatch(listener: BatchListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the listeners, without what people did whom the viewer has blocked. */
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
