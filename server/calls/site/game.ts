import { success } from '#protocol/result.ts'
import type { Handlers } from '../../http/context.ts'
import { HOT_GAMES, VENUES } from '../../site/content.ts'

/** Venues and games, the same for everybody (Annex D.3). */
export function gameCalls(): Pick<Handlers, 'venue.list' | 'egame.hotList'> {
  return {
    'venue.list': async ({ type }) =>
      success({ list: VENUES.filter((venue) => type === 'all' || venue.type === type) }),
    'egame.hotList': async ({ size }) => success({ list: HOT_GAMES.slice(0, size) }),
  }
}
