import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, type Failure, type Result, success, successOf } from '#protocol/result.ts'
import { lockProblem } from '#protocol/wallet/locked-price.ts'
import { CONVERSION_LIMITS, conversionValue, convert, memberRate, QUOTE_MS } from '#protocol/wallet/conversion.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { retried } from '../../database/errors.ts'
import { ledgerTx } from '../../database/schema/ledger.ts'
import { type QuoteRow, usdtQuote } from '../../database/schema/funds.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import { contentHash, memberKey } from '../ledger/postings.ts'
import { lockMember } from '../limits/limits.ts'
import { freshRate, type Rate, type RateSource } from './rates.ts'
import { houseLeg, isTransferred, memberLeg, transferOnce } from './transfer.ts'

interface ConversionsOptions {
  readonly now: () => number
  /** Null without a source of rates: nothing can be converted. */
  readonly rates: RateSource | null
}

interface Accepted {
  readonly memberId: string
  readonly quoteId: string
  readonly from: SettleCurrency
  readonly amount: number
  readonly idempotencyKey: string
}

/** An offer with the rate that it was made from, without the spread. */
interface Quote extends QuoteRow {
  readonly mid: number
}

/** Conversions per page of the history. */
const RECORDS = 20

/** Conversions between CNY and USDT at quotes (S7.69). The house has an exchange account per currency. */
export class Conversions {
  readonly #database: Database
  readonly #options: ConversionsOptions

  constructor(database: Database, options: ConversionsOptions) {
    this.#database = database
    this.#options = options
  }

  /** The current rate, whatever its age. */
  async rate(): Promise<Rate | null> {
    return (await this.#options.rates?.current()) ?? null
  }

  /**
   * Offers a conversion of at most `amount` at the rate of this moment and the spread. It replaces the open quote of the
   * member, so that a member cannot choose between several.
   */
  async quote(memberId: string, from: SettleCurrency, amount: number): Promise<Result<Quote>> {
    const now = this.#options.now()
    const { min, max } = CONVERSION_LIMITS[from]
    if (amount < min || amount > max) return failureOf(CODES.LIMIT_EXCEEDED, { details: { min, max } })
    const market = await freshRate(this.#options.rates, now)
    if (!market) return failure(CODES.INTERFACE_DEGRADE, '暂时没有最新汇率，请稍后再试')
    const rate = memberRate(from, market.rate)
    const { debit, receive } = convert(from, amount, rate)
    if (receive === 0) return failureOf(CODES.LIMIT_EXCEEDED, { details: { min, max } })
    const quote: QuoteRow = {
      id: uuidV7(now),
      memberId,
      from,
      amount: debit,
      receive,
      rate,
      source: market.source,
      rateAt: market.at,
      expiresAt: now + QUOTE_MS,
      usedTx: null,
    }
    await retried(() =>
      this.#database.transaction(async (tx) => {
        await lockMember(tx, memberId)
        await tx.delete(usdtQuote).where(and(eq(usdtQuote.memberId, memberId), isNull(usdtQuote.usedTx)))
        await tx.insert(usdtQuote).values(quote)
      }),
    )
    return success({ ...quote, mid: market.rate })
  }

  /** Converts at a quote, once per key. Refusals are stored under the key. */
  async accept(accepted: Accepted): Promise<Result<DataOf<'usdt.transfer'>>> {
    const { memberId, quoteId, from, amount, idempotencyKey } = accepted
    const at = this.#options.now()
    const to = otherCurrency(from)
    const market = await freshRate(this.#options.rates, at)
    const posted = await retried(() =>
      this.#database.transaction(async (tx) => {
        const quote = await lockQuote(tx, memberId, quoteId)
        const receive = quote?.receive ?? 0
        const result = await transferOnce(tx, {
          type: 'convert',
          refType: 'usdt_quote',
          refId: quoteId,
          key: memberKey(memberId, idempotencyKey),
          contentHash: contentHash('convert', [memberId, quoteId, from, amount]),
          refusal: refusalOf(quote, accepted, { at, market }),
          legs: [
            memberLeg(memberId, 'main', { currency: from, amount: -amount }),
            houseLeg('exchange', { currency: from, amount }),
            houseLeg('exchange', { currency: to, amount: -receive }),
            memberLeg(memberId, 'main', { currency: to, amount: receive }),
          ],
          at,
        })
        if (!isTransferred(result)) return result
        if (!result.replay) await tx.update(usdtQuote).set({ usedTx: result.tx }).where(eq(usdtQuote.id, quoteId))
        return { ...result, quote, balances: await balancesAfter(tx, result.tx, memberId) }
      }),
    )
    if (!('quote' in posted) || !posted.quote) return conversionFailure(posted.code)
    const { quote, balances, replay } = posted
    return successOf(converted(quote, balances), replay)
  }

  /** The response of an accepted conversion by its key; null without one. */
  async acceptedUnder(memberId: string, idempotencyKey: string): Promise<DataOf<'usdt.transfer'> | null> {
    const { db } = this.#database
    const [found] = await db
      .select({ quote: usdtQuote, tx: ledgerTx.id })
      .from(ledgerTx)
      .innerJoin(usdtQuote, eq(usdtQuote.usedTx, ledgerTx.id))
      .where(eq(ledgerTx.idemKey, memberKey(memberId, idempotencyKey)))
    return found ? converted(found.quote, await balancesAfter(db, found.tx, memberId)) : null
  }

  /** Conversions of the member, newest first. Ids of postings are in the order of time. */
  async records(memberId: string, before?: string): Promise<DataOf<'usdt.records'>> {
    const rows = await this.#database.db
      .select({ quote: usdtQuote, id: ledgerTx.id, at: ledgerTx.createdAt })
      .from(usdtQuote)
      .innerJoin(ledgerTx, eq(ledgerTx.id, usdtQuote.usedTx))
      .where(and(eq(usdtQuote.memberId, memberId), before === undefined ? undefined : lt(usdtQuote.usedTx, before)))
      .orderBy(desc(usdtQuote.usedTx))
      .limit(RECORDS + 1)
    const list = rows.slice(0, RECORDS).map(({ quote: { from, amount, receive, rate }, id, at }) => {
      return { id, from, to: otherCurrency(from), amount, receive, rate, at }
    })
    return { list, hasMore: rows.length > RECORDS }
  }
}

function converted(
  { from, amount, receive, rate }: QuoteRow,
  { balances, at }: Awaited<ReturnType<typeof balancesAfter>>,
): DataOf<'usdt.transfer'> {
  return { from, to: otherCurrency(from), amount, receive, rate, balances, at }
}

export function otherCurrency(currency: SettleCurrency): SettleCurrency {
  return currency === 'CNY' ? 'USDT' : 'CNY'
}

async function lockQuote(tx: Transaction, memberId: string, quoteId: string): Promise<QuoteRow | null> {
  const [row] = await tx
    .select()
    .from(usdtQuote)
    .where(and(eq(usdtQuote.id, quoteId), eq(usdtQuote.memberId, memberId)))
    .for('update')
  return row ?? null
}

/**
 * 0, or the code of the refusal. A quote is compared with the rate of this moment: one that has become worth more than it
 * costs is refused, and so is every quote while there is no fresh rate.
 */
function refusalOf(
  quote: QuoteRow | null,
  { from, amount }: Accepted,
  { at, market }: { readonly at: number; readonly market: Rate | null },
): number {
  if (!quote) return CODES.NOT_FOUND
  if (quote.from !== from || quote.amount !== amount) return CODES.PARAM_ERROR
  if (quote.usedTx !== null || !market) return CODES.ORDER_STATE_CHANGED
  const value = conversionValue(from, { debit: amount, receive: quote.receive }, market.rate)
  return lockProblem(quote.expiresAt, at, value) === null ? 0 : CODES.ORDER_STATE_CHANGED
}

function conversionFailure(code: number): Failure {
  if (code === CODES.ORDER_STATE_CHANGED) return failure(code, '报价已失效，请重新获取')
  return failureOf(code)
}

/** Balances of the member after a conversion, and its time. */
async function balancesAfter(tx: Pick<Transaction, 'execute'>, txId: string, memberId: string) {
  const { rows } = await tx.execute<{ currency: SettleCurrency; balance: number; at: string }>(sql`
    select e.currency, e.balance_after as balance, t.created_at as at from ledger_tx t
    join ledger_entry e on e.tx_id = t.id join account a on a.id = e.account_id
    where t.id = ${txId} and a.owner_type = 'member' and a.owner_id = ${memberId}`)
  const of = (currency: SettleCurrency): number => rows.find((row) => row.currency === currency)?.balance ?? 0
  return { balances: { CNY: of('CNY'), USDT: of('USDT') }, at: Date.parse(rows[0]?.at ?? '') }
}
