import type { Database } from '../database/database.ts'
import { VENUES } from '../site/content.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { venueRecords, venueTotals } from './records.ts'
import { type GameVenue, type RecordFilter, type RecordPage, VenueAccount, type VenueMaintenance } from './venue.ts'

/** Name of the sportsbook among the venues. Its accounts are `venue:YBTY`. */
export const SPORTSBOOK = 'YBTY'

/** The sportsbook of this server as a venue. */
export class SportsbookVenue extends VenueAccount implements GameVenue {
  readonly #database: Database

  constructor(database: Database, wallet: Pick<Wallet, 'balances' | 'transfer'>) {
    super(SPORTSBOOK, wallet)
    this.#database = database
  }

  maintenance(): VenueMaintenance {
    const venue = VENUES.find(({ enName }) => enName === SPORTSBOOK)
    return { status: venue?.status ?? 2, start: null, end: venue?.maintainEnd ?? null }
  }

  launch(gameId?: string) {
    const url = gameId === undefined ? '/app/sports' : `/app/sports/match/${gameId}`
    return { url, mode: 'tab' } as const
  }

  records(filter: RecordPage) {
    return venueRecords(this.#database, SPORTSBOOK, filter)
  }

  totals(filter: RecordFilter) {
    return venueTotals(this.#database, SPORTSBOOK, filter)
  }
}
