import type { IngestStateView, LiveRoomDetail } from '#protocol/console/rooms.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { ConsoleClient } from '../server/console/console-support.ts'
import { createLiveRoom } from '../server/app/production-support.ts'
import { publish, type Publisher } from './ffmpeg.ts'
import type { SealedClient } from './sealed-client.ts'

/** A room of an operator: its keys and figures in the console, its publishers, and what a viewer plays. */
export class PublishedRoom {
  readonly detail: LiveRoomDetail
  /** All publishers of the test, the newest last. */
  readonly publishers: Publisher[] = []
  readonly #root: ConsoleClient
  readonly #viewer: SealedClient

  private constructor(root: ConsoleClient, viewer: SealedClient, detail: LiveRoomDetail) {
    this.#root = root
    this.#viewer = viewer
    this.detail = detail
  }

  /** Creates an anchor with a room that has begun. */
  static async create(root: ConsoleClient, viewer: SealedClient, nick: string): Promise<PublishedRoom> {
    return new PublishedRoom(root, viewer, (await createLiveRoom(root, nick)).room)
  }

  async playing(client = this.#viewer): Promise<DataOf<'live.playingVideo'>> {
    const { data } = await client.call('live.playingVideo', { matchId: `m${this.detail.eid}`, channel: 'OBTY' })
    return data as DataOf<'live.playingVideo'>
  }

  async status(client = this.#viewer): Promise<number> {
    return (await this.playing(client)).anchorStatus
  }

  /** Path and query of a stream source; empty if there is none of this kind. */
  async pathOf(kind: 'flv' | 'hls', client = this.#viewer): Promise<string> {
    return (await this.playing(client)).lines.find((line) => line.kind === kind)?.url ?? ''
  }

  /** Status of the HLS playlist at an address. */
  async hlsStatus(url: string): Promise<number> {
    return (await fetch(url + (await this.pathOf('hls')))).status
  }

  /** What the console shows of the publisher. */
  async ingest(client = this.#root): Promise<IngestStateView | null> {
    return (await client.call('room.get', { id: this.detail.id })).data.ingest
  }

  async renewKey(): Promise<{ server: string; streamKey: string }> {
    const { anchor } = (await this.#root.call('room.get', { id: this.detail.id })).data
    return (await this.#root.call('anchor.renewKey', { id: anchor.id, version: anchor.version })).data
  }

  publish(port: number, streamKey: string): Publisher {
    const publisher = publish(`rtmp://127.0.0.1:${port}/live/${streamKey}`)
    this.publishers.push(publisher)
    return publisher
  }

  async endPublishers(): Promise<void> {
    for (const publisher of this.publishers) publisher.kill('SIGKILL')
    await Promise.all(this.publishers.map(({ ended }) => ended))
  }
}
