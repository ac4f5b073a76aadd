import type { Logger } from '../../config/log.ts'
import type { MediaServer } from '../media.ts'
import type { PublisherState } from '../../matches/match-source.ts'
import type { PublishedStreams } from './published-streams.ts'
import type { SharedPublishers } from './shared-publishers.ts'

/** Dependencies of the ingest. */
export interface IngestServices {
  readonly media: Pick<MediaServer, 'openFeed' | 'attach' | 'detach'>
  /** Notifies room and media about a publisher. Resolves when the room's log has the change. */
  readonly setPublisher: (stream: string, state: PublisherState) => Promise<void>
  readonly isStream: (name: string) => boolean
  /** Streams that were published when the server stopped. */
  readonly published: PublishedStreams
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
  /** Signs keys of streams without a stored key; '' refuses them. */
  readonly signingKey: string
  /** The RTMP address that publishers use, without port and path. */
  readonly publicHost?: string
  /** With several processes: makes this one the only one that takes publishers. */
  readonly lease?: Pick<SharedPublishers, 'claim' | 'release' | 'report' | 'isOwner'>
  readonly now: () => number
  readonly log: Logger
}
