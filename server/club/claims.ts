import { eq, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { RewardCurrency } from '#protocol/currency.ts'
import type { Claimable, ClaimKind, Received } from '#protocol/endpoints/club.ts'
import { type Result, successOf } from '#protocol/result.ts'
import type { Database, DrizzleDatabase, Transaction } from '../database/database.ts'
import { retried } from '../database/errors.ts'
import { ledgerEntry, ledgerTx } from '../database/schema/ledger.ts'
import { contentHash, memberKey } from '../wallet/ledger/postings.ts'
import { isTransferred, type Leg, rewardLegs, transferOnce } from '../wallet/funds/transfer.ts'

/** Money that a member may take. */
export interface Claim {
  readonly amount: number
  readonly currency: RewardCurrency
  /** The account that pays; that of gifts of the house by default. */
  readonly from?: Leg
  /** Stores that the posting has paid it. */
  paid(txId: string): Promise<void>
}

/** A kind of things that members can claim: rebates, gifts, prizes. */
export interface ClaimSource {
  /** The type of its postings, and the first part of its ids. */
  readonly kind: ClaimKind
  /** What the member can claim now. */
  list(memberId: string, now: number): Promise<Claimable[]>
  /** Locks an item for the transaction. Returns what it pays, or the code of the refusal. */
  take(tx: Transaction, memberId: string, id: string, now: number): Promise<Claim | number>
}

interface ClaimsOptions {
  readonly database: Database
  readonly sources: readonly ClaimSource[]
  /** The code of a time-out or self-exclusion (I10); 0 without one. */
  readonly exclusionCode: (memberId: string, db: Pick<DrizzleDatabase, 'execute' | 'select'>) => Promise<number>
  readonly now: () => number
}

/** The one way to claim: lists the items of all sources, and pays each once (I8). */
export class Claims {
  readonly #options: ClaimsOptions

  constructor(options: ClaimsOptions) {
    this.#options = options
  }

  /** What the member can claim now, the earliest end first. */
  async list(memberId: string): Promise<Claimable[]> {
    const { sources, now } = this.#options
    const lists = await Promise.all(sources.map((source) => source.list(memberId, now())))
    return lists.flat().toSorted((one, other) => one.until - other.until || one.id.localeCompare(other.id))
  }

  /** Pays an item in one transaction with its state, once per key. Refusals are stored under the key. */
  async receive(memberId: string, id: string, idempotencyKey: string): Promise<Result<Received>> {
    const { database, sources, exclusionCode, now } = this.#options
    const source = sources.find(({ kind }) => id.startsWith(`${kind}:`))
    if (!source) return failureOf(CODES.NOT_FOUND)
    const at = now()
    const key = memberKey(memberId, idempotencyKey)
    const result = await retried(() =>
      database.transaction(async (tx) => {
        const claim = await source.take(tx, memberId, id, at)
        const isRefused = typeof claim === 'number'
        const posted = await transferOnce(tx, {
          type: source.kind,
          refType: 'claim',
          refId: refOf(memberId, id),
          key,
          contentHash: contentHash('claim', [memberId, id]),
          refusal: (await exclusionCode(memberId, tx)) || (isRefused ? claim : 0),
          legs: isRefused ? [] : legsOf(memberId, claim),
          at,
        })
        if (isTransferred(posted) && !posted.replay && !isRefused) await claim.paid(posted.tx)
        return posted
      }),
    )
    if (!isTransferred(result)) return failureOf(result.code)
    const received = await this.receivedUnder(memberId, idempotencyKey)
    if (!received) throw new Error('a claim was posted and is not found')
    return successOf(received, result.replay)
  }

  /** The response of a claim by its key; null without one. */
  async receivedUnder(memberId: string, idempotencyKey: string): Promise<Received | null> {
    const [found] = await this.#options.database.db
      .select({
        refId: ledgerTx.refId,
        amount: ledgerEntry.amount,
        currency: ledgerEntry.currency,
        balance: ledgerEntry.balanceAfter,
      })
      .from(ledgerTx)
      .innerJoin(ledgerEntry, eq(ledgerEntry.txId, ledgerTx.id))
      .where(
        sql`${ledgerTx.idemKey} = ${memberKey(memberId, idempotencyKey)} and ${ledgerTx.refType} = 'claim'
          and ${ledgerEntry.amount} > 0`,
      )
    if (!found) return null
    const { refId, amount, currency, balance } = found
    return { id: refId.slice(memberId.length + 1), amount, currency: currency as RewardCurrency, balance }
  }
}

/** The reference of a claim in the ledger. */
function refOf(memberId: string, id: string): string {
  return `${memberId}:${id}`
}

function legsOf(memberId: string, { amount, currency, from }: Claim): Leg[] {
  const legs = rewardLegs(memberId, { currency, amount })
  return from === undefined ? legs : [...legs.slice(0, 1), from]
}
