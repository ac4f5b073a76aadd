import { randomUUID } from 'node:crypto'
import { SECOND_MS } from '#protocol/time.ts'
import type { DatabaseLog } from '../database/database.ts'
import { connectAll, connectTo, type RedisClient, withTimeLimit } from '../database/shared/redis-connection.ts'
import { SharedCipher } from '../database/shared/shared-cipher.ts'
import { SharedStateError } from '../database/shared/shared-state.ts'
import { FENCE_KEY } from './log/log-stream.ts'
import { type Fence, StaleFence } from './log/sequencer.ts'

/** Followed by the fence of the process that serves the commands. */
const COMMANDS = 'grandstand:commands:'
/** Followed by the id of the process that sent the command. */
const REPLIES = 'grandstand:replies:'
const REPLY_LIMIT_MS = 2 * SECOND_MS

/** Registers the server of commands unless one with a higher fence is registered. */
const REGISTER = `
if tonumber(ARGV[1]) < tonumber(redis.call('get', KEYS[1]) or '0') then return 0 end
redis.call('set', KEYS[1], ARGV[1])
return 1`

/** Sends a command to the process with the highest fence only. Returns the number of receivers. */
const SEND = `
local fence = redis.call('get', KEYS[1])
if not fence then return 0 end
return redis.call('publish', ARGV[1] .. fence, ARGV[2])`

/** No process accepted the command: it was not executed. */
export class CommandNotSent extends SharedStateError {
  override readonly name = 'CommandNotSent'
}

/** The command has no result: it may have been executed, or may be later. */
export class CommandUnanswered extends SharedStateError {
  override readonly name = 'CommandUnanswered'
}

interface CommandChannelOptions<Command, Reply> {
  /** Executes a command of another process. Called only between {@link CommandChannel.serve} and `stopServing`. */
  readonly execute: (command: Command) => Promise<Reply>
  readonly report: DatabaseLog
  /** Secret of the server. Commands and replies are sealed, so that only processes with the same one send any. */
  readonly secret: string
  /** Time in ms to wait for a reply; 2 s by default. */
  readonly replyLimitMs?: number
}

interface Pending<Reply> {
  resolve(reply: Reply): void
  reject(error: Error): void
}

interface Sent<Command> {
  readonly id: string
  readonly processId: string
  readonly command: Command
}

/** What the sequencer replies. */
type Outcome<Reply> =
  | { readonly type: 'reply'; readonly reply: Reply }
  /** It was not the sequencer any more. Nothing was executed. */
  | { readonly type: 'not-executed' }
  | { readonly type: 'failed' }

/**
 * Forwards commands to the sequencer of the rooms through Redis, at most once each. Commands and replies are sealed
 * JSON and are not stored. Only an idempotent command may be repeated after no response.
 */
export class CommandChannel<Command, Reply> {
  readonly #options: CommandChannelOptions<Command, Reply>
  readonly #cipher: SharedCipher
  readonly #client: RedisClient
  /** A connection of its own, because a subscribed connection accepts no other commands. */
  readonly #subscriber: RedisClient
  readonly #processId = randomUUID()
  readonly #pending = new Map<string, Pending<Reply>>()
  /** One function, because the client subscribes each function of a channel once. */
  readonly #onCommand = (text: string): void => void this.#execute(text)
  #fence: Fence | null = null
  #isConnected = false

  constructor(url: string, options: CommandChannelOptions<Command, Reply>) {
    this.#options = options
    this.#cipher = new SharedCipher(options.secret, 'command')
    this.#client = connectTo(url, () => this.#isConnected)
    this.#subscriber = connectTo(url, () => this.#isConnected)
    // A Redis that restarted has forgotten the fence, and one that was away while this process became the sequencer too.
    for (const client of [this.#client, this.#subscriber]) client.on('ready', () => void this.#offer())
  }

  /**
   * Connects. Later losses of the connection are repaired in the background.
   *
   * @throws StartError with one line if Redis does not respond or refuses the password
   */
  async connect(): Promise<void> {
    await connectAll([this.#client, this.#subscriber])
    this.#isConnected = true
    await this.#subscriber.subscribe(REPLIES + this.#processId, (text) => {
      try {
        this.#receiveReply(text)
      } catch (error) {
        this.#warn(error)
      }
    })
  }

  /**
   * Executes the commands of other processes from now on: this process has become the sequencer. Without Redis, it does so
   * when Redis returns.
   */
  async serve(fence: Fence): Promise<void> {
    this.#fence = fence
    await this.#offer()
  }

  /** This process is not the sequencer any more. Commands that are sent to it meanwhile are refused. */
  async stopServing(): Promise<void> {
    const fence = this.#fence
    this.#fence = null
    // A subscription that remains is harmless: its commands are refused.
    if (fence) await this.#subscriber.unsubscribe(`${COMMANDS}${fence.token}`).catch(() => undefined)
  }

  /**
   * Has the sequencer execute a command.
   *
   * @throws CommandNotSent if no process serves commands, or Redis is not connected
   * @throws CommandUnanswered if the result is unknown
   * @throws Error if the command has failed at the sequencer
   */
  async request(command: Command): Promise<Reply> {
    if (!this.#client.isReady || !this.#subscriber.isReady) throw new CommandNotSent('Redis is not connected')
    const id = randomUUID()
    const limitMs = this.#options.replyLimitMs ?? REPLY_LIMIT_MS
    const reply = new Promise<Reply>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#send(id, command).catch(reject)
    })
    try {
      return await withTimeLimit(reply, limitMs, () => new CommandUnanswered(`no reply within ${limitMs} ms`))
    } finally {
      this.#pending.delete(id)
    }
  }

  close(): void {
    for (const pending of this.#pending.values()) pending.reject(new CommandUnanswered('the channel is closed'))
    for (const client of [this.#client, this.#subscriber]) if (client.isOpen) client.destroy()
  }

  async #send(id: string, command: Command): Promise<void> {
    const text = this.#cipher.seal(COMMANDS, JSON.stringify({ id, processId: this.#processId, command }))
    const receivers = await this.#client
      .eval(SEND, { keys: [FENCE_KEY], arguments: [COMMANDS, text] })
      .catch((error: unknown) => {
        throw new CommandUnanswered('Redis did not confirm the command', { cause: error })
      })
    if (receivers === 0) throw new CommandNotSent('no process serves the commands of rooms')
  }

  async #execute(text: string): Promise<void> {
    try {
      const { id, processId, command } = this.#open(COMMANDS, text) as Sent<Command>
      const outcome = await this.#outcomeOf(command)
      const channel = REPLIES + processId
      await this.#client.publish(channel, this.#cipher.seal(channel, JSON.stringify({ id, outcome })))
    } catch (error) {
      // The sender stops waiting by itself.
      this.#warn(error)
    }
  }

  async #outcomeOf(command: Command): Promise<Outcome<Reply>> {
    if (this.#fence === null) return { type: 'not-executed' }
    try {
      return { type: 'reply', reply: await this.#options.execute(command) }
    } catch (error) {
      if (error instanceof StaleFence) return { type: 'not-executed' }
      this.#warn(error)
      return { type: 'failed' }
    }
  }

  #receiveReply(text: string): void {
    const { id, outcome } = this.#open(REPLIES + this.#processId, text) as { id: string; outcome: Outcome<Reply> }
    const pending = this.#pending.get(id)
    if (outcome.type === 'reply') pending?.resolve(outcome.reply)
    else if (outcome.type === 'failed') pending?.reject(new Error('the command has failed at the sequencer'))
    else pending?.reject(new CommandNotSent('the process is not the sequencer any more'))
  }

  /** @throws Error if a process with another secret has sealed the text */
  #open(context: string, text: string): unknown {
    const plain = this.#cipher.open(context, text)
    if (plain === null) throw new Error('a process has another SECRET')
    return JSON.parse(plain)
  }

  /** Subscribes to the commands for this sequencer and directs them to it. Repeated after each loss of a connection. */
  async #offer(): Promise<void> {
    if (!this.#fence || !this.#client.isReady || !this.#subscriber.isReady) return
    try {
      const { token } = this.#fence
      await this.#subscriber.subscribe(`${COMMANDS}${token}`, this.#onCommand)
      await this.#client.eval(REGISTER, { keys: [FENCE_KEY], arguments: [String(token)] })
    } catch (error) {
      this.#warn(error)
    }
  }

  #warn(error: unknown): void {
    this.#options.report.warn({ err: error }, 'a command of another process failed')
  }
}
