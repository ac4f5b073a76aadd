import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { sql } from 'drizzle-orm'
import type { Bet } from '#protocol/sports/bets.ts'
import type { Database } from '#server/database/database.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import type { MatchState } from '#server/matches/match.ts'
import { betsById, postingsOf, wireBet } from '#server/sports/bet-rows.ts'
import { Bets, type PlaceCommand } from '#server/sports/bets.ts'
import { Book } from '#server/sports/book.ts'
import { CashOuts } from '#server/sports/cash-outs.ts'
import { Settlement } from '#server/sports/settlement.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { openTestStore, type STORE_KINDS } from '../../support/store.ts'
import { betWorld, oddsOf } from './sports-support.ts'

const RATE = 72_000

/** Credits an account of a member at a venue, by default the sportsbook. */
export async function creditVenue(
  { db }: Database,
  memberId: string,
  amount: number,
  {
    currency = 'CNY',
    now = Date.now(),
    venue = 'YBTY',
  }: { readonly currency?: 'CNY' | 'USDT'; readonly now?: number; readonly venue?: string } = {},
): Promise<void> {
  await db.execute(sql`select ledger_post(${uuidV7(now)}, 'test-credit', 'test', ${memberId}, ${newKey()}, 'test', null,
    array[ledger_account('member', ${memberId}, ${currency}, ${`venue:${venue}`}, 0, false),
      ledger_account('clearing', 'test', ${currency}, 'main', 0, true)],
    array[${amount}, ${-amount}]::bigint[], ${new Date(now).toISOString()})`)
}

/** Matches, a book and bets on a database for one `describe`; everything is reconciled after each test. */
export function sportsWorld(kind: (typeof STORE_KINDS)[number]) {
  let store: Database
  let matches: ReturnType<typeof betWorld>
  let book: Book
  let bets: Bets
  let settlement: Settlement
  let cashOuts: CashOuts
  let limits: Limits
  let round = 0
  const now = (): number => matches.now
  /** Id of a match of this test, or of a selection on it. */
  const idOf = (name: string): string => name.replace(/^m([1-3])(?=\.|$)/, `m$1-${round}`)

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(renew)
  afterEach(async () => {
    await expectInvariants(store)
    expect(await reconcile(store.db)).toEqual([])
  })
  afterAll(() => store.close())

  /** Other matches: bets on the earlier ones remain. */
  function renew(): void {
    round += 1
    matches = betWorld(['m1', 'm2', 'm3'].map(idOf))
    open()
    world.set({ odds: oddsOf(1_800) })
    world.set({ odds: oddsOf(2_000) }, 'm2')
    world.set({ odds: oddsOf(2_500) }, 'm3')
    book.refresh()
  }
  function open(): void {
    const onError = (error: unknown) => {
      throw error
    }
    book = new Book({ matches: matches.matches, now, onError })
    const rates = { current: () => Promise.resolve({ rate: RATE, source: 'test', at: now() }) }
    limits = new Limits(store, { now, rates })
    bets = new Bets({
      database: store,
      book,
      now,
      rate: () => limits.rate(),
      exclusionCode: (id) => limits.exclusionCode(id),
    })
    settlement = new Settlement({ database: store, book, bets, now })
    cashOuts = new CashOuts({ database: store, book, bets, now })
  }

  const world = {
    idOf,
    renew,
    get store() {
      return store
    },
    get book() {
      return book
    },
    get bets() {
      return bets
    },
    get cashOuts() {
      return cashOuts
    },
    get settlement() {
      return settlement
    },
    get limits() {
      return limits
    },
    now,
    odds: oddsOf,
    set: (change: Partial<MatchState>, matchId = 'm1') => {
      matches.set(change, idOf(matchId))
    },
    /** Kick-off. */
    play: (matchId = 'm1') => {
      matches.set({ clock: { phase: 'first-half', phaseStartedAt: now() }, periods: [[0, 0]] }, idOf(matchId))
    },
    /** The end with this score of a match of football. */
    end: (home: number, away: number, matchId = 'm1') => {
      matches.set(
        {
          clock: { phase: 'ended', phaseStartedAt: now() },
          homeScore: home,
          guestScore: away,
          periods: [
            [0, 0],
            [home, away],
          ],
        },
        idOf(matchId),
      )
    },
    remove: (matchId: string) => matches.remove(idOf(matchId)),
    clear: () => matches.clear(),
    move: (ms: number) => {
      matches.now += ms
    },
    /** The process ends and starts again. */
    restart: () => {
      open()
      book.refresh()
    },
    /** A member with a balance at the sportsbook. */
    member: async (amount: number) => {
      const memberId = await signInMemberWith(store, 0, now)
      await creditVenue(store, memberId, amount, { now: now() })
      return memberId
    },
    credit: (memberId: string, amount: number) => creditVenue(store, memberId, amount, { now: now() }),
    balance: async (memberId: string) => {
      const { rows } = await store.db.execute<{ balance: number }>(sql`select balance from account
        where owner_type = 'member' and owner_id = ${memberId} and kind = 'venue:YBTY' and currency = 'CNY'`)
      return rows[0]?.balance ?? 0
    },
    place: (memberId: string, wanted: Pick<PlaceCommand, 'legs' | 'stake'> & Partial<PlaceCommand>) =>
      bets.place({
        memberId,
        currency: 'CNY',
        accept: 'none',
        idempotencyKey: newKey(),
        ...wanted,
        legs: wanted.legs.map((leg) => ({ ...leg, selection: idOf(leg.selection) })),
      }),
    placed: async (memberId: string, wanted: Pick<PlaceCommand, 'legs' | 'stake'> & Partial<PlaceCommand>) => {
      const result = await world.place(memberId, wanted)
      if (!result.ok) throw new Error(`refused: ${result.code} ${result.message}`)
      return result.data.bet
    },
    bet: async ({ betId }: Pick<Bet, 'betId'>) => {
      const [found] = await betsById(store.db, [betId])
      if (!found) throw new Error(`no bet ${betId}`)
      return wireBet(found)
    },
    stateOf: async (bet: Pick<Bet, 'betId'>) => (await world.bet(bet)).state,
    postings: ({ betId }: Pick<Bet, 'betId'>) => postingsOf(store.db, betId),
  }
  return world
}
