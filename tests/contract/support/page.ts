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

/** A page platform whose worker can be killed silently. */
export interface SuitePlatform extends PagePlatform {
  killWorker(): void
}

class MemoryArea {
  readonly values = new Map<string, string>()
  getItem = (key: string): string | null => this.values.get(key) ?? null
  setItem = (key: string, value: string): void => void this.values.set(key, value)
  removeItem = (key: string): void => void this.values.delete(key)
}

/** Waits for conditions. `check` evaluates all pending ones. */
export class Conditions {
  #pending: { holds: () => boolean; resolve: () => void }[] = []

  check(): void {
    this.#pending = this.#pending.filter(({ holds, resolve }) => {
      if (!holds()) return true
      resolve()
      return false
    })
  }

  until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve()
    return new Promise((resolve) => this.#pending.push({ holds, resolve }))
  }
}

/** Storage of a browser profile. */
export class Profile {
  readonly session = new MemoryArea()
  readonly local = new MemoryArea()
  readonly writes: string[] = []
  readonly #facts = new Conditions()

  /** Resolves when a page has stored this key. */
  written(key: string): Promise<void> {
    return this.#facts.until(() => this.writes.includes(key))
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
        this.#facts.check()
        return stored
      },
    }
  }
}

/** Received notices of a transport. */
export class NoticeLog {
  readonly notices: TransportNotice[] = []
  readonly conditions = new Conditions()

  add(notice: TransportNotice): void {
    this.notices.push(notice)
    this.conditions.check()
  }

  seen<Type extends TransportNotice['type']>(type: Type): Extract<TransportNotice, { type: Type }>[] {
    return this.notices.filter((notice): notice is Extract<TransportNotice, { type: Type }> => notice.type === type)
  }

  /** The notice of a type at this position. */
  async notice<Type extends TransportNotice['type']>(
    type: Type,
    position = 0,
  ): Promise<Extract<TransportNotice, { type: Type }>> {
    await this.conditions.until(() => this.seen(type).length > position)
    return this.seen(type)[position]!
  }
}

/** One page with its transport client and received notices. */
export class Page extends NoticeLog {
  readonly platform: SuitePlatform
  readonly profile: Profile
  readonly client: TransportClient

  private constructor(platform: SuitePlatform, profile: Profile) {
    super()
    this.platform = platform
    this.profile = profile
    this.client = new TransportClient(platform, profile.storage())
    this.client.onNotice((notice) => this.add(notice))
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
}

/** A room of a page: rows in order, patches applied, credits returned. */
export class Room {
  takesBatches: boolean

  readonly messages: FeedMessage[] = []
  readonly conditions = new Conditions()
  rows: FeedRow[] = []
  /** All received rows in order, also those before resets. */
  readonly receivedRows: FeedRow[] = []
  entered: RoomEntered | null = null
  failed: Failure | null = null
  lastSeq = 0
  readonly #handle: RoomHandle

  constructor(client: TransportClient, chatRoomNo: string, takesBatches: boolean) {
    this.takesBatches = takesBatches

    this.#handle = client.joinRoom(chatRoomNo, {
      onMessage: (message) => this.#take(message),
      onEntered: (entered) => {
        this.entered = entered
        this.conditions.check()
      },
      onFailure: (failed) => {
        this.failed = failed
        this.conditions.check()
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
    return this.#handle.say(message)
  }

  older(beforeSeq: number) {
    return this.#handle.older(beforeSeq)
  }

  leave(): void {
    this.#handle.leave()
  }

  /** Returns the credits of all batches. */
  consume(): void {
    this.takesBatches = true
    this.#handle.applied(this.lastSeq, this.batches.length)
  }

  reached(seq: number): Promise<void> {
    return this.conditions.until(() => this.lastSeq >= seq)
  }

  #take(message: FeedMessage): void {
    this.messages.push(message)
    if (message.type === 'reset') {
      this.rows = []
    } else {
      for (const patch of message.patches) this.rows = this.rows.flatMap((row) => patched(row, patch))
      this.rows.push(...message.rows)
      this.receivedRows.push(...message.rows)
      this.lastSeq = message.lastSeq
      if (this.takesBatches) this.#handle.applied(message.lastSeq, 1)
    }
    this.conditions.check()
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
