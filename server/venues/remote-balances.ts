import { sql } from 'drizzle-orm'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { Config } from '../config/config.ts'
import { StartError } from '../config/start-error.ts'
import type { Database } from '../database/database.ts'
import { VENUES } from '../site/content.ts'
import type { Difference } from '../wallet/reconcile.ts'
import type { ProviderResponse, ProviderRound } from './provider-contract.ts'
import { ProviderError, RemoteProvider } from './remote-provider.ts'
import { lastRound, roundsAfter } from './remote-rounds.ts'

/** A difference is read again before it is reported, because money may have moved between the two reads. */
const READS_MAX = 3
/** Pages of balances or rounds that are read. */
const PAGES_MAX = 10_000

/**
 * The clients of the configured providers.
 *
 * @throws StartError if a remote venue has the name of a bundled one
 */
export function openProviders({ remoteVenues }: Pick<Config, 'remoteVenues'>, now: () => number): RemoteProvider[] {
  const taken = remoteVenues.filter(({ enName }) => VENUES.some((venue) => venue.enName === enName))
  if (taken.length > 0) {
    throw new StartError(taken.map(({ enName }) => `REMOTE_VENUES: ${enName} is the name of a bundled venue`))
  }
  return remoteVenues.map((config) => new RemoteProvider(config, { now }))
}

/** Compares the balances at the providers with the ledger (E.5). Also reports money at venues that are not configured. */
export async function venueDifferences(
  database: Pick<Database, 'db'>,
  providers: readonly RemoteProvider[],
): Promise<Difference[]> {
  const found = await unknownVenues(database, providers)
  for (const provider of providers) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one venue after the other
      found.push(...(await differencesOf(database, provider)))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      found.push({ invariant: 'E.5', subject: provider.config.enName, detail: `cannot be compared: ${error.message}` })
    }
  }
  return found
}

interface Account {
  readonly memberId: string
  readonly currency: SettleCurrency
}

interface Held extends Account {
  readonly amount: number
}

const keyOf = ({ memberId, currency }: Account): string => `${memberId} ${currency}`

async function unknownVenues(
  { db }: Pick<Database, 'db'>,
  providers: readonly RemoteProvider[],
): Promise<Difference[]> {
  const names = [...VENUES.map(({ enName }) => enName), ...providers.map(({ config }) => config.enName)]
  const known = sql.param(names.map((name) => `venue:${name}`))
  const { rows } = await db.execute<{ kind: string; detail: string }>(sql`
    select kind, sum(balance) || ' ' || currency || ' at a venue that REMOTE_VENUES does not name' as detail
    from account where owner_type = 'member' and kind like 'venue:%' and balance <> 0 and kind <> all(${known}::text[])
    group by kind, currency order by 1, 2`)
  return rows.map(({ kind, detail }) => ({ invariant: 'E.5', subject: kind, detail }))
}

async function differencesOf(database: Pick<Database, 'db'>, provider: RemoteProvider): Promise<Difference[]> {
  const remote = new Map((await allBalances(provider)).map((held) => [keyOf(held), held]))
  const local = new Map((await ledgerBalances(database, provider.config.enName)).map((held) => [keyOf(held), held]))
  let suspects = [...new Map([...local, ...remote]).values()].filter(
    (held) => local.get(keyOf(held))?.amount !== remote.get(keyOf(held))?.amount,
  )
  let found: Difference[] = []
  for (let read = 0; read < READS_MAX && suspects.length > 0; read += 1) {
    // oxlint-disable-next-line no-await-in-loop -- money may move between two reads
    const unread = await unreadRounds(database, provider)
    found = []
    const different: Held[] = []
    for (const held of suspects) {
      // oxlint-disable-next-line no-await-in-loop -- one at a time, for the sake of the provider
      const difference = await differenceOf(database, provider, held, unread)
      if (!difference) continue
      found.push(difference)
      different.push(held)
    }
    suspects = different
  }
  return found
}

/** The difference of one balance; null if ledger and provider agree. `unread`: what later rounds change, by balance. */
async function differenceOf(
  database: Pick<Database, 'db'>,
  provider: RemoteProvider,
  { memberId, currency }: Account,
  unread: ReadonlyMap<string, number>,
): Promise<Difference | null> {
  const { enName } = provider.config
  const member = { memberId, currency }
  const [ledger] = await ledgerBalances(database, enName, member)
  const unposted = (await unpostedRounds(database, enName, member)) + (unread.get(keyOf(member)) ?? 0)
  const onTheWay = await amountOnTheWay(database, provider, member)
  const expected = (ledger?.amount ?? 0) + unposted + onTheWay
  const { balance, inPlay } = await provider.call('balance', member)
  if (balance + inPlay === expected) return null
  const detail = `the ledger has ${expected}, the provider has ${balance + inPlay} ${currency}`
  return { invariant: 'E.5', subject: `${enName} ${memberId}`, detail }
}

async function allBalances(provider: RemoteProvider): Promise<Held[]> {
  const all: Held[] = []
  let after: string | null = ''
  for (let page = 0; after !== null; page += 1) {
    if (page === PAGES_MAX) throw new ProviderError(provider.config.enName, 'balances', 'too many pages')
    // oxlint-disable-next-line no-await-in-loop -- each page starts after the one before
    const { list, next }: ProviderResponse<'balances'> = await provider.call('balances', { after })
    all.push(...list.map(({ balance, inPlay, ...held }) => ({ ...held, amount: balance + inPlay })))
    after = next
  }
  return all.filter(({ amount }) => amount !== 0)
}

async function ledgerBalances({ db }: Pick<Database, 'db'>, enName: string, one?: Account): Promise<Held[]> {
  const { rows } = await db.execute<Held & Record<string, unknown>>(sql`
    select owner_id as "memberId", currency, balance as amount from account
    where owner_type = 'member' and kind = ${`venue:${enName}`}
      and ${one ? sql`owner_id = ${one.memberId} and currency = ${one.currency}` : sql`balance <> 0`}`)
  return rows
}

/** What stored rounds change that are not in the ledger yet. */
async function unpostedRounds(
  { db }: Pick<Database, 'db'>,
  enName: string,
  { memberId, currency }: Account,
): Promise<number> {
  const { rows } = await db.execute<{ sum: number }>(sql`
    select coalesce(sum(returned - staked), 0)::bigint as sum from remote_round
    where venue = ${enName} and member_id = ${memberId} and currency = ${currency} and posted_at is null`)
  return rows[0]?.sum ?? 0
}

/** What rounds change that this server has not read yet, by balance. */
async function unreadRounds(
  database: Pick<Database, 'db'>,
  provider: RemoteProvider,
): Promise<ReadonlyMap<string, number>> {
  const changes = new Map<string, number>()
  let after = await lastRound(database, provider.config.enName)
  for (let page = 0; page < PAGES_MAX; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page starts after the one before
    const rounds: readonly ProviderRound[] = await roundsAfter(provider, after)
    for (const round of rounds) {
      changes.set(keyOf(round), (changes.get(keyOf(round)) ?? 0) + round.returned - round.staked)
    }
    const last = rounds.at(-1)
    if (!last) break
    after = last.seq
  }
  return changes
}

/**
 * Money of open transfers that is at the provider and not in the account of the venue: transfers in that have arrived, and
 * reserved transfers out that have not left.
 */
async function amountOnTheWay(
  { db }: Pick<Database, 'db'>,
  provider: RemoteProvider,
  { memberId, currency }: Account,
): Promise<number> {
  const { rows } = await db.execute<{ orderNo: string; kind: string; amount: number }>(sql`
    select order_no as "orderNo", kind, amount from wallet_order where member_id = ${memberId} and currency = ${currency}
      and kind in ('transferIn', 'transferOut') and channel = ${provider.config.enName} and not is_final`)
  let sum = 0
  for (const { orderNo, kind, amount } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- few transfers are open
    const { state } = await provider.call('transfer-state', { orderNo })
    if ((state === 'paid') === (kind === 'transferIn')) sum += amount
  }
  return sum
}
