import { LAST_CARDS, SHOE_CARDS } from '#protocol/games/tables/shoe.ts'
import type { TableState } from '#protocol/games/tables/table-state.ts'
import { type DealtRound, roundLetter } from '#protocol/games/tables/table-rules.ts'
import { type LiveTable, tableRules } from '#protocol/games/tables/tables.ts'
import { valueInCny } from '#protocol/wallet/conversion.ts'
import type { Database } from '../../database/database.ts'
import { tableRound } from '../../database/schema/tables.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import {
  closeRound,
  nextShoe,
  openRound,
  openShoe,
  type OpenShoe,
  roundTotals,
  settledRounds,
  settleRound,
} from './table-rows.ts'

/** Time after the window for bets that arrived in it and are being posted. */
const GRACE_MS = 200
/** Time from one card to the next. */
export const CARD_MS = 900
/** Time that the result is shown. */
const RESULT_MS = 6_000
/** Time between the commitment of a new shoe and its first round. */
const SHUFFLE_MS = 8_000
/** Interval of the totals of a round. */
const TOTALS_MS = 500

interface DealerOptions {
  readonly table: LiveTable
  readonly database: Database
  readonly now: () => number
  /** The price of USDT in 1/10,000 CNY. */
  readonly rate: () => Promise<number>
  /** False while the venue is closed: no round begins, the current one ends. */
  readonly isOpen: () => boolean
  /** Connections in the room of the table. */
  readonly viewers: () => number
  readonly onChange: (state: TableState) => void
}

/** A round that is not settled. */
interface CurrentRound {
  readonly id: string
  readonly position: number
  readonly dealt: DealtRound
  /** When the first card appears; null while bets are taken. */
  dealtFrom: number | null
}

/**
 * Deals the rounds of one table: window of bets, cards, settlement, and the next one. The cards of a round are fixed by the
 * shoe before its window opens, and its rows are written before anybody sees a change. So after any interruption
 * {@link tick} reads the round from the database and goes on: an open window stays open, a closed round is dealt and
 * settled.
 */
export class Dealer {
  readonly #options: DealerOptions
  #shoe: OpenShoe | null = null
  #round: CurrentRound | null = null
  #state: TableState | null = null
  #version = 0
  #totalsAt = Number.NEGATIVE_INFINITY
  #hasBets = false

  constructor(options: DealerOptions) {
    this.#options = options
  }

  get table(): LiveTable {
    return this.#options.table
  }

  /** Null before the first {@link tick}. */
  get state(): TableState | null {
    return this.#state
  }

  /** A bet was posted: the totals are read again. */
  betsChanged(): void {
    this.#hasBets = true
  }

  /** Gives the state a version above `version`, which a room has from before the clock was set back. */
  continueAfter(version: number): void {
    if (this.#version >= version) return
    this.#version = version + 1
    if (this.#state) this.#state = { ...this.#state, version: this.#version }
  }

  /** The next {@link tick} reads everything from the database. */
  forget(): void {
    this.#state = null
  }

  /** Does what is due now. Calls do not overlap. After an error everything is read from the database again. */
  async tick(): Promise<void> {
    try {
      if (!this.#state) await this.#recover()
      else await this.#advance(this.#state)
    } catch (error) {
      this.forget()
      throw error
    }
  }

  async #recover(): Promise<void> {
    const { database, table, now } = this.#options
    this.#round = null
    this.#shoe = await openShoe(database.db, table.tableId)
    if (!this.#shoe) return this.#shuffle()
    const { history, number: last, position } = await settledRounds(database.db, this.#shoe)
    const open = await openRound(database.db, table.tableId)
    const at = now()
    const base = { history, closesAt: at, nextAt: at, cards: [], outcome: null, totals: [] }
    if (!open) {
      const cardsLeft = SHOE_CARDS - position
      await this.#publish({ ...base, phase: 'shuffling', roundId: null, number: last, cardsLeft })
      return undefined
    }
    this.#round = { id: open.id, position: open.position, dealt: this.#deal(open.position), dealtFrom: null }
    this.#hasBets = true
    // A window that ends too late was opened before the clock was set back.
    const closesAt = open.closesAt > at + table.bettingMs ? at : open.closesAt
    await this.#publish({
      ...base,
      phase: 'betting',
      roundId: open.id,
      number: open.number,
      closesAt,
      nextAt: closesAt,
      cardsLeft: SHOE_CARDS - open.position,
      totals: await this.#totals(open.id),
    })
  }

  async #advance(state: TableState): Promise<void> {
    const now = this.#options.now()
    switch (state.phase) {
      case 'shuffling':
      case 'result':
      case 'closed':
        return now >= state.nextAt || state.phase === 'closed' ? this.#begin(state) : undefined
      case 'betting':
        return now >= state.closesAt + GRACE_MS ? this.#close() : this.#showTotals(state, now)
      case 'dealing':
        return this.#showCards(state, now)
    }
  }

  async #begin(state: TableState): Promise<void> {
    const { isOpen, table, database, now } = this.#options
    if (!isOpen()) {
      if (state.phase !== 'closed') await this.#publish({ phase: 'closed' })
      return undefined
    }
    const shoe = this.#shoe
    if (!shoe || state.cardsLeft < LAST_CARDS) return this.#shuffle()
    const position = SHOE_CARDS - state.cardsLeft
    const openedAt = now()
    const closesAt = openedAt + table.bettingMs
    const number = state.number + 1
    const id = uuidV7(openedAt)
    await database.db.insert(tableRound).values({
      id,
      tableId: table.tableId,
      shoeNo: shoe.no,
      number,
      position,
      state: 'betting',
      openedAt,
      closesAt,
    })
    this.#round = { id, position, dealt: this.#deal(position), dealtFrom: null }
    this.#hasBets = false
    const opened = { phase: 'betting', roundId: id, number, closesAt, nextAt: closesAt } as const
    await this.#publish({ ...opened, cards: [], outcome: null, totals: [] })
  }

  /** No bet is posted after this. */
  async #close(): Promise<void> {
    const round = this.#round
    if (!round) throw new Error('no round is open')
    await closeRound(this.#options.database, round.id)
    round.dealtFrom = this.#options.now()
    const nextAt = round.dealtFrom + round.dealt.cards.length * CARD_MS
    await this.#publish({
      phase: 'dealing',
      nextAt,
      cards: round.dealt.cards.slice(0, 1),
      totals: await this.#totals(round.id),
    })
  }

  async #showCards({ cards }: TableState, now: number): Promise<void> {
    const round = this.#round
    if (!round || round.dealtFrom === null) throw new Error('no round is dealt')
    const { dealt, dealtFrom } = round
    const due = Math.floor((now - dealtFrom) / CARD_MS) + 1
    if (due > dealt.cards.length) return this.#settle(round)
    if (due > cards.length) await this.#publish({ cards: dealt.cards.slice(0, due) })
  }

  async #settle({ id, dealt }: CurrentRound): Promise<void> {
    const { database, table, now, rate } = this.#options
    const at = now()
    const settled = { roundId: id, game: table.game, outcome: dealt.outcome, cards: dealt.cards.length }
    await settleRound(database, settled, { now: at, rate: await rate() })
    this.#round = null
    const { history = '', cardsLeft = 0 } = this.#state ?? {}
    await this.#publish({
      phase: 'result',
      nextAt: at + RESULT_MS,
      cards: [...dealt.cards],
      outcome: dealt.outcome,
      history: history + roundLetter(dealt.outcome),
      cardsLeft: cardsLeft - dealt.cards.length,
    })
  }

  async #shuffle(): Promise<void> {
    const { database, table, now } = this.#options
    const at = now()
    this.#shoe = await nextShoe(database, table.tableId, at)
    await this.#publish({
      phase: 'shuffling',
      roundId: null,
      number: 0,
      closesAt: at,
      nextAt: at + SHUFFLE_MS,
      cards: [],
      outcome: null,
      totals: [],
      history: '',
      cardsLeft: SHOE_CARDS,
    })
  }

  async #showTotals(state: TableState, now: number): Promise<void> {
    if (!this.#hasBets || state.roundId === null || now - this.#totalsAt < TOTALS_MS) return
    this.#hasBets = false
    this.#totalsAt = now
    await this.#publish({ totals: await this.#totals(state.roundId) })
  }

  async #totals(roundId: string): Promise<TableState['totals']> {
    const { database, rate, table } = this.#options
    const [rows, price] = [await roundTotals(database, roundId), await rate()]
    return tableRules(table.game).sides.flatMap(({ id }) => {
      const own = rows.filter(({ side }) => side === id)
      const amount = own.reduce((sum, row) => sum + valueInCny(row.currency, row.amount, price), 0)
      const players = own.reduce((sum, row) => sum + row.players, 0)
      return own.length > 0 ? [{ side: id, amount, players }] : []
    })
  }

  #deal(position: number): DealtRound {
    const cards = this.#shoe?.cards ?? []
    return tableRules(this.#options.table.game).deal((index) => {
      const card = cards[position + index]
      if (card === undefined) throw new Error('the shoe has no more cards')
      return card
    })
  }

  async #publish(change: Partial<Omit<TableState, 'tableId' | 'version' | 'shoe' | 'viewers'>>): Promise<void> {
    const { table, now, viewers, onChange } = this.#options
    const { no = 0, commitment = '' } = this.#shoe ?? {}
    // Versions continue after a restart.
    this.#version = Math.max(this.#version + 1, now())
    this.#state = {
      ...(this.#state ?? EMPTY),
      ...change,
      tableId: table.tableId,
      version: this.#version,
      shoe: { no, commitment },
      viewers: viewers(),
    } as TableState
    onChange(this.#state)
    return Promise.resolve()
  }
}

const EMPTY = { phase: 'shuffling', roundId: null, number: 0, closesAt: 0, nextAt: 0, cardsLeft: SHOE_CARDS } as const
