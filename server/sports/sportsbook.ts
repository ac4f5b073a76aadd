import { sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '#protocol/time.ts'
import type { Database, DatabaseLog } from '../database/database.ts'
import { retried } from '../database/errors.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import type { Matches } from '../matches/matches.ts'
import type { Limits } from '../wallet/limits/limits.ts'
import { Bets } from './bets.ts'
import { Book } from './book.ts'
import { CashOuts } from './cash-outs.ts'
import { Settlement } from './settlement.ts'

const TICK_MS = 250
/** Shortest time between two rounds of decisions: bets that are due meanwhile share a transaction. */
const DECISIONS_EVERY_MS = 5
/** Ticks between two sweeps of all matches with undecided bets: 10 s. */
const SWEEP_TICKS = 40
/** Settled bets of the demo's crowd keep their rows for this long. */
const CROWD_AGE_MS = HOUR_MS
/** Open bets of the crowd are cancelled after this time: their match has left the demo without a result. */
const CROWD_OPEN_MS = DAY_MS
/** Bets of the crowd that are rolled up in one transaction. */
const ROLLED_UP = 200

interface SportsbookOptions {
  readonly database: Database
  readonly matches: Pick<Matches, 'list'>
  /** Rates and exclusions of the limits of play. */
  readonly limits: Pick<Limits, 'rate' | 'exclusionCode'>
  readonly log: DatabaseLog
  readonly now: () => number
}

/** Markets, bets and their settlement. The jobs run in one process, from {@link start} to {@link stop}. */
export class Sportsbook {
  readonly book: Book
  readonly bets: Bets
  readonly cashOuts: CashOuts
  readonly settlement: Settlement
  readonly #options: SportsbookOptions
  #timer: ReturnType<typeof setInterval> | undefined
  #decisionTimer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | null = null
  #deciding: Promise<void> | null = null
  #isStarted = false
  #ticks = 0

  constructor(options: SportsbookOptions) {
    const { database, matches, limits, log, now } = options
    this.#options = options
    this.book = new Book({
      matches,
      now,
      onError: (error) => log.error({ err: error }, 'the markets could not be read'),
    })
    this.bets = new Bets({
      database,
      book: this.book,
      now,
      rate: () => limits.rate(),
      exclusionCode: (memberId) => limits.exclusionCode(memberId),
    })
    this.cashOuts = new CashOuts({ database, book: this.book, bets: this.bets, now })
    this.settlement = new Settlement({ database, book: this.book, bets: this.bets, now })
  }

  /** Reports changes of markets and runs the jobs. The first round decides and settles what was open before. */
  start(): void {
    this.book.start()
    this.settlement.begin()
    clearInterval(this.#timer)
    this.#ticks = 0
    this.#isStarted = true
    // A long settlement does not delay decisions.
    this.#timer = setInterval(() => void Promise.all([this.#decide(), this.tick()]), TICK_MS).unref()
  }

  async stop(): Promise<void> {
    this.#isStarted = false
    this.book.stop()
    clearInterval(this.#timer)
    clearTimeout(this.#decisionTimer)
    await Promise.all([this.#running, this.#deciding])
  }

  /** One round. A second call waits for the one that is running. */
  tick(): Promise<void> {
    this.#running ??= this.#round()
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'bets could not be settled'))
      .finally(() => (this.#running = null))
    return this.#running
  }

  /** Decides the bets that are due. A second call waits for the one that is running. */
  #decide(): Promise<void> {
    this.#deciding ??= this.#decideAll()
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'bets could not be decided'))
      .finally(() => (this.#deciding = null))
    return this.#deciding
  }

  /** Decides, and again when the next bet is due, instead of up to a tick later. */
  async #decideAll(): Promise<void> {
    const nextAt = await this.bets.decideDue()
    const waitMs = nextAt === null ? Infinity : nextAt - this.#options.now()
    if (!this.#isStarted || waitMs >= TICK_MS) return
    clearTimeout(this.#decisionTimer)
    this.#decisionTimer = setTimeout(() => void this.#decide(), Math.max(DECISIONS_EVERY_MS, waitMs)).unref()
  }

  async #round(): Promise<void> {
    await this.#decide()
    await this.settlement.settleChanged()
    if (this.#ticks++ % SWEEP_TICKS > 0) return
    await this.settlement.settleOpen()
    await this.settlement.collectOwed()
    await this.#cancelOldCrowd()
    await this.rollUpCrowd()
  }

  async #cancelOldCrowd(): Promise<void> {
    const before = new Date(this.#options.now() - CROWD_OPEN_MS).toISOString()
    const { rows } = await this.#options.database.db.execute<{ id: string }>(sql`select id from bet
      where is_crowd and settled_at is null and placed_at < ${before} order by placed_at limit ${ROLLED_UP}`)
    // oxlint-disable-next-line no-await-in-loop -- a few bets after a long stop of the demo
    for (const { id } of rows) await this.bets.cancel(id, '')
  }

  /** Replaces old bets of the demo's crowd by sums. Returns the number of bets. */
  async rollUpCrowd(): Promise<number> {
    const now = this.#options.now()
    const before = new Date(now - CROWD_AGE_MS).toISOString()
    const { rows } = await retried(() =>
      this.#options.database.db.execute<{ bets: number }>(
        sql`select bet_roll_up(${uuidV7(now)}, ${before}, ${ROLLED_UP}) as bets`,
      ),
    )
    return rows[0]?.bets ?? 0
  }
}
