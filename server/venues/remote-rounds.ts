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

  /** Posts the rounds that are stored, in their order. The rounds of an account wait for each other. */
  async #post(): Promise<void> {
    const waiting = new Set<string>()
    let rate: number | null = null
    for (let posted = 0; posted < POSTED_MAX;) {
      // oxlint-disable-next-line no-await-in-loop -- the accounts that wait are known after the page before
      const rows = await this.#unposted(waiting)
      if (rows.length === 0) return
      // oxlint-disable-next-line no-await-in-loop -- read once
      rate ??= (await this.#options.limits.rate()) ?? FALLBACK_RATE
      for (const { roundId, account } of rows) {
        if (waiting.has(account)) continue
        // oxlint-disable-next-line no-await-in-loop -- rounds are posted in their order
        if (await this.#postOne(roundId, rate)) posted += 1
        else waiting.add(account)
      }
      if (rows.length < POSTED_MAX) return
    }
  }

  /** The first rounds that are not posted, without those of accounts that wait. */
  #unposted(waiting: ReadonlySet<string>) {
    const { database, provider } = this.#options
    const account = sql<string>`${remoteRound.memberId}::text || ':' || ${remoteRound.currency}`
    const isDue = sql`${account} <> all(${sql.param([...waiting])}::text[])`
    return database.db
      .select({ roundId: remoteRound.roundId, account })
      .from(remoteRound)
      .where(and(eq(remoteRound.venue, provider.config.enName), isNull(remoteRound.postedAt), isDue))
      .orderBy(remoteRound.seq)
      .limit(POSTED_MAX)
  }

  /** False if the account does not have the stake, or cannot hold the return. */
  async #postOne(roundId: string, rate: number): Promise<boolean> {
    const { database, provider, now, log } = this.#options
    const { enName } = provider.config
    const at = now()
    try {
      const { rows } = await retried(() =>
        database.db.execute<{ done: boolean }>(sql`select remote_round_post(${enName}, ${roundId}, ${uuidV7(at)},
          ${uuidV7(at)}, ${randomStripe()}, ${rate}::integer, ${new Date(at).toISOString()}) as done`),
      )
      return rows[0]?.done === true
    } catch (error) {
      // The rounds of other members do not wait for it.
      log.error({ err: error, venue: enName, roundId }, 'a round of a provider could not be posted')
      return false
    }
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
