import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Database } from '../database/database.ts'
import type { Created, Wallet } from '../wallet/wallet.ts'
import { type RecordFilter, type RecordPage, venueRecords, venueTotals } from './records.ts'

/** Whether a venue can be played (S4.7). Times are epoch milliseconds, null if unknown. */
export type VenueMaintenance = DataOf<'game.maintain'>

export interface VenueMoney {
  readonly memberId: string
  readonly currency: SettleCurrency
  readonly amount: number
  readonly idempotencyKey: string
}

/** Who enters a venue. */
export interface Player {
  readonly memberId: string
  readonly currency: SettleCurrency
}

/** The page that plays a venue or a game of it. */
export type Entrance = Pick<DataOf<'game.launch'>, 'url' | 'mode'>

/** A venue that can be played. Its money is an account of the member in the ledger, `venue:<enName>`. */
export interface GameVenue {
  readonly enName: string
  maintenance(): VenueMaintenance
  /** The page that plays it: one of this server, or one of a provider for this player. Rejects if the provider does not respond. */
  launch(gameId: string | undefined, player: Player): Entrance | Promise<Entrance>
  balance(memberId: string, currency: SettleCurrency): Promise<number>
  transferIn(money: VenueMoney): Promise<Created>
  transferOut(money: VenueMoney): Promise<Created>
  /** Transfers the whole balance back; null if there is none. */
  recover(money: Omit<VenueMoney, 'amount'>): Promise<Created | null>
  records(filter: RecordPage): Promise<DataOf<'gameRecord.list'>>
  totals(filter: RecordFilter): Promise<DataOf<'gameRecord.summary'>>
  /** A round of a member; null if there is none, and at venues whose rounds have a detail call of their own. */
  round(memberId: string, id: string): Promise<DataOf<'gameRecord.detail'> | null>
}

/** The money of a venue by the transfers of the wallet (E.5), and its records. */
export class VenueAccount<Name extends string = string> {
  readonly enName: Name
  readonly database: Database
  readonly #wallet: Pick<Wallet, 'balances' | 'transfer'>

  constructor(enName: Name, database: Database, wallet: Pick<Wallet, 'balances' | 'transfer'>) {
    this.enName = enName
    this.database = database
    this.#wallet = wallet
  }

  async balance(memberId: string, currency: SettleCurrency): Promise<number> {
    return (await this.#wallet.balances(memberId, currency)).get(`venue:${this.enName}`) ?? 0
  }

  transferIn(money: VenueMoney): Promise<Created> {
    return this.#wallet.transfer('transferIn', { venueEnName: this.enName, currency: money.currency }, money)
  }

  transferOut(money: VenueMoney): Promise<Created> {
    return this.#wallet.transfer('transferOut', { venueEnName: this.enName, currency: money.currency }, money)
  }

  async recover(money: Omit<VenueMoney, 'amount'>): Promise<Created | null> {
    const amount = await this.balance(money.memberId, money.currency)
    return amount > 0 ? this.transferOut({ ...money, amount }) : null
  }

  records(filter: RecordPage) {
    return venueRecords(this.database, this.enName, filter)
  }

  totals(filter: RecordFilter) {
    return venueTotals(this.database, this.enName, filter)
  }
}
