/** Gifts that are on their way are waited for this long; what is stored under its key goes on after a reload anyway. */
export const GIFTS_MS = 8_000
/** Service workers that have not taken over by then are not waited for: the page is loaded anew, and the network is asked first. */
export const TAKE_OVER_MS = 4_000

export interface Refreshing {
  /** Coins on their way out. */
  readonly reserved: () => number
  /** Calls back whenever that changes; returns how to stop. */
  readonly onReserved: (listener: () => void) => () => void
  readonly takeUpdate: () => Promise<void>
  readonly reload: () => void
  /** Runs `task` after so many milliseconds; returns how to cancel it. */
  readonly setTimer: (task: () => void, milliseconds: number) => () => void
}

/** Loads the page anew because the viewer asked for it: first every gift that was tapped is booked or stored. */
export async function refresh(parts: Refreshing): Promise<void> {
  await giftsSent(parts)
  await within(parts, TAKE_OVER_MS, parts.takeUpdate())
  parts.reload()
}

/** Resolves with the work, or after so many milliseconds without it. */
async function within({ setTimer }: Refreshing, milliseconds: number, work: Promise<void>): Promise<void> {
  let cancel = (): void => undefined
  const over = new Promise<void>((resolve) => (cancel = setTimer(resolve, milliseconds)))
  await Promise.race([work.catch(() => undefined), over])
  cancel()
}

async function giftsSent({ reserved, onReserved, setTimer }: Refreshing): Promise<void> {
  if (reserved() === 0) return
  await new Promise<void>((resolve) => {
    const done = () => {
      cancel()
      stop()
      resolve()
    }
    const cancel = setTimer(done, GIFTS_MS)
    const stop = onReserved(() => {
      if (reserved() === 0) done()
    })
  })
}
