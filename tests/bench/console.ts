import { sql } from 'drizzle-orm'
import type { ConsoleActionName, ConsoleRequestOf } from '#protocol/console/table.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Database } from '#server/database/database.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from '../server/console/console-support.ts'
import { STORE_KINDS } from '../support/store.ts'
import { type Bench, percentile } from './harness/figures.ts'

/** A smaller one tries the bench out, for example 0.01. Its figures are not comparable. */
const SCALE = Number(process.env['CONSOLE_SCALE'] ?? 1)
const MEMBERS = 100_000 * SCALE
const ROOMS = 1_000 * SCALE
const AUDIT_LINES = 1_000_000 * SCALE
const NEWS = 1_000 * SCALE
/** Rows per INSERT, because a statement has a time limit. */
const BATCH = 50_000
const CALLS = 40
/** 95 % of the calls of console pages are answered within this time. */
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
  | 'room, changed'
  | 'room, opened or closed'
  | 'content, saved'
  | 'configuration, saved'
  | 'address, blocked'

const NEWS_BODY = {
  category: 'football',
  kicker: '前瞻',
  title: '决赛前瞻',
  summary: '两队今晚争冠。',
  img: '',
  alt: '',
  text: '两队今晚争冠，首发名单已经公布。\n'.repeat(100),
  isTop: 0,
}

/** SQL for an id of version 7 `i` seconds before a time (epoch milliseconds). */
const idBefore = (time: number) =>
  sql`(lpad(to_hex(${time}::bigint - i * 1000), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' ||
    substr(md5(i::text), 4, 15))::uuid`

async function fill({ db }: Database, now: number): Promise<void> {
  for (let from = 1; from <= AUDIT_LINES; from += BATCH) {
    const lines = sql`generate_series(${from}::int, ${Math.min(from + BATCH - 1, AUDIT_LINES)}::int) as i`
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await db.execute(sql`insert into audit_log (id, at, actor, address, action, target, after)
      select ${idBefore(now)},
        to_timestamp(${now}::float8 / 1000 - i), 'operator' || i % 20, '192.0.2.1',
        (${sql.param(AUDITED_ACTIONS)}::text[])[1 + i % ${AUDITED_ACTIONS.length}::int], 'member m' || i % 50000,
        '{"reason": "a reason of some length"}'
      from ${lines}`)
  }
  for (let from = 1; from <= MEMBERS; from += BATCH) {
    const numbers = sql`generate_series(${from}::int, ${Math.min(from + BATCH - 1, MEMBERS)}::int) as i`
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
  await db.execute(sql`insert into content_item (id, kind, body, is_published)
    select ${idBefore(now)}, 'news', ${JSON.stringify(NEWS_BODY)}::jsonb, true
    from generate_series(1, ${NEWS}::int) as i`)
  await db.execute(sql`analyze audit_log`)
  await db.execute(sql`analyze member`)
}

/** The 95th percentile of the calls in turn, in milliseconds. */
async function p95(
  console: TestConsole,
  call: (at: number) => Promise<{ code: number; data: unknown }>,
): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < CALLS; at += 1) {
    // The rate limit follows the clock of the test.
    console.clock.move(100)
    const begun = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { code, data } = await call(at)
    times.push(performance.now() - begun)
    if (code !== 0) throw new Error(`a call was refused: ${code} ${JSON.stringify(data)}`)
  }
  return percentile(times, 0.95)
}

/** Pages of the console with many members, rooms and lines of the audit log; on PostgreSQL with TEST_DATABASE_URL. */
export const consoleBench: Bench<Figure> = {
  name: 'console',
  about: 'console calls with 100,000 members, 1,000 rooms and 1,000,000 audit lines, reads and writes, 95th percentile',
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
    'room, changed': { unit: 'ms', atMost: P95_MS },
    'room, opened or closed': { unit: 'ms', atMost: P95_MS },
    'content, saved': { unit: 'ms', atMost: P95_MS },
    'configuration, saved': { unit: 'ms', atMost: P95_MS },
    'address, blocked': { unit: 'ms', atMost: P95_MS },
  },
  defaultRuns: 1,
  async run() {
    const console = await openTestConsole(STORE_KINDS.at(-1))
    try {
      const { client } = await console.setUp()
      await fill(console.database, console.clock.now())
      const { liveRooms, content } = console.services
      await liveRooms.start()
      liveRooms.stop()
      await content.refresh()
      if (liveRooms.matches().length !== ROOMS) throw new Error('the live rooms are not open')
      return { ...(await readPages(console, client)), ...(await writeItems(console, client)) }
    } finally {
      await console.close()
    }
  },
}

const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item

async function readPages(console: TestConsole, client: ConsoleClient) {
  const now = console.clock.now()
  const measure = <Name extends ConsoleActionName>(name: Name, params: (at: number) => ConsoleRequestOf<Name>) =>
    p95(console, (at) => client.call(name, params(at)))
  const { list: rooms } = (await client.call('room.list', { text: '' })).data
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
  return {
    members: await measure('member.search', (at) => ({ text: pick(searches, at) })),
    member: await measure('member.get', (at) => ({ userId: `public${1 + ((at * 97) % MEMBERS)}` })),
    'live rooms': await measure('room.list', (at) => ({ text: pick(['', '直播间1009', '主播77', '100500'], at) })),
    'live room': await measure('room.get', (at) => ({ id: pick(rooms, at).id })),
    anchors: await measure('anchor.list', (at) => ({ text: pick(['', '主播99', 'nobody'], at) })),
    overview: await measure('overview.get', () => ({})),
    'audit log': await measure('audit.list', () => ({})),
    'audit log, filtered': await measure('audit.list', (at) => pick(filters, at)),
    'audit log, last page': await measure('audit.list', () => last),
  }
}

/** Returns the version of an item that the next change replaces. */
function countVersions(first: number): (id: string) => number {
  const versions = new Map<string, number>()
  return (id) => {
    const version = versions.get(id) ?? first
    versions.set(id, version + 1)
    return version
  }
}

/** Changes of existing items, each with its effect on the rooms and pages of this process. */
async function writeItems(console: TestConsole, client: ConsoleClient) {
  const { list: rooms } = (await client.call('room.list', { text: '' })).data
  const { list: news } = (await client.call('content.list', { kind: 'news' })).data
  const [roomVersion, newsVersion, configVersion] = [countVersions(1), countVersions(1), countVersions(0)]
  const times = { startsAt: null, endsAt: null }
  const reason = '测量'
  return {
    'room, changed': await p95(console, (at) => {
      const { id, title, startsAt } = pick(rooms, at)
      const change = { title, intro: `第 ${at} 次`, startsAt, isGiftOpen: true, hasTestPicture: at % 2 === 0 }
      return client.call('room.update', { id, version: roomVersion(id), ...change })
    }),
    'room, opened or closed': await p95(console, (at) => {
      const { id } = pick(rooms, Math.floor(at / 2))
      return client.call('room.setOpen', { id, version: roomVersion(id), isOpen: at % 2 === 1 })
    }),
    'content, saved': await p95(console, (at) => {
      const { id, kind } = pick(news, at)
      const body = { ...NEWS_BODY, title: `决赛前瞻 ${at}` }
      return client.call('content.save', {
        id,
        version: newsVersion(id),
        kind,
        body,
        isPublished: true,
        ...times,
        reason,
      })
    }),
    'configuration, saved': await p95(console, (at) => {
      const stored = { siteName: `绿茵直播 ${at}` }
      return client.call('config.save', { version: configVersion(''), stored, reason })
    }),
    'address, blocked': await p95(console, (at) =>
      client.call('block.add', { kind: 'address', value: `203.0.113.${at}`, reason, hours: 24 }),
    ),
  }
}
