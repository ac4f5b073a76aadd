import type { Logger } from '../../config/log.ts'
import type { MediaServer } from '../media.ts'
import type { PublisherState } from '../../demo/world/publisher-state.ts'
import type { PublishedStreams } from './published-streams.ts'

/** What the ingest stands on. */
export interface IngestServices {
  readonly media: Pick<MediaServer, 'openFeed' | 'attach' | 'detach'>
  /** Tells room and media what has become of a publisher; resolves when the room's log has it. */
  readonly setPublisher: (stream: string, state: PublisherState) => Promise<void>
  readonly isStream: (name: string) => boolean
  /** Streams that were published when the server last ran. */
  readonly published: PublishedStreams
  readonly host: string
  /** 0 = any free one. */
  readonly port: number
  readonly signingKey: string
  readonly now: () => number
  readonly log: Logger
}
