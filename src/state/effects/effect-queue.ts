/** Something that is shown for a moment, one at a time. */
export interface QueuedEffect {
  readonly id: string
  /** What belongs together (the postings of a combo) is one show that counts up. */
  readonly group: string
  readonly isMine: boolean
  /** Public id of whom it is about. */
  readonly userId: string
}

export interface EffectQueue<Item extends QueuedEffect> {
  readonly current: Item | null
  /** Own first, then in order of arrival. */
  readonly waiting: readonly Item[]
}

/** The queue with nothing in it. */
export const EMPTY_EFFECT_QUEUE = { current: null, waiting: [] } as const satisfies EffectQueue<QueuedEffect>

/** Takes a show in. At most `most` wait: beyond it the oldest that is not one's own gives way (goal 8). */
export function enqueueEffect<Item extends QueuedEffect>(
  queue: EffectQueue<Item>,
  item: Item,
  most: number,
): EffectQueue<Item> {
  const { current, waiting } = queue
  const joined = (one: Item): Item => (one.group === item.group ? { ...item, id: one.id } : one)
  if (current?.group === item.group) return { ...queue, current: joined(current) }
  if (waiting.some(({ group }) => group === item.group)) return { ...queue, waiting: waiting.map(joined) }
  if (current === null) return { current: item, waiting }
  const all = [...waiting, item]
  const ordered = [...all.filter(({ isMine }) => isMine), ...all.filter(({ isMine }) => !isMine)]
  if (ordered.length <= most) return { current, waiting: ordered }
  const dropped = ordered.find(({ isMine }) => !isMine) ?? ordered[0]
  return { current, waiting: ordered.filter((one) => one !== dropped) }
}

/** The show `id` is over; the next one takes its place. A show that is over already changes nothing. */
export function finishEffect<Item extends QueuedEffect>(queue: EffectQueue<Item>, id: string): EffectQueue<Item> {
  if (queue.current?.id !== id) return queue
  const [next = null, ...waiting] = queue.waiting
  return { current: next, waiting }
}

/** The queue after the viewer has blocked somebody: what is about them goes, the rest keeps its place (settled 38). */
export function withoutBlockedEffects<Item extends QueuedEffect>(
  queue: EffectQueue<Item>,
  blocked: ReadonlySet<string>,
): EffectQueue<Item> {
  const all = queue.current === null ? queue.waiting : [queue.current, ...queue.waiting]
  const left = all.filter((item) => !isBlockedEffect(item, blocked))
  if (left.length === all.length) return queue
  const [current = null, ...waiting] = left
  return { current, waiting }
}

/** Whether a show is about somebody whom the viewer has blocked. */
export function isBlockedEffect({ isMine, userId }: QueuedEffect, blocked: ReadonlySet<string>): boolean {
  return !isMine && blocked.has(userId)
}
