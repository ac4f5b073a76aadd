import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import type { Handlers } from '../../http/context.ts'
import type { SiteDomains } from '../../config/site-config.ts'
import { GRANT_LIFETIME_MS, type VideoGrants } from '../../media/video-grants.ts'
import type { Matches } from '../../matches/matches.ts'
import { heightsOf, type SignedMedia } from './live.ts'
import { streamSources } from './stream-sources.ts'

/**
 * The third-party video provider (S7.114), implemented by this server. `video.play` runs only for queries with a valid
 * signature; its response is encrypted for the signer.
 */
export function videoCalls({
  matches,
  videoGrants,
  domains,
  signedMedia,
}: {
  readonly matches: Pick<Matches, 'findByMatchId'>
  readonly videoGrants: VideoGrants
  readonly domains: Pick<SiteDomains, 'video'>
  readonly signedMedia: (stream: string) => SignedMedia | null
}): Pick<Handlers, 'video.grant' | 'video.play'> {
  const notFound = failureOf(CODES.NOT_FOUND)
  return {
    // An empty origin means this server.
    'video.grant': async ({ matchId }) =>
      matches.findByMatchId(matchId) ? success({ ...(await videoGrants.issue()), origin: '' }) : notFound,

    'video.play': async ({ matchId }, { now }) => {
      const match = matches.findByMatchId(matchId)
      if (!match) return notFound
      const lines = streamSources(
        match.fixture.anchorRoomId,
        domains.video,
        signedMedia(match.fixture.anchorRoomId)?.query,
        heightsOf(match),
      )
      return success({ matchId, lines, expireAt: now + GRANT_LIFETIME_MS })
    },
  }
}
