import type { Config } from '../../config/config.ts'
import type { Logger } from '../../config/log.ts'
import type { MediaServer } from '../media.ts'
import type { Matches } from '../../matches/matches.ts'
import { Ingest } from './ingest.ts'
import { PublishedStreams } from './published-streams.ts'
import { signingKeyOf } from './stream-key.mjs'

/** Creates the RTMP ingest without starting it; null if it is disabled. */
export function openIngest(services: {
  config: Config
  /** The server secret, which signs stream keys if there is no separate one. */
  secret: string
  media: MediaServer
  matches: Matches
  isStream: (name: string) => boolean
  now: () => number
  log: Logger
}): Ingest | null {
  const { config, secret, media, matches, isStream, now, log } = services
  if (config.ingest === null) return null
  return new Ingest({
    media,
    isStream,
    setPublisher: (stream, state) => matches.setPublisher(stream, state),
    published: new PublishedStreams(config.dataDir, log),
    host: config.ingest.host,
    publicHost: publicHostOf(config.ingest.host, config.allowedOrigins[0]),
    port: config.ingest.port,
    signingKey: config.ingest.hasSignedKeys ? signingKeyOf(config.ingest.secret ?? secret) : '',
    now,
    log,
  })
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** The host that publishers enter: that of the site, or the loopback address through which a tunnel leads. */
function publicHostOf(host: string, origin: string | undefined): string {
  return LOOPBACK.has(host) || origin === undefined ? host : new URL(origin).hostname
}
