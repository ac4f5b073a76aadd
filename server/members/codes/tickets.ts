import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { verifyChallenge } from '../../database/schema/session.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'

const TICKET_BYTES = 24

interface TicketUse {
  /** What the ticket is for. It is valid for its own scene only. */
  readonly scene: string
  readonly deviceId: string
}

interface TicketData {
  readonly memberId: string | null
  /** Data that the next step needs. */
  readonly data: string
}

/** Tickets of processes in several steps: random, stored as SHA-256, single use, bound to a device, for a short time. */
export class Tickets {
  readonly #database: Pick<Database, 'db'>
  readonly #now: () => number

  constructor(database: Pick<Database, 'db'>, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  async issue({
    scene,
    deviceId,
    memberId,
    data,
    lifetimeMs,
  }: TicketUse & TicketData & { readonly lifetimeMs: number }): Promise<string> {
    const ticket = randomBytes(TICKET_BYTES).toString('base64url')
    const at = this.#now()
    await this.#database.db.insert(verifyChallenge).values({
      id: uuidV7(at),
      kind: 'ticket',
      scene,
      keyHash: hashOf(ticket),
      memberId,
      deviceId,
      answer: data,
      expiresAt: at + lifetimeMs,
      createdAt: at,
    })
    return ticket
  }

  /** Counts a use that does not consume the ticket. Null for an invalid ticket, and after `max` uses. */
  async open(ticket: string, use: TicketUse, max: number): Promise<TicketData | null> {
    const [row] = await this.#database.db
      .update(verifyChallenge)
      .set({ attempts: sql`${verifyChallenge.attempts} + 1` })
      .where(and(this.#isValid(ticket, use), lt(verifyChallenge.attempts, max)))
      .returning({ memberId: verifyChallenge.memberId, data: verifyChallenge.answer })
    return row ?? null
  }

  /** Consumes a ticket. Null for an invalid one; of several concurrent calls one succeeds. */
  async take(ticket: string, use: TicketUse): Promise<TicketData | null> {
    const [row] = await this.#database.db
      .update(verifyChallenge)
      .set({ usedAt: this.#now() })
      .where(this.#isValid(ticket, use))
      .returning({ memberId: verifyChallenge.memberId, data: verifyChallenge.answer })
    return row ?? null
  }

  /** Invalidates all tickets of a member, for example after the password was replaced. */
  async revoke(memberId: string): Promise<void> {
    await this.#database.db
      .update(verifyChallenge)
      .set({ usedAt: this.#now() })
      .where(
        and(eq(verifyChallenge.memberId, memberId), eq(verifyChallenge.kind, 'ticket'), isNull(verifyChallenge.usedAt)),
      )
  }

  #isValid(ticket: string, { scene, deviceId }: TicketUse) {
    return and(
      eq(verifyChallenge.keyHash, hashOf(ticket)),
      eq(verifyChallenge.kind, 'ticket'),
      eq(verifyChallenge.scene, scene),
      eq(verifyChallenge.deviceId, deviceId),
      isNull(verifyChallenge.usedAt),
      gt(verifyChallenge.expiresAt, this.#now()),
    )
  }
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex')
}
