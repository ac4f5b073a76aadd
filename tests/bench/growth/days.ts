import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS, timeOfSiteDay } from '#protocol/time.ts'
import { type SQL, sql } from 'drizzle-orm'
import { createLog } from '#server/config/log.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database, DrizzleDatabase } from '#server/database/database.ts'
import { createWorld, type World } from '#server/demo/world/world.ts'
import { giftCalls } from '#server/calls/room/gift.ts'
import { MatchRepository } from '#server/matches/match-repository.ts'
import { openServices, type Services } from '#server/calls/services.ts'

/** The longest step that the world simulates. */
const TICK_MS = 1_000
/** The world plays this time; each later one copies it. */
const SAMPLE_MS = 15 * MINUTE_MS
/** Time between two rounds of maintenance; a server has one every minute, and so grows less in between. */
const ROUND_MS = 5 * MINUTE_MS
/** 2026-11-21, midnight in the site time zone. */
const START = timeOfSiteDay(20_778)
const PER_DAY = DAY_MS / SAMPLE_MS
/** Each match has a new room; a match takes an hour to three. */
const MATCH_MS = 2 * HOUR_MS
/** Coins of one purchase of the crowd. */
const COINS = 5_000

export interface GrowthOptions {
  /** True if every room has a viewer, so that the crowd sends all of its gifts. */
  readonly isWatched: boolean
  readonly days: number
  readonly report: (line: string) => void
}

/** Bytes on disk. */
export interface FolderSize {
  readonly wal: number
  /** The tables `gift_rollup` and `ledger_refusal`, whose rows are deleted after a week. */
  readonly week: number
  /** Everything else, without the tables of this bench. */
  readonly rest: number
}

export interface Growth {
  /** Size of the data folder after each day. */
  readonly sizes: readonly FolderSize[]
  readonly postingsPerDay: number
  readonly entriesPerDay: number
  /** Longest time in ms that a statement of a room waited for maintenance or roll-up. */
  readonly longestPauseMs: number
}

/**
 * Runs the demo for some days with its own clock. The demo world plays the first quarter of an hour. Each later quarter copies
 * its rows with new times, ids and keys, because the world needs minutes per hour. Coins are bought as they run out.
 * Maintenance and roll-up are those of the server.
 */
export async function grow({ isWatched, days, report }: GrowthOptions): Promise<Growth> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'grandstand-growth-'))
  let time = START
  const services = await openServices({
    config: readConfig({ MODE: 'demo', DATA_DIR: dataDirectory }),
    secret: 'a secret of this bench, which is long enough',
    log: createLog('warn'),
    now: () => time,
    allowsUnlimitedSpeakers: true,
  })
  const { database } = services
  try {
    const world = await openWorld(services, isWatched, () => time)
    for (; time < START + SAMPLE_MS;) {
      time += TICK_MS
      await world.step(time)
      // Written in batches of some seconds, as in a busy room.
      if (time % (30 * TICK_MS) === 0) await settled(services)
    }
    await settled(services)
    const sample = await Sample.record(database)
    const sizes: FolderSize[] = []
    let longestPauseMs = 0
    for (let day = 1; day <= days; day += 1) {
      for (; time < START + day * DAY_MS;) {
        await sample.write(time, ROUND_MS)
        await forgetDropped(services, sample.anchorRooms, time)
        time += ROUND_MS
        const pauseMs = await longestPause(database.db, async () => {
          for (let minutes = ROUND_MS / MINUTE_MS; minutes > 0; minutes -= 1) await world.rollUp(time)
          await database.maintain()
        })
        longestPauseMs = Math.max(longestPauseMs, pauseMs)
      }
      const size = await sizeNow(dataDirectory, database.db)
      sizes.push(size)
      const [wal, week, rest] = [size.wal, size.week, size.rest].map((bytes) => (bytes / 1e6).toFixed(1))
      report(`day ${day}: WAL ${wal} MB, tables of a week ${week} MB, rest ${rest} MB; ${await largest(database.db)}`)
    }
    return { sizes, longestPauseMs, postingsPerDay: sample.postings * PER_DAY, entriesPerDay: sample.entries * PER_DAY }
  } finally {
    await services.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** Forgets the rankings of matches that began a day ago, as the world does. */
async function forgetDropped({ ledger }: Services, anchorRooms: readonly string[], time: number): Promise<void> {
  const dropped = Math.floor((time - START - DAY_MS) / MATCH_MS) - 1
  if (dropped < 1 || (time - START) % MATCH_MS !== 0) return
  for (const room of anchorRooms) await ledger.forgetRanking(`${room}-${dropped}`)
}

async function openWorld(services: Services, isWatched: boolean, now: () => number): Promise<World> {
  const config = readConfig({ MODE: 'demo' })
  // Viewers without sockets: frames are not part of this bench.
  const rooms = new Proxy(services.rooms, {
    get(hub, key) {
      if (key === 'listeners') return () => (isWatched ? 1 : 0)
      const value: unknown = Reflect.get(hub, key, hub)
      return typeof value === 'function' ? (value.bind(hub) as unknown) : value
    },
  })
  const onError = (error: unknown): never => {
    throw error
  }
  const matchOf = (anchorRoomId: string) =>
    world.matches().find(({ fixture }) => fixture.anchorRoomId === anchorRoomId)?.fixture ?? null
  const world: World = createWorld({
    rooms,
    members: services.members,
    calls: giftCalls({
      ...services,
      roomOfAnchor: (anchorRoomId) => matchOf(anchorRoomId)?.chatRoomNo ?? null,
      matchOfAnchor: matchOf,
      now,
      onError,
    }),
    gifts: () => services.ledger.gifts(),
    ledger: services.ledger,
    records: new MatchRepository(services.database),
    media: { setPublishing: () => undefined },
    now,
    seed: config.worldSeed,
    crowd: config.crowd,
    siteId: config.siteId,
    site: config.siteConfigs.CNY,
    onError,
  })
  await world.start()
  // The bench calls `step` and `rollUp`.
  await world.stop()
  return world
}

/** Resolves when the rooms have written everything. */
async function settled({ rooms }: Services): Promise<void> {
  do await wait(5)
  while (rooms.log.waiting > 0)
}

/** Runs `work` and returns the longest response time of a small statement meanwhile. */
async function longestPause(db: DrizzleDatabase, work: () => Promise<void>): Promise<number> {
  let longest = 0
  const working = work().then(() => false)
  do {
    const begun = performance.now()
    await db.execute(sql`select 1`)
    longest = Math.max(longest, performance.now() - begun)
  } while (await Promise.race([working, wait(5, true)]))
  return longest
}

/** Copies the rows of the sample to later times. */
class Sample {
  readonly #db: DrizzleDatabase
  readonly postings: number
  readonly entries: number
  readonly anchorRooms: readonly string[]

  private constructor(db: DrizzleDatabase, postings: number, entries: number, anchorRooms: readonly string[]) {
    this.#db = db
    this.postings = postings
    this.entries = entries
    this.anchorRooms = anchorRooms
  }

  static async record({ db }: Database): Promise<Sample> {
    const start = new Date(START).toISOString()
    for (const statement of [
      sql`create unlogged table bench_message as select *, count(*) over (partition by chat_room_no) as per_sample
        from room_entry`,
      sql`create unlogged table bench_member as
        select row_number() over (order by a.id) - 1 as n, count(*) over () as members, m.id as member_id, a.id as payer
        from member m join account a on a.owner_type = 'member' and a.owner_id = m.id::text where m.pwd_hash is null`,
      sql`create unlogged table bench_gift as select o.*, t.content_hash, p.n, h.account_id as payee
        from gift_order o join ledger_tx t on t.id = o.tx_id join bench_member p using (member_id)
        join ledger_entry h on h.tx_id = t.id and h.seq = 2`,
      sql`create function bench_id(at timestamptz) returns uuid language sql volatile as $$
        select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' ||
          right(md5(random()::text || at::text), 19))::uuid $$`,
    ]) {
      await db.execute(statement)
    }
    const { rows } = await db.execute<{ postings: number; entries: number }>(sql`select
      (select count(*)::int from ledger_tx where type <> 'coin-grant') as postings,
      (select count(*)::int from room_entry where at >= ${start}) as entries`)
    const { postings, entries } = rows[0] ?? { postings: 0, entries: 0 }
    const { rows: rooms } = await db.execute<{ room: string }>(
      sql`select distinct anchor_room_id as room from bench_gift`,
    )
    return new Sample(
      db,
      postings,
      entries,
      rooms.map(({ room }) => room),
    )
  }

  /** Writes the rows of `lengthMs` from `from` on. */
  async write(from: number, lengthMs: number): Promise<void> {
    const index = Math.floor((from - START) / SAMPLE_MS)
    if (index === 0) return
    const first = from - index * SAMPLE_MS
    const shift = sql`${`${index * SAMPLE_MS} milliseconds`}::interval`
    const isPart = (column: SQL) =>
      sql`${column} >= ${new Date(first).toISOString()} and ${column} < ${new Date(first + lengthMs).toISOString()}`
    const match = Math.floor((from - START) / MATCH_MS)
    const room = sql`chat_room_no || ${match === 0 ? '' : `-${match}`}`
    const anchorRoom = sql`anchor_room_id || ${match === 0 ? '' : `-${match}`}`
    if (first === START) await this.#openRooms(match)
    if (first === START) await this.#buyCoins(from, index)
    await this.#db.execute(sql`insert into room_entry
      select ${room}, epoch, seq + per_sample * ${index}::int, id, at + ${shift}, kind, author_user_id, json
      from bench_message where ${isPart(sql`at`)}`)
    // The triggers check each posting by itself; the copies are as sound as the sample.
    await this.#db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`
        with gift as materialized (
          select g.*, giver.member_id as giver, giver.payer, bench_id(created_at + ${shift}) as new_id,
            bench_id(created_at + ${shift}) as new_tx, created_at + ${shift} as new_at, idem_key || ${`-${index}`} as new_key
          from bench_gift g join bench_member giver on giver.n = ${giverOf(index)} where ${isPart(sql`created_at`)}
        ), posted as (
          insert into ledger_tx (id, type, ref_type, ref_id, idem_key, content_hash, created_at)
          select new_tx, 'gift', 'gift_order', new_id::text, new_key, content_hash, new_at from gift
        ), booked as (
          insert into ledger_entry (tx_id, seq, account_id, amount, currency, balance_after)
          select new_tx, 1, payer, -total, 'COIN', 0 from gift union all select new_tx, 2, payee, total, 'COIN', 0 from gift
        ), moved as (
          update account a set balance = balance + m.amount, version = version + m.postings
          from (
            select id, sum(amount) as amount, count(*) as postings
            from (select payer as id, -total as amount from gift union all select payee, total from gift) e group by id
          ) m where m.id = a.id
        )
        insert into gift_order (id, member_id, anchor_room_id, chat_room_no, gift_id, unit_price, count, total, combo_id,
          combo_count, status, idem_key, tx_id, created_at, delivered_at)
        select new_id, giver, ${anchorRoom}, ${room}, gift_id, unit_price, count, total, combo_id || ${`-${index}`},
          combo_count, 'delivered', new_key, new_tx, new_at, new_at from gift`)
    })
  }

  /** Creates the rooms of the matches that have begun. Matches of a day ago are removed by the server. */
  async #openRooms(match: number): Promise<void> {
    if (match === 0) return
    await this.#db.execute(sql`insert into chat_room
        (no, match_id, anchor_room_id, title, epoch, state_seq, is_open, state, words, created_at)
      select no || ${`-${match}`}, match_id || ${`-${match}`}, anchor_room_id || ${`-${match}`}, title, epoch, state_seq,
        is_open, state, words, created_at
      from chat_room where no in (select chat_room_no from bench_message) on conflict do nothing`)
  }

  /** Buys coins for the members who have too few for the next quarter, after a refused gift each time. */
  async #buyCoins(at: number, index: number): Promise<void> {
    const time = sql`${new Date(at).toISOString()}::timestamptz`
    await this.#db.execute(sql`select count(coin_buy(bench_id(${time}), member_id, ${COINS},
        member_id || ':coins-' || ${at}::text || '-' || n, 'bench', floor(random() * 16)::int, ${time}, ${time}, 1000000000)),
        count(ledger_refuse(member_id || ':gift-' || ${at}::text || '-' || n, md5(random()::text), 20001, ${time}))
      from (
        select giver.member_id, giver.payer, sum(total) as coins
        from bench_gift g join bench_member giver on giver.n = ${giverOf(index)} group by 1, 2
      ) spender join account a on a.id = spender.payer
      cross join lateral generate_series(1, greatest(0, ceil((coins - a.balance) / ${COINS}))::int) as n`)
  }
}

/** Other members give in each copy, as the crowd picks at random. */
const giverOf = (index: number): SQL => sql`(g.n + ${index * 613}::int) % giver.members`

async function sizeNow(dataDirectory: string, db: DrizzleDatabase): Promise<FolderSize> {
  const { rows } = await db.execute<{ week: number; bench: number }>(sql`select
    pg_total_relation_size('gift_rollup') + pg_total_relation_size('ledger_refusal') as week,
    (select sum(pg_total_relation_size(oid)) from pg_class where relname like 'bench%' and relkind = 'r')::bigint as bench`)
  const { week, bench } = rows[0] ?? { week: Number.NaN, bench: Number.NaN }
  const wal = await sizeOf(path.join(dataDirectory, 'pglite/pg_wal'))
  return { wal, week, rest: (await sizeOf(dataDirectory)) - wal - week - bench }
}

async function largest(db: DrizzleDatabase): Promise<string> {
  const { rows } = await db.execute<{ name: string; bytes: number }>(sql`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relname not like 'bench%' order by 2 desc limit 6`)
  return rows.map(({ name, bytes }) => `${name} ${(bytes / 1e6).toFixed(1)}`).join(', ')
}

/** Space that the files of a folder take on disk. */
async function sizeOf(folder: string): Promise<number> {
  const files = (await readdir(folder, { withFileTypes: true, recursive: true })).filter((file) => file.isFile())
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(file.parentPath, file.name))).blocks))
  return sizes.reduce((sum, blocks) => sum + blocks * 512, 0)
}
