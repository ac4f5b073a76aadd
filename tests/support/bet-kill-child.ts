import { setTimeout as wait } from 'node:timers/promises'
import { LIVE_DELAY_SECONDS } from '#protocol/sports/bet-terms.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { type BetChange, Bets, type PlaceCommand } from '#server/sports/bets.ts'
import { Book } from '#server/sports/book.ts'
import { CashOuts } from '#server/sports/cash-outs.ts'
import { Settlement } from '#server/sports/settlement.ts'
import { betWorld, oddsOf } from '../server/sports/sports-support.ts'
import { newKey } from './ledger-members.ts'
import type { KilledDatabase } from './kill-process.ts'
import { silentLog } from './logs.ts'

export interface BetKillPlan {
  readonly place: KilledDatabase
  readonly members: readonly string[]
  /** Number of the run; its matches are `m<run>-1` to `m<run>-3`. */
  readonly run: number
  /** `bet`: places bets and settles until it is killed. `settle`: settles the match of {@link MANY} once. */
  readonly mode: 'bet' | 'settle'
}

export interface BetKillReport {
  readonly kind: 'asked' | 'confirmed' | 'settled' | 'batch'
  readonly command?: PlaceCommand
  readonly betId?: string
  /** Changed bets of a settlement or a batch. */
  readonly count?: number
}

/** The match of which many bets are settled. */
export const MANY = 'm999'
const AT_ONCE = 6
/** The clock runs faster, so that the live delay takes some 150 ms. */
const SPEED = 40
/** A final score of each match, which is corrected in turn. */
const SCORES = [
  [2, 1],
  [1, 1],
  [0, 1],
] as const
/** The last of {@link SCORES} counts at the end. */
export const FINAL = SCORES[2]

export const matchesOf = (run: number): string[] => [1, 2, 3].map((number) => `m${run}-${number}`)

/** A sportsbook on these matches. Every one has odds; those of a run are placed on by its process. */
export function openBook(store: Database, matchIds: readonly string[], now: () => number) {
  const world = betWorld(matchIds, now())
  for (const id of matchIds) world.set({ odds: oddsOf(1_800) }, id)
  const onError = (error: unknown) => {
    throw error
  }
  const book = new Book({ matches: world.matches, now, onError })
  const bets = new Bets({
    database: store,
    book,
    now,
    rate: () => Promise.resolve(null),
    exclusionCode: () => Promise.resolve(0),
  })
  const settlement = new Settlement({ database: store, book, bets, now })
  const cashOuts = new CashOuts({ database: store, book, bets, now })
  const kickOff = (id: string) =>
    world.set({ clock: { phase: 'first-half', phaseStartedAt: now() }, periods: [[0, 0]] }, id)
  const end = (id: string, [home, away]: readonly [number, number]) =>
    world.set(
      {
        clock: { phase: 'ended', phaseStartedAt: now() },
        homeScore: home,
        guestScore: away,
        periods: [
          [0, 0],
          [home, away],
        ],
      },
      id,
    )
  return { bets, settlement, cashOuts, kickOff, end }
}

/** Works on the database until it is killed, and reports each bet before and after, and each settlement. */
export async function run({ place, members, run: number, mode }: BetKillPlan): Promise<void> {
  const send = (report: BetKillReport): Promise<void> =>
    new Promise((resolve, reject) =>
      process.send?.(report, (error: Error | null) => (error ? reject(error) : resolve())),
    )
  const startedAt = Date.now()
  const now = (): number => startedAt + (Date.now() - startedAt) * SPEED
  const store = await openDatabase({ dataDirectory: '', ...place, log: silentLog })
  if (mode === 'settle') {
    const { bets, settlement, end } = openBook(store, [MANY], now)
    const change = bets.change.bind(bets)
    bets.change = async (changes: readonly BetChange[], db) => {
      const changed = await change(changes, db)
      await send({ kind: 'batch', count: changed.length })
      return changed
    }
    end(MANY, FINAL)
    await send({ kind: 'settled', count: await settlement.settle(MANY) })
    await wait(60 * SECOND_MS)
    return
  }
  const ids = matchesOf(number)
  const sports = openBook(store, ids, now)
  const { bets, cashOuts, settlement } = sports
  const bet = async (worker: number): Promise<never> => {
    for (let count = 0; ; count += 1) {
      const [first, second, third] = [0, 1, 2].map((offset) => ids[(worker + count + offset) % ids.length] ?? '')
      const legs = (count % 4 === 3 ? [first, second, third] : [first]).map((id) => ({
        selection: `${id}.winner.0.${count % 2 === 0 ? 'home' : 'away'}`,
        price: 0,
      }))
      const memberId = members[(worker + count) % members.length] ?? ''
      const command = {
        memberId,
        currency: 'CNY',
        stake: 1_00 + count,
        legs,
        accept: 'any',
        idempotencyKey: newKey(),
      } as const
      await send({ kind: 'asked', command })
      const placed = await bets.place(command)
      if (!placed.ok) {
        // The match is over.
        await wait(5)
        continue
      }
      await send({ kind: 'confirmed', command, betId: placed.data.bet.betId })
      if (count % 3 > 0) continue
      const quote = await cashOuts.quote(memberId, placed.data.bet.betId)
      const taken = { memberId, betId: placed.data.bet.betId, idempotencyKey: newKey() }
      if (quote.ok) await cashOuts.accept({ ...taken, quoteId: quote.data.quoteId })
    }
  }
  /** Plays the matches one after the other, each with two corrections of its score. */
  const play = async (): Promise<void> => {
    await wait((LIVE_DELAY_SECONDS * SECOND_MS) / SPEED)
    for (const score of SCORES) {
      for (const id of ids.slice(0, 2)) {
        if (score === SCORES[0]) sports.kickOff(id)
        await wait((2 * LIVE_DELAY_SECONDS * SECOND_MS) / SPEED)
        await bets.decideDue()
        sports.end(id, score)
        await send({ kind: 'settled', count: await settlement.settleChanged() })
      }
    }
    for (;;) {
      await bets.decideDue()
      await settlement.settleOpen()
      await wait(20)
    }
  }
  await Promise.all([play(), ...Array.from({ length: AT_ONCE }, (_, worker) => bet(worker))])
}
