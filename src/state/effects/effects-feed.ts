import type { FeedBatch, FeedMessage } from '#protocol/worker/feed.ts'
import { isBlocked } from '../feed/feed-items.ts'
import type { FeedState } from '../feed/feed-state.ts'

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
export function tellRoomBatches(messages: readonly FeedMessage[], blocked: FeedState['blocked']): void {
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
