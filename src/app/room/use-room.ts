import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import type { Failure } from '#protocol/result.ts'
import type { RoomDoor } from '#state/room/room-door.ts'
import { createRoomDoor } from '#state/room/room-door.ts'

const failureAtom = atom<Failure | null>(null)

export interface Room {
  readonly door: RoomDoor
  /** The room could not be entered, or has ended. */
  readonly failure: Failure | null
}

/** Enters a room for as long as the screen stands, as soon as it knows which: its code and its log come side by side. */
export function useRoom(chatRoomNo: string | undefined): Room {
  const [door] = useState(() => createRoomDoor())
  const setFailure = useSetAtom(failureAtom)
  useEffect(() => {
    if (chatRoomNo !== undefined) return door.open(chatRoomNo, setFailure)
  }, [door, chatRoomNo, setFailure])
  return { door, failure: useAtomValue(failureAtom) }
}
