import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { TableState } from '#protocol/games/tables/table-state.ts'
import { LIVE_TABLES, type LiveTable, TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import type { Database } from '#server/database/database.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { Dealer } from '#server/games/tables/dealer.ts'
import { TableBets } from '#server/games/tables/table-bets.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { openTestStore, type STORE_KINDS, testClock } from '../../support/store.ts'

const [TABLE] = LIVE_TABLES
if (!TABLE) throw new Error('there is no table')
/** Steps of the clock between two ticks. */
const STEP_MS = 100

/** A table with its dealer and bets on a database for one `describe`; everything is reconciled after each test. */
export function tablesWorld(kind: (typeof STORE_KINDS)[number], table: LiveTable = TABLE as LiveTable) {
  let store: Database
  let limits: Limits
  let bets: TableBets
  let dealer: Dealer
  let isOpen = true
  let states: TableState[] = []
  const clock = testClock()

  function open(): void {
    const { now } = clock
    const rates = { current: () => Promise.resolve({ rate: 72_000, source: 'test', at: now() }) }
    limits = new Limits(store, { now, rates })
    bets = new TableBets({
      database: store,
      now,
      rate: () => limits.rate(),
      isOpen: () => isOpen,
      onPlaced: () => dealer.betsChanged(),
    })
    dealer = new Dealer({
      table,
      database: store,
      now,
      rate: () => bets.rate(),
      isOpen: () => isOpen,
      viewers: () => 0,
      onChange: (state) => states.push(state),
    })
  }

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(() => {
    isOpen = true
    states = []
    open()
  })
  afterEach(async () => {
    isOpen = true
    await world.until('result')
    await expectInvariants(store)
    expect(await reconcile(store.db)).toEqual([])
  })
  afterAll(() => store.close())

  const world = {
    clock,
    table,
    get store() {
      return store
    },
    get bets() {
      return bets
    },
    get dealer() {
      return dealer
    },
    get limits() {
      return limits
    },
    get states() {
      return states
    },
    get state(): TableState {
      if (!dealer.state) throw new Error('the table has no state')
      return dealer.state
    },
    setOpen: (value: boolean) => (isOpen = value),
    /** The process ends and starts again after a time. */
    restart: async (ms = 0) => {
      open()
      clock.move(ms)
      await dealer.tick()
    },
    tick: async (ms = STEP_MS) => {
      clock.move(ms)
      await dealer.tick()
    },
    /** Moves the clock until the table has this phase. */
    until: async (phase: TableState['phase']): Promise<TableState> => {
      for (let step = 0; step < 2_000; step += 1) {
        if (dealer.state?.phase === phase) return dealer.state
        // oxlint-disable-next-line no-await-in-loop -- one step after the other
        await world.tick()
      }
      throw new Error(`the table never came to ${phase}`)
    },
    /** The next round that takes bets. */
    nextRound: async (): Promise<TableState & { readonly roundId: string }> => {
      await world.until('result')
      const state = await world.until('betting')
      if (state.roundId === null) throw new Error('no round')
      return { ...state, roundId: state.roundId }
    },
    /** A member with a balance at the venue. */
    member: async (amount: number): Promise<string> => {
      const memberId = await signInMemberWith(store, 0, clock.now)
      await store.db.execute(sql`select ledger_post(${uuidV7(clock.now())}, 'test-credit', 'test', ${memberId},
        ${newKey()}, 'test', null, array[ledger_account('member', ${memberId}, 'CNY', ${`venue:${TABLES_VENUE}`}, 0, false),
          ledger_account('clearing', 'test', 'CNY', 'main', 0, true)],
        array[${amount}, ${-amount}]::bigint[], ${new Date(clock.now()).toISOString()})`)
      return memberId
    },
    balance: async (memberId: string): Promise<number> => {
      const { rows } = await store.db.execute<{ balance: number }>(sql`select balance from account
        where owner_type = 'member' and owner_id = ${memberId} and kind = ${`venue:${TABLES_VENUE}`}`)
      return rows[0]?.balance ?? 0
    },
    place: (
      memberId: string,
      sides: Readonly<Record<string, number>>,
      more: { readonly roundId?: string; readonly tableId?: string; readonly idempotencyKey?: string } = {},
    ) =>
      bets.place({
        memberId,
        tableId: table.tableId,
        roundId: dealer.state?.roundId ?? '',
        currency: 'CNY',
        bets: Object.entries(sides).map(([side, amount]) => ({ side, amount })),
        idempotencyKey: newKey(),
        ...more,
      }),
  }
  return world
}
