import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { RawSocket } from '#load/raw-socket.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import { NAMESPACES } from '#protocol/room/server-events.ts'
import { DAY_MS, HOUR_MS, siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import type { Database, DrizzleDatabase } from '#server/database/database.ts'
import { clubRun } from '#server/database/schema/club.ts'
import { member } from '#server/database/schema/member.ts'
import { message, messageState } from '#server/database/schema/message.ts'
import { authorOf } from '#server/rooms/author.ts'
import { SITE_ROOM_DEFINITION } from '#server/rooms/hub.ts'
import { SocketServer } from '#server/rooms/socket/sockets.ts'
import { openTestConsole, type TestConsole } from '../server/console/console-support.ts'
import { STORE_KINDS } from '../support/store.ts'
import { preciseNow } from './harness/clock.ts'
import { type Bench, percentile } from './harness/figures.ts'

/** Rows per INSERT, because a statement has a time limit. */
const BATCH = 50_000
/** Days over which the bets of a member are spread; the last one is the day that the job counts. */
const DAYS = 10
/** Sockets that open at the same time. */
const JOINING = 50

export interface ClubSize {
  readonly members: number
  readonly bets: number
  /** Members with an open socket. */
  readonly connected: number
}

/** A smaller one tries the benches out, for example 0.01. Its figures are not comparable. */
const SCALE = Number(process.env['CLUB_SCALE'] ?? 1)
const FULL: ClubSize = { members: 100_000 * SCALE, bets: 1_000_000 * SCALE, connected: 5_000 * SCALE }

/** The fields are one member or bet `i`. Members can sign in, since grades of the demo's crowd are preset. */
async function fill({ db }: Database, { members, bets }: Omit<ClubSize, 'connected'>, now: number): Promise<void> {
  await inBatches(members, (numbers) =>
    db.execute(sql`insert into member (id, name, public_id, nickname, avatar, site_id, currency, pwd_hash, created_at)
      select md5('m' || i)::uuid, 'm' || i, 'public' || i, '看客' || i, '', 5009, 'CNY', '$argon2id$',
        to_timestamp(${(now - 30 * DAY_MS) / 1000}::float8)
      from ${numbers}`),
  )
  // The account that each member has from the registration on.
  await inBatches(members, (numbers) =>
    db.execute(sql`insert into account (id, owner_type, owner_id, currency, kind)
      select gen_random_uuid(), 'member', md5('m' || i)::uuid::text, 'COIN', 'coin' from ${numbers}`),
  )
  const perDay = Math.ceil(bets / DAYS)
  const first = timeOfSiteDay(siteDayOf(now) - DAYS + 1)
  await inBatches(bets, (numbers) =>
    asReplica(db, (tx) =>
      // Ids in the order of time, as those of real bets: the bets of a member are far apart.
      tx.execute(sql`insert into bet (id, member_id, account_id, is_crowd, currency, stake, price, accept, state, version,
          max_return, returned, idem_key, stake_tx, placed_at, settled_at)
        select (lpad(to_hex(i), 12, '0') || substr(md5(i::text), 1, 20))::uuid, md5('m' || (1 + i % ${members}))::uuid,
          gen_random_uuid(), false, 'CNY', stake, 1800, 'any', state, 1, stake * 2,
          case state when 'won' then stake * 18 / 10 when 'refunded' then stake when 'half-won' then stake * 14 / 10
            when 'half-lost' then stake / 2 when 'cashed-out' then stake * 11 / 10 else 0 end,
          i::text, gen_random_uuid(), at, at + interval '2 hours'
        from (select i, 1000 + hashint4(i)::bigint % 1000 * 50 + 49950 as stake,
            to_timestamp((${first}::float8 + (i / ${perDay}) * ${DAY_MS}::float8 + i % ${perDay} / ${perDay}::float8 * ${20 * HOUR_MS}::float8) / 1000) as at,
            (array['won', 'won', 'won', 'won', 'lost', 'lost', 'lost', 'lost', 'lost', 'half-won', 'half-lost', 'refunded',
              'cashed-out'])[1 + abs(hashint4(i + 7)) % 13] as state
          from ${numbers}) one`),
    ),
  )
  // As autovacuum does in the hours over which members and bets come.
  for (const table of ['member', 'account', 'bet']) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await db.execute(sql.raw(`vacuum analyze ${table}`))
  }
}

async function inBatches(count: number, insert: (numbers: ReturnType<typeof sql>) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await insert(sql`generate_series(${from}::int, ${Math.min(from + BATCH, count) - 1}::int) as i`)
  }
}

/** Runs without the triggers that protect tables. Bets have no postings. */
function asReplica(db: DrizzleDatabase, work: (tx: Pick<DrizzleDatabase, 'execute'>) => Promise<unknown>) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await work(tx)
  })
}

/** Number and hash of everything that the job writes, without generated ids. */
async function digestOf({ db }: Database): Promise<string> {
  const parts = [
    sql`select m.name || ' ' || m.vip_level as line from member m`,
    sql`select concat_ws(' ', 'h', member_id, day, from_grade, to_grade, reason) from vip_history`,
    sql`select concat_ws(' ', 'r', member_id, day, venue_class, currency, turnover, ppm, amount, correction, is_barred) from rebate_day`,
    sql`select concat_ws(' ', 'p', member_id, day, turnover, ppm, amount, correction, is_barred) from points_day`,
  ]
  const { rows } = await db.execute<{ digest: string }>(sql`
    select count(*) || ' ' || sum(hashtextextended(line, 0)::numeric) as digest
    from (${sql.join(parts, sql` union all `)}) written`)
  return rows[0]?.digest ?? ''
}

type NightlyFigure = 'job' | 'again' | 'repeated' | 'grades' | 'rebates' | 'different'

/** The job on a filled site, once more after a kill before its end was stored, and once more from nothing. */
export async function runNightly(console: TestConsole, size: ClubSize): Promise<Record<NightlyFigure, number>> {
  const { database, services, clock } = console
  const { db } = database
  const { job } = services.club
  await job.run()
  await fill(database, size, clock.now())
  const timed = async () => {
    const begun = performance.now()
    const changes = await job.run()
    return { seconds: (performance.now() - begun) / 1_000, changes }
  }
  await db.delete(clubRun)
  clock.move(DAY_MS)
  const first = await timed()
  const digest = await digestOf(database)
  await db.delete(clubRun)
  const repeated = await timed()
  const afterRepetition = await digestOf(database)
  const rebates = Number(
    (await db.execute<{ count: number }>(sql`select count(*)::int as count from rebate_day`)).rows[0]?.count,
  )
  await asReplica(db, async (tx) => {
    for (const table of ['club_run', 'vip_history', 'rebate_day', 'points_day']) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await tx.execute(sql.raw(`delete from ${table}`))
    }
    await tx.execute(sql`update member set vip_level = 0`)
  })
  for (const table of ['member', 'vip_history', 'rebate_day', 'points_day']) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await db.execute(sql.raw(`vacuum analyze ${table}`))
  }
  const again = await timed()
  const results = [afterRepetition, await digestOf(database)]
  return {
    job: first.seconds,
    again: again.seconds,
    repeated: repeated.seconds,
    grades: first.changes,
    rebates,
    different: results.filter((one) => one !== digest).length + repeated.changes,
  }
}

const nightlyBench: Bench<NightlyFigure> = {
  name: 'club-nightly',
  about:
    'VIP grades, rebates and points of 100,000 members from 1,000,000 settled bets on PostgreSQL, and the same again',
  figures: {
    job: { unit: 's', atMost: 60 },
    again: { unit: 's', atMost: 60 },
    // Nothing is left to write.
    repeated: { unit: 's', atMost: 60 },
    grades: { unit: 'count' },
    rebates: { unit: 'count' },
    different: { unit: 'count', atMost: 0 },
  },
  defaultRuns: 1,
  run: () => withConsole((console) => runNightly(console, FULL)),
}

type MessageFigure = 'stored' | 'rows' | 'p50' | 'p95' | 'lost' | 'doubled' | 'counted'

/** An operator sends a message to all; every connected member gets it on a socket. Server and sockets share a process. */
export async function runMessage(console: TestConsole, size: ClubSize): Promise<Record<MessageFigure, number>> {
  const { database, services } = console
  const { client } = await console.setUp()
  await fill(database, { ...size, bets: 0 }, console.clock.now())
  const members = await database.db.select().from(member).limit(size.connected)
  const hub = services.rooms
  await hub.open(SITE_ROOM_DEFINITION)
  const http = createServer()
  const sockets = new SocketServer(http, {
    hub,
    sessions: services.sessions,
    isOriginAllowed: () => true,
    limits: { perAddress: size.connected + 10, opensPerSecond: size.connected },
    now: Date.now,
    onError: globalThis.console.error,
  })
  services.messageEvents.listen((audience, change) => sockets.sendMessage(audience, change))
  http.listen(0, '127.0.0.1', 8_192)
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const readers: Reader[] = []
  try {
    for (let from = 0; from < members.length; from += JOINING) {
      const joining = members.slice(from, from + JOINING).map(async (one) => {
        const { epoch, seq } = hub.log.head(SITE_ROOM)
        const author = authorOf({ ...one, userId: one.publicId })
        const holder = { sessionId: one.id, memberId: one.id, expireAt: Number.MAX_SAFE_INTEGER, author }
        return hub.tickets.issue({
          chatRoomNo: SITE_ROOM,
          namespace: 'web',
          holder,
          deviceId: one.name,
          siteId: 5009,
          epoch,
          seq,
        })
      })
      // oxlint-disable-next-line no-await-in-loop -- some at a time
      const batch = (await Promise.all(joining)).map((ticket) => new Reader(port, ticket))
      readers.push(...batch)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await Promise.all(batch.map(({ joined }) => joined))
    }
    const id = randomUUID()
    const begun = preciseNow()
    const { code } = await client.call('inbox.send', {
      id,
      kind: 'notice',
      audience: { type: 'all' },
      title: '维护通知',
      content: '今晚 2 点到 4 点维护。',
      jumpUrl: '',
      publishAt: null,
      reason: '通知会员',
    })
    if (code !== 0) throw new Error(`the message was refused: ${code}`)
    const stored = preciseNow() - begun
    await Promise.race([Promise.all(readers.map(({ got }) => got)), wait(MESSAGE_LIMIT_MS)])
    const times = readers.flatMap(({ times: [at] }) => (at === undefined ? [] : [at - begun]))
    const counts = await Promise.all(members.slice(0, 200).map(({ id: memberId }) => services.inbox.unread(memberId)))
    return {
      stored,
      rows: (await database.db.$count(message)) + (await database.db.$count(messageState)),
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      lost: readers.length - times.length,
      doubled: readers.filter(({ times: { length } }) => length > 1).length,
      counted: counts.filter(({ notice }) => notice === 1).length,
    }
  } finally {
    for (const reader of readers) reader.close()
    await sockets.close()
    http.close()
  }
}

const JOIN_LIMIT_MS = 30_000
const MESSAGE_LIMIT_MS = 10_000

/** A member's socket in the room of the site, which records when messages arrive. */
class Reader {
  readonly joined: Promise<void>
  /** Resolves at the first message. */
  readonly got: Promise<void>
  readonly times: number[] = []
  readonly #socket: RawSocket

  constructor(port: number, ticket: string) {
    let join: (response: string) => void = () => undefined
    let receive: () => void = () => undefined
    this.joined = admission(new Promise((resolve) => (join = resolve)))
    this.got = new Promise((resolve) => (receive = resolve))
    setTimeout(() => join('no response'), JOIN_LIMIT_MS).unref()
    this.#socket = new RawSocket(
      { host: '127.0.0.1', port },
      {
        onMessage: (payload, _isBinary, at) => {
          const text = payload.toString('utf8', 0, 64)
          if (text.startsWith('0')) this.#socket.send(`40${NAMESPACES.web},`)
          else if (text.startsWith('40')) this.#socket.send(`42${NAMESPACES.web},0["join",{"ticket":"${ticket}"}]`)
          else if (text === '2') this.#socket.send('3')
          else if (text.includes('"message:new"')) {
            this.times.push(at)
            receive()
          } else if (text.startsWith('43') || text.startsWith('44')) join(payload.toString())
        },
        onClose: () => join('closed'),
      },
    )
  }

  close(): void {
    this.#socket.destroy()
  }
}

/** @throws if the server does not let the member in */
async function admission(response: Promise<string>): Promise<void> {
  const text = await response
  if (!text.includes('"ok":true')) throw new Error(`a member was refused: ${text.slice(0, 200)}`)
}

const messageBench: Bench<MessageFigure> = {
  name: 'message-all',
  about:
    'a message of an operator to 100,000 members on PostgreSQL, stored, and received by the 5,000 who are connected',
  figures: {
    // The response of the console, after the sockets were written.
    stored: { unit: 'ms', atMost: 1_000 },
    // Of messages and their states.
    rows: { unit: 'count', atMost: 1 },
    p50: { unit: 'ms' },
    p95: { unit: 'ms', atMost: 2_000 },
    lost: { unit: 'count', atMost: 0 },
    doubled: { unit: 'count', atMost: 0 },
    // Of 200 members, those whose unread count has the message.
    counted: { unit: 'count', atLeast: 200 },
  },
  run: () => withConsole((console) => runMessage(console, FULL)),
}

async function withConsole<Result>(work: (console: TestConsole) => Promise<Result>): Promise<Result> {
  const console = await openTestConsole('postgres')
  try {
    return await work(console)
  } finally {
    await console.close()
  }
}

/** With TEST_DATABASE_URL: both promises are for PostgreSQL. */
export const clubBenches: readonly Bench[] = STORE_KINDS.includes('postgres') ? [nightlyBench, messageBench] : []
