import type { ChildProcess } from 'node:child_process'
import { addressKey } from '../../config/address.ts'
import { AddressCounter } from '../../net/address-counter.ts'
import { startRtmpChild } from './rtmp-child.ts'
import type { RtmpOptions } from './rtmp-options.ts'
import { type RtmpReport, tagsOf } from './rtmp-report.ts'

/** Delay before a restart; doubled each time. */
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** A process that ran this long resets the delay. */
const STABLE_MS = 60_000
/** A start waits this long for the port and then continues in the background. */
const START_LIMIT_MS = 10_000
/** Time limit to exit; the whole server has less than three seconds to stop. */
const STOP_LIMIT_MS = 1_000

/**
 * Connections of one address that have not published, so that none takes all 64 of the process. Each has ten seconds.
 */
const MAX_WAITING_OF_ADDRESS = 8

/** Keeps the RTMP process running: starts it, forwards its reports, and restarts it. */
export class RtmpProcess {
  readonly #options: RtmpOptions
  #port: number
  #isListening = false
  #child: ChildProcess | null = null
  #timer: NodeJS.Timeout | null = null
  #failures = 0
  #isStopped = false
  #keyHashes: ReadonlyMap<string, string | null> = new Map()
  #addresses = new AddressCounter(MAX_WAITING_OF_ADDRESS)
  /** Functions that end the count of a waiting connection, by its number. */
  readonly #waiting = new Map<number, () => void>()

  constructor(options: RtmpOptions) {
    this.#options = options
    this.#port = options.port
  }

  /** Its port; null while it does not listen. */
  get port(): number | null {
    return this.#isListening ? this.#port : null
  }

  /** Process id, for tests that kill it. */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /** Resolves when it listens, or after 10 s. A port in use is logged and retried. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, START_LIMIT_MS)
      this.#spawn(() => {
        clearTimeout(limit)
        resolve()
      })
    })
  }

  /** Sets the hashes of the stream keys. Running publishers stay. */
  setKeyHashes(hashes: ReadonlyMap<string, string | null>): void {
    this.#keyHashes = hashes
    this.#sendKeyHashes()
  }

  #sendKeyHashes(): void {
    if (this.#child?.connected) this.#child.send({ kind: 'keys', hashes: [...this.#keyHashes] })
  }

  /** Closes the connection of a publisher. */
  drop(id: string): void {
    if (this.#child?.connected) this.#child.send({ kind: 'drop', id })
  }

  /** Stops the process, forcibly after a second. Resolves when it has exited. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer) clearTimeout(this.#timer)
    const child = this.#child
    if (child?.pid === undefined) return
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    if (child.connected) child.disconnect()
    else child.kill('SIGKILL')
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
    await exited
    clearTimeout(limit)
  }

  #spawn(onSettled: () => void): void {
    const startedAt = performance.now()
    this.#child = startRtmpChild(
      { ...this.#options, port: this.#port },
      {
        onReport: (report) => this.#hear(report, onSettled),
        onEnd: (reason) => {
          onSettled()
          this.#ended(performance.now() - startedAt, reason)
        },
      },
    )
    this.#sendKeyHashes()
  }

  #hear(report: RtmpReport, onSettled: () => void): void {
    const { log, onPublish, onTags, onStopped, onRefused } = this.#options
    switch (report.kind) {
      case 'listening':
        this.#port = report.port
        this.#isListening = true
        return onSettled()
      case 'failed':
        return log.error({ reason: report.reason, port: this.#port }, 'RTMP cannot listen')
      case 'refused':
        log.warn({ stream: report.stream, reason: report.reason }, 'a publisher was refused')
        return onRefused?.(report.stream, report.problem)
      case 'waiting':
        return this.#admit(report.connection, addressKey(report.address))
      case 'settled':
        this.#waiting.get(report.connection)?.()
        return void this.#waiting.delete(report.connection)
      case 'publish':
        return this.#decide(report, onPublish(report.id, report.stream))
      case 'tags':
        for (const [id, tags] of tagsOf(report)) onTags(id, tags)
        return
      case 'gone':
        return onStopped(report.id, report.hasEnded)
      case 'alive':
        return
    }
  }

  /** Answers a publisher; `reason` says why it is refused, null for a welcome one. */
  #decide(
    { id, stream, address }: { readonly id: string; readonly stream: string; readonly address: string },
    reason: string | null,
  ): void {
    const { log } = this.#options
    if (reason === null) log.info({ stream, address }, 'a publisher has connected')
    else log.warn({ stream, address, reason }, 'a publisher was refused')
    if (this.#child?.connected) this.#child.send({ kind: 'decide', id, reason })
  }

  #admit(connection: number, address: string): void {
    if (this.#addresses.hasRoom(address)) this.#waiting.set(connection, this.#addresses.take(address))
    else if (this.#child?.connected) this.#child.send({ kind: 'refuse', connection })
  }

  #ended(ranMs: number, reason: string | number | null): void {
    this.#child = null
    this.#isListening = false
    this.#waiting.clear()
    this.#addresses = new AddressCounter(MAX_WAITING_OF_ADDRESS)
    if (this.#isStopped) return
    this.#failures = ranMs > STABLE_MS ? 0 : this.#failures + 1
    const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, this.#failures - 1))
    this.#options.log.error({ reason, delayMs }, 'the RTMP process has ended; it is started again')
    this.#options.onLost()
    this.#timer = setTimeout(() => this.#spawn(() => undefined), delayMs)
  }
}
