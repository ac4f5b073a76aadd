import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BREAKOUT } from '#protocol/activities/breakout.ts'
import { EURO_QUIZ } from '#protocol/activities/euro-quiz.ts'
import { GUESS_REVIEW_MS } from '#protocol/activities/guess.ts'
import { seedsOfLottery, winningTickets } from '#protocol/activities/lottery.ts'
import type { ActivityName } from '#protocol/activities/definition.ts'
import { CODES } from '#protocol/codes.ts'
import type { BetMatch } from '#protocol/endpoints/sports.ts'
import { commitmentOf, seededDraw } from '#protocol/games/draw.ts'
import type { MatchFacts } from '#protocol/sports/market-keys.ts'
import { DAY_MS, HOUR_MS, siteDateOf, siteDayOf } from '#protocol/time.ts'
import type { Activities } from '#server/activities/activities.ts'
import type { ActivityDraft } from '#server/activities/management.ts'
import { lockedActivity } from '#server/activities/rows.ts'
import type { Club } from '#server/club/club.ts'
import { pointsOf } from '#server/club/points.ts'
import type { Database } from '#server/database/database.ts'
import { vipHistory } from '#server/database/schema/club.ts'
import { marketDecision, sportResult } from '#server/database/schema/sports.ts'
import { Members } from '#server/members/members.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { eq, sql } from 'drizzle-orm'
import { startedActivity } from '../../support/activities.ts'
import { playedRound, testActivities, testClub } from '../../support/club.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { testPasswords } from '../../support/passwords.ts'
import { openTestStore, SHORT_KINDS } from '../../support/store.ts'

const MANY = 50
const team = (name: string) => ({ id: name, name, logo: '' })

describe.each(SHORT_KINDS)('kinds of activities on %s', (kind) => {
  let store: Database
  let time: number
  let club: Club
  let activities: Activities
  let matches: BetMatch[]
  const now = () => time

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(() => {
    time = Math.max(time ?? 0, Date.UTC(2026, 10, 21, 5)) + 61 * DAY_MS
    time -= (time - Date.UTC(2026, 10, 21, 5)) % DAY_MS
    club = testClub(store, now)
    activities = testActivities(store, now)
    matches = []
    activities.readMatches(() => matches)
  })
  afterEach(async () => {
    await club.close()
    await expectInvariants(store)
    expect(await reconcile(store.db)).toEqual([])
  })
  afterAll(() => store.close())

  const newMember = () => signInMemberWith(store, 0, now)
  async function invitedBy(inviter: string): Promise<string> {
    const profile = { name: `f${newKey().slice(0, 9)}`, password: 'Play2026x', siteId: 5009, birthDate: '2000-01-01' }
    const members = new Members(store, { now, passwords: testPasswords() })
    const made = await members.register({ ...profile, realName: null, contact: {}, invitedBy: inviter, coins: 0 })
    if ('taken' in made) throw new Error('the name is taken')
    return made.memberId
  }
  const started = (draft: Partial<ActivityDraft>) => startedActivity(store, time, draft)
  const check = async (name: ActivityName, activityId: string, memberId: string) => {
    const found = await activities.check({ name, activityId, currency: 'CNY' }, memberId, time)
    if (!found) throw new Error('no activity')
    return found
  }
  const apply = (name: ActivityName, activityId: string, memberId: string, cycle: string, input: unknown = null) =>
    activities.apply({ memberId, name, activityId, cycle, input }, time)
  const receive = (memberId: string, activityId: string, cycle: string) =>
    club.claims.receive(memberId, `activity:${activityId}:${cycle}`, newKey())
  const many = <T>(run: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: MANY }, (_, index) => run(index)))
  const paidOnce = async (memberId: string, activityId: string, cycle: string) => {
    const claims = await many(() => receive(memberId, activityId, cycle))
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1)
  }
  /** Waits until this many statements of the database wait for a lock. */
  async function untilWaiting(statements: number): Promise<void> {
    await vi.waitFor(async () => {
      const { rows } = await store.db.execute<{ waiting: number }>(sql`select count(*)::integer as waiting
        from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows[0]?.waiting).toBeGreaterThanOrEqual(statements)
    }, 5_000)
  }
  async function coinsOf(memberId: string): Promise<number> {
    const { rows } = await store.db.execute<{ balance: number }>(sql`select balance from account
      where owner_type = 'member' and owner_id = ${memberId} and kind = 'coin'`)
    return rows[0]?.balance ?? 0
  }

  it('S1.19 Annex J sign-in can pay points, which are records of points', async () => {
    const id = await newMember()
    const activityId = await started({ currency: 'POINT' })
    const cycle = siteDateOf(time)
    expect((await apply('signIn', activityId, id, cycle)).ok).toBe(true)
    expect(await receive(id, activityId, cycle)).toMatchObject({ data: { amount: 1, currency: 'POINT', balance: 1 } })
    expect(await pointsOf(store.db, id)).toBe(1)
    expect((await club.points.records(id, undefined)).list).toMatchObject([{ kind: 'activity', change: 1 }])
  })

  describe('S1.20 S7.96 the lottery', () => {
    const rule = {
      dailyTickets: 1,
      playTickets: 2,
      plays: 2,
      prizes: [
        { name: '头奖', amount: 100, count: 1 },
        { name: '二等奖', amount: 10, count: 3 },
      ],
    }
    const lottery = () => started({ kind: 'lottery', rule, budget: 130, endAt: time + DAY_MS })
    const ticket = (source: string) => `${siteDateOf(time)}-${source}`

    it('S7.96 gives each ticket one number, and all prizes in one draw that everybody can compute again', async () => {
      const activityId = await lottery()
      const ids = await Promise.all(Array.from({ length: 8 }, newMember))
      const taken = await Promise.all(
        ids.flatMap((id) => [1, 2].map(() => apply('lottery', activityId, id, ticket('free1')))),
      )
      expect(taken.every(({ ok }) => ok)).toBe(true)
      const before = await check('lottery', activityId, ids[0] ?? '')
      expect(before.progress).toMatchObject({ tickets: 8, seed: null, winners: null })
      expect(before.left).toBe(130)
      expect(await receive(ids[0] ?? '', activityId, ticket('free1'))).toMatchObject({ code: CODES.ACTIVITY_STATE })
      const cycle = ticket('free1')
      time += DAY_MS
      expect(await apply('lottery', activityId, ids[0] ?? '', ticket('free1'))).toMatchObject({
        details: { reason: 'ended' },
      })
      const views = await Promise.all(ids.map((id) => check('lottery', activityId, id)))
      const [view] = views
      if (!view) throw new Error('no view')
      const { seed, commitment, tickets } = view.progress as { seed: string; commitment: string; tickets: number }
      expect(commitment).toBe(before.progress['commitment'])
      expect(commitmentOf(seed)).toBe(commitment)
      const winners = winningTickets(rule.prizes, tickets, seededDraw(seedsOfLottery({ activityId, seed, tickets })))
      expect(views[0]?.progress['winners']).toEqual(winners)
      const own = views.map(({ steps }) => steps.find((step) => step.cycle === cycle))
      expect(own.map((step) => step?.data['ticket']).toSorted((a, b) => Number(a) - Number(b))).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8,
      ])
      for (const step of own) {
        const index = winners.findIndex((numbers) => numbers.includes(Number(step?.data['ticket'])))
        expect(step).toMatchObject({
          status: index === -1 ? 'rejected' : 'claimable',
          amount: rule.prizes[index]?.amount ?? 0,
        })
      }
      expect(own.reduce((sum, step) => sum + (step?.amount ?? 0), 0)).toBe(130)
      const winner = ids[own.findIndex((step) => step?.status === 'claimable')] ?? ''
      await paidOnce(winner, activityId, cycle)
    })

    const winnersFor = (activityId: string, { progress }: Awaited<ReturnType<typeof check>>) => {
      const { seed, tickets } = progress as { seed: string; tickets: number }
      return winningTickets(rule.prizes, tickets, seededDraw(seedsOfLottery({ activityId, seed, tickets })))
    }

    it('S7.96 refuses an application that arrived before the end and is executed after the draw', async () => {
      const ids = await Promise.all(Array.from({ length: 3 }, newMember))
      const [viewer, late] = [await newMember(), await newMember()]
      const activityId = await lottery()
      for (const id of ids) await apply('lottery', activityId, id, ticket('free1'))
      time += DAY_MS - 50
      const cycle = ticket('free1')
      const pressedAt = time
      time += 50
      const view = await check('lottery', activityId, viewer)
      expect(view.progress).toMatchObject({ tickets: 3, winners: winnersFor(activityId, view) })
      const application = { memberId: late, name: 'lottery' as const, activityId, cycle, input: null }
      expect(await activities.apply(application, pressedAt)).toMatchObject({
        code: CODES.ACTIVITY_STATE,
        details: { reason: 'ended' },
      })
      expect((await check('lottery', activityId, late)).progress).toEqual(view.progress)
    })

    // PGlite runs one transaction at a time, so nothing waits for a lock.
    it.runIf(kind === 'postgres')('S7.96 counts a ticket whose application waits for the lock at the end', async () => {
      const ids = await Promise.all(Array.from({ length: 3 }, newMember))
      const [viewer, late] = [await newMember(), await newMember()]
      const activityId = await lottery()
      for (const id of ids) await apply('lottery', activityId, id, ticket('free1'))
      time += DAY_MS - 50
      const application = { memberId: late, name: 'lottery' as const, activityId, cycle: ticket('free1'), input: null }
      const waiting = await store.transaction(async (tx) => {
        await lockedActivity(tx, activityId)
        const applied = activities.apply(application, time)
        await untilWaiting(1)
        time += 50
        const shown = check('lottery', activityId, viewer)
        await Promise.race([shown, untilWaiting(2)])
        return { applied, shown }
      })
      expect(await waiting.applied).toMatchObject({ ok: true, data: { step: { data: { ticket: 4 } } } })
      const view = await waiting.shown
      expect(view.progress).toMatchObject({ tickets: 4, winners: winnersFor(activityId, view) })
      expect((await check('lottery', activityId, late)).progress).toEqual(view.progress)
    })

    it('S7.96 I8 pays the prizes of one draw if all winners claim first at the same time', async () => {
      const ids = await Promise.all(Array.from({ length: 8 }, newMember))
      const activityId = await lottery()
      for (const id of ids) await apply('lottery', activityId, id, ticket('free1'))
      const cycle = ticket('free1')
      time += DAY_MS
      const claims = await Promise.all(ids.map((id) => receive(id, activityId, cycle)))
      const paid = claims.flatMap((claim) => (claim.ok ? [claim.data.amount] : []))
      expect(paid.toSorted((one, other) => one - other)).toEqual([10, 10, 10, 100])
    })

    it('S7.96 I8 50 parallel applications for a ticket are one, and a new day in Shanghai brings a new one', async () => {
      const id = await newMember()
      const activityId = await lottery()
      const results = await many(() => apply('lottery', activityId, id, ticket('free1')))
      expect(new Set(results.map((result) => result.ok && result.data.step.data['ticket']))).toEqual(new Set([1]))
      const yesterday = ticket('free1')
      time += 12 * HOUR_MS
      expect((await apply('lottery', activityId, id, ticket('free1'))).ok).toBe(true)
      expect((await check('lottery', activityId, id)).progress).toMatchObject({ tickets: 2 })
      expect(await apply('lottery', activityId, await newMember(), yesterday)).toMatchObject({ code: CODES.NOT_FOUND })
    })

    it('S7.96 gives tickets for settled play of the day', async () => {
      const id = await newMember()
      const activityId = await lottery()
      expect(await apply('lottery', activityId, id, ticket('play1'))).toMatchObject({
        details: { reason: 'notEligible' },
      })
      for (let round = 0; round < 5; round += 1) await playedRound(store, id, { day: siteDayOf(time), staked: 100 })
      expect((await check('lottery', activityId, id)).progress).toMatchObject({ plays: 4 })
      expect((await apply('lottery', activityId, id, ticket('play1'))).ok).toBe(true)
      expect((await apply('lottery', activityId, id, ticket('play2'))).ok).toBe(true)
      expect(await apply('lottery', activityId, id, ticket('play3'))).toMatchObject({ code: CODES.NOT_FOUND })
    })
  })

  describe('S7.101 guesses', () => {
    const NAME = 'guess' as const
    let number = 0
    const addMatch = (startsIn = HOUR_MS): string => {
      number += 1
      const matchId = `${kind}-g${number}`
      matches.push({
        matchId,
        eid: `${number}`,
        chatRoomNo: `r${number}`,
        sport: 'football',
        league: '海岸联赛',
        leagueId: 'coast',
        home: team('灯塔'),
        away: team('礁石'),
        startAt: time + startsIn,
        clock: { phase: 'before', phaseStartedAt: time + startsIn },
        homeScore: 0,
        guestScore: 0,
        periods: [],
        marketCount: 1,
      })
      return matchId
    }
    const result = async (matchId: string, home: number, away: number, state: MatchFacts['state'] = 'ended') => {
      const facts: MatchFacts = { sport: 'football', state, periods: [[home, away]], goals: [] }
      const rows = await store.db.select().from(sportResult).where(eq(sportResult.matchId, matchId))
      await store.db.insert(sportResult).values({ matchId, version: rows.length + 1, facts, at: time })
    }
    const guess = (activityId: string, id: string, matchId: string, outcome: string) =>
      apply(NAME, activityId, id, matchId, { guess: outcome })
    const fixed = { prize: 'fixed', amount: 20, pool: 0, guessesPerDay: 3 }
    const step = async (activityId: string, id: string, matchId: string) =>
      (await check(NAME, activityId, id)).steps.find(({ cycle }) => cycle === matchId)

    it('S7.101 pays a right guess once when the result has stood, and nothing for a wrong one', async () => {
      const [id, other] = [await newMember(), await newMember()]
      const activityId = await started({ kind: NAME, rule: fixed, budget: 100 })
      const matchId = addMatch()
      const results = await many((index) => guess(activityId, id, matchId, index === 0 ? 'home' : 'away'))
      expect(results.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1)
      const chosen = (await step(activityId, id, matchId))?.data['guess']
      expect(results.filter(({ ok }) => ok)).toHaveLength(chosen === 'home' ? 1 : MANY - 1)
      await guess(activityId, other, matchId, 'draw')
      expect((await check(NAME, activityId, id)).left).toBe(60)
      time += 3 * HOUR_MS
      matches = []
      await result(matchId, chosen === 'home' ? 2 : 0, 1)
      expect(await step(activityId, id, matchId)).toMatchObject({ status: 'applied' })
      expect(await receive(id, activityId, matchId)).toMatchObject({ code: CODES.ACTIVITY_STATE })
      time += GUESS_REVIEW_MS
      expect(await step(activityId, id, matchId)).toMatchObject({ status: 'claimable', amount: 20 })
      expect(await step(activityId, other, matchId)).toMatchObject({ status: 'rejected', amount: 0 })
      expect(await receive(other, activityId, matchId)).toMatchObject({ code: CODES.ACTIVITY_STATE })
      await paidOnce(id, activityId, matchId)
      expect(await coinsOf(id)).toBe(20)
      expect((await check(NAME, activityId, id)).left).toBe(80)
    })

    it('S7.101 refuses guesses from the kick-off on, whatever the plan says, and more than a day has', async () => {
      const id = await newMember()
      const activityId = await started({ kind: NAME, rule: { ...fixed, guessesPerDay: 1 }, budget: 100 })
      const [early, second] = [addMatch(), addMatch()]
      const [first] = matches
      matches = matches.map((match) =>
        match === first ? { ...match, clock: { phase: 'first-half', phaseStartedAt: time } as never } : match,
      )
      expect(await guess(activityId, id, early, 'home')).toMatchObject({ code: CODES.NOT_FOUND })
      time += HOUR_MS - 1
      expect(await guess(activityId, id, second, 'home')).toMatchObject({ ok: true })
      time += 1
      expect(await guess(activityId, await newMember(), second, 'home')).toMatchObject({ code: CODES.NOT_FOUND })
      const third = addMatch()
      expect(await guess(activityId, id, third, 'home')).toMatchObject({ details: { reason: 'notEligible' } })
      expect(await guess(activityId, await newMember(), third, 'both')).toMatchObject({ code: CODES.PARAM_ERROR })
    })

    it('S7.101 a result that is corrected in the time of review counts, a later correction does not', async () => {
      const ids = await Promise.all([newMember(), newMember()])
      const activityId = await started({ kind: NAME, rule: fixed, budget: 100 })
      const matchId = addMatch()
      await Promise.all(ids.map((id, index) => guess(activityId, id, matchId, index === 0 ? 'home' : 'draw')))
      time += 3 * HOUR_MS
      await result(matchId, 2, 1)
      time += GUESS_REVIEW_MS - 1
      await result(matchId, 1, 1)
      time += 1
      await result(matchId, 3, 1)
      expect(await step(activityId, ids[0], matchId)).toMatchObject({ status: 'rejected', data: { outcome: 'draw' } })
      expect(await step(activityId, ids[1], matchId)).toMatchObject({ status: 'claimable', data: { outcome: 'draw' } })
    })

    it('S7.101 the right guesses of a match share its pool, and nobody wins in a match without a result', async () => {
      const ids = await Promise.all(Array.from({ length: 4 }, newMember))
      const rule = { prize: 'pool', amount: 50, pool: 100, guessesPerDay: 3 }
      const activityId = await started({ kind: NAME, rule, budget: 1_000 })
      const [matchId, broken, decided] = [addMatch(), addMatch(), addMatch()]
      for (const [index, id] of ids.entries()) {
        await guess(activityId, id, matchId, index === 0 ? 'away' : 'home')
        await guess(activityId, id, broken, 'home')
        await guess(activityId, id, decided, 'home')
      }
      time += 3 * HOUR_MS
      await result(matchId, 2, 1)
      await result(broken, 1, 0, 'abandoned')
      const market = { matchId: decided, market: `${decided}.winner.0`, won: 'home', operator: 'root', at: time }
      await store.db.insert(marketDecision).values(market)
      time += GUESS_REVIEW_MS
      for (const [index, id] of ids.entries()) {
        expect(await step(activityId, id, matchId)).toMatchObject({ amount: index === 0 ? 0 : 33 })
        expect(await step(activityId, id, broken)).toMatchObject({ status: 'rejected', data: { outcome: 'void' } })
        expect(await step(activityId, id, decided)).toMatchObject({ amount: 25 })
      }
    })
  })

  describe('S7.98 the quiz', () => {
    const NAME = 'euroQuiz' as const
    const quiz = () => started({ kind: NAME, rule: { ...EURO_QUIZ.example }, budget: 100 })

    it('S7.98 sends an answer only to a member who has answered, and grades on the server', async () => {
      const [right, wrong] = [await newMember(), await newMember()]
      const activityId = await quiz()
      const before = await check(NAME, activityId, right)
      expect(JSON.stringify(before)).not.toMatch(/"answer"|explanation|守门员/)
      expect(await apply(NAME, activityId, right, 'q1', { option: 'd' })).toMatchObject({ code: CODES.PARAM_ERROR })
      expect(await apply(NAME, activityId, right, 'q2', { option: 'a' })).toMatchObject({ code: CODES.NOT_FOUND })
      const answers = await many(() => apply(NAME, activityId, right, 'q1', { option: 'b' }))
      expect(answers.every(({ ok }) => ok)).toBe(true)
      expect(answers[0]).toMatchObject({
        data: { step: { status: 'claimable', amount: 10, data: { isRight: true, answer: 'b' } } },
      })
      await paidOnce(right, activityId, 'q1')
      expect(await coinsOf(right)).toBe(10)
      expect(await apply(NAME, activityId, wrong, 'q1', { option: 'a' })).toMatchObject({
        data: { step: { status: 'rejected', amount: 0, data: { isRight: false, answer: 'b' } } },
      })
      expect(await apply(NAME, activityId, wrong, 'q1', { option: 'b' })).toMatchObject({
        details: { reason: 'applied' },
      })
      expect(JSON.stringify(await check(NAME, activityId, await newMember()))).not.toMatch(/"answer"|explanation/)
    })
  })

  describe('S7.102 barriers', () => {
    it('S7.102 pays each barrier that settled play has passed, once', async () => {
      const id = await newMember()
      const activityId = await started({ kind: 'breakout', rule: { ...BREAKOUT.example }, budget: 10_000 })
      expect(await receive(id, activityId, 'stage-1')).toMatchObject({ code: CODES.ACTIVITY_STATE })
      // Play before the activity does not count.
      await playedRound(store, id, { day: siteDayOf(time) - 1, staked: 100 })
      for (let round = 0; round < 3; round += 1) await playedRound(store, id, { day: siteDayOf(time), staked: 100 })
      const { steps, progress } = await check('breakout', activityId, id)
      expect(progress).toEqual({ count: 3 })
      expect(steps.filter(({ status }) => status === 'eligible').map(({ cycle }) => cycle)).toEqual([
        'stage-1',
        'stage-2',
      ])
      await paidOnce(id, activityId, 'stage-2')
      expect(await coinsOf(id)).toBe(10)
      expect(await receive(await newMember(), activityId, 'stage-2')).toMatchObject({ code: CODES.ACTIVITY_STATE })
      expect(await receive(id, activityId, 'stage-3')).toMatchObject({ code: CODES.ACTIVITY_STATE })
    })

    it('S7.102 counts days with a sign-in if the rule says so, across midnight Shanghai', async () => {
      const id = await newMember()
      const signIn = await started({})
      const rule = {
        by: 'signIns',
        stages: [
          { needed: 1, amount: 1 },
          { needed: 2, amount: 2 },
        ],
      }
      const activityId = await started({ kind: 'breakout', rule, budget: 10 })
      await apply('signIn', signIn, id, siteDateOf(time))
      expect((await check('breakout', activityId, id)).progress).toEqual({ count: 1 })
      time += 12 * HOUR_MS
      await apply('signIn', signIn, id, siteDateOf(time))
      expect((await check('breakout', activityId, id)).progress).toEqual({ count: 2 })
      await paidOnce(id, activityId, 'stage-2')
    })
  })

  it('S1.21 S7.99 pays each rung of qualified friends who registered since the start, once', async () => {
    const id = await newMember()
    const invited = async (isQualified: boolean) => {
      const friend = await invitedBy(id)
      if (!isQualified) return
      await store.db.insert(vipHistory).values({
        id: uuidV7(time),
        memberId: friend,
        day: siteDayOf(time),
        fromGrade: 0,
        toGrade: 1,
        reason: 'turnover',
        at: time,
      })
    }
    await invited(true)
    time += DAY_MS
    const activityId = await started({ kind: 'invite', rule: { rungRewards: [5, 0, 9, 0, 0, 0] }, budget: 100 })
    const cycles = async () => (await check('invite', activityId, id)).steps.map(({ cycle, status }) => [cycle, status])
    expect(await cycles()).toEqual([
      ['friends-1', 'none'],
      ['friends-5', 'none'],
    ])
    await invited(false)
    await invited(true)
    expect((await check('invite', activityId, id)).progress).toEqual({ invited: 2, qualified: 1 })
    expect((await cycles())[0]).toEqual(['friends-1', 'eligible'])
    await paidOnce(id, activityId, 'friends-1')
    expect(await receive(id, activityId, 'friends-5')).toMatchObject({ code: CODES.ACTIVITY_STATE })
    expect(await coinsOf(id)).toBe(5)
  })

  it('S1.22 S7.104 gives the gift of each sponsor once', async () => {
    const id = await newMember()
    const activityId = await started({ kind: 'sponsor', rule: { sponsorRewards: [8, 0, 6] }, budget: 100 })
    expect(await apply('sponsor', activityId, id, 'sponsor-1')).toMatchObject({ code: CODES.NOT_FOUND })
    const results = await many(() => apply('sponsor', activityId, id, 'sponsor-0'))
    expect(results.every(({ ok }) => ok)).toBe(true)
    await paidOnce(id, activityId, 'sponsor-0')
    expect(await coinsOf(id)).toBe(8)
    expect(await receive(id, activityId, 'sponsor-2')).toMatchObject({ code: CODES.ACTIVITY_STATE })
  })
})
