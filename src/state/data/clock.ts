import { MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import { type Atom, atom } from 'jotai/vanilla'
import { serverNow } from '#transport/client.ts'
import { useNow } from '#ui/hooks/use-now.ts'

/**
 * Creates an atom with the server's clock (epoch milliseconds), updated at every full second while it is mounted. All
 * clocks and countdowns of the page read it, so they change at the same time.
 */
function createClockAtom(now: () => number): Atom<number> {
  const tickAtom = atom(now())
  tickAtom.onMount = (set) => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const time = now()
      set(time)
      timer = setTimeout(tick, SECOND_MS - (time % SECOND_MS) + 1)
    }
    tick()
    return () => clearTimeout(timer)
  }
  return atom((get) => get(tickAtom))
}

export const clockAtom = createClockAtom(() => serverNow())

/** The server's clock (epoch milliseconds), read at this interval while the page is visible. */
export function useServerNow(everyMs = MINUTE_MS): number {
  return useNow(serverNow, everyMs)
}
