/** Max wait for pending gifts. Stored gifts are sent after the reload. */
export const GIFTS_MS = 8_000
/** Max wait for unacknowledged messages. After it they are stored as failed messages (src/state/feed/outbox.ts). */
export const MESSAGES_MS = 2_000
/** Max wait for the new service worker to take control. */
export const TAKE_OVER_MS = 4_000
/** Max wait for unregistering service workers. */
export const LET_GO_MS = 2_000

/** Pending requests of one kind. */
interface PendingWork {
  /** Number of pending requests. */
  readonly left: () => number
  /** Subscribes to changes; returns the unsubscribe function. */
  readonly onChange: (listener: () => void) => () => void
}

interface Refreshing {
  /** Gifts that are not booked or stored yet. */
  readonly gifts: PendingWork
  /** Outgoing messages without an ack. */
  readonly words: PendingWork
  readonly takeUpdate: () => Promise<void>
  /** Unregisters the service workers, so that the next page is loaded from the network. */
  readonly letGo: () => Promise<void>
  readonly reload: () => void
  /** Runs `task` after a delay; returns the function that cancels it. */
  readonly setTimer: (task: () => void, milliseconds: number) => () => void
}

/**
 * Reloads the page on the viewer's request, after pending gifts are booked or stored and pending messages are sent.
 * Unregisters a service worker that does not hand over; the new page registers its own.
 */
export async function refresh(parts: Refreshing): Promise<void> {
  const { gifts, words } = parts
  await Promise.all([within(parts, GIFTS_MS, arrived(gifts)), within(parts, MESSAGES_MS, arrived(words))])
  const isTaken = await within(parts, TAKE_OVER_MS, alone(parts.takeUpdate()))
  if (!isTaken) await within(parts, LET_GO_MS, alone(parts.letGo()))
  parts.reload()
}

interface Waiting {
  readonly done: Promise<unknown>
  readonly stop: () => void
}

/** Waits for the work, at most `milliseconds`. Resolves with whether it ended in time. */
async function within({ setTimer }: Refreshing, milliseconds: number, { done, stop }: Waiting): Promise<boolean> {
  let cancel = (): void => undefined
  const over = new Promise<boolean>((resolve) => (cancel = setTimer(() => resolve(false), milliseconds)))
  const ended = done.then(
    () => true,
    () => true,
  )
  const isInTime = await Promise.race([ended, over])
  cancel()
  stop()
  return isInTime
}

function alone(done: Promise<unknown>): Waiting {
  return { done, stop: () => undefined }
}

function arrived({ left, onChange }: PendingWork): Waiting {
  let stop = (): void => undefined
  const done = new Promise<void>((resolve) => {
    if (left() === 0) return resolve()
    stop = onChange(() => {
      if (left() === 0) resolve()
    })
  })
  return { done, stop: () => stop() }
}
