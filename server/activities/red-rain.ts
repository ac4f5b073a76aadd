import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { packetsOfRound } from '#protocol/activities/red-rain-division.ts'
import { currentRound, lastRound, type RainRound, type RedRainRule, roundOfId } from '#protocol/activities/red-rain.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { CurrencyCode } from '#protocol/currency.ts'
import type { Received } from '#protocol/endpoints/club.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { MarqueeItem } from '#protocol/room/feed.ts'
import { type Result, success, successOf } from '#protocol/result.ts'
import { TIMED_CATEGORY } from '#protocol/rules/marquee.ts'
import { MINUTE_MS, SECOND_MS, siteDateTimeOf } from '#protocol/time.ts'
import { newSeed } from '../config/server-seed.ts'
import type { Claims } from '../club/claims.ts'
import { Batches } from '../database/batches.ts'
import type { Database } from '../database/database.ts'
import { retried } from '../database/errors.ts'
import { activityState, redRainRound } from '../database/schema/activities.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { contentHash, memberKey } from '../wallet/ledger/postings.ts'
import type { Activity } from './kind.ts'
import { activityById, currentActivity, isPaidIn, lockedActivity, runningActivities } from './rows.ts'

/** Rooms announce a round this long before it begins. */
const ANNOUNCED_BEFORE_MS = 2 * MINUTE_MS
/** How old the list of rains may be. */
const LIST_MAX_AGE_MS = 5 * SECOND_MS
/** How old what pages see may be. */
const SHOWN_MAX_AGE_MS = 500
const CACHED = 200

type Rain = Omit<Activity, 'rule'> & { readonly rule: RedRainRule }

interface ShownRain {
  readonly rain: Rain
  readonly round: ReturnType<typeof shownRound> | null
  readonly last: (ReturnType<typeof shownRound> & { readonly seed: string }) | null
}

interface RedRainOptions {
  readonly database: Database
  readonly claims: Pick<Claims, 'receivedUnder'>
  readonly onError: (error: unknown) => void
}

interface GrabCommand {
  readonly memberId: string
  readonly currency: CurrencyCode
  readonly activityId: string
  readonly roundId: string
  readonly idempotencyKey: string
}

/** A row of `red_rain_grab_all`. */
interface GrabRow extends Readonly<Record<string, string | number | null>> {
  readonly member_id: string
}

interface Grabbed {
  readonly code: number
  readonly replay?: boolean
  readonly reason?: string | null
  readonly amount?: number
  readonly balance?: number
}

/**
 * Rounds of red packet rains (S7.103). A round has a committed division, which members get in the order of their grabs.
 * Concurrent grabs share a statement (decision 222); the database refuses what is older than memory.
 */
export class RedRain {
  readonly #options: RedRainOptions
  readonly #grabs: Batches<GrabRow, Grabbed>
  /** Started activities by id. Their rules do not change. */
  readonly #rains = new BoundedMap<string, Promise<Rain | null>>(CACHED)
  /** Rounds that exist, by activity and id. */
  readonly #opened = new BoundedMap<string, Promise<'open' | 'stopped' | null>>(CACHED)
  /** By activity, or by currency for the current one. */
  readonly #shownBy = new BoundedMap<string, { readonly at: number; readonly rain: Promise<ShownRain | null> }>(CACHED)
  /** Null until they have been read. */
  #running: readonly Rain[] | null = null
  /** Stored rounds of the rains in the list whose budget could not pay another round. */
  #lastRounds: ReadonlySet<string> = new Set()
  #readAt = -Infinity
  #onChanged: () => void = () => {}

  constructor(options: RedRainOptions) {
    this.#options = options
    // The lock of the activity lets one statement after the other pass.
    this.#grabs = new Batches(
      (rows) => this.#grabAll(rows),
      1,
      (row) => row.member_id,
    )
  }

  /** `listener` is called when a rain was started or has stopped. */
  onChanged(listener: () => void): void {
    this.#onChanged = listener
  }

  /** The current or next round and the last one; null without a rain. `memberId`: whose packets are shown. */
  async round(
    wanted: { readonly activityId?: string | undefined; readonly currency: CurrencyCode },
    memberId: string | null,
    now: number,
  ): Promise<DataOf<'redRain.round'> | null> {
    const shown = await this.#shown(wanted, now)
    if (!shown) return null
    const { rain, round, last } = shown
    const own = memberId === null ? null : await this.#ownIn(rain.id, memberId, [round, last])
    const ownLast = last && own?.get(last.roundId)
    return {
      activityId: rain.id,
      currency: rain.currency,
      round: round && { ...round, own: own?.get(round.roundId)?.amount ?? null },
      last: last && { ...last, own: ownLast ?? null },
      serverTime: now,
      block: memberId === null ? 'visitor' : isPaidIn(rain, wanted.currency) ? null : 'currency',
    }
  }

  /** What all members see. Read once for all of those who ask within half a second. */
  #shown(
    { activityId, currency }: { readonly activityId?: string | undefined; readonly currency: CurrencyCode },
    now: number,
  ): Promise<ShownRain | null> {
    const key = activityId ?? currency
    const known = this.#shownBy.get(key)
    if (known && Math.abs(now - known.at) < SHOWN_MAX_AGE_MS) return known.rain
    const read = async (): Promise<ShownRain | null> => {
      const { db } = this.#options.database
      const row = await (activityId === undefined
        ? currentActivity(db, { name: 'redRain', currencies: [currency, 'COIN'], now })
        : activityById(db, activityId))
      const rain = rainOf(row)
      if (!row || !rain) return null
      const round = row.status === 'running' && now < row.endAt ? currentRound(rain.rule, rain, now) : null
      const last = lastRound(rain.rule, rain, now)
      const isOpened = round !== null && (await this.#open(rain, round)) === null
      const stored = isOpened ? await this.#stored(rain.id, round.roundId) : null
      const ended = last && (await this.#stored(rain.id, last.roundId))
      return {
        rain,
        round: round && stored && shownRound(round, stored),
        last: last && ended && { ...shownRound(last, ended), seed: ended.seed },
      }
    }
    const rain = read()
    this.#shownBy.set(key, { at: now, rain })
    rain.catch(() => this.#shownBy.delete(key))
    return rain
  }

  /** Takes a packet and pays it, once per key and once per member and round. */
  async grab(command: GrabCommand, now: number): Promise<Result<Received>> {
    const { memberId, activityId, roundId, currency, idempotencyKey } = command
    const rain = await this.#rain(activityId)
    const round = rain && roundOfId(rain.rule, rain, roundId)
    if (!rain || !round) return failureOf(CODES.NOT_FOUND)
    const reason = closedBy(rain, round, { currency, now }) ?? (await this.#open(rain, round))
    const grabbed = await this.#grabs.add({
      activity_id: activityId,
      round: roundId,
      member_id: memberId,
      idem_key: memberKey(memberId, idempotencyKey),
      hash: contentHash('red-rain', [memberId, activityId, roundId]),
      tx: uuidV7(now),
      at: new Date(now).toISOString(),
      refusal: reason === null ? 0 : CODES.ACTIVITY_STATE,
      reason,
    })
    const { code, replay, amount = 0, balance = 0 } = grabbed
    if (code === CODES.ACTIVITY_STATE) {
      return failureOf(code, { details: { reason: grabbed.reason ?? reason ?? 'grabbed' } })
    }
    if (code !== 0) return failureOf(code)
    if (replay !== true) {
      return success({ id: `activity:${activityId}:${roundId}`, amount, currency: rain.currency, balance })
    }
    const received = await this.#options.claims.receivedUnder(memberId, idempotencyKey)
    if (!received) throw new Error('a grab was posted and is not found')
    return successOf(received, true)
  }

  /**
   * Marquee items of rounds that begin soon or run, and are held; null while the rains could not be read yet. Waits for a
   * reading if the last one is old: a process that writes the rooms again would remove what another one has added since.
   */
  async announced(now: number): Promise<MarqueeItem[] | null> {
    if (now - this.#readAt >= LIST_MAX_AGE_MS) await this.#refresh(now)
    if (this.#running === null) return null
    return this.#running.flatMap((rain): MarqueeItem[] => {
      const round = currentRound(rain.rule, rain, now)
      if (!round || round.start - now > ANNOUNCED_BEFORE_MS) return []
      if (!canPayRound(rain, rain.rule) && !this.#lastRounds.has(keyOf(rain, round))) return []
      const time = siteDateTimeOf(round.start).slice(11, 16)
      return [
        {
          id: `rain-${rain.id}-${round.roundId}`,
          category: TIMED_CATEGORY,
          pmdTimerStart: round.start - ANNOUNCED_BEFORE_MS,
          pmdTimerEnd: round.end,
          content: `${rain.title} ${time} 开始，持续 60 秒，每人每轮可抢一个红包`,
        },
      ]
    })
  }

  async #refresh(now: number): Promise<void> {
    this.#readAt = now
    try {
      const rows = await runningActivities(this.#options.database.db, now)
      const rains = rows.flatMap((row) => rainOf(row) ?? [])
      const ids = (list: readonly Rain[]) => list.map(({ id }) => id).join()
      const hasChanged = this.#running !== null && ids(rains) !== ids(this.#running)
      this.#lastRounds = await this.#storedOf(
        rains.filter((rain) => !canPayRound(rain, rain.rule)),
        now,
      )
      this.#running = rains
      if (hasChanged) this.#onChanged()
    } catch (error) {
      this.#options.onError(error)
    }
  }

  /** The announced rounds of these rains, as far as they are stored. */
  async #storedOf(rains: readonly Rain[], now: number): Promise<ReadonlySet<string>> {
    const rounds = rains.flatMap((rain) => {
      const round = currentRound(rain.rule, rain, now)
      return round && round.start - now <= ANNOUNCED_BEFORE_MS ? isRound(rain.id, round.roundId) : []
    })
    if (rounds.length === 0) return new Set()
    const rows = await this.#options.database.db
      .select({ id: redRainRound.activityId, roundId: redRainRound.round })
      .from(redRainRound)
      .where(or(...rounds))
    return new Set(rows.map((row) => keyOf(row, row)))
  }

  #rain(activityId: string): Promise<Rain | null> {
    return once(this.#rains, activityId, async () => rainOf(await activityById(this.#options.database.db, activityId)))
  }

  /** Stores the division of a round before its hash is published. A round that the budget cannot pay is not held. */
  async #open(rain: Rain, { roundId }: RainRound): Promise<'stopped' | 'budget' | null> {
    const opened = await once(this.#opened, keyOf(rain, { roundId }), () => this.#openOnce(rain, roundId))
    return opened === null ? 'budget' : opened === 'stopped' ? opened : null
  }

  async #openOnce(rain: Rain, roundId: string): Promise<'open' | 'stopped' | null> {
    const { serverSeed: seed, commitment: seedHash } = newSeed()
    return retried(() =>
      this.#options.database.transaction(async (tx) => {
        const activity = await lockedActivity(tx, rain.id)
        const known = await tx.select({ round: redRainRound.round }).from(redRainRound).where(isRound(rain.id, roundId))
        if (known.length > 0) return 'open'
        if (activity?.status !== 'running') return 'stopped'
        if (!canPayRound(activity, rain.rule)) return null
        const packets = packetsOfRound(rain.rule, roundId, seed)
        await tx.insert(redRainRound).values({ activityId: rain.id, round: roundId, seed, seedHash, packets })
        return 'open'
      }),
    )
  }

  async #stored(activityId: string, roundId: string) {
    const [row] = await this.#options.database.db
      .select({
        seed: redRainRound.seed,
        seedHash: redRainRound.seedHash,
        packets: sql<number>`cardinality(${redRainRound.packets})`,
        taken: redRainRound.taken,
      })
      .from(redRainRound)
      .where(isRound(activityId, roundId))
    return row ?? null
  }

  /** The packets of a member by round. */
  async #ownIn(activityId: string, memberId: string, rounds: readonly (RainRound | null)[]) {
    const ids = rounds.flatMap((round) => round?.roundId ?? [])
    if (ids.length === 0) return new Map<string, { packet: number; amount: number }>()
    const parts = await this.#options.database.db
      .select({ cycle: activityState.cycle, amount: activityState.amount, data: activityState.data })
      .from(activityState)
      .where(
        and(
          eq(activityState.activityId, activityId),
          eq(activityState.memberId, memberId),
          inArray(activityState.cycle, ids),
        ),
      )
    return new Map(
      parts.map(({ cycle, amount, data }) => [cycle, { packet: Number(data['packet'] ?? 0), amount }] as const),
    )
  }

  async #grabAll(rows: readonly GrabRow[]): Promise<Grabbed[]> {
    const numbered = JSON.stringify(rows.map((row, index) => ({ ...row, n: index + 1 })))
    const { rows: answers } = await retried(() =>
      this.#options.database.db.execute<{ result: Grabbed }>(
        sql`select red_rain_grab_all(${numbered}::jsonb) as result`,
      ),
    )
    return answers.map(({ result }) => result)
  }
}

/** Runs `read` once for all callers. What it finds stays in the cache; nothing found and failures do not. */
function once<Value>(
  cache: BoundedMap<string, Promise<Value | null>>,
  key: string,
  read: () => Promise<Value | null>,
): Promise<Value | null> {
  const known = cache.get(key)
  if (known) return known
  const value = read()
  cache.set(key, value)
  const forget = () => cache.delete(key)
  value.then((found) => found === null && forget(), forget)
  return value
}

function rainOf(activity: Activity | null): Rain | null {
  if (activity?.kind !== 'redRain' || activity.status === 'draft') return null
  // Rules are checked when they are stored.
  return activity as unknown as Rain
}

/** Why a round gives nothing now, by the clock and the currency; null while it runs. The database knows the rest. */
function closedBy(
  rain: Rain,
  { start, end }: RainRound,
  { currency, now }: { readonly currency: CurrencyCode; readonly now: number },
): string | null {
  if (rain.currency !== 'COIN' && rain.currency !== currency) return 'notEligible'
  if (now < start) return 'roundSoon'
  return now < end ? null : 'roundEnded'
}

function shownRound(
  { roundId, start, end }: RainRound,
  { seedHash, packets, taken }: { readonly seedHash: string; readonly packets: number; readonly taken: number },
) {
  return { roundId, start, end, commitment: seedHash, packets, taken }
}

/** True if the rest of a budget pays a whole round. */
function canPayRound(
  { reserved, budget }: Pick<Activity, 'reserved' | 'budget'>,
  { roundAmount }: Pick<RedRainRule, 'roundAmount'>,
): boolean {
  return reserved + roundAmount <= budget
}

/** The key of a round in memory. */
function keyOf({ id }: Pick<Rain, 'id'>, { roundId }: Pick<RainRound, 'roundId'>): string {
  return `${id} ${roundId}`
}

function isRound(activityId: string, roundId: string) {
  return and(eq(redRainRound.activityId, activityId), eq(redRainRound.round, roundId))
}
