import type { DatabaseLog } from '../../database/database.ts'
import { connectAll, connectTo, type RedisClient } from '../../database/shared/redis-connection.ts'
import { SharedCipher } from '../../database/shared/shared-cipher.ts'
import type { LogEntry } from './entries.ts'
import type { RoomLog } from './log.ts'
import type { Fence } from './sequencer.ts'

const STREAM = 'grandstand:log'
/** Highest fence that wrote entries or serves commands. Hash tags are not needed: all keys are on one Redis server. */
export const FENCE_KEY = 'grandstand:log:fence'
/** Number of batches in the stream. A process that is further behind reads the database. */
const MAX_BATCHES = 1_000
/** A read of the stream waits this long for a batch. */
const BLOCK_MS = 2_000
const RETRY_AFTER_MS = 200

/** Adds a batch unless a process with a higher fence has written to the stream. */
const ADD = `
local last = tonumber(redis.call('get', KEYS[2]) or '0')
if tonumber(ARGV[1]) < last then return 0 end
redis.call('set', KEYS[2], ARGV[1])
redis.call('xadd', KEYS[1], 'maxlen', '~', ARGV[2], '*', 'fence', ARGV[1], 'room', ARGV[3], 'entries', ARGV[4])
return 1`

/**
 * Distributes written entries to the other processes through a Redis stream. The database has the entries already, so the
 * stream may lose batches: a reader that finds a gap, or reconnects, reads the database.
 */
export class LogStream {
  readonly #log: RoomLog
  readonly #report: DatabaseLog
  readonly #client: RedisClient
  /** A connection of its own, because a blocking read delays every later command. */
  readonly #reader: RedisClient
  readonly #rooms: () => readonly string[]
  readonly #cipher: SharedCipher
  /** Fence of the newest own batch. Own batches are not read. */
  #ownFence = ''
  #isConnected = false
  #isClosed = false
  #following: Promise<void> = Promise.resolve()

  /**
   * @param secret of the server; batches are sealed, so that only processes with the same one write any
   * @param rooms the open rooms of this process
   * @param onReturn called after a lost connection was restored: batches that were sent meanwhile are lost
   */
  constructor(
    url: string,
    options: {
      readonly log: RoomLog
      readonly report: DatabaseLog
      readonly secret: string
      readonly rooms: () => readonly string[]
      readonly onReturn?: () => void
    },
  ) {
    this.#log = options.log
    this.#report = options.report
    this.#rooms = options.rooms
    this.#cipher = new SharedCipher(options.secret, 'log')
    this.#client = connectTo(url, () => this.#isConnected)
    this.#reader = connectTo(url, () => this.#isConnected)
    this.#client.on('ready', () => this.#isConnected && options.onReturn?.())
  }

  /**
   * Connects. Later losses of the connection are repaired in the background.
   *
   * @throws StartError with one line if Redis does not respond or refuses the password
   */
  async connect(): Promise<void> {
    await connectAll([this.#client, this.#reader])
    this.#isConnected = true
  }

  /**
   * Sends a written batch of one room; an empty one makes the others read the database. Returns false if a process with a
   * higher fence has written since.
   */
  async publish(fence: Fence, chatRoomNo: string, entries: readonly LogEntry[]): Promise<boolean> {
    this.#ownFence = String(fence.token)
    const added = await this.#client.eval(ADD, {
      keys: [STREAM, FENCE_KEY],
      arguments: [
        this.#ownFence,
        String(MAX_BATCHES),
        chatRoomNo,
        this.#cipher.seal(contextOf(this.#ownFence, chatRoomNo), JSON.stringify(entries)),
      ],
    })
    return added === 1
  }

  /** Follows the stream until {@link close}. Resolves when every batch from now on will be read. */
  async follow(): Promise<void> {
    const [newest] = (await this.#client.xRevRange(STREAM, '+', '-', { COUNT: 1 })) ?? []
    await this.#readDatabase()
    this.#following = this.#run(newest?.id ?? '0-0')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const client of [this.#client, this.#reader]) if (client.isOpen) client.destroy()
    await this.#following
  }

  async #run(from: string): Promise<void> {
    let lastId = from
    let isComplete = true
    while (!this.#isClosed) {
      try {
        if (!isComplete) await this.#readDatabase()
        isComplete = true
        lastId = await this.#read(lastId)
      } catch (error) {
        if (this.#isClosed) return
        if (isComplete) this.#report.warn({ err: error }, 'the log does not follow the other processes; retrying')
        isComplete = false
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS).unref())
      }
    }
  }

  /** Reads one block of batches. Returns the id of the last one. */
  async #read(lastId: string): Promise<string> {
    const streams = await this.#reader.xRead({ key: STREAM, id: lastId }, { BLOCK: BLOCK_MS, COUNT: 100 })
    let readThrough = lastId
    for (const { id, message } of batchesOf(streams)) {
      const { room = '', fence = '', entries = '' } = message
      if (fence !== this.#ownFence && this.#rooms().includes(room)) {
        // A batch that cannot be opened is read from the database.
        const text = this.#cipher.open(contextOf(fence, room), entries) ?? '[]'
        await this.#log.follow(room, JSON.parse(text) as LogEntry[])
      }
      readThrough = id
    }
    return readThrough
  }

  async #readDatabase(): Promise<void> {
    for (const chatRoomNo of this.#rooms()) await this.#log.follow(chatRoomNo)
  }
}

function contextOf(fence: string, chatRoomNo: string): string {
  return `${fence} ${chatRoomNo}`
}

interface Batch {
  readonly id: string
  readonly message: Readonly<Record<string, string>>
}

function batchesOf(streams: unknown): readonly Batch[] {
  const [stream] = (streams ?? []) as readonly { readonly messages: readonly Batch[] }[]
  return stream?.messages ?? []
}
