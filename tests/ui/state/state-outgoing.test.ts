import fc from 'fast-check'
import { expect, it } from 'vitest'
import { failure } from '#protocol/result.ts'
import type { FeedMessage, FeedRow } from '#protocol/worker/feed.ts'
import { batch, SNAPSHOT, textRow } from '#tests/ui/support/feed-fixtures.ts'
import { applyMessages, roomOpened, withOwnRows } from '#state/feed/apply-batch.ts'
import { setFilter } from '#state/feed/feed-atoms.ts'
import type { FeedItem, FeedState } from '#state/feed/feed-state.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { parseOutbox, serializeOutbox } from '#state/feed/outbox.ts'
import * as outgoing from '#state/feed/outgoing.ts'
import { olderReceived, oldestSeq, readMore, startReading, stopReading } from '#state/feed/reading.ts'

const opened = applyMessages(roomOpened(EMPTY_FEED, 'room-1'), [batch([textRow(1)])])
/** Rows of the history that a join returns. */
const HISTORY = 30

/** A message of the member, as the server and the composer know it. */
interface Sent {
  readonly cid: string
  /** The page waits for the result. */
  isCalling: boolean
  isDismissed: boolean
  /** Its entry was in the list, or the member left before an acknowledged entry arrived. */
  wasShown: boolean
}

/** A page and its server: the log, the position of the page, and the calls that are pending. */
class Room {
  state: FeedState = opened
  readonly sent: Sent[] = []
  #log: FeedRow[] = [textRow(1)]
  #epoch = 1

  get #headSeq(): number {
    return this.#log.at(-1)?.seq ?? 0
  }

  /** Number of the message that an action concerns. */
  one(number: number, holds: (message: Sent) => boolean): Sent | undefined {
    const found = this.sent.filter(holds)
    return found[number % Math.max(1, found.length)]
  }

  isFailed({ cid }: Sent): boolean {
    return outgoing.findFailed(this.state, cid) !== null
  }

  change(step: (state: FeedState) => FeedState): void {
    this.state = step(this.state)
  }

  /** The crowd posts texts. */
  crowd(count: number): void {
    for (let left = count; left > 0; left -= 1) this.#log.push(textRow(this.#headSeq + 1))
  }

  send(): void {
    const cid = `cid-${String(this.sent.length).padStart(5, '0')}`
    this.sent.push({ cid, isCalling: true, isDismissed: false, wasShown: false })
    this.change((state) => outgoing.addOutgoing(stopReading(state), { cid, text: `我说的 ${cid}`, reply: null }))
  }

  /** The server receives the message, once per cid. */
  post({ cid }: Sent): number {
    const posted = this.#log.find((row) => row.cid === cid)
    if (posted !== undefined) return posted.seq
    const seq = this.#headSeq + 1
    this.#log.push(textRow(seq, `我说的 ${cid}`, { isMine: true, cid }))
    return seq
  }

  acknowledge(message: Sent): void {
    const seq = this.post(message)
    message.isCalling = false
    this.change((state) => outgoing.acknowledgeOutgoing(state, message.cid, seq))
  }

  fail(message: Sent): void {
    message.isCalling = false
    this.change((state) => outgoing.failOutgoing(state, message.cid, failure(-1, '请求超时')))
  }

  retry(message: Sent): void {
    message.isCalling = true
    this.change((state) => stopReading(outgoing.retryOutgoing(state, message.cid)))
  }

  dismiss(message: Sent): void {
    message.isDismissed = true
    this.change((state) => outgoing.dismissFailed(state, message.cid))
  }

  /** The page receives the next rows. A page at another epoch is reset first. */
  receive(count: number): void {
    if (this.state.epoch !== this.#epoch) return this.reset()
    const rows = this.#log.filter(({ seq }) => seq > this.state.lastSeq).slice(0, count)
    if (rows.length > 0) this.#apply(batch(rows, { epoch: this.#epoch }))
  }

  /** The page cannot continue its position: it receives the newest history after a reset. */
  reset(): void {
    const rows = this.#log.slice(-HISTORY)
    const divider = { missed: 9, isLost: true }
    this.#apply({ type: 'reset', snapshot: SNAPSHOT }, batch(rows, { epoch: this.#epoch, divider }))
  }

  /** The log loses its newest entries and begins another epoch, in which the numbers continue. */
  changeEpoch(lost: number): void {
    const head = this.#headSeq
    this.#log = [...this.#log.slice(0, Math.max(1, this.#log.length - lost)), textRow(head + 1)]
    this.#epoch += 1
  }

  loadOlder(): void {
    const before = oldestSeq(this.state)
    if (before === null) return
    const rows = this.#log.filter(({ seq }) => seq < before).slice(-10)
    this.change((state) => olderReceived(state, rows, true))
  }

  /** The page is loaded again: calls have no result any more. */
  reload(): void {
    const stored = this.#store()
    for (const message of this.sent) message.isCalling = false
    this.state = applyMessages(roomOpened(EMPTY_FEED, 'room-1'), [
      batch(this.#log.slice(-HISTORY), { epoch: this.#epoch }),
    ])
    this.change((state) => outgoing.addUnsent(state, parseOutbox(stored)))
  }

  /** The session ends and the same member signs in again. */
  signInAgain(): void {
    const stored = this.#store()
    this.change((state) => outgoing.addUnsent(outgoing.removeMemberData(state), parseOutbox(stored)))
  }

  /** Returns the stored messages. Acknowledged ones are not among them: the server has them. */
  #store(): string {
    const acknowledged = new Set(this.state.outgoing.flatMap((item) => (item.acknowledged ? [item.cid] : [])))
    for (const message of this.sent) message.wasShown ||= acknowledged.has(message.cid)
    return serializeOutbox(outgoing.unsentMessages(this.state))
  }

  #apply(...messages: FeedMessage[]): void {
    this.change((state) => applyMessages(state, messages))
  }

  /** How often each message of the member is shown, in the live list and in the list that is read. */
  check(): void {
    const { items, outgoing, reading } = this.state
    const live = cidsOf([...items, ...outgoing])
    const read = reading === null ? null : cidsOf([...reading.view, ...reading.queued])
    for (const message of this.sent) {
      const { cid } = message
      const entry = this.#log.find((row) => row.cid === cid)
      message.wasShown ||= items.some((item) => item.type === 'row' && item.row.cid === cid)
      const count = live.filter((other) => other === cid).length
      expect(count, `${cid} in the live list`).toBeLessThanOrEqual(1)
      if (read) expect(read.filter((other) => other === cid).length, `${cid} while reading`).toBeLessThanOrEqual(1)
      // A message that left the list was removed by the member, or its entry was shown or passed.
      const isPassed = entry !== undefined && entry.seq <= this.state.lastSeq
      if (count === 0) expect(message.isDismissed || message.wasShown || isPassed, `${cid} is gone`).toBe(true)
    }
  }
}

function cidsOf(items: readonly FeedItem[]): string[] {
  return items.flatMap((item) => {
    if (item.type === 'outgoing') return [item.cid]
    return item.type === 'row' && item.row.isMine && item.row.cid !== undefined ? [item.row.cid] : []
  })
}

const number = fc.nat(50)
const action = fc.oneof(
  { weight: 6, arbitrary: fc.constant((room: Room) => room.send()) },
  { weight: 3, arbitrary: number.map((at) => (room: Room) => act(room, at, isCalling, (one) => room.post(one))) },
  {
    weight: 3,
    arbitrary: number.map((at) => (room: Room) => act(room, at, isCalling, (one) => room.acknowledge(one))),
  },
  { weight: 5, arbitrary: number.map((at) => (room: Room) => act(room, at, isCalling, (one) => room.fail(one))) },
  { weight: 2, arbitrary: number.map((at) => (room: Room) => actOnFailed(room, at, (one) => room.retry(one))) },
  { weight: 1, arbitrary: number.map((at) => (room: Room) => actOnFailed(room, at, (one) => room.dismiss(one))) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 8 }).map((count) => (room: Room) => room.crowd(count)) },
  { weight: 1, arbitrary: fc.constant((room: Room) => room.crowd(600)) },
  { weight: 4, arbitrary: fc.constantFrom(1, 3, 20, 700).map((count) => (room: Room) => room.receive(count)) },
  { weight: 1, arbitrary: fc.constant((room: Room) => room.reset()) },
  { weight: 1, arbitrary: fc.nat(6).map((lost) => (room: Room) => room.changeEpoch(lost)) },
  { weight: 1, arbitrary: fc.constant((room: Room) => room.reload()) },
  { weight: 1, arbitrary: fc.constant((room: Room) => room.signInAgain()) },
  { weight: 2, arbitrary: fc.constant((room: Room) => room.change(startReading)) },
  { weight: 1, arbitrary: fc.constant((room: Room) => room.change(readMore)) },
  { weight: 1, arbitrary: fc.constant((room: Room) => room.loadOlder()) },
  { weight: 1, arbitrary: fc.constant((room: Room) => room.change(stopReading)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('all' as const, 'gifts' as const)
      .map((filter) => (room: Room) => room.change((state) => setFilter(state, filter))),
  },
)

const isCalling = (message: Sent) => message.isCalling

function act(room: Room, at: number, holds: (message: Sent) => boolean, step: (message: Sent) => unknown): void {
  const message = room.one(at, holds)
  if (message !== undefined) step(message)
}

function actOnFailed(room: Room, at: number, step: (message: Sent) => unknown): void {
  act(room, at, (message) => room.isFailed(message), step)
}

it('settled 14 an own message is shown once until the member removes it or the log has it', () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 80 }), (actions) => {
      const room = new Room()
      for (const step of actions) {
        step(room)
        room.check()
      }
    }),
    { numRuns: 300 },
  )
})

it('a row of the history replaces its pending and its failed message', () => {
  const pending = outgoing.addOutgoing(applyMessages(roomOpened(EMPTY_FEED, 'room-1'), [batch([textRow(40)])]), {
    cid: 'cid-00000',
    text: '稳住',
    reply: null,
  })
  const page = [textRow(39, '稳住', { isMine: true, cid: 'cid-00000' })]
  for (const state of [pending, outgoing.failOutgoing(pending, 'cid-00000', failure(-1, '请求超时'))]) {
    const { items, outgoing, reading } = olderReceived(startReading(state), page, true)
    expect(reading?.view.map(({ key }) => key)).toEqual(['e39', 'e40'])
    expect([...items, ...outgoing].map(({ key }) => key)).toEqual(['e40'])
  }
})

it('a row that the worker did not mark as own replaces its pending and its failed message', () => {
  const author = { ...textRow(1).author!, userId: 'u-me' }
  const row = textRow(2, '稳住', { author, cid: 'cid-00000' })
  const pending = outgoing.addOutgoing(opened, { cid: 'cid-00000', text: '稳住', reply: null })
  for (const state of [pending, outgoing.failOutgoing(pending, 'cid-00000', failure(-1, '请求超时'))]) {
    const next = applyMessages(state, withOwnRows([batch([row])], 'u-me'))
    expect([...next.items, ...next.outgoing].map(({ key }) => key)).toEqual(['e1', 'e2'])
    expect(applyMessages(state, withOwnRows([batch([row])], 'u-other')).lastSeq).toBe(2)
  }
})

it('every failed message stays, however many there are', () => {
  const room = new Room()
  for (let count = 0; count < 41; count += 1) {
    room.send()
    room.fail(room.sent[count]!)
  }
  room.crowd(1_500)
  room.receive(1_500)
  room.reset()
  room.reload()
  expect(cidsOf(room.state.items).filter((cid) => room.sent.some((message) => message.cid === cid))).toHaveLength(41)
})
