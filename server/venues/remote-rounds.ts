import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, DatabaseLog } from '../database/database.ts'
import { retried } from '../database/errors.ts'
import { remoteRound } from '../database/schema/games.ts'
import { meta } from '../database/schema/operation.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import type { Limits } from '../wallet/limits/limits.ts'
import { FALLBACK_RATE } from '../wallet/limits/usage.ts'
import { randomStripe } from '../wallet/ledger/postings.ts'
import type { ProviderRound } from './provider-contract.ts'
import { ProviderError, type RemoteProvider } from './remote-provider.ts'

/** Pages that are read at once, and rounds that are posted at once. */
const PAGES_MAX = 50
const POSTED_MAX = 1_000

interface RoundsOptions {
  readonly database: Database
  readonly provider: RemoteProvider
  readonly limits: Pick<Limits, 'rate'>
  readonly now: () => number
  readonly log: DatabaseLog
}

/** Rounds that were played at a provider: read in their order, stored and posted once. */
export class RemoteRounds {
  readonly #options: RoundsOptions
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(options: RoundsOptions) {
    this.#options = options
  }

  /** Reads and posts all rounds that have ended by now. Calls at the same time share one read, which starts after them. */
  pull(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = null
        this.#running = this.#pull()
        return this.#running
      })
    return this.#next
  }

  async #pull(): Promise<void> {
    const { database, provider } = this.#options
    try {
      for (let page = 0; page < PAGES_MAX; page += 1) {
        // oxlint-disable-next-line no-await-in-loop -- each page starts after the one before
        const rounds = await roundsAfter(provider, await lastRound(database, provider.config.enName))
        if (rounds.length === 0) break
        // oxlint-disable-next-line no-await-in-loop -- as above
        await this.#store(rounds)
      }
    } finally {
      await this.#post()
    }
  }

  /** Stores rounds and the number of the last one in one transaction. */
  async #store(rounds: readonly ProviderRound[]): Promise<void> {
    const { database, provider, log } = this.#options
    const { enName } = provider.config
    const last = String(rounds.at(-1)?.seq ?? 0)
    const refused = await database.transaction(async (tx) => {
      await tx.execute(sql`insert into remote_round (venue, round_id, seq, member_id, currency, title, staked, returned, ended_at)
        select ${enName}, r."roundId", r.seq, m.id, r.currency, r.title, r.staked, r.returned,
          to_timestamp(r."endedAt" / 1000.0)
        from jsonb_to_recordset(${JSON.stringify(rounds)}::jsonb) as r("roundId" text, seq bigint, "memberId" uuid,
          currency text, title text, staked bigint, returned bigint, "endedAt" numeric)
        join member m on m.id = r."memberId" on conflict do nothing`)
      await tx.execute(sql`insert into meta (key, value) values (${cursorKey(enName)}, ${last}) on conflict (key)
        do update set value = excluded.value where meta.value::bigint < excluded.value::bigint`)
      const { rows } = await tx.execute<{ seq: number }>(sql`
        select r.seq from jsonb_to_recordset(${JSON.stringify(rounds)}::jsonb) as r("roundId" text, seq bigint,
          "memberId" uuid, currency text, staked bigint, returned bigint)
        where not exists (select from remote_round o where o.venue = ${enName} and o.round_id = r."roundId"
          and o.seq = r.seq and o.member_id = r."memberId" and o.currency = r.currency and o.staked = r.staked
          and o.returned = r.returned)`)
      return rows.map(({ seq }) => seq)
    })
    if (refused.length > 0) {
      log.error(
        { venue: enName, refused },
        'a provider reported rounds of unknown members, or other rounds under known ids',
      )
    }
  }

  /** Posts the rounds that are stored, in their order. The rounds of a member wait for each other. */
  async #post(): Promise<void> {
    const { database, provider, limits } = this.#options
    const { enName } = provider.config
    const rows = await database.db
      .select({ roundId: remoteRound.roundId, memberId: remoteRound.memberId, currency: remoteRound.currency })
      .from(remoteRound)
      .where(and(eq(remoteRound.venue, enName), isNull(remoteRound.postedAt)))
      .orderBy(remoteRound.seq)
      .limit(POSTED_MAX)
    if (rows.length === 0) return
    const rate = (await limits.rate()) ?? FALLBACK_RATE
    const waiting = new Set<string>()
    for (const { roundId, memberId, currency } of rows) {
      const account = `${memberId}:${currency}`
      if (waiting.has(account)) continue
      try {
        // oxlint-disable-next-line no-await-in-loop -- rounds are posted in their order
        if (!(await this.#postOne(roundId, rate))) waiting.add(account)
      } catch (error) {
        // A balance beyond all limits, for example. The rounds of other members do not wait for it.
        this.#options.log.error({ err: error, venue: enName, roundId }, 'a round of a provider could not be posted')
        waiting.add(account)
      }
    }
  }

  /** False if the account does not have the stake. */
  async #postOne(roundId: string, rate: number): Promise<boolean> {
    const { database, provider, now } = this.#options
    const at = now()
    const { rows } = await retried(() =>
      database.db.execute<{ done: boolean }>(sql`select remote_round_post(${provider.config.enName}, ${roundId},
        ${uuidV7(at)}, ${uuidV7(at)}, ${randomStripe()}, ${rate}::integer, ${new Date(at).toISOString()}) as done`),
    )
    return rows[0]?.done === true
  }
}

/**
 * The rounds of a provider after a number.
 *
 * @throws ProviderError if one is missing between them
 */
export async function roundsAfter(provider: RemoteProvider, after: number): Promise<readonly ProviderRound[]> {
  const { list } = await provider.call('rounds', { after })
  if (list.some(({ seq }, index) => seq !== after + 1 + index)) {
    throw new ProviderError(provider.config.enName, 'rounds', 'rounds are missing')
  }
  return list
}

/** The number of the last round that was read; 0 before the first. */
export async function lastRound({ db }: Pick<Database, 'db'>, enName: string): Promise<number> {
  const [row] = await db
    .select({ value: meta.value })
    .from(meta)
    .where(eq(meta.key, cursorKey(enName)))
  return Number(row?.value ?? 0)
}

const cursorKey = (enName: string): string => `remote-rounds:${enName}`
