import { success } from '#protocol/result.ts'
import type { Handlers } from '../../http/context.ts'
import { HOT_GAMES } from '../../site/content.ts'
import type { RemoteVenues } from '../../venues/remote-venue.ts'

/** Venues and games, the same for everybody (Annex D.3). */
export function gameCalls({
  remoteVenues,
}: {
  readonly remoteVenues: Pick<RemoteVenues, 'rows'>
}): Pick<Handlers, 'venue.list' | 'egame.hotList'> {
  return {
    'venue.list': async ({ type }) =>
      success({ list: remoteVenues.rows().filter((venue) => type === 'all' || venue.type === type) }),
    'egame.hotList': async ({ size }) => success({ list: HOT_GAMES.slice(0, size) }),
  }
}
