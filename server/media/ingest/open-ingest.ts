import type { Config } from '../../config/config.ts'
import type { Logger } from '../../config/log.ts'
import type { MediaServer } from '../media.ts'
import type { LiveRooms } from '../../matches/live/live-rooms.ts'
import type { Matches } from '../../matches/matches.ts'
import { Ingest } from './ingest.ts'
import { PublishedStreams } from './published-streams.ts'
import type { SharedPublishers } from './shared-publishers.ts'
import { signingKeyOf } from './stream-key.mjs'

/** Creates the RTMP ingest without starting it; null if it is disabled. */
export function openIngest(services: {
  config: Config
  /** The server secret, which signs stream keys if there is no separate one. */
  secret: string
  media: MediaServer
  matches: Matches
  liveRooms: Pick<LiveRooms, 'publishersChanged'>
  /** Null for a single process. */
  publishers: SharedPublishers | null
  isStream: (name: string) => boolean
  now: () => number
  log: Logger
}): Ingest | null {
  const { config, secret, media, matches, liveRooms, publishers, isStream, now, log } = services
  if (config.ingest === null) return null
  const ingest = new Ingest({
    media,
    isStream,
    setPublisher: async (stream, state) => {
      if (!publishers) return matches.setPublisher(stream, state)
      await liveRooms.publishersChanged()
      await publishers.report()
    },
    ...(publishers && { lease: publishers }),
    published: new PublishedStreams(config.dataDir, log),
    host: config.ingest.host,
    publicHost: publicHostOf(config.ingest.host, config.allowedOrigins[0]),
    port: config.ingest.port,
    signingKey: config.ingest.hasSignedKeys ? signingKeyOf(config.ingest.secret ?? secret) : '',
    now,
    log,
  })
  publishers?.provide(ingest)
  return ingest
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** The host that publishers enter: that of the site, or the loopback address through which a tunnel leads. */
function publicHostOf(host: string, origin: string | undefined): string {
  return LOOPBACK.has(host) || origin === undefined ? host : new URL(origin).hostname
}
