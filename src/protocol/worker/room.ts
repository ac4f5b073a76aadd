import type { RoomSnapshot } from '../endpoints/chatroom.ts'

export interface FeedPosition {
  readonly epoch: number
  readonly seq: number
}

export interface RoomEntered {
  readonly chatRoomNo: string
  readonly snapshot: RoomSnapshot
  /** The caller's role in this room. */
  readonly role: 'anon' | 'member' | 'admin'
}

export interface Say {
  readonly chatRoomNo: string
  readonly cid: string
  readonly text: string
  readonly replyTo?: string
  readonly sticker?: string
  /** It may have been said already: its answer did not come. */
  readonly isAgain?: boolean
  /** The `userId` of whose words they are: nothing is said under another member's session. */
  readonly memberId?: string
}
