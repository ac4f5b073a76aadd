import { randomUUID } from 'node:crypto'
import { StartError } from '../../config/start-error.ts'
import type { DatabaseLog } from '../database.ts'
import {
  CONNECT_TIMEOUT_MS,
  connectTo,
  NoResponseError,
  reasonOf,
  type RedisClient,
  unusableRedis,
  withTimeLimit,
} from './redis-connection.ts'

/** A call does not wait longer than this for one command. */
const COMMAND_TIMEOUT_MS = 500
/** After a command without a response, commands fail at once for this time. */
const REST_MS = 1_000
/** Redis counts as available again after this time without a failure. A full Redis executes some commands. */
const QUIET_MS = 10_000
/** GETDEL exists since this version. */
const MIN_VERSION = [6, 2] as const
/** Names the data of this Redis. A Redis that has lost its data gets a new value. */
const DATA_ID = 'grandstand:data-id'

/**
 * What processes share is not available to this process now: Redis, or the process that writes the rooms. Calls that
 * need it respond with HTTP 503 and INTERFACE_DEGRADE.
 */
export class SharedStateError extends Error {
  override readonly name: string = 'SharedStateError'
  readonly statusCode = 503
}

/** Receives messages of other processes on one channel. */
interface Subscriber {
  onMessage(text: string): void
  /** The connection was lost for a while; messages may be missing. */
  onReturn(): void
}

/**
 * The connection to the Redis that several processes share, with a time limit for each command. Losses are repaired in
 * the background; the log has one line when one begins and one when it ends.
 */
export class SharedState {
  readonly #log: DatabaseLog
  readonly #client: RedisClient
  /** A connection that subscribes executes no other commands. */
  readonly #subscriber: RedisClient
  readonly #lossListeners: (() => void)[] = []
  readonly #subscribers: Subscriber[] = []
  #onCommand: (durationMs: number, isOk: boolean) => void = () => undefined
  #isConnected = false
  #isUsable = false
  #isAway = false
  #failedAt = 0
  #restsUntil = 0
  #dataId = ''

  constructor(url: string, log: DatabaseLog) {
    this.#log = log
    this.#client = connectTo(url, () => this.#isConnected)
    this.#subscriber = connectTo(url, () => this.#isConnected)
    this.#client.on('error', (error: unknown) => this.#left(error))
    this.#client.on('ready', () => void this.#checkData())
    this.#subscriber.on('ready', () => {
      if (this.#isConnected) for (const subscriber of this.#subscribers) subscriber.onReturn()
    })
  }

  /**
   * Connects and checks the version.
   *
   * @throws StartError with one line if Redis does not respond, refuses the password or is too old
   */
  async connect(): Promise<void> {
    try {
      await Promise.all([this.#client.connect(), this.#subscriber.connect()])
      const info = await withTimeLimit(this.#client.info(), CONNECT_TIMEOUT_MS)
      const problem = versionProblem(info)
      if (problem !== null) throw new StartError(problem)
      if (evicts(info)) this.#log.warn({}, 'Redis may evict data when it is full: set maxmemory-policy noeviction')
      await this.#checkData()
      if (!this.#isUsable) throw new Error('ERR no response')
      this.#isConnected = true
    } catch (error) {
      await this.close()
      if (error instanceof StartError) throw error
      throw unusableRedis(error)
    }
  }

  /**
   * Executes one command.
   *
   * @throws SharedStateError if Redis is unavailable, refuses the command, or does not respond in time
   */
  async run<Reply>(command: (client: RedisClient) => Promise<Reply>): Promise<Reply> {
    const startedAt = performance.now()
    if (!this.#isUsable || startedAt < this.#restsUntil) {
      this.#onCommand(0, false)
      throw new SharedStateError('Redis is not reachable')
    }
    try {
      const reply = await withTimeLimit(command(this.#client), COMMAND_TIMEOUT_MS)
      this.#onCommand(performance.now() - startedAt, true)
      this.#returned()
      return reply
    } catch (error) {
      if (error instanceof NoResponseError) this.#restsUntil = performance.now() + REST_MS
      this.#onCommand(performance.now() - startedAt, false)
      this.#left(error)
      throw new SharedStateError('Redis did not execute a command', { cause: error })
    }
  }

  /** Sends a message to the subscribers of all processes, this one included. */
  async publish(channel: string, text: string): Promise<void> {
    await this.run((client) => client.publish(channel, text))
  }

  async subscribe(channel: string, subscriber: Subscriber): Promise<void> {
    this.#subscribers.push(subscriber)
    await this.#subscriber.subscribe(channel, (text) => subscriber.onMessage(text))
  }

  /** The listener is called when Redis has lost its data, before commands are executed again. */
  onDataLost(listener: () => void): void {
    this.#lossListeners.push(listener)
  }

  /** The listener is called for each command, for metrics. */
  onCommand(listener: (durationMs: number, isOk: boolean) => void): void {
    this.#onCommand = listener
  }

  async close(): Promise<void> {
    this.#isUsable = false
    for (const client of [this.#client, this.#subscriber]) if (client.isOpen) client.destroy()
  }

  /** Commands are executed again after it is known whether Redis has lost its data. */
  async #checkData(): Promise<void> {
    try {
      await withTimeLimit(this.#client.set(DATA_ID, randomUUID(), { condition: 'NX' }), CONNECT_TIMEOUT_MS)
      const id = (await withTimeLimit(this.#client.get(DATA_ID), CONNECT_TIMEOUT_MS)) ?? ''
      if (this.#dataId !== '' && id !== this.#dataId) for (const listener of this.#lossListeners) listener()
      this.#dataId = id
      this.#isUsable = true
      this.#returned()
    } catch (error) {
      this.#left(error)
      // A full Redis refuses the marker; the connection stays, so the check is repeated.
      if (this.#client.isReady) setTimeout(() => void this.#checkData(), REST_MS).unref()
    }
  }

  #left(error: unknown): void {
    if (!this.#client.isReady) this.#isUsable = false
    this.#failedAt = performance.now()
    if (this.#isAway || !this.#isConnected) return
    this.#isAway = true
    this.#log.warn({ reason: reasonOf(error) }, 'Redis is not available; calls that need shared state are refused')
  }

  #returned(): void {
    if (!this.#isAway || performance.now() - this.#failedAt < QUIET_MS) return
    this.#isAway = false
    this.#log.info({}, 'Redis is available again')
  }
}

/** The text for a Redis that is too old, or null. `info` is the reply to INFO. */
export function versionProblem(info: string): string | null {
  const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [minMajor, minMinor] = MIN_VERSION
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return null
  return `REDIS_URL names Redis ${version}; version ${MIN_VERSION.join('.')} or newer is needed.`
}

/** True if Redis has a memory limit and removes data instead of refusing commands when it is reached. */
export function evicts(info: string): boolean {
  return /^maxmemory:[1-9]/m.test(info) && !/^maxmemory_policy:noeviction/m.test(info)
}
