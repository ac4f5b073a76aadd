import { randomBytes } from 'node:crypto'
import { TICKET_LIFETIME_MS } from '#protocol/constants.ts'
import type { EntryAuthor } from '#protocol/room/feed.ts'
import type { ChatNamespace } from '#protocol/room/server-events.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'

/** The member that a ticket was issued to; null for visitors. */
export interface TicketHolder {
  readonly sessionId: string
  readonly memberId: string
  /** Epoch milliseconds at which the session expires. */
  readonly expireAt: number
  readonly author: EntryAuthor
}

export interface Ticket {
  readonly chatRoomNo: string
  readonly namespace: ChatNamespace
  readonly holder: TicketHolder | null
  /** Position in the join response; a socket without a position continues there. */
  readonly epoch: number
  readonly seq: number
}

const MAX_TICKETS = 50_000

/** One-use tickets from join call to socket: 30 s, bound to room, namespace and session (settled 9). */
export class TicketBox {
  readonly #tickets = new Map<string, Ticket & { expiresAt: number }>()
  /** A join call may complete after its session has ended. */
  readonly #ended = new BoundedMap<string, true>(20_000)

  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * @returns 192 random bits, base64url
   */
  issue(ticket: Ticket): string {
    this.#dropExpired()
    const name = randomBytes(24).toString('base64url')
    this.#tickets.set(name, { ...ticket, expiresAt: this.#now() + TICKET_LIFETIME_MS })
    return name
  }

  /** Redeems a ticket. Null if it is unknown, used, expired or for another namespace. */
  take(name: string, namespace: ChatNamespace): Ticket | null {
    const ticket = this.#tickets.get(name)
    this.#tickets.delete(name)
    if (!ticket || ticket.namespace !== namespace || this.#now() >= ticket.expiresAt) return null
    return ticket.holder && this.#ended.has(ticket.holder.sessionId) ? null : ticket
  }

  /** The session has ended: its tickets become invalid, including one being issued. */
  dropSession(sessionId: string): void {
    this.#ended.set(sessionId, true)
  }

  /** Tickets are in order of expiry, so expired ones come first. */
  #dropExpired(): void {
    const now = this.#now()
    for (const [name, ticket] of this.#tickets) {
      if (ticket.expiresAt > now && this.#tickets.size < MAX_TICKETS) return
      this.#tickets.delete(name)
    }
  }
}
