/** Gifts that are on their way are waited for this long; what is stored under its key goes on after a reload anyway. */
export const GIFTS_MS = 8_000
/** Words that are not answered by then are kept as failed lines (src/state/feed/outbox.ts). */
export const WORDS_MS = 2_000
/** Service workers that have not taken over by then are not waited for. */
export const TAKE_OVER_MS = 4_000
/** So long they may take to be let go of. */
export const LET_GO_MS = 2_000

/** Something on its way out of the page. */
export interface OnTheWay {
  /** How much of it; 0 when all of it has arrived. */
  readonly left: () => number
  /** Calls back whenever that changes; returns how to stop. */
  readonly onChange: (listener: () => void) => () => void
}

export interface Refreshing {
  /** Coins of gifts. */
  readonly gifts: OnTheWay
  /** Own messages. */
  readonly words: OnTheWay
  readonly takeUpdate: () => Promise<void>
  /** Lets go of service workers; the page that is loaded next has none between it and the network. */
  readonly letGo: () => Promise<void>
  readonly reload: () => void
  /** Runs `task` after so many milliseconds; returns how to cancel it. */
  readonly setTimer: (task: () => void, milliseconds: number) => () => void
}

/**
 * Loads the page anew because the viewer asked for it: first every gift that was tapped is booked or stored, and words are
 * said. A service worker that does not give way could hold the new page up just as well, so it is let go of; the new page
 * registers its own.
 */
export async function refresh(parts: Refreshing): Promise<void> {
  const { gifts, words } = parts
  await Promise.all([within(parts, GIFTS_MS, arrived(gifts)), within(parts, WORDS_MS, arrived(words))])
  const isTaken = await within(parts, TAKE_OVER_MS, alone(parts.takeUpdate()))
  if (!isTaken) await within(parts, LET_GO_MS, alone(parts.letGo()))
  parts.reload()
}

interface Waiting {
  readonly done: Promise<unknown>
  readonly stop: () => void
}

/** Resolves with the work, or after so many milliseconds without it: whether it ended in time, well or badly. */
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

function arrived({ left, onChange }: OnTheWay): Waiting {
  let stop = (): void => undefined
  const done = new Promise<void>((resolve) => {
    if (left() === 0) return resolve()
    stop = onChange(() => {
      if (left() === 0) resolve()
    })
  })
  return { done, stop: () => stop() }
}
