import { randomBytes } from 'node:crypto'
import { TICKET_LIFETIME_MS } from '#protocol/constants.ts'
import type { EntryAuthor } from '#protocol/room/feed.ts'
import type { ChatNamespace } from '#protocol/room/server-events.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import type { Awaitable } from '#protocol/crypto.ts'
import type { ExpiringStore } from '../../database/shared/expiring-store.ts'

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
  /** The site of the page that the ticket was issued to. */
  readonly siteId: number
  /** The device that the ticket was issued to. */
  readonly deviceId: string
  /** Position in the join response; a socket without a position continues there. */
  readonly epoch: number
  readonly seq: number
}

const MAX_TICKETS = 50_000

/** One-use tickets from join call to socket: 30 s, bound to room, namespace and session (settled 9). */
export interface TicketStore {
  /**
   * @returns 192 random bits, base64url
   */
  issue(ticket: Ticket): Awaitable<string>
  /** Redeems a ticket. Null if it is unknown, used, expired, for another namespace, or of an ended session. */
  take(name: string, namespace: ChatNamespace): Awaitable<Ticket | null>
  /** The session has ended: its tickets become invalid, including one being issued. */
  dropSession(sessionId: string): void
}

/** Tickets of a single process. */
export class TicketBox implements TicketStore {
  readonly #tickets = new Map<string, Ticket & { expiresAt: number }>()
  /** A join call may complete after its session has ended. */
  readonly #ended = new BoundedMap<string, true>(20_000)

  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  issue(ticket: Ticket): string {
    this.#dropExpired()
    const name = newTicketName()
    this.#tickets.set(name, { ...ticket, expiresAt: this.#now() + TICKET_LIFETIME_MS })
    return name
  }

  take(name: string, namespace: ChatNamespace): Ticket | null {
    const ticket = this.#tickets.get(name)
    this.#tickets.delete(name)
    if (!ticket || ticket.namespace !== namespace || this.#now() >= ticket.expiresAt) return null
    return ticket.holder && this.#ended.has(ticket.holder.sessionId) ? null : ticket
  }

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

/**
 * Tickets of several processes: issued by one, redeemed at another. The session is looked up when a ticket is redeemed,
 * so a process that has missed its end does not admit its sockets.
 */
export class SharedTickets implements TicketStore {
  readonly #store: ExpiringStore<Ticket>
  readonly #isLive: (sessionId: string) => Promise<boolean>
  /** Sessions that have ended while a ticket was being redeemed. */
  readonly #ended = new BoundedMap<string, true>(20_000)

  constructor(store: ExpiringStore<Ticket>, isLive: (sessionId: string) => Promise<boolean>) {
    this.#store = store
    this.#isLive = isLive
  }

  async issue(ticket: Ticket): Promise<string> {
    const name = newTicketName()
    await this.#store.put(name, ticket, TICKET_LIFETIME_MS)
    return name
  }

  async take(name: string, namespace: ChatNamespace): Promise<Ticket | null> {
    const ticket = await this.#store.take(name)
    if (ticket?.namespace !== namespace) return null
    if (!ticket.holder) return ticket
    const { sessionId } = ticket.holder
    return (await this.#isLive(sessionId)) && !this.#ended.has(sessionId) ? ticket : null
  }

  dropSession(sessionId: string): void {
    this.#ended.set(sessionId, true)
  }
}

function newTicketName(): string {
  return randomBytes(24).toString('base64url')
}
