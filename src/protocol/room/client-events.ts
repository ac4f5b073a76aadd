import * as z from 'zod/mini'
import { CHAT_TEXT_MAX_CHARACTERS } from '../constants.ts'

/** Everything a client may send over the socket (settled 10). Each event is acknowledged with an answer of `down.ts`. */

const chatRoomNo = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/))
const position = { epoch: z.int().check(z.nonnegative()), seq: z.int().check(z.nonnegative()) }

/** Presents the one-use ticket of the join call; the position is the last entry the client has, if any. */
export const JoinEvent = z.strictObject({
  ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/)),
  position: z.optional(z.strictObject(position)),
})
export type JoinEvent = z.infer<typeof JoinEvent>

/** Asks again for what follows a position, in a room that this socket has joined: after a gap in the frames. */
export const ResumeEvent = z.strictObject({ chatRoomNo, ...position })
export type ResumeEvent = z.infer<typeof ResumeEvent>

export const LeaveEvent = z.strictObject({ chatRoomNo })
export type LeaveEvent = z.infer<typeof LeaveEvent>

export const SayEvent = z.strictObject({
  chatRoomNo,
  /** Made by the sender, unique for it: the same `cid` twice is one message. */
  cid: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
  text: z.string().check(z.minLength(1), z.maxLength(CHAT_TEXT_MAX_CHARACTERS * 4)),
  /** The id of the entry that is answered. */
  replyTo: z.optional(z.string().check(z.maxLength(64))),
  sticker: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,32}$/))),
  /** It may have been said already, long ago perhaps: its answer did not come, or the page was loaded anew meanwhile. */
  isAgain: z.optional(z.boolean()),
})
export type SayEvent = z.infer<typeof SayEvent>

export const UP_EVENTS = { join: JoinEvent, resume: ResumeEvent, leave: LeaveEvent, say: SayEvent } as const
export type UpEvent = keyof typeof UP_EVENTS
