import { eq, sql } from 'drizzle-orm'
import type { BlockedRange } from '#protocol/room/relay.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { accessBlock, blockedTerm } from '../../database/schema/moderation.ts'
import { BlockedRanges } from '../../config/address-ranges.ts'

/** Interval at which a process looks for changes of other processes. */
const POLL_MS = SECOND_MS
/** Row of `meta` that grows with each change. */
const VERSION_KEY = 'moderation_version'

type AccessBlock = typeof accessBlock.$inferSelect

interface SiteModerationOptions {
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
  readonly #addresses: BlockedRanges
  #blockedRanges: readonly BlockedRange[] = []
  /** Blocked devices, and when each expires (epoch milliseconds). */
  #devices: ReadonlyMap<string, number | null> = new Map()
  #blockedTerms: readonly string[] = []
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(database: Pick<Database, 'db'>, options: SiteModerationOptions) {
    this.#database = database
    this.#options = options
    this.#addresses = new BlockedRanges(options.now)
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
    return this.#addresses.has(address)
  }

  blockedRanges(): readonly BlockedRange[] {
    return this.#blockedRanges
  }

  isDeviceBlocked(deviceId: string): boolean {
    const expiresAt = this.#devices.get(deviceId)
    return expiresAt !== undefined && (expiresAt === null || expiresAt > this.#options.now())
  }

  blockedDevices(): readonly string[] {
    return [...this.#devices.keys()]
  }

  blockedTerms(): readonly string[] {
    return this.#blockedTerms
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
    const blocks = await db.select().from(accessBlock)
    const ofKind = (wanted: AccessBlock['kind']) =>
      blocks.flatMap(({ kind, value, expiresAt }) => (kind === wanted ? [[value, expiresAt] as const] : []))
    this.#blockedTerms = terms.map(({ term }) => term)
    this.#blockedRanges = ofKind('address')
    this.#addresses.set(this.#blockedRanges)
    this.#devices = new Map(ofKind('device'))
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
