import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database, DatabaseLog } from '../database/database.ts'
import type { SharedState } from '../database/shared/shared-state.ts'
import { CommandChannel, CommandNotSent, CommandUnanswered } from './command-channel.ts'
import type { RoomHub } from './hub.ts'
import { LogStream } from './log/log-stream.ts'
import { type Fence, Sequencer, StaleFence } from './log/sequencer.ts'
import type { CommandOptions, RoomWriter, WriterDuties } from './room-writer.ts'
import { ViewerTotals } from './viewer-totals.ts'

const LEASE = 'rooms'
/** No process gets this fence, so the database refuses writes with it. */
const NO_FENCE: Fence = { name: LEASE, token: 0 }
/** A command waits this long for a writer: longer than a takeover, shorter than the client waits for a message. */
const PATIENCE_MS = 4_500
const RETRY_COMMAND_MS = 150
const RETRY_DUTIES_MS = 1_000

interface Command {
  readonly name: string
  readonly parameters: unknown
}

type Work = (parameters: unknown) => Promise<unknown>

interface SharedRoomsOptions {
  readonly redisUrl: string
  readonly shared: SharedState
  readonly database: Pick<Database, 'db'>
  readonly log: DatabaseLog
  /** Secret of the server. */
  readonly secret: string
}

/**
 * The rooms of several processes. The process with the lease of the sequencer writes them; the others follow its log and
 * send it commands. A change of the lease starts and ends the duties of the writer (decision 123).
 */
export class SharedRooms implements RoomWriter {
  readonly isShared = true
  readonly #options: SharedRoomsOptions
  readonly #processId = randomUUID()
  readonly #sequencer: Sequencer
  readonly #channel: CommandChannel<Command, unknown>
  readonly #works = new Map<string, Work>()
  #hub: RoomHub | null = null
  #stream: LogStream | null = null
  #totals: ViewerTotals | null = null
  /** Set while this process writes the rooms. */
  #writing: Fence | null = null
  #duties: WriterDuties | null = null
  /** Null before the first start. */
  #areDutiesHere: boolean | null = null
  #changing: Promise<void> = Promise.resolve()
  #isLeaving = false

  constructor(options: SharedRoomsOptions) {
    this.#options = options
    const { database, log, redisUrl, secret } = options
    this.#sequencer = new Sequencer({
      database,
      log,
      processId: this.#processId,
      name: LEASE,
      onAcquired: () => this.#change(),
      onLost: () => this.#change(),
    })
    this.#channel = new CommandChannel<Command, unknown>(redisUrl, {
      execute: ({ name, parameters }) => this.#workOf(name)(parameters),
      report: log,
      secret,
    })
  }

  get isHere(): boolean {
    return this.#writing !== null && this.#writing === this.#sequencer.fence
  }

  /** Passed to the repositories, whose writes the database refuses if this process is not the writer. */
  readonly fence = (): Fence => this.#writing ?? NO_FENCE

  /**
   * Connects, and competes for the lease. Resolves when it is known which process writes the rooms.
   *
   * @throws StartError if Redis cannot be used
   */
  async open(hub: RoomHub): Promise<void> {
    const { redisUrl, shared, log, secret } = this.#options
    const stream = new LogStream(redisUrl, {
      log: hub.log,
      report: log,
      secret,
      rooms: () => hub.rooms.map(({ chatRoomNo }) => chatRoomNo),
      onReturn: () => this.#announceAll(),
    })
    this.#hub = hub
    this.#stream = stream
    await Promise.all([stream.connect(), this.#channel.connect()])
    hub.log.onAppend((chatRoomNo, entries) => {
      if (this.isHere && entries.length > 0) {
        // A lost batch is read from the database after the connection has returned.
        stream.publish(this.fence(), chatRoomNo, entries).catch(() => false)
      }
    })
    await stream.follow()
    this.#totals = new ViewerTotals({ shared, hub, writer: this, processId: this.#processId, log })
    await this.#sequencer.start()
    await this.#changing
  }

  define<Parameters, Reply>(
    name: string,
    work: (parameters: Parameters) => Promise<Reply>,
    { again }: CommandOptions<Parameters> = {},
  ): (parameters: Parameters) => Promise<Reply> {
    if (this.#works.has(name)) throw new Error(`the command ${name} is defined already`)
    this.#works.set(name, work as Work)
    return async (given) => {
      const until = performance.now() + PATIENCE_MS
      let parameters = given
      for (;;) {
        try {
          if (this.isHere) return await work(parameters)
          return (await this.#channel.request({ name, parameters })) as Reply
        } catch (error) {
          const isUnknown = error instanceof CommandUnanswered && again !== undefined
          const isRefused = error instanceof CommandNotSent || error instanceof StaleFence
          if (!(isUnknown || isRefused) || performance.now() > until) throw error
          if (isUnknown) parameters = again(parameters)
        }
        await wait(RETRY_COMMAND_MS)
      }
    }
  }

  async begin(duties: WriterDuties): Promise<void> {
    this.#duties = duties
    this.#change()
    await this.#changing
  }

  async leave(): Promise<void> {
    this.#isLeaving = true
    await this.#changing
    await this.#channel.stopServing()
    this.#totals?.close()
  }

  /** Releases the lease. The hub is closed already. */
  async close(): Promise<void> {
    await this.leave()
    await this.#sequencer.close()
    await this.#stream?.close()
    this.#channel.close()
  }

  #workOf(name: string): Work {
    const work = this.#works.get(name)
    if (!work) throw new Error(`another process has sent the unknown command ${name}`)
    return work
  }

  /** The lease may have changed. Changes are applied one after the other. */
  #change(): void {
    this.#changing = this.#changing.then(() => this.#apply())
  }

  async #apply(): Promise<void> {
    while (!this.#isLeaving && this.#hub) {
      try {
        await this.#applyOnce(this.#hub)
        return
      } catch (error) {
        this.#options.log.error({ err: error }, 'the change of the process that writes the rooms failed; retrying')
        await wait(RETRY_DUTIES_MS, undefined, { ref: false })
      }
    }
  }

  async #applyOnce(hub: RoomHub): Promise<void> {
    const { fence } = this.#sequencer
    if (this.#writing !== fence) {
      this.#writing = null
      await this.#channel.stopServing()
    }
    if (fence && this.#writing === null) {
      // The previous writer may not write any more, so the database has everything.
      await hub.readAll()
      this.#writing = fence
      await this.#channel.serve(fence)
      this.#options.log.info({ fence: fence.token }, 'this process writes the rooms')
    }
    const isHere = this.#writing !== null
    if (!this.#duties || this.#areDutiesHere === isHere) return
    this.#areDutiesHere = null
    await (isHere ? this.#duties.begin() : this.#duties.end())
    this.#areDutiesHere = isHere
  }

  /** Batches may have been lost while Redis was away: the others read the database. */
  #announceAll(): void {
    if (!this.isHere) return
    for (const { chatRoomNo } of this.#hub?.rooms ?? []) {
      this.#stream?.publish(this.fence(), chatRoomNo, []).catch(() => false)
    }
  }
}
