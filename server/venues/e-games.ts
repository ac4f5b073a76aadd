import { E_GAMES_VENUE } from '#protocol/rules/venue.ts'
import { isVenueOpen } from '#protocol/rules/venue.ts'
import type { Database } from '../database/database.ts'
import { VENUES } from '../site/content.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { venueRecords, venueTotals } from './records.ts'
import { type GameVenue, type RecordFilter, type RecordPage, VenueAccount, type VenueMaintenance } from './venue.ts'

/** The e-games of this server as a venue. */
export class EGameVenue extends VenueAccount implements GameVenue {
  readonly #database: Database

  constructor(database: Database, wallet: Pick<Wallet, 'balances' | 'transfer'>) {
    super(E_GAMES_VENUE, wallet)
    this.#database = database
  }

  maintenance(): VenueMaintenance {
    const venue = VENUES.find(({ enName }) => enName === E_GAMES_VENUE)
    return { status: venue?.status ?? 2, start: null, end: venue?.maintainEnd ?? null }
  }

  /** True while rounds can start. Open ones can always be finished. */
  isOpen(): boolean {
    return isVenueOpen(this.maintenance().status)
  }

  launch(gameId?: string) {
    const url = gameId === undefined ? '/app/egame/dz' : `/app/game/${E_GAMES_VENUE}/${gameId}`
    return { url, mode: gameId === undefined ? 'tab' : 'iframe' } as const
  }

  records(filter: RecordPage) {
    return venueRecords(this.#database, E_GAMES_VENUE, filter)
  }

  totals(filter: RecordFilter) {
    return venueTotals(this.#database, E_GAMES_VENUE, filter)
  }
}
