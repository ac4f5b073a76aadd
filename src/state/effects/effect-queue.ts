/** An effect that is shown for a moment, one at a time. */
export interface QueuedEffect {
  readonly id: string
  /** Effects of one group (the postings of a combo) are shown as one that counts up. */
  readonly group: string
  readonly isMine: boolean
  /** Public id of the member who caused it. */
  readonly userId: string
}

export interface EffectQueue<Item extends QueuedEffect> {
  readonly current: Item | null
  /** Own effects first, then by arrival. */
  readonly waiting: readonly Item[]
}

export const EMPTY_EFFECT_QUEUE = { current: null, waiting: [] } as const satisfies EffectQueue<QueuedEffect>

/** Adds an effect. At most `max` wait; beyond it the oldest effect of another member is dropped. */
export function enqueueEffect<Item extends QueuedEffect>(
  queue: EffectQueue<Item>,
  item: Item,
  max: number,
): EffectQueue<Item> {
  const { current, waiting } = queue
  const joined = (one: Item): Item => (one.group === item.group ? { ...item, id: one.id } : one)
  if (current?.group === item.group) return { ...queue, current: joined(current) }
  if (waiting.some(({ group }) => group === item.group)) return { ...queue, waiting: waiting.map(joined) }
  if (current === null) return { current: item, waiting }
  const all = [...waiting, item]
  const ordered = [...all.filter(({ isMine }) => isMine), ...all.filter(({ isMine }) => !isMine)]
  if (ordered.length <= max) return { current, waiting: ordered }
  const dropped = ordered.find(({ isMine }) => !isMine) ?? ordered[0]
  return { current, waiting: ordered.filter((one) => one !== dropped) }
}

/** Ends the effect `id` and shows the next one. Ignored if another effect is shown. */
export function finishEffect<Item extends QueuedEffect>(queue: EffectQueue<Item>, id: string): EffectQueue<Item> {
  if (queue.current?.id !== id) return queue
  const [next = null, ...waiting] = queue.waiting
  return { current: next, waiting }
}

/** Removes the effects of blocked members; the order of the others stays (settled 38). */
export function withoutBlockedEffects<Item extends QueuedEffect>(
  queue: EffectQueue<Item>,
  blocked: ReadonlySet<string>,
): EffectQueue<Item> {
  const all = queue.current === null ? queue.waiting : [queue.current, ...queue.waiting]
  const remaining = all.filter((item) => !isBlockedEffect(item, blocked))
  if (remaining.length === all.length) return queue
  const [current = null, ...waiting] = remaining
  return { current, waiting }
}

/** Returns whether an effect was caused by a blocked member. */
export function isBlockedEffect({ isMine, userId }: QueuedEffect, blocked: ReadonlySet<string>): boolean {
  return !isMine && blocked.has(userId)
}
