import type { Config } from '../../config/config.ts'
import type { Logger } from '../../config/log.ts'
import type { MediaServer } from '../media.ts'
import type { Matches } from '../../matches/matches.ts'
import { Ingest } from './ingest.ts'
import { PublishedStreams } from './published-streams.ts'
import { signingKeyOf } from './stream-key.mjs'

/** Publishers connect from this machine only: RTMP is not encrypted, so others need a tunnel. */
const HOST = '127.0.0.1'

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
    host: HOST,
    port: config.ingest.port,
    signingKey: signingKeyOf(config.ingest.secret ?? secret),
    now,
    log,
  })
}
