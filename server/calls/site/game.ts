import { success } from '#protocol/result.ts'
import type { Handlers } from '../../http/context.ts'
import type { RemoteVenues } from '../../venues/remote-venue.ts'

/** Venues, the same for everybody (Annex D.3). */
export function gameCalls({
  remoteVenues,
}: {
  readonly remoteVenues: Pick<RemoteVenues, 'rows'>
}): Pick<Handlers, 'venue.list'> {
  return {
    'venue.list': async ({ type }) =>
      success({ list: remoteVenues.rows().filter((venue) => type === 'all' || venue.type === type) }),
  }
}
