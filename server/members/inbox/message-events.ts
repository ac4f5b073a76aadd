import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { MessageNew } from '#protocol/room/server-events.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Database } from '../../database/database.ts'
import type { SharedState } from '../../database/shared/shared-state.ts'

const CHANNEL = 'grandstand:messages'
const POLL_MS = SECOND_MS
/** A publication whose transaction commits late, or that another process wrote, is still found. */
const OVERLAP_MS = 10 * SECOND_MS

/** Who gets an event: all members, members of some grades, or one member. */
export type MessageAudience =
  | { readonly type: 'all' }
  | { readonly type: 'grade'; readonly min: number; readonly max: number }
  | { readonly type: 'member'; readonly memberId: string }

type Listener = (audience: MessageAudience, change: MessageNew) => void

const MemberChange = z.object({ from: z.string(), memberId: z.string(), change: MessageNew })

/**
 * Publications and recalls, which every process reads from the database each second, and changes by members, which
 * processes tell each other. The listeners send them to sockets.
 */
export class MessageEvents {
  readonly #database: Pick<Database, 'db'>
  readonly #shared: SharedState | null
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  readonly #name = randomUUID()
  readonly #listeners = new Set<Listener>()
  /** Changes that were sent, with their times. */
  readonly #sent = new Map<string, number>()
  #timer: ReturnType<typeof setInterval> | null = null
  #since: number
  #polling: Promise<void> = Promise.resolve()

  constructor(
    database: Pick<Database, 'db'>,
    options: { shared: SharedState | null; now: () => number; onError: (error: unknown) => void },
  ) {
    this.#database = database
    this.#shared = options.shared
    this.#now = options.now
    this.#onError = options.onError
    this.#since = options.now()
  }

  /** Returns an unsubscribe function. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.poll(), POLL_MS).unref()
    await this.#shared?.subscribe(CHANNEL, { onMessage: (text) => this.#receive(text), onReturn: () => undefined })
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    this.#listeners.clear()
    await this.#polling
  }

  /** A member has changed the state of own messages: the other tabs and devices read the numbers again. */
  changed(memberId: string, { id, kind }: Pick<MessageNew, 'id' | 'kind'>): void {
    const change = { isNew: false, id, kind, title: '', at: this.#now() }
    this.#emit({ type: 'member', memberId }, change)
    const text = JSON.stringify({ from: this.#name, memberId, change })
    this.#shared?.publish(CHANNEL, text).catch(this.#onError)
  }

  /** Sends what was published or recalled since the last poll. Resolves when it was sent. */
  poll(): Promise<void> {
    this.#polling = this.#polling.then(() => this.#poll()).catch(this.#onError)
    return this.#polling
  }

  async #poll(): Promise<void> {
    if (this.#listeners.size === 0) return
    const now = this.#now()
    const [from, to] = [new Date(this.#since - OVERLAP_MS).toISOString(), new Date(now).toISOString()]
    const { rows } = await this.#database.db.execute<ChangeRow>(sql`
      select id, kind, title, audience, vip_min as "vipMin", vip_max as "vipMax", member_id as "memberId",
        recalled_at is null as "isNew",
        (extract(epoch from coalesce(recalled_at, publish_at)) * 1000)::float8 as at
      from message
      where publish_at > ${from} and publish_at <= ${to} and recalled_at is null
        or recalled_at > ${from} and recalled_at <= ${to} and publish_at <= recalled_at
      order by coalesce(recalled_at, publish_at), id`)
    this.#since = now
    for (const row of rows) {
      const key = `${row.id} ${row.isNew}`
      const at = Math.round(row.at)
      if (this.#sent.has(key)) continue
      this.#sent.set(key, at)
      const { id, kind, title, isNew } = row
      this.#emit(audienceOf(row), { isNew, id, kind, title: isNew ? title : '', at })
    }
    for (const [key, at] of this.#sent) if (at < now - 2 * OVERLAP_MS) this.#sent.delete(key)
  }

  #emit(audience: MessageAudience, change: MessageNew): void {
    for (const listener of this.#listeners) listener(audience, change)
  }

  #receive(text: string): void {
    try {
      const { from, memberId, change } = MemberChange.parse(JSON.parse(text))
      if (from !== this.#name) this.#emit({ type: 'member', memberId }, change)
    } catch (error) {
      this.#onError(error)
    }
  }
}

interface ChangeRow extends Record<string, unknown> {
  readonly id: string
  readonly kind: 'public' | 'private' | 'notice'
  readonly title: string
  readonly audience: 'all' | 'grade' | 'member'
  readonly vipMin: number | null
  readonly vipMax: number | null
  readonly memberId: string | null
  readonly isNew: boolean
  readonly at: number
}

function audienceOf({ vipMin, vipMax, memberId }: ChangeRow): MessageAudience {
  if (memberId !== null) return { type: 'member', memberId }
  if (vipMin !== null && vipMax !== null) return { type: 'grade', min: vipMin, max: vipMax }
  return { type: 'all' }
}
