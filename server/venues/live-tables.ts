import { isVenueOpen } from '#protocol/rules/venue.ts'
import { TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import type { Database } from '../database/database.ts'
import { VENUES } from '../site/content.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { venueRecords, venueTotals } from './records.ts'
import { type GameVenue, type RecordFilter, type RecordPage, VenueAccount, type VenueMaintenance } from './venue.ts'

/** The live tables of this server as a venue. */
export class LiveTablesVenue extends VenueAccount implements GameVenue {
  readonly #database: Database

  constructor(database: Database, wallet: Pick<Wallet, 'balances' | 'transfer'>) {
    super(TABLES_VENUE, wallet)
    this.#database = database
  }

  maintenance(): VenueMaintenance {
    const venue = VENUES.find(({ enName }) => enName === TABLES_VENUE)
    return { status: venue?.status ?? 2, start: null, end: venue?.maintainEnd ?? null }
  }

  /** True while rounds begin and take bets. */
  isOpen(): boolean {
    return isVenueOpen(this.maintenance().status)
  }

  launch(gameId?: string) {
    const url = gameId === undefined ? '/app/live-casino' : `/app/game/${TABLES_VENUE}/${gameId}`
    return { url, mode: 'tab' } as const
  }

  records(filter: RecordPage) {
    return venueRecords(this.#database, TABLES_VENUE, filter)
  }

  totals(filter: RecordFilter) {
    return venueTotals(this.#database, TABLES_VENUE, filter)
  }
}
