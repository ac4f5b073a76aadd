import { randomBytes } from 'node:crypto'
import { TICKET_LIFETIME_MS } from '#protocol/constants.ts'
import type { EntryAuthor } from '#protocol/room/feed.ts'
import type { ChatNamespace } from '#protocol/room/server-events.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'

/** Who a ticket was given to. Visitors have none. */
export interface TicketHolder {
  readonly sessionId: string
  readonly memberId: string
  /** Epoch milliseconds at which the session ends by itself. */
  readonly expireAt: number
  readonly author: EntryAuthor
}

export interface Ticket {
  readonly chatRoomNo: string
  readonly namespace: ChatNamespace
  readonly holder: TicketHolder | null
  /** What the join call answered with: where a socket goes on that names no position. */
  readonly epoch: number
  readonly seq: number
}

const MAX_TICKETS = 50_000

/** One-use tickets from the join call to the socket: 30 s, bound to room, namespace and session (settled 9). */
export class TicketBox {
  readonly #tickets = new Map<string, Ticket & { expiresAt: number }>()
  /** A join call may be answered after its session has ended. */
  readonly #ended = new BoundedMap<string, true>(20_000)

  constructor(private readonly now: () => number) {}

  /** @returns 192 random bits, base64url. */
  issue(ticket: Ticket): string {
    this.#dropExpired()
    const name = randomBytes(24).toString('base64url')
    this.#tickets.set(name, { ...ticket, expiresAt: this.now() + TICKET_LIFETIME_MS })
    return name
  }

  /** Takes a ticket out of the box; null when it is unknown, used, too old or for another namespace. */
  take(name: string, namespace: ChatNamespace): Ticket | null {
    const ticket = this.#tickets.get(name)
    this.#tickets.delete(name)
    if (!ticket || ticket.namespace !== namespace || this.now() >= ticket.expiresAt) return null
    return ticket.holder && this.#ended.has(ticket.holder.sessionId) ? null : ticket
  }

  /** The session has ended: its tickets open nothing any more, nor does one that is still being made. */
  dropSession(sessionId: string): void {
    this.#ended.set(sessionId, true)
  }

  /** Tickets are kept in the order of their expiry, so the expired ones stand in front. */
  #dropExpired(): void {
    const now = this.now()
    for (const [name, ticket] of this.#tickets) {
      if (ticket.expiresAt > now && this.#tickets.size < MAX_TICKETS) return
      this.#tickets.delete(name)
    }
  }
}
