import { atom } from 'jotai/vanilla'

/** An order of a room that the viewer follows (S1.29). Apart from the slip, whose code a room loads when it is wanted. */
export interface FollowedOrder {
  /** Id of the selection. */
  readonly selection: string
  /** Thousandths, when the order was placed. */
  readonly price: number
  readonly market: string
  readonly pick: string
  /** Nickname of the member who placed it. */
  readonly name: string
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
