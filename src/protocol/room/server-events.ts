import * as z from 'zod/mini'
import { INBOX_KINDS } from '../inbox-limits.ts'
import type { JoinEvent, LeaveEvent, ResumeEvent, SayEvent } from './client-events.ts'

/** Socket namespaces (S6.2, S6.4). Visitors only read, web and app members also write. */
export const NAMESPACES = { anon: '/chat-anon', web: '/chat-web', app: '/chat-app' } as const
export type ChatNamespace = keyof typeof NAMESPACES

export const SOCKET_PATH = '/socket'

/** Refusal of a socket event. `until` is its end, if it is limited in time. */
export const SocketRefusal = z.object({
  ok: z.literal(false),
  code: z.int(),
  message: z.string(),
  /** Epoch milliseconds on the server's clock. */
  until: z.optional(z.int()),
})
export type SocketRefusal = z.infer<typeof SocketRefusal>

/**
 * Ack of join and resume. Sealed frames contain the entries `position.seq + 1 .. head`, or the first part of them. The client
 * requests the rest by `resume`. Live frames continue at `head + 1`. With `recovered: false` the position is not available:
 * the client joins again by HTTP and shows `missed`.
 */
export const CatchUp = z.object({
  ok: z.literal(true),
  chatRoomNo: z.string(),
  epoch: z.int(),
  head: z.int(),
  recovered: z.boolean(),
  missed: z.int(),
  frames: z.array(z.string()),
})
export type CatchUp = z.infer<typeof CatchUp>

export const SayAck = z.object({ ok: z.literal(true), id: z.string(), seq: z.int() })
export type SayAck = z.infer<typeof SayAck>

/** The session of this socket has ended. The server then closes the socket. */
export const SessionEnd = z.object({ code: z.int(), message: z.string() })
export type SessionEnd = z.infer<typeof SessionEnd>

/**
 * A message to the member of this socket was published (`isNew`), or its state or the state of others has changed: it was
 * read, deleted, restored or recalled, and `message.unread` has new numbers.
 */
export const MessageNew = z.object({
  isNew: z.boolean(),
  /** Empty if several messages have changed. */
  id: z.string(),
  /** Null if several messages have changed. */
  kind: z.nullable(z.enum(INBOX_KINDS)),
  title: z.string(),
  /** Time of the publication or of the change, epoch milliseconds. */
  at: z.int(),
})
export type MessageNew = z.infer<typeof MessageNew>

export const DOWN_EVENTS = { frame: z.string(), 'session-end': SessionEnd, 'message:new': MessageNew } as const

export interface ServerToClientEvents {
  frame(sealed: string): void
  'session-end'(reason: SessionEnd): void
  'message:new'(change: MessageNew): void
}

export interface ClientToServerEvents {
  join(event: JoinEvent, ack: (result: CatchUp | SocketRefusal) => void): void
  resume(event: ResumeEvent, ack: (result: CatchUp | SocketRefusal) => void): void
  leave(event: LeaveEvent, ack: (result: { ok: true } | SocketRefusal) => void): void
  say(event: SayEvent, ack: (result: SayAck | SocketRefusal) => void): void
}
