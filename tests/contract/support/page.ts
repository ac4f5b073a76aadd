import type { FeedBatch, FeedMessage, FeedRow } from '#protocol/worker/feed.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { RoomEntered, StartOptions } from '#protocol/worker/api.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { Failure } from '#protocol/result.ts'
import { TransportClient } from '#transport/transport-client.ts'
import type { RoomHandle } from '#transport/room.ts'
import { createStorage } from '#transport/storage.ts'
import type { PagePlatform } from '#transport/page-platform.ts'
import type { ServerControl } from './control.ts'

/** A page platform whose worker the test can let die without anybody being told. */
export interface SuitePlatform extends PagePlatform {
  killWorker(): void
}

class MemoryPlace {
  readonly values = new Map<string, string>()
  getItem = (key: string): string | null => this.values.get(key) ?? null
  setItem = (key: string, value: string): void => void this.values.set(key, value)
  removeItem = (key: string): void => void this.values.delete(key)
}

/** Waits for facts: `tell` looks again at every open question. */
export class Facts {
  private questions: { holds: () => boolean; resolve: () => void }[] = []

  tell(): void {
    this.questions = this.questions.filter(({ holds, resolve }) => {
      if (!holds()) return true
      resolve()
      return false
    })
  }

  until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve()
    return new Promise((resolve) => this.questions.push({ holds, resolve }))
  }
}

/** What a browser profile keeps between pages. */
export class Profile {
  readonly session = new MemoryPlace()
  readonly local = new MemoryPlace()
  readonly writes: string[] = []
  private readonly facts = new Facts()

  /** Resolves when a page has stored something under this key. */
  written(key: string): Promise<void> {
    return this.facts.until(() => this.writes.includes(key))
  }

  storage(): StorageAdapter {
    const adapter = createStorage({
      session: this.session,
      local: this.local,
      cookies: null,
      isSecure: false,
      now: Date.now,
    })
    return {
      ...adapter,
      set: (key, value) => {
        const stored = adapter.set(key, value)
        this.writes.push(key)
        this.facts.tell()
        return stored
      },
    }
  }
}

/** One page on the transport, and what it has been told. */
export class Page {
  readonly notices: TransportNotice[] = []
  readonly facts = new Facts()
  readonly client: TransportClient
  private constructor(
    readonly platform: SuitePlatform,
    readonly profile: Profile,
  ) {
    this.client = new TransportClient(platform, profile.storage())
    this.client.onNotice((notice) => {
      this.notices.push(notice)
      this.facts.tell()
    })
  }

  static async open(platform: SuitePlatform, control: ServerControl, profile = new Profile()): Promise<Page> {
    const page = new Page(platform, profile)
    const report = await page.start(control)
    if (!report.ok) throw new Error(`start failed: ${JSON.stringify(report)}`)
    return page
  }

  /** A page that has not started yet. */
  static make(platform: SuitePlatform, profile = new Profile()): Page {
    return new Page(platform, profile)
  }

  async start(control: ServerControl, more: Partial<StartOptions> = {}) {
    const { origin, identity } = await control.where()
    const options: StartOptions = {
      origin,
      siteId: 5009,
      clientType: 1,
      appVersion: '0.1.0',
      serverIdentity: identity,
      platform: 'Tests on Linux',
      ...more,
    }
    return this.client.start(options)
  }

  join(chatRoomNo: string, options: { takesBatches?: boolean } = {}): Room {
    return new Room(this.client, chatRoomNo, options.takesBatches ?? true)
  }

  seen<Type extends TransportNotice['type']>(type: Type): Extract<TransportNotice, { type: Type }>[] {
    return this.notices.filter((notice): notice is Extract<TransportNotice, { type: Type }> => notice.type === type)
  }

  /** The next notice of a type after so many. */
  async notice<Type extends TransportNotice['type']>(
    type: Type,
    position = 0,
  ): Promise<Extract<TransportNotice, { type: Type }>> {
    await this.facts.until(() => this.seen(type).length > position)
    return this.seen(type)[position]!
  }
}

/** A room as a page keeps it: rows in order, patches applied, credits returned. */
export class Room {
  readonly messages: FeedMessage[] = []
  readonly facts = new Facts()
  rows: FeedRow[] = []
  /** Everything that was ever handed over, in order, resets or not. */
  readonly handedOver: FeedRow[] = []
  entered: RoomEntered | null = null
  failed: Failure | null = null
  lastSeq = 0
  private readonly handle: RoomHandle

  constructor(
    client: TransportClient,
    chatRoomNo: string,
    public takesBatches: boolean,
  ) {
    this.handle = client.joinRoom(chatRoomNo, {
      onMessage: (message) => this.take(message),
      onEntered: (entered) => {
        this.entered = entered
        this.facts.tell()
      },
      onFailure: (failed) => {
        this.failed = failed
        this.facts.tell()
      },
    })
  }

  get batches(): FeedBatch[] {
    return this.messages.filter((message): message is FeedBatch => message.type === 'batch')
  }

  get dropped(): number {
    return this.batches.reduce((sum, batch) => sum + batch.dropped, 0)
  }

  get dividers() {
    return this.batches.flatMap((batch) => (batch.divider ? [batch.divider] : []))
  }

  texts(): string[] {
    return this.rows.flatMap((row) => (row.kind === 'text' ? [row.data.text] : []))
  }

  say(message: { cid: string; text: string; memberId?: string }) {
    return this.handle.say(message)
  }

  older(beforeSeq: number) {
    return this.handle.older(beforeSeq)
  }

  leave(): void {
    this.handle.leave()
  }

  /** Returns the credits of every batch so far. */
  consume(): void {
    this.takesBatches = true
    this.handle.applied(this.lastSeq, this.batches.length)
  }

  reached(seq: number): Promise<void> {
    return this.facts.until(() => this.lastSeq >= seq)
  }

  private take(message: FeedMessage): void {
    this.messages.push(message)
    if (message.type === 'reset') {
      this.rows = []
    } else {
      for (const patch of message.patches) this.rows = this.rows.flatMap((row) => patched(row, patch))
      this.rows.push(...message.rows)
      this.handedOver.push(...message.rows)
      this.lastSeq = message.lastSeq
      if (this.takesBatches) this.handle.applied(message.lastSeq, 1)
    }
    this.facts.tell()
  }
}

function patched(row: FeedRow, patch: FeedBatch['patches'][number]): FeedRow[] {
  if (patch.type === 'revert' && row.id === patch.orderId) {
    return [{ ...row, kind: 'revert', data: { orderId: row.id } }]
  }
  if (patch.type === 'delete' && patch.ids.includes(row.id)) return []
  if (patch.type === 'delete-author' && row.author?.userId === patch.userId && row.seq <= patch.seq) return []
  return [row]
}
