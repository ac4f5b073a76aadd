import crypto from 'node:crypto'
import { expect } from 'vitest'
import { atOnce, attempt, codes, coinsOf, liveMatch, moneyOf, rewardsOf, tally } from './attempt.ts'
import type { Client, Data, Response } from './client.ts'

const WITHDRAW_PASSWORD = '246810'
const key = (): string => crypto.randomUUID()

/** Whole yuan as minor units. */
const yuan = (amount: number): number => amount * 100

async function accountOf(member: Client, currency = 'CNY'): Promise<string> {
  return (await member.call('withdraw.prepare', { currency })).data.accounts[0].id
}

async function withAccount(
  member: Client,
): Promise<{ member: Client; withdraw: (amount: unknown, key?: string) => Promise<Response> }> {
  const accountId = await accountOf(member)
  const withdraw = (amount: unknown, idempotencyKey = key()): Promise<Response> =>
    member.call('withdraw.create', { accountId, amount, withdrawPwd: WITHDRAW_PASSWORD }, { key: idempotencyKey })
  return { member, withdraw }
}

/** Numbers that are no amount: signs, fractions, exponents, overflow, other types. Raw JSON, because some are no numbers. */
const ODD_AMOUNTS = [
  '0',
  '-1',
  '-0',
  '0.001',
  '1.5',
  '1e999',
  '-1e999',
  '1e21',
  '9007199254740993',
  '99999999999999999999',
  '"100"',
  '"1e3"',
  '""',
  'null',
  'true',
  '[100]',
  '{"valueOf":100}',
  '{}',
  '"０"',
  '"100 "',
]

/** Money calls with an amount; the others of their parameters are right. */
const AMOUNT_CALLS: readonly (readonly [string, string, string])[] = [
  ['pay.create', '"payTypeId":"demo-bank"', 'amount'],
  ['usdt.pay', '"chain":"TRC20"', 'amount'],
  ['transfer.in', '"venueEnName":"YBTY","currency":"CNY"', 'amount'],
  ['transfer.out', '"venueEnName":"YBTY","currency":"CNY"', 'amount'],
  ['interest.to', '"currency":"CNY"', 'amount'],
  ['interest.from', '"currency":"CNY"', 'amount'],
  ['usdt.quote', '"from":"CNY","to":"USDT"', 'amount'],
  ['coin.buy', '', 'coins'],
  ['bet.place', '"currency":"CNY","legs":[{"selection":"m2001.winner.0.home","price":2000}],"accept":"any"', 'stake'],
  [
    'gameRound.start',
    `"gameId":"slot","currency":"CNY","options":{},"memberSeed":"a","commitment":"${'0'.repeat(64)}"`,
    'stake',
  ],
]

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

const wallet = [
  attempt({
    name: '1.1 20 withdrawals of 6,000 at once with a balance of 10,000',
    prepare: async (world) => withAccount(await world.member()),
    attempt: async ({ withdraw }) => tally(await atOnce(20, () => withdraw(yuan(6_000)))),
    expected: { SUCCESS: 1, BALANCE_NOT_ENOUGH: 19 },
    state: ({ member }) => moneyOf(member),
    after: { center: yuan(4_000), locked: yuan(6_000), venues: 0, interest: 0 },
  }),
  attempt({
    name: '1.2 cancels a withdrawal 8 times, confirms and appeals it, all at once',
    prepare: async (world) => {
      const { member, withdraw } = await withAccount(await world.member())
      return { member, orderNo: (await withdraw(yuan(5_000))).data.orderNo as string }
    },
    attempt: async ({ member, orderNo }) => {
      const cancels = atOnce(8, () => member.call('withdraw.cancel', { orderNo }))
      const others = [
        member.call('withdraw.confirm', { orderNo }),
        member.call('withdraw.appeal', { orderNo, reason: '催一下' }),
      ]
      const all = [...(await cancels), ...(await Promise.all(others))]
      // A repeated cancellation has the first result.
      return [...new Set(codes(all))].toSorted()
    },
    expected: ['ORDER_STATE_CHANGED', 'SUCCESS'],
    state: ({ member }) => moneyOf(member),
    after: { center: yuan(10_000), locked: 0, venues: 0, interest: 0 },
  }),
  attempt({
    name: '1.3 spends the whole balance five ways, four times each, at once',
    prepare: async (world) => {
      const { member, withdraw } = await withAccount(await world.member())
      const accountId = await accountOf(member)
      const { data: quote } = await member.call('usdt.quote', { from: 'CNY', to: 'USDT', amount: yuan(10_000) })
      return { member, withdraw, accountId, quote }
    },
    attempt: async ({ member, withdraw, accountId, quote }) => {
      const all = { amount: yuan(10_000), currency: 'CNY' }
      const ways = [
        () => withdraw(all.amount),
        () => member.call('fastWithdraw.create', { accountId, amount: all.amount, withdrawPwd: WITHDRAW_PASSWORD }),
        () => member.call('transfer.in', { venueEnName: 'YBTY', ...all }),
        () => member.call('interest.to', all),
        () => member.call('usdt.transfer', { from: 'CNY', to: 'USDT', amount: all.amount, quoteId: quote.quoteId }),
      ]
      const sent = await Promise.all([...ways, ...ways, ...ways, ...ways].map((way) => way()))
      return codes(sent).filter((code) => code === 'SUCCESS').length
    },
    expected: 1,
    state: async ({ member }) => (await moneyOf(member)).center,
    after: 0,
  }),
  attempt({
    name: '1.5 uses an idempotency key again: for another call, by another member, for another result',
    prepare: async (world) => {
      const [member, other] = [await world.member(), await world.member()]
      const used = key()
      await member.call('interest.to', { currency: 'CNY', amount: yuan(100) }, { key: used })
      return { member, other, used }
    },
    attempt: async ({ member, other, used }) =>
      codes([
        await member.call('interest.to', { currency: 'CNY', amount: yuan(100) }, { key: used }),
        await member.call('interest.to', { currency: 'CNY', amount: yuan(200) }, { key: used }),
        await member.call('interest.from', { currency: 'CNY', amount: yuan(100) }, { key: used }),
        await member.call('coin.buy', { coins: 100 }, { key: used }),
        await other.call('interest.to', { currency: 'CNY', amount: yuan(300) }, { key: used }),
        await member.call('interest.to', { currency: 'CNY', amount: yuan(100) }, { key: '1' }),
        await member.call('interest.to', { currency: 'CNY', amount: yuan(100) }, { key: `${used}'; --` }),
      ]),
    expected: [
      'DUPLICATE_REQUEST',
      'IDEMPOTENCY_CONFLICT',
      'IDEMPOTENCY_CONFLICT',
      'IDEMPOTENCY_CONFLICT',
      'SUCCESS',
      'SEAL_REFUSED',
      'SEAL_REFUSED',
    ],
    state: async ({ member, other }) => [(await moneyOf(member)).interest, (await moneyOf(other)).interest],
    after: [yuan(100), yuan(300)],
  }),
  attempt({
    name: 'one key 50 times at once',
    prepare: (world) => world.member(),
    attempt: async (member) => {
      const used = key()
      return tally(
        await atOnce(50, () => member.call('interest.to', { currency: 'CNY', amount: yuan(100) }, { key: used })),
      )
    },
    expected: { SUCCESS: 1, DUPLICATE_REQUEST: 49 },
    state: (member) => moneyOf(member),
    after: { center: yuan(9_900), locked: 0, venues: 0, interest: yuan(100) },
  }),
  attempt({
    name: '1.6 a quote of another member, for another amount, with swapped currencies, under 20 keys',
    prepare: async (world) => {
      const [member, other] = [await world.member(), await world.member()]
      const asked = { from: 'CNY', to: 'USDT', amount: yuan(1_000) }
      return { member, other, asked, quoteId: (await member.call('usdt.quote', asked)).data.quoteId as string }
    },
    attempt: async ({ member, other, asked, quoteId }) => ({
      other: (await other.call('usdt.transfer', { ...asked, quoteId })).code,
      amount: (await member.call('usdt.transfer', { ...asked, amount: yuan(9_000), quoteId })).code,
      swapped: (await member.call('usdt.transfer', { ...asked, from: 'USDT', to: 'CNY', quoteId })).code,
      keys: codes(await atOnce(20, () => member.call('usdt.transfer', { ...asked, quoteId }))).filter(
        (code) => code === 'SUCCESS',
      ).length,
    }),
    expected: {
      other: expect.not.stringMatching('SUCCESS'),
      amount: expect.not.stringMatching('SUCCESS'),
      swapped: expect.not.stringMatching('SUCCESS'),
      keys: 1,
    },
    state: async ({ member, other }) => [(await moneyOf(member)).center, (await moneyOf(other)).center],
    after: [yuan(9_000), yuan(10_000)],
  }),
  attempt({
    name: `1.7 ${ODD_AMOUNTS.length} odd amounts in ${AMOUNT_CALLS.length} calls`,
    prepare: (world) => world.member(),
    attempt: async (member) => {
      const sent: string[] = []
      for (const [name, others, field] of AMOUNT_CALLS) {
        const responses = await Promise.all(
          ODD_AMOUNTS.map((amount) =>
            member.call(name, {}, { rawBody: `{${others}${others ? ',' : ''}"${field}":${amount}}` }),
          ),
        )
        sent.push(
          ...responses.flatMap(({ code }, index) =>
            code === 'PARAM_ERROR' ? [] : [`${name} ${ODD_AMOUNTS[index]} ${code}`],
          ),
        )
      }
      return sent
    },
    expected: [],
    state: (member) => moneyOf(member),
    after: { center: yuan(10_000), locked: 0, venues: 0, interest: 0 },
  }),
  attempt({
    name: '1.10 webhooks without a signature, with a forged one, old, for another adapter, and 40 at once',
    prepare: async (world) => {
      const member = await world.member()
      const { data } = await member.call('pay.create', { payTypeId: 'demo-bank', amount: yuan(1_000) })
      return { member, orderNo: data.orderNo as string }
    },
    attempt: async ({ orderNo }, { origin }) => {
      const body = JSON.stringify({ id: 'a', orderNo, state: 'paid' })
      const send = async (adapter: string, headers: Record<string, string>): Promise<number> => {
        const at = `${origin}/api/payment/v1/webhook/${adapter}`
        const response = await fetch(at, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', ...headers },
        })
        return response.status
      }
      const sign = (secret: string, at: number): Record<string, string> => ({
        'x-webhook-timestamp': `${at}`,
        'x-webhook-signature': crypto.createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'),
      })
      const flood = await atOnce(40, () => send('demo-bank', sign('guess', Date.now())))
      return [
        await send('demo-bank', {}),
        await send('demo-bank', sign('', Date.now())),
        await send('demo-bank', { ...sign('secret', Date.now()), 'x-webhook-signature': '' }),
        await send('demo-bank', sign('secret', Date.now() - 600_000)),
        await send('other', sign('secret', Date.now())),
        ...new Set(flood),
      ]
    },
    expected: [401, 401, 401, 401, 404, 401],
    state: async ({ member, orderNo }) => [
      (await member.call('deposit.detail', { orderNo })).data.status,
      (await moneyOf(member)).center,
    ],
    after: ['1', yuan(10_000)],
  }),
  attempt({
    name: '1.11 guesses the withdrawal password 40 times at once through three calls',
    prepare: async (world) => {
      const member = await world.member()
      const { data } = await member.call('bankCard.list')
      return { member, accountId: await accountOf(member), card: data.list[0].id as string }
    },
    attempt: async ({ member, accountId, card }) => {
      const guess = (index: number): string => String(100_000 + index)
      const ways = [
        (index: number) => member.call('withdraw.create', { accountId, amount: yuan(100), withdrawPwd: guess(index) }),
        (index: number) => member.call('bankCard.setDefault', { id: card, withdrawPwd: guess(index) }),
        (index: number) => member.call('withdrawPassword.update', { oldPwd: guess(index), newPwd: '135790' }),
      ]
      const sent = await atOnce(40, (index) => ways[index % 3]!(index))
      const tried = sent.filter(({ data }) => typeof data?.triesLeft === 'number' && data.triesLeft > 0)
      return { succeeded: tally(sent)['SUCCESS'] ?? 0, tried: tried.length, right: (await ways[0]!(146_810)).code }
    },
    // Four wrong tries are told; the fifth locks.
    expected: { succeeded: 0, tried: 4, right: 'WITHDRAW_PWD_WRONG' },
    state: ({ member }) => moneyOf(member),
    after: { center: yuan(10_000), locked: 0, venues: 0, interest: 0 },
  }),
  attempt({
    name: '1.13 20 deposits of 100 at once under a daily limit of 100, raised by the member meanwhile',
    prepare: async (world) => {
      const member = await world.member()
      await member.call('responsible.setLimit', { kind: 'deposit', period: 'day', amount: yuan(100) })
      return member
    },
    attempt: async (member) => {
      const raise = member.call('responsible.setLimit', { kind: 'deposit', period: 'day', amount: yuan(5_000) })
      const deposits = await atOnce(20, () => member.call('pay.create', { payTypeId: 'demo-bank', amount: yuan(100) }))
      const { data } = await raise
      const confirmed = await member.call('responsible.confirmRaise', {
        id: data?.limits?.[0]?.raise?.id ?? crypto.randomUUID(),
      })
      return { created: tally(deposits)['SUCCESS'], confirmed: confirmed.code === 'SUCCESS' }
    },
    expected: { created: 1, confirmed: false },
    state: async (member) => (await member.call('pay.create', { payTypeId: 'demo-bank', amount: yuan(100) })).code,
    after: expect.stringMatching(/RG_DEPOSIT_LIMIT|PENDING_ORDER_EXISTS/),
  }),
  attempt({
    name: '1.15 excludes itself for good in the middle of 16 transfers, then pays, plays and shortens it',
    prepare: (world) => world.member(),
    attempt: async (member) => {
      const transfers = atOnce(16, () =>
        member.call('transfer.in', { venueEnName: 'YBTY', amount: yuan(10), currency: 'CNY' }),
      )
      const excluded = await member.call('responsible.selfExclude', { months: null, confirmText: '自我排除' })
      await transfers
      const { anchorRoomId } = await liveMatch(member)
      const later = [
        await member.call('transfer.in', { venueEnName: 'YBTY', amount: yuan(10), currency: 'CNY' }),
        await member.call('pay.create', { payTypeId: 'demo-bank', amount: yuan(100) }),
        await member.call('gift.reward', { giftId: 1, count: 1, anchorRoomId, comboId: 'combo-after-exclusion' }),
        await member.call('coin.buy', { coins: 100 }),
        await member.call('points.exchange', { id: 'coins-20' }),
        await member.call('responsible.selfExclude', { months: 6, confirmText: '自我排除' }),
      ]
      return [excluded.code, ...codes(later)]
    },
    expected: [
      'SUCCESS',
      'RG_SELF_EXCLUDED',
      'RG_SELF_EXCLUDED',
      'RG_SELF_EXCLUDED',
      'RG_SELF_EXCLUDED',
      expect.any(String),
      expect.any(String),
    ],
    state: async (member) => (await member.call('responsible.get')).data.exclusion,
    after: expect.objectContaining({ kind: 'selfExclusion', until: null }),
  }),
  attempt({
    name: '1.17 transfers to closed, hidden, unknown and oddly named venues',
    prepare: (world) => world.member(),
    attempt: async (member) => {
      const names = [
        'IMTY',
        'AGTY',
        'NOPE',
        'ybty',
        '__proto__',
        'constructor',
        'YBTY ',
        "YBTY'--",
        '',
        '../YBTY',
        'toString',
      ]
      const responses = await Promise.all(
        names.map((venueEnName) => member.call('transfer.in', { venueEnName, amount: yuan(10), currency: 'CNY' })),
      )
      return Object.fromEntries(names.map((name, index) => [name, responses[index]?.code]))
    },
    expected: {
      IMTY: 'VENUE_MAINTAIN',
      AGTY: 'VENUE_CLOSED',
      NOPE: 'NOT_FOUND',
      ybty: 'NOT_FOUND',
      ['__proto__']: 'NOT_FOUND',
      constructor: 'NOT_FOUND',
      'YBTY ': 'PARAM_ERROR',
      "YBTY'--": 'PARAM_ERROR',
      '': 'PARAM_ERROR',
      '../YBTY': 'PARAM_ERROR',
      toString: 'NOT_FOUND',
    },
    state: (member) => moneyOf(member),
    after: { center: yuan(10_000), locked: 0, venues: 0, interest: 0 },
  }),
  attempt({
    name: '1.18 steps out of order: appeal before payment, of another member, after the end, of a number that nobody has',
    prepare: async (world) => {
      const [member, other] = [await world.member(), await world.member()]
      const { data } = await member.call('pay.create', { payTypeId: 'demo-speed', amount: yuan(100) })
      return { member, other, orderNo: data.orderNo as string }
    },
    attempt: async ({ member, other, orderNo }) => {
      const unknown = `${orderNo.slice(0, -4)}0000`
      return codes([
        await other.call('deposit.cancel', { orderNo }),
        await other.call('speedDeposit.confirm', { orderNo }),
        await other.call('dealRecord.detail', { orderNo }),
        await other.call('deposit.cancel', { orderNo: unknown }),
        await member.call('withdraw.confirm', { orderNo }),
        await member.call('speedDeposit.appeal', { orderNo, reason: '没有到账' }),
        await member.call('deposit.cancel', { orderNo }),
        await member.call('speedDeposit.confirm', { orderNo }),
      ])
    },
    expected: [
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
      'ORDER_STATE_CHANGED',
      'SUCCESS',
      'ORDER_STATE_CHANGED',
    ],
    state: ({ member }) => moneyOf(member),
    after: { center: yuan(10_000), locked: 0, venues: 0, interest: 0 },
  }),
  attempt({
    name: '1.21 converts there and back 12 times, with quotes that were made before',
    prepare: async (world) => {
      const member = await world.member()
      const amount = yuan(600)
      const quotes = await atOnce(12, () => member.call('usdt.quote', { from: 'CNY', to: 'USDT', amount }))
      return { member, amount, quotes: quotes.map(({ data }) => data) }
    },
    attempt: async ({ member, amount, quotes }) => {
      for (const { quoteId } of quotes) {
        const there = await member.call('usdt.transfer', { from: 'CNY', to: 'USDT', amount, quoteId })
        if (there.code !== 'SUCCESS') continue
        const back = { from: 'USDT', to: 'CNY', amount: there.data.received ?? there.data.to?.amount ?? 80_000_000 }
        const { data } = await member.call('usdt.quote', back)
        if (data?.quoteId) await member.call('usdt.transfer', { ...back, quoteId: data.quoteId })
      }
      const [cny, usdt, { data: rate }] = [
        await moneyOf(member),
        await moneyOf(member, 'USDT'),
        await member.call('usdt.rate'),
      ]
      // The worth at the ask price, which is above the fair one.
      return cny.center + (usdt.center - 1_000_000_000) * (rate.ask / 10_000 / 10_000) < yuan(10_000)
    },
    expected: true,
    state: ({ member }) => member.call('usdt.records').then(({ data }) => data.list.length > 0),
    after: true,
  }),
  attempt({
    name: 'two gifts at once with coins for one, 20 times, and one key with another count',
    prepare: async (world) => {
      const member = await world.member()
      return {
        member,
        gift: {
          giftId: 6,
          anchorRoomId: (await liveMatch(member)).anchorRoomId as string,
          comboId: 'combo-of-the-attack',
        },
      }
    },
    attempt: async ({ member, gift }) => {
      const used = key()
      const first = await member.call('gift.reward', { ...gift, count: 1 }, { key: used })
      const other = await member.call('gift.reward', { ...gift, count: 4 }, { key: used })
      const many = await atOnce(20, () => member.call('gift.reward', { ...gift, count: 4 }))
      const odd = await Promise.all([0, -1, 1.5, 10_000].map((count) => member.call('gift.reward', { ...gift, count })))
      return [first.code, other.code, tally(many), tally(odd)]
    },
    // 10,000 coins; a cup is 1,888.
    expected: ['SUCCESS', 'IDEMPOTENCY_CONFLICT', { SUCCESS: 1, BALANCE_NOT_ENOUGH: 19 }, { PARAM_ERROR: 4 }],
    state: ({ member }) => coinsOf(member),
    after: 10_000 - 5 * 1_888,
  }),
  attempt({
    name: 'orders, cards and records of another member are like those that do not exist',
    prepare: async (world) => {
      const [{ member, withdraw }, other] = [await withAccount(await world.member()), await world.member()]
      const { data } = await withdraw(yuan(500))
      const { data: cards } = await member.call('bankCard.list')
      return {
        other,
        orderNo: data.orderNo as string,
        card: cards.list[0].id as string,
        accountId: await accountOf(member),
      }
    },
    attempt: async ({ other, orderNo, card, accountId }) =>
      codes([
        await other.call('dealRecord.detail', { orderNo }),
        await other.call('withdraw.cancel', { orderNo }),
        await other.call('withdraw.confirm', { orderNo }),
        await other.call('withdraw.appeal', { orderNo, reason: '没有到账' }),
        await other.call('bankCard.setDefault', { id: card, withdrawPwd: WITHDRAW_PASSWORD }),
        await other.call('bankCard.delete', { id: card, withdrawPwd: WITHDRAW_PASSWORD }),
        await other.call('withdraw.create', { accountId, amount: yuan(100), withdrawPwd: WITHDRAW_PASSWORD }),
        await other.call('operation.result', { idempotencyKey: key(), endpoint: 'withdraw.create' }),
      ]),
    expected: [...Array.from({ length: 7 }, () => 'NOT_FOUND'), 'SUCCESS'],
    state: ({ other }) => moneyOf(other),
    after: { center: yuan(10_000), locked: 0, venues: 0, interest: 0 },
  }),
]

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

/** The current round of a table that takes bets for two more seconds. */
async function openRound(
  member: Client,
): Promise<{ tableId: string; roundId: string; minStake: number; game: string }> {
  let found: Data
  const hasOpen = async (): Promise<boolean> => {
    const { data } = await member.call('table.list')
    found = (data.list as Data[]).find(({ state }) => state.phase === 'betting' && state.closesAt > Date.now() + 4_000)
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

export const money = [...wallet, ...play, ...tables, ...rewards]
