import { setTimeout as wait } from 'node:timers/promises'
import { rulesOf } from '#protocol/games/rules.ts'
import type { TableState } from '#protocol/games/tables/table-state.ts'
import { LIVE_TABLES, type LiveTable } from '#protocol/games/tables/tables.ts'
import { DAY_MS } from '#protocol/time.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import type { MoveCommand, Rounds, StartCommand } from '#server/games/rounds.ts'
import { Dealer } from '#server/games/tables/dealer.ts'
import { TableBets, type TableBetCommand } from '#server/games/tables/table-bets.ts'
import { nextMove, nextStart, REAL_GAMES, type RealGame } from './e-game-play.ts'
import type { KilledDatabase } from './kill-process.ts'
import { newKey } from './ledger-members.ts'
import { silentLog } from './logs.ts'
import { testRounds } from './rounds.ts'

export interface RoundKillPlan {
  readonly place: KilledDatabase
  readonly members: readonly string[]
  /** Number of the run. Each run has a day of its own, because a loaded machine needs minutes for one. */
  readonly run: number
  /** Start of the first run, epoch milliseconds. */
  readonly startedAt: number
}

/** A call that posts money. */
export type RoundCall =
  | { readonly call: 'start'; readonly command: StartCommand }
  | { readonly call: 'move'; readonly command: MoveCommand }
  | { readonly call: 'bet'; readonly command: TableBetCommand }

export type RoundKillReport =
  | ({ readonly kind: 'asked' } & RoundCall)
  /** `id` of the round or of the bet. */
  | { readonly kind: 'confirmed'; readonly key: string; readonly id: string }
  | { readonly kind: 'settled' }

/** The clock runs faster: 2.5 s between two rounds take some 12 ms, a window of 20 s 100 ms. */
const SPEED = 200
const RATE = 72_000

/** Rounds, bets and dealers on a database. */
export function openGames(
  database: Database,
  now: () => number,
  onChange: (state: TableState) => void = () => undefined,
) {
  const isOpen = () => true
  const rounds = testRounds(database, now, { rulesOf })
  const bets = new TableBets({ database, now, isOpen, rate: () => Promise.resolve(RATE) })
  const dealers = LIVE_TABLES.map(
    (table) =>
      new Dealer({ table, database, now, isOpen, onChange, rate: () => Promise.resolve(RATE), viewers: () => 0 }),
  )
  return { rounds, bets, dealers }
}

/** Plays and bets until the process is killed, and reports each call before and after it. */
export async function run({ place, members, run: number, startedAt }: RoundKillPlan): Promise<void> {
  const begun = Date.now()
  const now = (): number => startedAt + number * DAY_MS + (Date.now() - begun) * SPEED
  const store = await openDatabase({ dataDirectory: '', ...place, log: silentLog })
  const { rounds, bets, dealers } = openGames(store, now, ({ phase }) => {
    if (phase === 'result') void send({ kind: 'settled' })
  })
  const deal = async (dealer: Dealer): Promise<never> => {
    for (;;) {
      await dealer.tick()
      await wait(1)
    }
  }
  await Promise.all([
    ...dealers.map(deal),
    ...members.map((memberId, index) => playAll(rounds, memberId, index)),
    ...members.map((memberId, index) => betAll(bets, memberId, dealers[index % dealers.length])),
  ])
}

function send(report: RoundKillReport): Promise<void> {
  return new Promise((resolve, reject) =>
    process.send?.(report, (error: Error | null) => (error ? reject(error) : resolve())),
  )
}

/** Plays one game after the other; first it finishes the rounds of the killed process. */
async function playAll(rounds: Rounds, memberId: string, first: number): Promise<never> {
  for (let count = first; ; count += 1) {
    const game = REAL_GAMES[count % REAL_GAMES.length] as RealGame
    const opened = await rounds.open(memberId, game.gameId)
    if (!opened.ok) throw new Error(opened.message)
    let { round } = opened.data
    if (!round) {
      const command = await nextStart(rounds, memberId, game)
      await send({ kind: 'asked', call: 'start', command })
      const started = await rounds.start(command)
      if (!started.ok) {
        // 2.5 s have not passed.
        await wait(2)
        continue
      }
      round = started.data
      await send({ kind: 'confirmed', key: command.idempotencyKey, id: round.roundId })
    }
    while (round.payout === null) {
      const command = nextMove(memberId, round, game)
      await send({ kind: 'asked', call: 'move', command })
      const moved = await rounds.move(command)
      if (!moved.ok) throw new Error(`${moved.code} ${moved.message}`)
      round = moved.data
      await send({ kind: 'confirmed', key: command.idempotencyKey, id: round.roundId })
    }
  }
}

/** Bets on the first side of the rounds of a table. */
async function betAll(bets: TableBets, memberId: string, dealer: Dealer | undefined): Promise<never> {
  const table = dealer?.table as LiveTable
  const side = table.game === 'baccarat' ? 'player' : 'dragon'
  for (;;) {
    const state = dealer?.state
    if (state?.phase !== 'betting' || state.roundId === null) {
      await wait(2)
      continue
    }
    const { roundId } = state
    const command: TableBetCommand = {
      memberId,
      tableId: table.tableId,
      roundId,
      currency: 'CNY',
      bets: [{ side, amount: table.min }],
      idempotencyKey: newKey(),
    }
    await send({ kind: 'asked', call: 'bet', command })
    const placed = await bets.place(command)
    if (placed.ok) await send({ kind: 'confirmed', key: command.idempotencyKey, id: placed.data.betId })
    await wait(5)
  }
}
