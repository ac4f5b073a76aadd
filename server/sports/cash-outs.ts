import { and, eq, isNull, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, type Result, success, successOf } from '#protocol/result.ts'
import { bidOf, lockProblem } from '#protocol/wallet/locked-price.ts'
import { cashOutValue, CASH_OUT_SPREAD_PPM, QUOTED_MS } from '#protocol/sports/cash-out.ts'
import type { Database } from '../database/database.ts'
import { retried } from '../database/errors.ts'
import { cashOutQuote, type CashOutQuoteRow } from '../database/schema/sports.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { contentHash, memberKey, randomStripe } from '../wallet/ledger/postings.ts'
import { lockMember } from '../wallet/limits/limits.ts'
import { betOf, type StoredBet, wireBet } from './bet-rows.ts'
import type { Bets } from './bets.ts'
import type { Book } from './book.ts'
import { offeredSelection } from './selections.ts'

interface CashOutsOptions {
  readonly database: Database
  readonly book: Book
  readonly bets: Pick<Bets, 'rate'>
  readonly now: () => number
}

interface Accepted {
  readonly memberId: string
  readonly betId: string
  readonly quoteId: string
  readonly idempotencyKey: string
}

type Paid =
  | { readonly code: 0; readonly replay: boolean; readonly bet: string; readonly balance: number }
  | { readonly code: number }

/** Cash-outs of accepted bets at quotes. The quote is less than the fair value by a stated spread. */
export class CashOuts {
  readonly #options: CashOutsOptions

  constructor(options: CashOutsOptions) {
    this.#options = options
  }

  /** What a cash-out pays now; null if none is offered. */
  amountOf(bet: StoredBet): number | null {
    const fair = this.#fairOf(bet)
    const amount = fair === null ? 0 : bidOf(fair, CASH_OUT_SPREAD_PPM)
    return amount > 0 ? amount : null
  }

  /** Locks a cash-out for some seconds, in place of the open quote of the member. */
  async quote(memberId: string, betId: string): Promise<Result<DataOf<'bet.cashOutQuote'>>> {
    const { database } = this.#options
    const bet = await betOf(database.db, memberId, betId)
    if (!bet) return failureOf(CODES.NOT_FOUND)
    const amount = this.amountOf(bet)
    if (amount === null) return notOffered(bet)
    const now = this.#options.now()
    const quote: CashOutQuoteRow = {
      id: uuidV7(now),
      memberId,
      betId,
      betVersion: bet.version,
      amount,
      expiresAt: now + QUOTED_MS,
      usedTx: null,
    }
    await retried(() =>
      database.transaction(async (tx) => {
        await lockMember(tx, memberId)
        await tx.delete(cashOutQuote).where(and(eq(cashOutQuote.memberId, memberId), isNull(cashOutQuote.usedTx)))
        await tx.insert(cashOutQuote).values(quote)
      }),
    )
    return success({ quoteId: quote.id, amount, expiresAt: quote.expiresAt })
  }

  /** Pays a quote once. It is compared with the fair value of this moment; refusals are stored under the key. */
  async accept({ memberId, betId, quoteId, idempotencyKey }: Accepted): Promise<Result<DataOf<'bet.cashOut'>>> {
    const { database, bets, now } = this.#options
    const bet = await betOf(database.db, memberId, betId)
    if (!bet) return failureOf(CODES.NOT_FOUND)
    const [quote] = await database.db
      .select()
      .from(cashOutQuote)
      .where(and(eq(cashOutQuote.id, quoteId), eq(cashOutQuote.betId, betId), eq(cashOutQuote.memberId, memberId)))
    const at = now()
    const refusal = this.#refusal(bet, quote ?? null, at)
    const rate = await bets.rate()
    const key = memberKey(memberId, idempotencyKey)
    const hash = contentHash('cash-out', [memberId, betId, quoteId])
    const { rows } = await retried(() =>
      database.db.execute<{ result: Paid }>(sql`select bet_cash_out(${betId}, ${quoteId}, ${refusal}::integer,
        ${uuidV7(at)}, ${key}, ${hash}, ${randomStripe()}, ${rate}::integer, ${new Date(at).toISOString()}) as result`),
    )
    const paid = rows[0]?.result
    if (!paid) throw new Error('the cash-out returned nothing')
    if (!('bet' in paid)) return cashOutFailure(paid.code)
    const settled = await betOf(database.db, memberId, paid.bet)
    if (!settled) throw new Error(`bet ${paid.bet} is missing`)
    return successOf({ bet: wireBet(settled), balance: paid.balance }, paid.replay)
  }

  #refusal(bet: StoredBet, quote: CashOutQuoteRow | null, at: number): number {
    if (!quote) return CODES.NOT_FOUND
    if (quote.usedTx !== null) return CODES.ORDER_STATE_CHANGED
    const fair = this.#fairOf(bet)
    if (fair === null) return bet.state === 'accepted' ? CODES.MARKET_SUSPENDED : CODES.ORDER_STATE_CHANGED
    const value = { given: BigInt(fair), taken: BigInt(quote.amount) }
    return lockProblem(quote.expiresAt, at, value) === null ? 0 : CODES.ORDER_STATE_CHANGED
  }

  /** The fair value of an accepted bet by the current prices; null if a market of it has none, or nothing is left to win. */
  #fairOf(bet: StoredBet): number | null {
    if (bet.state !== 'accepted') return null
    const legs = bet.legs.map(({ selection, price, result }) => {
      const offered = result === null ? offeredSelection(this.#options.book, selection) : null
      const market = offered?.market?.state === 'open' ? offered.market : null
      return { price, result, market, outcome: offered?.outcome ?? '' }
    })
    const value = cashOutValue(bet.stake, legs)
    return value === null ? null : Math.min(value, bet.maxReturn)
  }
}

function notOffered(bet: StoredBet) {
  return failureOf(bet.state === 'accepted' ? CODES.MARKET_SUSPENDED : CODES.ORDER_STATE_CHANGED)
}

function cashOutFailure(code: number) {
  if (code === CODES.ORDER_STATE_CHANGED) return failure(code, '兑现报价已失效，请重新获取')
  return failureOf(code)
}
