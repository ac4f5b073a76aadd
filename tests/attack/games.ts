import { expect } from 'vitest'
import { atOnce, attempt, codes, coinsOf, key, moneyOf, rewardsOf, tally, yuan } from './attempt.ts'
import type { Client, Data, Response } from './client.ts'

/** A member who has moved 1,000 yuan to a venue. */
async function atVenue(member: Client, venueEnName: string, amount = yuan(1_000)): Promise<Client> {
  const { code } = await member.call('transfer.in', { venueEnName, amount, currency: 'CNY' })
  if (code !== 'SUCCESS') throw new Error(`no money at ${venueEnName}: ${code}`)
  await expect.poll(async () => (await venueOf(member, venueEnName)).balance, { timeout: 20_000 }).toBe(amount)
  return member
}

async function venueOf(member: Client, venueEnName: string): Promise<Data> {
  const { data } = await member.call('balance.list', { currency: 'CNY' })
  return (data.venues as Data[]).find((venue) => venue.venueEnName === venueEnName)
}

/** A selection of a match that has not begun, whose bet is accepted at once. */
async function openSelection(member: Client): Promise<{ selection: string; price: number }> {
  const days = await Promise.all(
    [0, 1].map((day) => member.call('sport.matchList', { kind: 'all', type: 'day', date: siteDate(day) })),
  )
  const listed = days.flatMap(({ data }) => data.list as Data[]).filter(({ match }) => match.clock.phase === 'before')
  const market = listed.flatMap(({ markets }) => markets as Data[]).find(({ state }) => state === 'open')
  const { matchId, kind, line, selections } = market
  return { selection: `${matchId}.${kind}.${line}.${selections[0].outcome}`, price: selections[0].price }
}

/** A day in Shanghai, `days` from today. */
function siteDate(days: number): string {
  return new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
}

const place = (member: Client, legs: readonly Data[], more: object = {}, idempotencyKey = key()): Promise<Response> =>
  member.call(
    'bet.place',
    { currency: 'CNY', stake: yuan(100), legs, accept: 'none', ...more },
    { key: idempotencyKey },
  )

const play = [
  attempt({
    name: 'bets: the whole balance 20 times at once, one key twice, another price, odd stakes',
    prepare: async (world) => {
      const member = await atVenue(await world.member(), 'YBTY')
      return { member, leg: await openSelection(member) }
    },
    attempt: async ({ member, leg }) => {
      const used = key()
      const dear = [{ ...leg, price: leg.price * 10 }]
      return {
        forged: codes([
          await place(member, dear),
          await place(member, [{ ...leg, price: 0 }]),
          await place(member, [{ ...leg, price: -1 }]),
        ]),
        unknown: codes([
          await place(member, [{ selection: 'm1.winner.0.home', price: 2_000 }]),
          await place(member, [leg, leg]),
        ]),
        key: codes([
          await place(member, [leg], { accept: 'any' }, used),
          await place(member, [leg], { accept: 'any' }, used),
          await place(member, [leg], { accept: 'any', stake: yuan(200) }, used),
        ]),
        most: tally(await atOnce(20, () => place(member, [leg], { accept: 'any', stake: yuan(600) }))),
      }
    },
    expected: {
      forged: [
        'ODDS_CHANGED',
        expect.stringMatching(/ODDS_CHANGED|PARAM_ERROR/),
        expect.stringMatching(/ODDS_CHANGED|PARAM_ERROR/),
      ],
      unknown: [expect.not.stringMatching('SUCCESS'), expect.not.stringMatching('SUCCESS')],
      key: ['SUCCESS', 'DUPLICATE_REQUEST', 'IDEMPOTENCY_CONFLICT'],
      most: { SUCCESS: 1, BALANCE_NOT_ENOUGH: 19 },
    },
    state: async ({ member }) => (await venueOf(member, 'YBTY')).balance,
    after: yuan(300),
  }),
  attempt({
    name: 'cash-out: of another member, by a foreign quote, 12 times at once, twice in turn',
    prepare: async (world) => {
      const [member, other] = [await atVenue(await world.member(), 'YBTY'), await world.member()]
      const leg = await openSelection(member)
      const { data } = await place(member, [leg], { accept: 'any' })
      const betId = data.bet.betId as string
      return { member, other, betId, quote: (await member.call('bet.cashOutQuote', { betId })).data }
    },
    attempt: async ({ member, other, betId, quote }) => {
      const { quoteId } = quote
      return {
        foreign: codes([
          await other.call('bet.detail', { betId }),
          await other.call('bet.cashOutQuote', { betId }),
          await other.call('bet.cashOut', { betId, quoteId }),
          await other.call('bet.show', { betId, chatRoomNo: null }),
          await member.call('bet.cashOut', { betId, quoteId: crypto.randomUUID() }),
        ]),
        once: codes(await atOnce(12, () => member.call('bet.cashOut', { betId, quoteId }))).filter(
          (code) => code === 'SUCCESS',
        ).length,
        again: (await member.call('bet.cashOutQuote', { betId })).code,
      }
    },
    expected: {
      foreign: ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', expect.not.stringMatching('SUCCESS')],
      once: 1,
      again: expect.not.stringMatching('SUCCESS'),
    },
    state: async ({ member, quote }) => (await venueOf(member, 'YBTY')).balance - yuan(900) - quote.amount,
    after: 0,
  }),
  attempt({
    name: 'rounds: 12 starts at once, an old commitment, moves of another member, skipped and doubled moves',
    prepare: async (world) => ({ member: await atVenue(await world.member(), 'YBDZ'), other: await world.member() }),
    attempt: async ({ member, other }) => {
      const { commitment } = (await member.call('gameRound.open', { gameId: 'mines' })).data
      const start = {
        gameId: 'mines',
        currency: 'CNY',
        stake: yuan(10),
        options: { mines: 1 },
        memberSeed: 'attack',
        commitment,
      }
      const odd = await Promise.all(
        [{ mines: 2 }, { mines: -1 }, {}, { mines: 1, cells: [] }].map((options) =>
          member.call('gameRound.start', { ...start, options }),
        ),
      )
      const started = await atOnce(12, () => member.call('gameRound.start', start))
      const { roundId } = started.find(({ code }) => code === 'SUCCESS')?.data ?? {}
      const move = (by: Client, step: number, moved: object): Promise<Response> =>
        by.call('gameRound.move', { roundId, step, move: moved })
      const foreign = [
        await move(other, 0, { kind: 'open', cell: 1 }),
        await other.call('gameRound.detail', { roundId }),
        await member.call('gameRound.proof', { roundId }),
      ]
      const out = [
        await move(member, 1, { kind: 'open', cell: 1 }),
        await move(member, 0, { kind: 'open', cell: 25 }),
        await move(member, 0, { kind: 'collect' }),
        await move(member, 0, { kind: 'open', cell: '1' }),
      ]
      const doubled = await atOnce(6, (index) => move(member, 0, { kind: 'open', cell: index }))
      return {
        odd: tally(odd),
        started: tally(started)['SUCCESS'],
        old: (await member.call('gameRound.start', start)).code,
        foreign: codes(foreign),
        out: codes(out),
        doubled: tally(doubled)['SUCCESS'],
      }
    },
    expected: {
      odd: { PARAM_ERROR: 4 },
      started: 1,
      old: expect.not.stringMatching('SUCCESS'),
      foreign: ['NOT_FOUND', 'NOT_FOUND', 'ROUND_OPEN'],
      out: ['ROUND_STEP', 'PARAM_ERROR', 'PARAM_ERROR', 'PARAM_ERROR'],
      doubled: 1,
    },
    state: async ({ member }) => (await venueOf(member, 'YBDZ')).balance,
    after: yuan(990),
  }),
]

/** The round of a table with small stakes that takes bets for ten more seconds, also for a busy machine. */
async function openRound(
  member: Client,
): Promise<{ tableId: string; roundId: string; minStake: number; game: string }> {
  let found: Data
  const hasOpen = async (): Promise<boolean> => {
    const { data } = await member.call('table.list')
    const isLong = (state: Data): boolean => state.phase === 'betting' && state.closesAt > Date.now() + 10_000
    found = (data.list as Data[]).find((table) => table.minStake <= yuan(10) && isLong(table.state))
    return found !== undefined
  }
  await expect.poll(hasOpen, { timeout: 40_000 }).toBe(true)
  const { tableId, minStake, game, state } = found
  return { tableId, roundId: state.roundId, minStake, game }
}

/** The activity of a kind. */
async function activityOf(member: Client, name: string): Promise<Data> {
  return (await member.call('activity.check', { name })).data
}

const tables = [
  attempt({
    name: 'table bets: odd amounts, unknown sides and rounds, 20 at once with money for four, one key twice',
    prepare: async (world) => atVenue(await world.member(), 'YBZR', yuan(100)),
    attempt: async (member) => {
      const { tableId, roundId, minStake, game } = await openRound(member)
      const side = game === 'baccarat' ? 'banker' : 'dragon'
      const bet = (more: object, idempotencyKey = key()): Promise<Response> =>
        member.call(
          'table.bet',
          { tableId, roundId, currency: 'CNY', bets: [{ side, amount: minStake }], ...more },
          { key: idempotencyKey },
        )
      const amounts = [0, -1, 1.5, 1, 10 ** 9, 2 ** 53]
      const odd = await Promise.all(amounts.map((amount) => bet({ bets: [{ side, amount }] })))
      const forged = [
        await bet({ roundId: crypto.randomUUID() }),
        await bet({ tableId: 'bac9' }),
        await bet({ bets: [{ side: 'house', amount: minStake }] }),
        await bet({ bets: [] }),
      ]
      const used = key()
      const twice = [
        await bet({}, used),
        await bet({}, used),
        await bet({ bets: [{ side, amount: minStake * 2 }] }, used),
      ]
      const { balance } = await venueOf(member, 'YBZR')
      const part = Math.floor(balance / 4)
      const many = tally(await atOnce(20, () => bet({ bets: [{ side, amount: part }] })))
      return { odd: tally(odd)['SUCCESS'] ?? 0, forged: codes(forged).includes('SUCCESS'), twice: codes(twice), many }
    },
    expected: {
      odd: 0,
      forged: false,
      twice: ['SUCCESS', 'DUPLICATE_REQUEST', 'IDEMPOTENCY_CONFLICT'],
      many: { SUCCESS: 4, BALANCE_NOT_ENOUGH: 16 },
    },
    state: async (member) => (await venueOf(member, 'YBZR')).balance < 4,
    after: true,
  }),
]

const rewards = [
  attempt({
    name: 'an activity is claimed 50 times at once, for other days, under other names, and by a member who may not',
    prepare: async (world) => {
      const [member, barred] = [await world.member(), await world.signedIn('quiet01')]
      const { activityId, steps } = await activityOf(member, 'signIn')
      return { member, barred, activityId, amount: steps[0].amount as number, before: await rewardsOf(member) }
    },
    attempt: async ({ member, barred, activityId }) => {
      const today = { name: 'signIn', activityId, cycle: siteDate(0) }
      const applied = tally(await atOnce(10, () => member.call('activity.apply', today)))
      const others = await Promise.all(
        [
          { cycle: siteDate(1) },
          { cycle: siteDate(-1) },
          { cycle: 'x' },
          { activityId: 'none' },
          { name: 'spinWheel' },
          { name: '__proto__' },
        ].map(async (other) => {
          await member.call('activity.apply', { ...today, ...other })
          return member.call('activity.receive', { ...today, ...other })
        }),
      )
      const received = await atOnce(50, () => member.call('activity.receive', today))
      return {
        applied,
        others: codes(others).includes('SUCCESS'),
        received: tally(received)['SUCCESS'],
        barred: codes([
          await barred.call('activity.check', { name: 'signIn' }),
          await barred.call('activity.apply', today),
          await barred.call('activity.receive', today),
        ]),
      }
    },
    expected: {
      applied: { SUCCESS: 10 },
      others: false,
      received: 1,
      barred: ['ACTIVITY_BLACKLIST', 'ACTIVITY_BLACKLIST', 'ACTIVITY_BLACKLIST'],
    },
    state: async ({ member, amount, before }) => (await rewardsOf(member)) - before - amount,
    after: 0,
  }),
  attempt({
    name: 'a draw 20 times at once, with another nonce, after the chances are used; its prize 20 times at once',
    prepare: async (world) => {
      const member = await world.member()
      return { member, wheel: await activityOf(member, 'spinWheel') }
    },
    attempt: async ({ member, wheel }) => {
      const { activityId, draw } = wheel
      const spin = (nonce: number, memberSeed = 'a'): Promise<Response> =>
        member.call('activity.draw', { name: 'spinWheel', activityId, nonce, memberSeed })
      const ahead = await spin(draw.nonce + 1)
      const drawn = await atOnce(20, (index) => spin(draw.nonce, `seed${index}`))
      const later = [await spin(draw.nonce + 1), await spin(draw.nonce + 2)]
      const prizes = drawn.flatMap(({ code, data }) =>
        code === 'SUCCESS' ? [data.step.data.prizeIndex as number] : [],
      )
      const { amount, cycle } = (await activityOf(member, 'spinWheel')).steps[0] ?? { amount: 0, cycle: 'draw-0' }
      const coins = await coinsOf(member)
      const received = await atOnce(20, () => member.call('activity.receive', { name: 'spinWheel', activityId, cycle }))
      const gained = (await coinsOf(member)) - coins
      return {
        ahead: ahead.code === 'SUCCESS',
        prizes: new Set(prizes).size,
        later: codes(later).includes('SUCCESS'),
        once: gained === amount,
        received: (tally(received)['SUCCESS'] ?? 0) <= 1,
      }
    },
    // The same draw again has the same result.
    expected: { ahead: false, prizes: 1, later: false, once: true, received: true },
    state: async ({ member }) => (await activityOf(member, 'spinWheel')).draw.left,
    after: 0,
  }),
  attempt({
    name: 'points: 20 exchanges at once with points for six and a limit of five, odd items; 20 draws at once on one commitment',
    prepare: async (world) => [await world.member(), await world.member()] as const,
    attempt: async ([member, other]) => {
      const exchanged = tally(await atOnce(20, () => member.call('points.exchange', { id: 'coins-20' })))
      const odd = await Promise.all(
        ['coins-2000', 'toString', '', 'bonus-88'].map((id) => member.call('points.exchange', { id })),
      )
      const { commitment } = (await other.call('soccerLottery.info')).data
      const drawn = await atOnce(20, () => other.call('soccerLottery.draw', { commitment, memberSeed: 'a' }))
      return { exchanged, odd: codes(odd), drawn: tally(drawn)['SUCCESS'] }
    },
    expected: {
      exchanged: { SUCCESS: 5, DAY_LIMIT: 15 },
      odd: ['PARAM_ERROR', 'PARAM_ERROR', 'PARAM_ERROR', 'POINTS_NOT_ENOUGH'],
      drawn: 1,
    },
    state: async ([member, other]) => [
      (await member.call('points.get')).data.balance,
      (await other.call('soccerLottery.info')).data.used,
      await coinsOf(member),
    ],
    after: [100, 1, 10_100],
  }),
  attempt({
    name: 'gifts of VIP, rebates and birthday money of others, unknown ones, and twelve times at once',
    prepare: (world) => world.member(),
    attempt: async (member) => {
      const ids = [
        'birthCash',
        'rebate:2026-11-29',
        'vip:9',
        'activity:none:1',
        'activity:__proto__:1',
        `rebate:${crypto.randomUUID()}`,
      ]
      const sent = await Promise.all(
        ids.flatMap((id) => [member.call('welfare.receive', { id }), member.call('rebate.receive', { id })]),
      )
      const birthday = await atOnce(12, () => member.call('birthCash.receive'))
      return [...codes(sent), ...codes(birthday)].includes('SUCCESS')
    },
    expected: false,
    state: (member) => moneyOf(member),
    after: { center: yuan(10_000), locked: 0, venues: 0, interest: 0 },
  }),
]

/** Bets, rounds, tables and activities. */
export const games = [...play, ...tables, ...rewards]
