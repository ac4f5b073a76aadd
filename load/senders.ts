import { setTimeout as pause } from 'node:timers/promises'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { chatLine } from '#server/demo/world/chatter.ts'
import { TEAMS } from '#server/demo/world/teams.ts'
import { SEEDED_MEMBERS } from '#server/demo/world/audience.ts'
import { preciseNow } from '#tests/bench/harness/clock.ts'
import { loadId } from './generator-messages.ts'
import { LagHistogram } from './accounting.ts'
import type { GiftMapping } from './gift-mapping.ts'
import type { LogDeletion, LogEvent, LogMessage } from '#load/readers/events.ts'
import { cutText } from '#load/readers/replay.ts'
import type { Target } from './target.ts'

type LoadCall = 'demo.say' | 'demo.gift' | 'demo.order'

/** Due messages are sent together, up to this many per call, with several concurrent calls. */
const MESSAGES_PER_CALL = 200
const MAX_CALLS = 8
const TICK_MS = 20
const MAX_TRIES = 50
const REVERT_AFTER_MS = 2_000
/** Messages that a deletion of a log can reach; the chat shows 500. */
const RECENT_MESSAGES = 2_000

/** Something to send, `t` milliseconds after the start of its source. */
export interface Due {
  readonly t: number
  readonly user: string
  readonly text: string
}

export interface SentCounts {
  offered: number
  accepted: number
  refused: number
  /** Messages whose call was repeated, because the server refused it for the moment. */
  delayed: number
  gifts: number
  giftsRefused: number
  orders: number
  reverts: number
  /** Messages that a recorded log deletes. */
  deletions?: number
  /** Deletions of a log whose message was not among the newest ones. */
  deletionsMissed?: number
}

/** Generated messages at a constant rate. */
export function* rateSource(rate: number, seconds: number): Generator<Due> {
  const random = createRandom(1)
  const [home, away] = TEAMS.football
  if (!home || !away) return
  const scene = { kind: 'football' as const, home, away, minute: 60, homeScore: 1, guestScore: 1 }
  const total = Math.floor(rate * seconds)
  for (let index = 0; index < total; index += 1) {
    const text = chatLine(random, 'open', scene, random.chance(0.5) ? 'home' : 'away')
    yield { t: (index * 1000) / rate, user: `member ${random.between(1, SEEDED_MEMBERS)}`, text }
  }
}

interface EventDue {
  readonly t: number
  readonly user: string
  readonly event: LogEvent
}

const MAX_USER = 64

async function* eventsDue(batches: AsyncIterable<readonly LogEvent[]>, speed: number): AsyncGenerator<EventDue> {
  let index = 0
  for await (const events of batches) {
    for (const event of events) {
      index += 1
      const name = event.type === 'deletion' ? null : (event.user ?? event.account)
      yield { t: event.at / speed, user: cutText(name?.trim() || `${index}`, MAX_USER).slice(0, MAX_USER), event }
    }
  }
}

/** The newest messages of a replay, which the log may delete later. */
class RecentMessages {
  readonly #messages = new Map<number, { id: string | null; account: string | null; posted: Promise<string | null> }>()
  #count = 0

  add({ id, account }: LogMessage, posted: Promise<string | null>): void {
    // A failed call ends the run; the deletion must not fail first.
    posted.catch(() => undefined)
    this.#messages.set((this.#count += 1), { id, account, posted })
    if (this.#messages.size > RECENT_MESSAGES) this.#messages.delete(this.#count - RECENT_MESSAGES)
  }

  /** Removes the messages of a deletion; resolves to their ids in the room. */
  take(target: LogDeletion['target']): Promise<string | null>[] {
    const found = [...this.#messages].filter(([, { id, account }]) =>
      target === 'all' ? true : 'id' in target ? id === target.id : account === target.account,
    )
    for (const [number] of found) this.#messages.delete(number)
    return found.map(([, { posted }]) => posted)
  }
}

/** Sends messages, gifts and orders of seeded members when they are due. Ids carry the due time (see `loadId`). */
export class Senders {
  readonly counts: SentCounts = {
    offered: 0,
    accepted: 0,
    refused: 0,
    delayed: 0,
    gifts: 0,
    giftsRefused: 0,
    orders: 0,
    reverts: 0,
    deletions: 0,
    deletionsMissed: 0,
  }
  /** From the due time of a message to its call. */
  readonly late = new LagHistogram()
  readonly #target: Target
  readonly #loadToken: string
  readonly #chatRoomNo: string
  readonly #run: string
  readonly #running = new Set<Promise<void>>()
  #number = 0

  constructor(target: Target, options: { loadToken: string; chatRoomNo: string; run: string }) {
    this.#target = target
    this.#loadToken = options.loadToken
    this.#chatRoomNo = options.chatRoomNo
    this.#run = options.run
  }

  /** Messages by `demo.say`. Resolves when all are acknowledged. A busy server delays the tool; nothing is dropped. */
  say(source: Iterable<Due>, isStopped: () => boolean = () => false): Promise<void> {
    return this.#sendAll(source, isStopped, async (batch) => {
      await this.#post(batch.map(({ id, user, text }) => ({ user, cid: id, text })))
    })
  }

  /** The events of a recorded log. Events without a name are distributed over the seeded members. */
  replay(
    batches: AsyncIterable<readonly LogEvent[]>,
    { speed, mapping }: { readonly speed: number; readonly mapping: GiftMapping },
    isStopped: () => boolean,
  ): Promise<void> {
    const recent = new RecentMessages()
    return this.#sendAll(eventsDue(batches, speed), isStopped, (batch) => this.#sendEvents(batch, mapping, recent))
  }

  async #sendEvents(
    batch: readonly (EventDue & { id: string })[],
    mapping: GiftMapping,
    recent: RecentMessages,
  ): Promise<void> {
    const messages = batch.flatMap(({ id, user, event }) =>
      event.type === 'message' ? [{ due: { user, cid: id, text: event.text }, event }] : [],
    )
    const gifts = batch.flatMap(({ id, user, event }) =>
      event.type === 'gift' ? [{ user, comboId: id, ...mapping.map(event) }] : [],
    )
    const said = messages.length === 0 ? null : this.#post(messages.map(({ due }) => due))
    for (const [index, { event }] of messages.entries()) {
      recent.add(event, said?.then((ids) => ids[index] ?? null) ?? Promise.resolve(null))
    }
    const deletions = batch.flatMap(({ event }) => (event.type === 'deletion' ? [recent.take(event.target)] : []))
    await said
    if (gifts.length > 0) {
      const { accepted, refused } = await this.#call('demo.gift', { gifts }, gifts.length)
      this.counts.gifts += accepted
      this.counts.giftsRefused += refused
    }
    if (deletions.length > 0) await this.#delete(deletions)
  }

  /** Ids of the posted messages, null for refused ones. */
  async #post(messages: readonly { user: string; cid: string; text: string }[]): Promise<readonly (string | null)[]> {
    const { accepted, refused, ids } = await this.#call('demo.say', { messages }, messages.length)
    this.counts.accepted += accepted
    this.counts.refused += refused
    return ids
  }

  async #delete(deletions: readonly (readonly Promise<string | null>[])[]): Promise<void> {
    const { counts } = this
    counts.deletionsMissed = (counts.deletionsMissed ?? 0) + deletions.filter((found) => found.length === 0).length
    const ids = (await Promise.all(deletions.flat())).filter((id) => id !== null)
    for (let at = 0; at < ids.length; at += MESSAGES_PER_CALL) {
      const deletes = ids.slice(at, at + MESSAGES_PER_CALL)
      await this.#call('demo.say', { messages: [], deletes }, 0)
      counts.deletions = (counts.deletions ?? 0) + deletes.length
    }
  }

  gifts(rate: number, seconds: number): Promise<void> {
    return this.#sendAll(
      rateSource(rate, seconds),
      () => false,
      async (batch) => {
        const gifts = batch.map(({ id, user }) => ({ user, comboId: id }))
        const { accepted, refused } = await this.#call('demo.gift', { gifts }, gifts.length)
        this.counts.gifts += accepted
        this.counts.giftsRefused += refused
      },
    )
  }

  /** Orders; every `1 / revertShare`-th one is reverted after two seconds. */
  async orders(rate: number, seconds: number, revertShare: number): Promise<void> {
    const reverting: Promise<void>[] = []
    let due = 0
    await this.#sendAll(
      rateSource(rate, seconds),
      () => false,
      async (batch) => {
        const orders = batch.map(({ id, user }) => ({ user, cid: id }))
        const { ids } = await this.#call('demo.order', { orders, reverts: [] }, orders.length)
        this.counts.orders += ids.length
        const reverts = ids.filter(() => {
          due += revertShare
          if (due < 1) return false
          due -= 1
          return true
        })
        if (reverts.length > 0) reverting.push(this.#revert(reverts))
      },
    )
    await Promise.all(reverting)
  }

  async #revert(reverts: string[]): Promise<void> {
    await pause(REVERT_AFTER_MS)
    await this.#call('demo.order', { orders: [], reverts }, 0)
    this.counts.reverts += reverts.length
  }

  async #sendAll<Item extends { readonly t: number }>(
    source: Iterable<Item> | AsyncIterable<Item>,
    isStopped: () => boolean,
    send: (batch: (Item & { id: string })[]) => Promise<void>,
  ): Promise<void> {
    const begun = preciseNow()
    let batch: (Item & { id: string })[] = []
    const mine = new Set<Promise<void>>()
    const flush = async (): Promise<void> => {
      if (batch.length === 0) return
      const now = batch
      batch = []
      while (this.#running.size >= MAX_CALLS) await Promise.race(this.#running)
      for (const { t } of now) this.late.add(preciseNow() - begun - t)
      const work = send(now).finally(() => {
        this.#running.delete(work)
        mine.delete(work)
      })
      this.#running.add(work)
      mine.add(work)
    }
    for await (const due of source) {
      if (isStopped()) break
      const wait = begun + due.t - preciseNow()
      if (wait > TICK_MS || (wait > 0 && batch.length === 0)) {
        await flush()
        await pause(wait)
      }
      this.#number += 1
      this.counts.offered += 1
      batch.push({ ...due, id: loadId(this.#run, begun + due.t, this.#number) })
      if (batch.length >= MESSAGES_PER_CALL || preciseNow() - begun - (batch[0]?.t ?? 0) > TICK_MS) await flush()
    }
    await flush()
    await Promise.all(mine)
  }

  /** Calls with the load token and the room; repeats refused calls. */
  async #call<Name extends LoadCall>(name: Name, params: object, messages: number): Promise<DataOf<Name>> {
    const all = { loadToken: this.#loadToken, chatRoomNo: this.#chatRoomNo, ...params } as RequestOf<Name>
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#target.call(name, all)
      } catch (error) {
        if (tries >= MAX_TRIES) throw error
        this.counts.delayed += messages
        await pause(100)
      }
    }
  }
}
