import { atom } from 'jotai/vanilla'

/** An order of a room that the viewer follows (S1.29). Apart from the slip, whose code a room loads when it is wanted. */
interface FollowedOrder {
  /** One, or those of a 串关. */
  readonly legs: readonly FollowedLeg[]
  /** Nickname of the member who placed it. */
  readonly name: string
}

export interface FollowedLeg {
  /** Id of the selection. */
  readonly selection: string
  /** Thousandths, when the order was placed. */
  readonly price: number
  /** Names of the teams; missing for the match of the room. */
  readonly match?: string
  readonly market: string
  readonly pick: string
}

/** The order that the viewer has pressed, until the slip has taken it. */
export const followedOrderAtom = atom<FollowedOrder | null>(null)

/** True if this browser has stored a slip, which may be empty. */
export function hasStoredSlip(): boolean {
  try {
    return globalThis.localStorage?.getItem('slip') != null
  } catch {
    return false
  }
}
