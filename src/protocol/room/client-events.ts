import * as z from 'zod/mini'
import { CHAT_TEXT_MAX_CHARACTERS } from '../constants.ts'

/* Events that a client sends over the socket (settled 10). Each has an ack of `server-events.ts`. */

const chatRoomNo = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/))
const position = { epoch: z.int().check(z.nonnegative()), seq: z.int().check(z.nonnegative()) }

/** Joins a room with the one-use ticket of the join call. `position` is the last entry that the client has. */
export const JoinEvent = z.strictObject({
  ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/)),
  position: z.optional(z.strictObject(position)),
})
export type JoinEvent = z.infer<typeof JoinEvent>

/** Requests the entries after a position, in a room that this socket has joined. Used after a gap in the frames. */
export const ResumeEvent = z.strictObject({ chatRoomNo, ...position })
export type ResumeEvent = z.infer<typeof ResumeEvent>

export const LeaveEvent = z.strictObject({ chatRoomNo })
export type LeaveEvent = z.infer<typeof LeaveEvent>

export const SayEvent = z.strictObject({
  chatRoomNo,
  /** Id of the message, unique for its author. A `cid` that was sent before is not posted again. */
  cid: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
  text: z.string().check(z.minLength(1), z.maxLength(CHAT_TEXT_MAX_CHARACTERS * 4)),
  /** Id of the entry that is replied to. */
  replyTo: z.optional(z.string().check(z.maxLength(64))),
  sticker: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,32}$/))),
  /** True if the message may have been posted before: its ack was lost, or the page was reloaded. */
  isAgain: z.optional(z.boolean()),
})
export type SayEvent = z.infer<typeof SayEvent>

export const UP_EVENTS = { join: JoinEvent, resume: ResumeEvent, leave: LeaveEvent, say: SayEvent } as const
export type UpEvent = keyof typeof UP_EVENTS
