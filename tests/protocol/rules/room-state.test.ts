import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MATCH_EVENTS_MAX } from '#protocol/constants.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { EntryData, MatchEvent } from '#protocol/room/feed.ts'
import type { ChangeKind } from '#protocol/room/kinds.ts'
import { MAX_MARQUEE_ITEMS, type RoomChange, type RoomState, stateAfter } from '#protocol/rules/room-state.ts'
import { marketId } from '#protocol/sports/market-keys.ts'
import type { Market } from '#protocol/sports/markets.ts'
import { type EntryDraft, type LogEntry, makeEntry, parseEntry } from '#server/rooms/log/entries.ts'
import { Room } from '#server/rooms/room.ts'
import { applyMessages } from '#state/feed/apply-batch.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { SNAPSHOT } from '../../ui/support/feed-fixtures.ts'
import { FeedBench } from '../../workers/feed/feed-support.ts'

const START = SNAPSHOT.clock.phaseStartedAt

const event = fc.record<MatchEvent>(
  {
    id: fc.constantFrom('v1', 'v2', 'v3', 'v4', 'v5'),
    type: fc.constantFrom('goal', 'corner'),
    side: fc.constantFrom('home', 'away'),
    minute: fc.integer({ min: 0, max: 6 }),
    added: fc.integer({ min: 0, max: 2 }),
    text: fc.constantFrom('进球', '改判'),
    homeScore: fc.constantFrom(0, 1),
    awayScore: fc.constantFrom(0, 1),
  },
  { requiredKeys: ['id', 'type', 'side', 'minute', 'text', 'homeScore', 'awayScore'] },
)
const clock = fc.record({
  phase: fc.constantFrom('before', 'first-half', 'second-half', 'ended'),
  phaseStartedAt: fc.constant(START),
})
const item = fc.record({
  id: fc.constantFrom('q1', 'q2', 'q3'),
  category: fc.constantFrom(1, 2),
  pmdTimerStart: fc.constant(null),
  pmdTimerEnd: fc.constantFrom(null, START + 5, START + 20),
  content: fc.constantFrom('开场', '中场'),
})
const STATES = ['open', 'suspended', 'closed'] as const
const market = fc
  .record({
    matchId: fc.constantFrom('m1', 'm2'),
    kind: fc.constantFrom('winner' as const, 'total' as const),
    line: fc.constantFrom(0, 10),
    version: fc.integer({ min: 1, max: 6 }),
  })
  // The version determines the rest.
  .map((key): Market => ({
    ...key,
    state: STATES[(key.version + key.line) % 3] ?? 'open',
    selections: [{ outcome: 'home', price: 1_500 + key.version, move: 'up' }],
  }))
const draft: fc.Arbitrary<EntryDraft> = fc.oneof(
  fc
    .record({ market, removed: fc.boolean() }, { requiredKeys: ['market'] })
    .map((data) => ({ kind: 'market' as const, data: data as EntryData['market'] })),
  fc
    .record({ viewers: fc.nat(9), homeScore: fc.nat(3), clock, event }, { requiredKeys: [] })
    .map((data) => ({ kind: 'status' as const, data: data as EntryData['status'] })),
  event.map((one) => ({ kind: 'system' as const, data: { text: one.text, event: one } })),
  fc.record({ item, removed: fc.boolean() }).map((data) => ({ kind: 'marquee' as const, data })),
  fc.constantFrom('置顶', null).map((text) => ({ kind: 'pin' as const, data: { text } })),
  fc
    .boolean()
    .map((muteAll) => ({ kind: 'setup' as const, data: { ...SNAPSHOT.setup, muteAll, changed: ['muteAll'] } })),
  fc.constant({ kind: 'text' as const, data: { text: '好球' } }),
)
const log = fc
  .array(draft, { maxLength: 30 })
  .map((drafts) =>
    drafts.map((one, index) => makeEntry({ chatRoomNo: 'r', epoch: 1, seq: index + 1, at: START + index }, one)),
  )

function openRoom(): Room {
  const { anchorStatus, homeScore, guestScore, clock: first, setup } = SNAPSHOT
  const status = { anchorStatus, homeScore, guestScore, clock: first }
  const definition = {
    chatRoomNo: 'r',
    matchId: 'm',
    anchorRoomId: 'a',
    title: '',
    venueName: '',
    status,
    setup,
    admins: [],
  }
  // Sealer and coalescer are for frames only.
  return new Room(definition, null, new Map(), null as never, null as never)
}

/** The snapshot of the server after these entries, as it arrives at a page. */
function snapshotAfter(entries: readonly LogEntry[]): RoomSnapshot {
  const room = openRoom()
  room.take(entries)
  return JSON.parse(JSON.stringify(room.snapshot(null))) as RoomSnapshot
}

/** The snapshot of a page that joins with one of the server and then receives entries in batches of this size. */
function followed(snapshot: RoomSnapshot, entries: readonly LogEntry[], size: number): RoomSnapshot | null {
  const bench = new FeedBench(false)
  for (let from = 0; from < entries.length; from += size) {
    bench.push(entries.slice(from, from + size).map(parseEntry))
    bench.drain()
  }
  return applyMessages({ ...EMPTY_FEED, snapshot }, bench.messages).snapshot
}

/** Without the viewers, which the server counts itself, and the order of the markets, which has no meaning. */
const comparable = ({ markets, ...snapshot }: RoomSnapshot) => ({
  ...snapshot,
  viewers: 0,
  markets: markets.toSorted((one, other) => (marketId(one) < marketId(other) ? -1 : 1)),
})

describe('the state of a room', () => {
  it('is the same for server and page, whenever the page joined and however the entries were batched', () => {
    fc.assert(
      fc.property(log, fc.nat(30), fc.integer({ min: 1, max: 10 }), (entries, joined, size) => {
        const page = followed(snapshotAfter(entries.slice(0, joined)), entries.slice(joined), size)
        expect(page && comparable(page)).toEqual(comparable(snapshotAfter(entries)))
      }),
    )
  })

  it('is the same if entries before the snapshot are applied again', () => {
    fc.assert(
      fc.property(log, fc.nat(30), fc.nat(30), (entries, joined, from) => {
        const page = followed(snapshotAfter(entries.slice(0, joined)), entries.slice(Math.min(from, joined)), 30)
        expect(page && comparable(page)).toEqual(comparable(snapshotAfter(entries)))
      }),
    )
  })

  it('has its events in order of match time', () => {
    fc.assert(
      fc.property(log, (entries) => {
        const times = snapshotAfter(entries).events.map(({ minute, added = 0 }) => minute * 100 + added)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
      }),
    )
  })

  it('has the newest version of each offered market, and none that is closed or removed', () => {
    fc.assert(
      fc.property(log, (entries) => {
        const { markets } = snapshotAfter(entries)
        const sent = entries
          .map(parseEntry)
          .flatMap(({ data }) => ('market' in data ? [data] : []))
          .map((data) => ({ ...data, id: marketId(data.market) }))
        expect(new Set(markets.map(marketId)).size).toBe(markets.length)
        for (const { version, state, ...key } of markets) {
          const newest = sent.filter(({ id, market: one }) => id === marketId(key) && one.version === version)
          expect(state).not.toBe('closed')
          expect(newest.length).toBeGreaterThan(0)
        }
        const last = sent.at(-1)
        if (last === undefined) return
        const shown = markets.find((one) => marketId(one) === last.id)
        const isOffered = last.removed !== true && last.market.state !== 'closed'
        if (isOffered) expect(shown?.version ?? 0).toBeGreaterThanOrEqual(last.market.version)
        else expect(shown === undefined || shown.version > last.market.version).toBe(true)
      }),
    )
  })

  const change = <Kind extends ChangeKind>(kind: Kind, data: EntryData[Kind]) =>
    ({ kind, at: START, data }) as RoomChange
  const goal = (number: number, minute = number): MatchEvent => ({
    id: `v${number}`,
    type: 'goal',
    side: 'home',
    minute,
    text: '进球',
    homeScore: number,
    awayScore: 0,
  })

  it('has a corrected event at its minute', () => {
    const played = [goal(1), goal(2), goal(3)].map((one) => change('system', { text: '', event: one }))
    const corrected = change('system', { text: '', event: { ...goal(1), text: '改判' } })
    const state = [...played, corrected].reduce<RoomState>(stateAfter, SNAPSHOT)
    expect(state.events.map(({ id, text }) => [id, text])).toEqual([
      ['v1', '改判'],
      ['v2', '进球'],
      ['v3', '进球'],
    ])
  })

  it('keeps its identity if nothing changes, and that of its events after other changes', () => {
    const scored = stateAfter(SNAPSHOT as RoomState, change('status', { event: goal(1) }))
    expect(stateAfter(scored, change('system', { text: '', event: goal(1) }))).toBe(scored)
    expect(stateAfter(scored, change('status', { viewers: 3 })).events).toBe(scored.events)
  })

  it('is bounded: the earliest events and the oldest marquee items are removed', () => {
    const numbers = [...Array(MATCH_EVENTS_MAX + 5).keys()]
    const changes = numbers.flatMap((number) => [
      change('status', { event: goal(number) }),
      change('marquee', {
        item: { id: `q${number}`, category: 2, pmdTimerStart: null, pmdTimerEnd: null, content: '好球' },
      }),
    ])
    const state = changes.reduce<RoomState>(stateAfter, SNAPSHOT)
    expect(state.events.map(({ id }) => id)).toEqual(numbers.slice(5).map((number) => `v${number}`))
    expect(state.marquee.map(({ id }) => id)).toEqual(numbers.slice(-MAX_MARQUEE_ITEMS).map((number) => `q${number}`))
  })
})
