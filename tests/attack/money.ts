import crypto from 'node:crypto'
import { expect } from 'vitest'
import { atOnce, attempt, codes, coinsOf, key, liveMatch, moneyOf, tally, yuan } from './attempt.ts'
import type { Client, Response } from './client.ts'

const WITHDRAW_PASSWORD = '246810'

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

/** The wallet: deposits, withdrawals, transfers, conversions, coins, gifts. */
export const money = [
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
      const { data: before } = await member.call('usdt.rate')
      const there = []
      for (const { quoteId } of quotes) {
        const converted = await member.call('usdt.transfer', { from: 'CNY', to: 'USDT', amount, quoteId })
        there.push(converted)
        if (converted.code !== 'SUCCESS') continue
        const back = { from: 'USDT', to: 'CNY', amount: 80_000_000 }
        const { data } = await member.call('usdt.quote', back)
        await member.call('usdt.transfer', { ...back, quoteId: data.quoteId })
      }
      const [cny, usdt, { data: rate }] = [
        await moneyOf(member),
        await moneyOf(member, 'USDT'),
        await member.call('usdt.rate'),
      ]
      // The worth at the ask price, which is above the fair one. A change of the rate meanwhile may bring a gain.
      const worth = cny.center + (usdt.center - 1_000_000_000) * (rate.ask / 10_000 / 10_000)
      return { there: tally(there), hasLost: worth < yuan(10_000) || rate.ask !== before.ask }
    },
    expected: { there: { NOT_FOUND: 11, SUCCESS: 1 }, hasLost: true },
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
