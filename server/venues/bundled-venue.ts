import { E_GAMES_VENUE, isVenueOpen, TABLES_VENUE } from '#protocol/rules/venue.ts'
import { SPORTSBOOK_VENUE } from '#protocol/sports/bet-terms.ts'
import { VENUES } from '../site/content.ts'
import { tableBetRecord } from './records.ts'
import { type Entrance, type GameVenue, VenueAccount, type VenueMaintenance } from './venue.ts'

/** The venues that this server plays itself, each with the page of the venue or of a game of it. */
const ENTRANCES = {
  [SPORTSBOOK_VENUE]: (gameId) => ({
    url: gameId === undefined ? '/app/sports' : `/app/sports/match/${gameId}`,
    mode: 'tab',
  }),
  [TABLES_VENUE]: (gameId) => ({
    url: gameId === undefined ? '/app/live-casino' : `/app/game/${TABLES_VENUE}/${gameId}`,
    mode: 'tab',
  }),
  [E_GAMES_VENUE]: (gameId) =>
    gameId === undefined
      ? { url: '/app/egame/dz', mode: 'tab' }
      : { url: `/app/game/${E_GAMES_VENUE}/${gameId}`, mode: 'iframe' },
} as const satisfies Readonly<Record<string, (gameId?: string) => Entrance>>

/** A venue that this server plays itself. Its state is that of its content. */
export class BundledVenue extends VenueAccount<keyof typeof ENTRANCES> implements GameVenue {
  maintenance(): VenueMaintenance {
    const venue = VENUES.find(({ enName }) => enName === this.enName)
    return { status: venue?.status ?? 2, start: null, end: venue?.maintainEnd ?? null }
  }

  /** True while rounds can start. Open ones can always be finished. */
  isOpen(): boolean {
    return isVenueOpen(this.maintenance().status)
  }

  launch(gameId?: string): Entrance {
    return ENTRANCES[this.enName](gameId)
  }

  async round(memberId: string, id: string) {
    return this.enName === TABLES_VENUE ? tableBetRecord(this.database, memberId, id) : null
  }
}
