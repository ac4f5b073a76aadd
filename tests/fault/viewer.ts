import type { FeedBatch, FeedMessage } from '#protocol/worker/feed.ts'
import type { ConnectionState } from '#protocol/worker/notices.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import { applyMessages, roomEntered, roomOpened, withOwnRows } from '#state/feed/apply-batch.ts'
import { acknowledgeOutgoing, failOutgoing, addOutgoing, isOutboxFull, retryOutgoing } from '#state/feed/outgoing.ts'
import type { FeedPump } from '#state/feed/feed-pump.ts'
import { createFeedPump } from '#state/feed/feed-pump.ts'
import { oldestSeq, prependOlder } from '#state/feed/reading.ts'
import type { FeedState } from '#state/feed/feed-state.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import type { RoomHandle } from '#transport/room.ts'
import { TransportClient } from '#transport/transport-client.ts'
import { Conditions } from '../contract/support/page.ts'
import { OwnMessages, type Speech } from './own-messages.ts'
import { FaultProxy } from './proxy.ts'
import type { ServerProcess } from './server-process.ts'
import { ViewerPage } from './viewer-page.ts'

const PASSWORD = 'Play2026x'

/**
 * A viewer with its own page and network: the real transport on both sides of the worker border, the real pump, and the
 * state of the room.
 */
export class Viewer {
  readonly page: ViewerPage
  readonly client: TransportClient
  readonly conditions = new Conditions()
  /** All messages of the feed, in order. */
  readonly messages: FeedMessage[] = []
  readonly connections: { readonly state: ConnectionState; readonly at: number }[] = []
  readonly speeches: Speech[] = []
  readonly own = new OwnMessages()
  state: FeedState = EMPTY_FEED
  userId: string | null = null
  /** Number of session notices. */
  sessions = 0
  private handle: RoomHandle | null = null
  private pump: FeedPump | null = null

  private constructor(
    readonly name: string,
    readonly proxy: FaultProxy,
  ) {
    this.page = new ViewerPage(name)
    this.client = new TransportClient(this.page.platform, this.page.storage())
    this.client.onNotice((notice) => {
      if (notice.type === 'connection') this.connections.push({ state: notice.state, at: performance.now() })
      if (notice.type === 'session' && notice.session !== null) this.sessions += 1
      this.conditions.check()
    })
  }

  /** Opens a page behind a proxy; signs in if an account is given. */
  static async open(name: string, server: ServerProcess, random: () => number, account?: string): Promise<Viewer> {
    const viewer = new Viewer(name, await FaultProxy.start(server.port, random))
    const report = await viewer.client.start({
      origin: viewer.proxy.origin,
      siteId: 5009,
      clientType: 1,
      appVersion: '0.1.0',
      serverIdentity: await server.identity(),
      platform: 'Tests on Linux',
    })
    if (!report.ok) throw new Error(`${name} could not start: ${JSON.stringify(report)}`)
    if (account !== undefined) await viewer.signIn(account)
    return viewer
  }

  async signIn(account: string): Promise<void> {
    const signedIn = await this.client.signIn({ name: account, password: PASSWORD })
    if (!signedIn.ok) throw new Error(`${this.name} could not sign in: ${JSON.stringify(signedIn)}`)
    this.userId = signedIn.data.member.userId
  }

  /** Enters a room and resolves when it is open. */
  async join(chatRoomNo: string): Promise<void> {
    let early: FeedMessage[] | null = []
    this.change((state) => roomOpened(state, chatRoomNo))
    const pump = createFeedPump(
      (messages) => {
        this.messages.push(...messages)
        this.change((state) => applyMessages(state, withOwnRows(messages, this.userId ?? undefined)))
      },
      (lastSeq, batches) => this.handle?.applied(lastSeq, batches),
      this.page.pump,
    )
    this.pump = pump
    const entered = new Promise<void>((resolve, reject) => {
      this.handle = this.client.joinRoom(chatRoomNo, {
        onMessage: (message) => (early ? void early.push(message) : pump.push(message)),
        onEntered: (room) => {
          this.change((state) => roomEntered(state, room))
          for (const message of early ?? []) pump.push(message)
          early = null
          resolve()
        },
        onFailure: (failure) => reject(new Error(`${this.name} lost its room: ${JSON.stringify(failure)}`)),
      })
    })
    await entered
  }

  get batches(): FeedBatch[] {
    return this.messages.filter((message) => message.type === 'batch')
  }

  get connection(): ConnectionState {
    return this.connections.at(-1)?.state ?? 'connecting'
  }

  change(step: (state: FeedState) => FeedState): void {
    this.state = step(this.state)
    this.own.check(this.state, this.speeches)
    this.conditions.check()
  }

  /** Resolves when the page has applied all entries up to `seq`. */
  reached(seq: number): Promise<void> {
    return this.conditions.until(() => this.state.lastSeq >= seq)
  }

  until(holds: () => boolean): Promise<void> {
    return this.conditions.until(holds)
  }

  /** Sends a message like the composer, which adds it as pending first, unless the outbox is full. Resolves with the ack. */
  async say(cid: string, text: string): Promise<Result<{ id: string; seq: number }>> {
    if (isOutboxFull(this.state)) return failureOf(CODES.ABORTED)
    const speech: Speech = { cid, text, result: null }
    this.change((state) => addOutgoing(state, { cid, text, reply: null }))
    this.speeches.push(speech)
    return this.send(speech)
  }

  /** Sends a failed message again. */
  async retry(speech: Speech): Promise<Result<{ id: string; seq: number }>> {
    speech.result = null
    this.change((state) => retryOutgoing(state, speech.cid))
    return this.send(speech, true)
  }

  private async send(speech: Speech, isAgain = false): Promise<Result<{ id: string; seq: number }>> {
    const { cid, text } = speech
    const result = await (this.handle ?? fail()).say({ cid, text, ...(isAgain && { isAgain }) })
    speech.result = result
    this.change((state) =>
      result.ok ? acknowledgeOutgoing(state, cid, result.data.seq) : failOutgoing(state, cid, result),
    )
    return result
  }

  /** Loads a page of history into the list that is read. */
  async loadOlder(): Promise<void> {
    const beforeSeq = oldestSeq(this.state)
    if (beforeSeq === null || this.state.reading?.hasOlder === false) return
    const { epoch } = this.state
    const result = await (this.handle ?? fail()).older(beforeSeq)
    if (result.ok && this.state.epoch === epoch) {
      const { rows, hasMore, fromSeq } = result.data
      this.change((state) => prependOlder(state, rows, hasMore, fromSeq))
    }
  }

  async close(): Promise<void> {
    this.pump?.stop()
    this.handle?.leave()
    this.client.close()
    this.page.killWorker()
    await this.proxy.stop()
  }
}

function fail(): never {
  throw new Error('no room was joined')
}
