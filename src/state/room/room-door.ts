import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { JoinRoom, RoomSession } from './room-session.ts'
import { openRoom } from './room-session.ts'

/** A screen's way into a room: the same object for the life of the screen, whatever happens to the room behind it. */
export interface RoomDoor extends Omit<RoomSession, 'leave'> {
  /** Enters; `onFailure` hears of every failure, and `null` when a new attempt begins. Returns how to leave. */
  open(chatRoomNo: string, onFailure: (failure: Failure | null) => void): () => void
  /** Tries again after a failure. */
  reopen(): void
}

const left = () => Promise.resolve(failureOf(CODES.ABORTED))

export function createRoomDoor(join?: JoinRoom): RoomDoor {
  let session: RoomSession | null = null
  let enter = () => {}

  function close(): void {
    session?.leave()
    session = null
  }

  return {
    open(chatRoomNo, onFailure) {
      enter = () => {
        close()
        onFailure(null)
        session = openRoom(chatRoomNo, onFailure, join)
      }
      enter()
      return () => {
        enter = () => {}
        close()
      }
    },
    reopen: () => enter(),
    say: (message) => session?.say(message) ?? left(),
    sayAgain: (cid) => session?.sayAgain(cid) ?? Promise.resolve(),
    dismiss: (cid) => session?.dismiss(cid),
    loadOlder: () => session?.loadOlder() ?? Promise.resolve(),
  }
}
