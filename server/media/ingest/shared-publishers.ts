import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { IngestStateView } from '#protocol/console/rooms.ts'
import { MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import { StartError } from '../../config/start-error.ts'
import type { DatabaseLog } from '../../database/database.ts'
import { SharedCipher } from '../../database/shared/shared-cipher.ts'
import { type SharedState, SharedStateError } from '../../database/shared/shared-state.ts'
import type { PublisherState } from '../../matches/match-source.ts'

/** Header of responses to requests for video by the process that takes publishers. The doctor looks for it. */
export const PUBLISHERS_HEADER = 'x-publishers'
/** The process that takes publishers, the time of its last report by the clock of Redis, and the sealed report. */
const KEY = 'grandstand:publishers'
/** Announces that a publisher has connected or disconnected. */
const CHANNEL = 'grandstand:publishers-changed'
const REPORT_EVERY_MS = SECOND_MS / 2
const READ_EVERY_MS = SECOND_MS
/** The publishers of a process without a report for this time are lost. */
export const SILENT_AFTER_MS = 3 * SECOND_MS
/** A report expires after this time: the rooms of lost publishers wait for them no longer. */
const LIFETIME_MS = 10 * MINUTE_MS
/** A process waits this long for the end of another one that took publishers. */
const CLAIM_LIMIT_MS = 2 * SILENT_AFTER_MS
const CLAIM_EVERY_MS = 200

const NOW = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/** Stores a report unless another process has reported lately. Returns 1 if it was stored. */
const REPORT = `${NOW}
local held = redis.call('get', KEYS[1])
if held then
  local owner, at = string.match(held, '^(%S+) (%d+) ')
  if owner ~= ARGV[1] and now - tonumber(at) < tonumber(ARGV[2]) then return 0 end
end
redis.call('set', KEYS[1], ARGV[1] .. ' ' .. string.format('%.0f', now) .. ' ' .. ARGV[4], 'px', ARGV[3])
if ARGV[5] ~= '' then redis.call('publish', ARGV[5], '') end
return 1`

/** Returns the age of the report and the report. */
const READ = `${NOW}
local held = redis.call('get', KEYS[1])
if not held then return nil end
local at, report = string.match(held, '^%S+ (%d+) (.*)$')
return {now - tonumber(at), report}`

/** Gives the report of this process the time 0, so that it counts as old. */
const RELEASE = `
local held = redis.call('get', KEYS[1])
if not held then return 0 end
local owner, report = string.match(held, '^(%S+) %d+ (.*)$')
if owner ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], owner .. ' 0 ' .. report, 'keepttl')
redis.call('publish', ARGV[2], '')
return 1`

/** The publishers of this process. */
interface PublisherSource {
  /** The address that publishers enter as server. */
  readonly address: string
  stateOf(stream: string): IngestStateView
  /** States of all streams that have a publisher, wait for one, or have refused one. */
  states(): Readonly<Record<string, IngestStateView>>
}

interface Report {
  readonly address: string
  readonly streams: Readonly<Record<string, IngestStateView>>
}

const NO_PUBLISHER: IngestStateView = {
  state: 'none',
  since: null,
  kbps: 0,
  keyFrameMs: null,
  droppedFrames: null,
  problem: null,
  format: null,
}

/**
 * The publishers of a site with several processes. One process takes them and reports them to the others through Redis
 * (decision 165). Without a report for three seconds they count as lost; while Redis is away the last report counts.
 */
export class SharedPublishers {
  readonly #shared: SharedState
  readonly #cipher: SharedCipher
  readonly #log: DatabaseLog
  readonly #processId = randomUUID()
  readonly #listeners = new Set<() => void>()
  #source: PublisherSource | null = null
  #isOwner = false
  #report: Report | null = null
  /** Until when a missing or old report changes nothing, by the monotonic clock; null while reports are current. */
  #graceUntil: number | null = null
  #reads: ReturnType<typeof setInterval> | undefined
  #reports: ReturnType<typeof setInterval> | undefined

  constructor(shared: SharedState, { secret, log }: { readonly secret: string; readonly log: DatabaseLog }) {
    this.#shared = shared
    this.#cipher = new SharedCipher(secret, 'publishers')
    this.#log = log
  }

  /** True while this process is the one that takes publishers. */
  get isOwner(): boolean {
    return this.#isOwner
  }

  /** The address that publishers enter as server; '' if no process takes any. */
  get address(): string {
    return this.#source?.address ?? this.#report?.address ?? ''
  }

  /** What is known about the publisher of a stream; null if no process takes publishers. */
  stateOf(stream: string): IngestStateView | null {
    if (this.#source) return this.#source.stateOf(stream)
    return this.#report && (this.#report.streams[stream] ?? NO_PUBLISHER)
  }

  publisherOf(stream: string): PublisherState {
    return publisherIn(this.stateOf(stream))
  }

  /** Called when a publisher of another process has connected or disconnected. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Reads the reports of other processes until {@link close}. */
  async start(): Promise<void> {
    await this.#read()
    await this.#shared.subscribe(CHANNEL, {
      onMessage: () => void this.#read(),
      onReturn: () => void this.#read(),
    })
    this.#reads = setInterval(() => void this.#read(), READ_EVERY_MS).unref()
  }

  close(): void {
    clearInterval(this.#reads)
    clearInterval(this.#reports)
  }

  /**
   * What the process that takes publishers has reported last, for the doctor. Null if there is no report, or one that was
   * sealed with another secret.
   *
   * @throws SharedStateError without Redis
   */
  async latest(): Promise<{ readonly ageMs: number; readonly address: string; readonly live: string[] } | null> {
    const reply = await this.#shared.run((client) => client.eval(READ, { keys: [KEY], arguments: [] }))
    const [ageMs = 0, sealed = ''] = (reply as [age: number, sealed: string] | null) ?? []
    const report = sealed === '' ? null : this.#opened(ageMs, sealed)
    if (report === null) return null
    const live = Object.entries(report.streams).flatMap(([stream, { state }]) => (state === 'live' ? [stream] : []))
    return { ageMs, address: report.address, live }
  }

  /** This process has publishers. They are reported after {@link claim}. */
  provide(source: PublisherSource): void {
    this.#source = source
  }

  /**
   * Makes this process the one that takes publishers, until {@link release}.
   *
   * @throws StartError if another process takes them
   */
  async claim(): Promise<void> {
    const until = performance.now() + CLAIM_LIMIT_MS
    for (;;) {
      await this.#send('').catch(() => null)
      if (this.#isOwner) break
      if (performance.now() > until)
        throw new StartError('INGEST is 1 at another process too; set it to 0 at all but one')
      await wait(CLAIM_EVERY_MS)
    }
    this.#reports = setInterval(() => void this.#repeat(), REPORT_EVERY_MS).unref()
  }

  /** Reports a change at once. Does nothing in a process that does not take publishers. */
  async report(): Promise<void> {
    if (this.#isOwner) await this.#send(CHANNEL)
  }

  /** The publishers are lost, and another process may take them. */
  async release(): Promise<void> {
    clearInterval(this.#reports)
    this.#isOwner = false
    const options = { keys: [KEY], arguments: [this.#processId, CHANNEL] }
    // Without Redis the last report becomes old.
    await this.#shared.run((client) => client.eval(RELEASE, options)).catch(() => null)
  }

  async #repeat(): Promise<void> {
    const wasOwner = this.#isOwner
    try {
      await this.#send(wasOwner ? '' : CHANNEL)
    } catch (error) {
      if (!(error instanceof SharedStateError)) this.#log.error({ err: error }, 'publishers were not reported')
    }
    if (wasOwner && !this.#isOwner) {
      this.#log.error({}, 'another process takes publishers too; those of this process are disconnected')
    }
  }

  /** @throws SharedStateError without Redis */
  async #send(channel: string): Promise<void> {
    if (!this.#source) throw new Error('this process has no publishers')
    const report: Report = { address: this.#source.address, streams: this.#source.states() }
    const sealed = this.#cipher.seal(KEY, JSON.stringify(report))
    const values = [this.#processId, String(SILENT_AFTER_MS), String(LIFETIME_MS), sealed, channel]
    const reply = await this.#shared.run((client) => client.eval(REPORT, { keys: [KEY], arguments: values }))
    this.#isOwner = reply === 1
  }

  async #read(): Promise<void> {
    // A process that takes publishers knows them.
    if (this.#source) return
    try {
      const reply = await this.#shared.run((client) => client.eval(READ, { keys: [KEY], arguments: [] }))
      this.#apply(reply as [age: number, sealed: string] | null)
    } catch (error) {
      // After an outage of Redis the last report is old until the next one.
      this.#graceUntil = performance.now() + SILENT_AFTER_MS
      if (!(error instanceof SharedStateError)) this.#log.error({ err: error }, 'publishers were not read')
    }
  }

  #apply(reply: [age: number, sealed: string] | null): void {
    const now = performance.now()
    const report = reply && this.#opened(...reply)
    if (reply && reply[0] < SILENT_AFTER_MS) this.#graceUntil = null
    // A Redis that has lost its data gets the next report soon.
    else if (!reply) this.#graceUntil ??= now + SILENT_AFTER_MS
    if (this.#graceUntil !== null && now < this.#graceUntil) return
    const before = statesIn(this.#report)
    this.#report = report
    if (statesIn(report) !== before) for (const listener of this.#listeners) listener()
  }

  /** Null if a process with another secret has sealed it. */
  #opened(age: number, sealed: string): Report | null {
    const text = this.#cipher.open(KEY, sealed)
    if (text === null) return null
    const report = JSON.parse(text) as Report
    if (age < SILENT_AFTER_MS) return report
    const streams = Object.entries(report.streams).map(([stream, state]) => [stream, lost(state)])
    return { ...report, streams: Object.fromEntries(streams) as Report['streams'] }
  }
}

function publisherIn(known: IngestStateView | null): PublisherState {
  if (!known || known.state === 'none') return null
  return known.state === 'live' ? 'live' : 'gone'
}

function lost(state: IngestStateView): IngestStateView {
  return state.state === 'live' ? { ...state, state: 'lost', since: null, kbps: 0 } : state
}

/** The publishers in a report, for comparison. */
function statesIn(report: Report | null): string {
  const states = Object.entries(report?.streams ?? {}).map(([stream, state]) => `${stream} ${publisherIn(state)}`)
  return states.sort().join()
}
