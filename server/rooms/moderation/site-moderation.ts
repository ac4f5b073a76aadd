import { eq, sql } from 'drizzle-orm'
import { SECOND_MS } from '#protocol/time.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { accessBlock, blockedTerm } from '../../database/schema/moderation.ts'
import { addressMatcher } from '../../http/access/address-ranges.ts'
import { createTermFilter } from '../speech-rules.ts'

/** Interval at which a process looks for changes of other processes. */
const POLL_MS = SECOND_MS
/** Row of `meta` that grows with each change. */
const VERSION_KEY = 'moderation_version'

export type AccessBlock = typeof accessBlock.$inferSelect

export interface SiteModerationOptions {
  readonly now: () => number
  /** True if other processes may change the lists. */
  readonly isShared: boolean
  readonly onError: (error: unknown) => void
}

/** Blocked terms, addresses and devices of the site that operators maintain. Effective in all processes within 2 s. */
export class SiteModeration {
  readonly #database: Pick<Database, 'db'>
  readonly #options: SiteModerationOptions
  readonly #listeners = new Set<() => void>()
  #version = ''
  #blocks: readonly AccessBlock[] = []
  #isBlockedAddress: (address: string) => boolean = () => false
  #blockedDevices: ReadonlySet<string> = new Set()
  #isBlockedText: (text: string) => boolean = () => false
  /** When the next block expires (epoch milliseconds). */
  #nextExpiry = Number.POSITIVE_INFINITY
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(database: Pick<Database, 'db'>, options: SiteModerationOptions) {
    this.#database = database
    this.#options = options
  }

  /** Reads the lists, and follows the changes of other processes. */
  async start(): Promise<void> {
    await this.reload()
    if (!this.#options.isShared) return
    this.#timer = setInterval(() => void this.#poll().catch(this.#options.onError), POLL_MS).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  isAddressBlocked(address: string): boolean {
    this.#expire()
    return this.#isBlockedAddress(address)
  }

  isDeviceBlocked(deviceId: string): boolean {
    this.#expire()
    return this.#blockedDevices.has(deviceId)
  }

  isTextBlocked(text: string): boolean {
    return this.#isBlockedText(text)
  }

  /** Called when the lists have changed. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Reads the lists again, after a change of this process. */
  async reload(): Promise<void> {
    const { db } = this.#database
    // The version first: a change in between is read again.
    this.#version = await this.#storedVersion()
    const terms = await db.select({ term: blockedTerm.term }).from(blockedTerm)
    this.#blocks = await db.select().from(accessBlock)
    this.#isBlockedText = createTermFilter(terms.map(({ term }) => term))
    this.#applyBlocks()
    for (const listener of this.#listeners) listener()
  }

  async #poll(): Promise<void> {
    if ((await this.#storedVersion()) !== this.#version) await this.reload()
  }

  async #storedVersion(): Promise<string> {
    const { rows } = await this.#database.db.execute<{ value: string }>(
      sql`select value from meta where key = ${VERSION_KEY}`,
    )
    return rows[0]?.value ?? ''
  }

  #expire(): void {
    if (this.#options.now() >= this.#nextExpiry) this.#applyBlocks()
  }

  #applyBlocks(): void {
    const now = this.#options.now()
    const active = this.#blocks.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    const valuesOf = (wanted: AccessBlock['kind']) =>
      active.filter(({ kind }) => kind === wanted).map(({ value }) => value)
    this.#isBlockedAddress = addressMatcher(valuesOf('address'))
    this.#blockedDevices = new Set(valuesOf('device'))
    this.#nextExpiry = Math.min(...active.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY))
  }
}

/** Announces a change to all processes. Part of the transaction of the change. */
export async function bumpModeration(tx: Transaction): Promise<void> {
  await tx.execute(sql`insert into meta (key, value) values (${VERSION_KEY}, '1')
    on conflict (key) do update set value = (meta.value::bigint + 1)::text`)
}

export async function removeBlock(tx: Transaction, id: string): Promise<AccessBlock | null> {
  const [removed] = await tx.delete(accessBlock).where(eq(accessBlock.id, id)).returning()
  return removed ?? null
}
