import * as z from 'zod/mini'
import type { JoinEvent, LeaveEvent, ResumeEvent, SayEvent } from './client-events.ts'

/** The socket namespaces (S6.2, S6.4): anonymous visitors only read, web and app members also speak. */
export const NAMESPACES = { anon: '/chat-anon', web: '/chat-web', app: '/chat-app' } as const
export type ChatNamespace = keyof typeof NAMESPACES

/** Path of the socket server beside the HTTP calls. */
export const SOCKET_PATH = '/socket'

/** Refusal of a socket event: a code of `codes.ts`, and where it ends by itself, when. */
export const SocketRefusal = z.object({
  ok: z.literal(false),
  code: z.int(),
  message: z.string(),
  /** Epoch milliseconds on the server's clock. */
  until: z.optional(z.int()),
})
export type SocketRefusal = z.infer<typeof SocketRefusal>

/**
 * Answer to join and resume. Sealed frames hold the entries `position.seq + 1 .. head`, or as many of them as one answer
 * takes: the client then asks for the rest by `resume`, from the last one it has. Live frames continue at `head + 1`.
 * `recovered: false` says that this is not possible: the client joins anew by HTTP and shows `missed`.
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

/** The session behind this socket has ended; the server closes the socket after it. */
export const SessionEnd = z.object({ code: z.int(), message: z.string() })
export type SessionEnd = z.infer<typeof SessionEnd>

export const DOWN_EVENTS = { frame: z.string(), 'session-end': SessionEnd } as const

export interface ServerToClientEvents {
  frame(sealed: string): void
  'session-end'(reason: SessionEnd): void
}

export interface ClientToServerEvents {
  join(event: JoinEvent, answer: (result: CatchUp | SocketRefusal) => void): void
  resume(event: ResumeEvent, answer: (result: CatchUp | SocketRefusal) => void): void
  leave(event: LeaveEvent, answer: (result: { ok: true } | SocketRefusal) => void): void
  say(event: SayEvent, answer: (result: SayAck | SocketRefusal) => void): void
}
