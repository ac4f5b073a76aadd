import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import type { Handlers } from './context.ts'
import type { SiteDomains } from '../../site/site-config.ts'
import type { VideoGrants } from '../../media/video-grants.ts'
import { GRANT_LIFETIME_MS } from '../../media/video-grants.ts'
import type { World } from '../../demo/world/world.ts'
import { streamSources } from './stream-sources.ts'

/**
 * The third-party video provider (S7.114), implemented by this server. `video.play` runs only for queries with a valid
 * signature; its response is encrypted for the signer.
 */
export function videoCalls({
  world,
  videoGrants,
  domains,
}: {
  readonly world: Pick<World, 'rooms'>
  readonly videoGrants: VideoGrants
  readonly domains: Pick<SiteDomains, 'video'>
}): Pick<Handlers, 'video.grant' | 'video.play'> {
  const roomOf = (matchId: string) => world.rooms().find(({ plan }) => plan.matchId === matchId)
  const notFound = failureOf(CODES.NOT_FOUND)
  return {
    // An empty origin means this server.
    'video.grant': async ({ matchId }) =>
      roomOf(matchId) ? success({ ...videoGrants.issue(), origin: '' }) : notFound,

    'video.play': async ({ matchId }, { now }) => {
      const room = roomOf(matchId)
      if (!room) return notFound
      const lines = streamSources(room.plan.anchorRoomId, domains.video)
      return success({ matchId, lines, expireAt: now + GRANT_LIFETIME_MS })
    },
  }
}
