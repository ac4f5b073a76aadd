import { DELETE_MAX_IDS } from '#protocol/constants.ts'
import type { EntryAuthor } from '#protocol/room/feed.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import type { LabLogReport } from '#protocol/worker/lab-log.ts'
import type { LogDeletion, LogEvent, LogGift, LogMessage } from '#load/readers/events.ts'
import { LogError } from '#load/readers/read-log.ts'
import { cutText, openReplay, type Replay, type ReplayOptions } from '#load/readers/replay.ts'
import type { GeneratedEntry } from './generator.ts'
import phrases from './phrases.json' with { type: 'json' }

/** The times of a log are kept, except that whole seconds are spread, as by the load tool. */
const OPTIONS: ReplayOptions = { format: null, maxGapMs: null, spread: true }
const REPORT_INTERVAL_MS = 100
/** Messages that a deletion can reach, as in the load tool. */
const RECENT_MESSAGES = 2_000
/** Longest name of an entry, UTF-16 units. */
const MAX_NAME = 32

/** Reads a log to its end without holding it, and reports its account. */
export async function readLog(log: Blob, report: (report: LabLogReport) => void): Promise<void> {
  let bytes = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  let replay: Replay | null = null
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    const reader = log.stream().getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length
      if (performance.now() - reportedAt >= REPORT_INTERVAL_MS) {
        reportedAt = performance.now()
        report({ type: 'reading', account: replay?.account() ?? null, bytes })
      }
      yield part.value
    }
  }
  try {
    replay = await openReplay(counted(), OPTIONS)
    for await (const _ of replay.batches);
    report({ type: 'read', account: replay.account() })
  } catch (error) {
    report(error instanceof LogError ? { type: 'refused', problem: error.problem } : { type: 'failed' })
  }
}

/** @throws LogError if nothing in the log can be used */
export async function openLogEntries(log: Blob): Promise<LogEntries> {
  const { batches } = await openReplay(log.stream(), OPTIONS)
  return new LogEntries(batches)
}

/** The events of a log as entries of the lab's room, in their order. */
export class LogEntries {
  /** The log has no further entries. */
  isOver = false
  readonly #batches: AsyncIterator<readonly LogEvent[], void>
  #batch: readonly LogEvent[] = []
  #next = 0
  #count = 0
  /** Newest messages by their ids in the room. */
  readonly #recent = new Map<string, LogMessage>()

  constructor(batches: AsyncIterator<readonly LogEvent[], void>) {
    this.#batches = batches
  }

  /** The next entries: `count`, or fewer at the end of the log. `at` is their time, epoch milliseconds. */
  async take(count: number, at: number): Promise<readonly GeneratedEntry[]> {
    const entries: GeneratedEntry[] = []
    while (entries.length < count && !this.isOver) {
      const event = this.#batch[this.#next]
      if (event === undefined) await this.#pull()
      else {
        this.#next += 1
        const entry = this.#entryOf(event, at)
        if (entry !== null) entries.push(entry)
      }
    }
    return entries
  }

  async #pull(): Promise<void> {
    const pulled = await this.#batches.next()
    this.#batch = pulled.done === true ? [] : pulled.value
    this.#next = 0
    this.isOver = pulled.done === true
  }

  #entryOf(event: LogEvent, at: number): GeneratedEntry | null {
    this.#count += 1
    const id = `log-${this.#count}`
    if (event.type === 'deletion') return this.#deletion(event, id, at)
    const kind = event.type === 'gift' ? 'gift' : 'text'
    const data = event.type === 'gift' ? giftOf(event, id) : { text: event.text }
    if (event.type === 'message') this.#remember(id, event)
    const json = JSON.stringify({
      id,
      at,
      content: { msgType: MSG_TYPES[kind] },
      data,
      ...authorOf(event, this.#count),
    })
    return { id, role: 'message', kind, json }
  }

  #remember(id: string, message: LogMessage): void {
    this.#recent.set(id, message)
    if (this.#recent.size <= RECENT_MESSAGES) return
    const [oldest = ''] = this.#recent.keys()
    this.#recent.delete(oldest)
  }

  /** Null if none of the newest messages is meant. */
  #deletion({ target }: LogDeletion, id: string, at: number): GeneratedEntry | null {
    const found = [...this.#recent].filter(([, message]) =>
      target === 'all' ? true : 'id' in target ? message.id === target.id : message.account === target.account,
    )
    const ids = found.map(([known]) => known).slice(-DELETE_MAX_IDS)
    for (const known of ids) this.#recent.delete(known)
    if (ids.length === 0) return null
    const json = JSON.stringify({ id, at, content: { msgType: MSG_TYPES.delete }, data: { ids } })
    return { id, role: 'deletion', kind: 'delete', json }
  }
}

/** A gift with the name of the log and a picture of the product. */
function giftOf({ name, count }: LogGift, id: string): object {
  const picture = phrases.gifts[name.length % phrases.gifts.length]
  return { giftOrderNo: id, ...picture, giftName: fittedName(name), count, comboId: id, comboCount: 1, total: count }
}

function authorOf({ user, account }: LogMessage | LogGift, number: number): EntryAuthor {
  const name = user ?? account ?? `${number}`
  const id = `log-${hashOf(account ?? name)}`
  return {
    venueName: 'OBTY',
    siteId: 5009,
    siteSeries: 5000,
    memberId: id,
    memberName: fittedName(name),
    vipLevel: 1,
    userId: id,
    level: 1,
  }
}

/** A code point has at most two units. */
const fittedName = (name: string): string => (name.length <= MAX_NAME ? name : cutText(name, MAX_NAME / 2))

/** 32 bits, FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
