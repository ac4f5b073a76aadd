import { forgetMember } from './feed-own.ts'
import { changeFeedAtom } from '../room/room.ts'
import { memberAtom } from '../session/session.ts'
import { store } from '../store.ts'

/**
 * Leaves nothing of a member in the feed once somebody else, or nobody, is signed in (goal 12). What a visitor sees is
 * nobody's, and stays. Returns how to stop.
 */
export function forgetWhoLeaves(): () => void {
  let userId = store.get(memberAtom)?.userId
  return store.sub(memberAtom, () => {
    const next = store.get(memberAtom)?.userId
    if (next === userId) return
    if (userId !== undefined) store.set(changeFeedAtom, forgetMember)
    userId = next
  })
}
