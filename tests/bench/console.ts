import { sql } from 'drizzle-orm'
import type { ConsoleActionName, ConsoleRequestOf } from '#protocol/console/table.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Database } from '#server/database/database.ts'
import { openTestConsole, type TestConsole } from '../server/console/console-support.ts'
import { STORE_KINDS } from '../support/store.ts'
import { type Bench, percentile } from './harness/figures.ts'

const MEMBERS = 100_000
const ROOMS = 1_000
const AUDIT_LINES = 1_000_000
/** Rows per INSERT, because a statement has a time limit. */
const BATCH = 50_000
const CALLS = 40
/** Issue 21: 95 % of the calls of console pages are answered within this time. */
const P95_MS = 150
const AUDITED_ACTIONS = ['member.ban', 'member.mute', 'coins.adjust', 'operator.setRole']

type Figure =
  | 'members'
  | 'member'
  | 'live rooms'
  | 'live room'
  | 'anchors'
  | 'overview'
  | 'audit log'
  | 'audit log, filtered'
  | 'audit log, last page'

/** SQL for an id of version 7 `i` seconds before a time (epoch milliseconds). */
const idBefore = (time: number) =>
  sql`(lpad(to_hex(${time}::bigint - i * 1000), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' ||
    substr(md5(i::text), 4, 15))::uuid`

async function fill({ db }: Database, now: number): Promise<void> {
  for (let from = 1; from <= AUDIT_LINES; from += BATCH) {
    const lines = sql`generate_series(${from}::int, ${from + BATCH - 1}::int) as i`
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await db.execute(sql`insert into audit_log (id, at, actor, address, action, target, after)
      select ${idBefore(now)},
        to_timestamp(${now}::float8 / 1000 - i), 'operator' || i % 20, '192.0.2.1',
        (${sql.param(AUDITED_ACTIONS)}::text[])[1 + i % ${AUDITED_ACTIONS.length}::int], 'member m' || i % 50000,
        '{"reason": "a reason of some length"}'
      from ${lines}`)
  }
  for (let from = 1; from <= MEMBERS; from += BATCH) {
    const numbers = sql`generate_series(${from}::int, ${from + BATCH - 1}::int) as i`
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await db.execute(sql`insert into member (id, name, public_id, nickname, avatar, site_id, currency, created_at)
      select ${idBefore(now)}, 'm' || i, 'public' || i, '看客' || i, '', 5009,
        'CNY', to_timestamp(${now}::float8 / 1000 - i)
      from ${numbers}`)
  }
  await db.execute(sql`insert into live_anchor (id, no, nick, max_kbps, created_at)
    select ${idBefore(now)}, 100000 + i, '主播' || i, 6000, to_timestamp(${now}::float8 / 1000)
    from generate_series(1, ${ROOMS}::int) as i`)
  await db.execute(sql`insert into live_room (id, anchor_id, title, intro, starts_at, created_at)
    select id, id, '直播间' || no, '', created_at, created_at from live_anchor`)
  await db.execute(sql`analyze audit_log`)
  await db.execute(sql`analyze member`)
}

/** The 95th percentile of the calls in turn, in milliseconds. */
async function p95(console: TestConsole, call: (at: number) => Promise<{ code: number }>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < CALLS; at += 1) {
    // The rate limit follows the clock of the test.
    console.clock.move(100)
    const begun = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { code } = await call(at)
    times.push(performance.now() - begun)
    if (code !== 0) throw new Error(`a call was refused: ${code}`)
  }
  return percentile(times, 0.95)
}

/** Pages of the console with many members, rooms and lines of the audit log; on PostgreSQL with TEST_DATABASE_URL. */
export const consoleBench: Bench<Figure> = {
  name: 'console',
  about: 'console calls with 100,000 members, 1,000 rooms and 1,000,000 audit lines, 95th percentile',
  figures: {
    members: { unit: 'ms', atMost: P95_MS },
    member: { unit: 'ms', atMost: P95_MS },
    'live rooms': { unit: 'ms', atMost: P95_MS },
    'live room': { unit: 'ms', atMost: P95_MS },
    anchors: { unit: 'ms', atMost: P95_MS },
    overview: { unit: 'ms', atMost: P95_MS },
    'audit log': { unit: 'ms', atMost: P95_MS },
    'audit log, filtered': { unit: 'ms', atMost: P95_MS },
    'audit log, last page': { unit: 'ms', atMost: P95_MS },
  },
  defaultRuns: 1,
  async run() {
    const console = await openTestConsole(STORE_KINDS.at(-1))
    try {
      const now = console.clock.now()
      const { client } = await console.setUp()
      await fill(console.database, now)
      const { liveRooms } = console.services
      await liveRooms.start()
      liveRooms.stop()
      const { list: rooms } = (await client.call('room.list', { text: '' })).data
      if (liveRooms.matches().length !== ROOMS) throw new Error('the live rooms are not open')
      const measure = <Name extends ConsoleActionName>(name: Name, params: (at: number) => ConsoleRequestOf<Name>) =>
        p95(console, (at) => client.call(name, params(at)))
      const filters: readonly ConsoleRequestOf<'audit.list'>[] = [
        { actor: 'operator7' },
        { action: 'coins.adjust', target: 'member m77' },
        { target: 'member m4321', actor: 'operator1' },
        { from: now - 600_000_000, to: now - 590_000_000, action: 'member.ban' },
        { actor: 'nobody' },
      ]
      const last = { to: now - (AUDIT_LINES - 100) * SECOND_MS }
      if ((await client.call('audit.list', last)).data.list.length < 50) throw new Error('the audit log is not filled')
      const searches = ['m777', '看客9', '77', 'public5', 'nobody', '']
      const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item
      return {
        members: await measure('member.search', (at) => ({ text: pick(searches, at) })),
        member: await measure('member.get', (at) => ({ userId: `public${1 + at * 97}` })),
        'live rooms': await measure('room.list', (at) => ({ text: pick(['', '直播间1009', '主播77', '100500'], at) })),
        'live room': await measure('room.get', (at) => ({ id: pick(rooms, at).id })),
        anchors: await measure('anchor.list', (at) => ({ text: pick(['', '主播99', 'nobody'], at) })),
        overview: await measure('overview.get', () => ({})),
        'audit log': await measure('audit.list', () => ({})),
        'audit log, filtered': await measure('audit.list', (at) => pick(filters, at)),
        'audit log, last page': await measure('audit.list', () => last),
      }
    } finally {
      await console.close()
    }
  },
}
