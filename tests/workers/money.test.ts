import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { REQUEST_TIMEOUT_MS } from '#protocol/constants.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { Caller } from '#workers/http/caller.ts'
import { Deadline } from '#workers/http/deadline.ts'
import { Money } from '#workers/http/money.ts'
import { PendingCalls } from '#workers/session/pending-calls.ts'
import { Conditions, Profile } from '../contract/support/page.ts'
import { FakeTime } from './fake-time.ts'

const KEY = 'secret-key-0123456789'
const BOUGHT = { balance: 500 }
const LOST = failure(CODES.NETWORK_FAILURE, '网络异常')
const settled = (code: number, data: unknown) => success({ state: 'settled', code, message: '', data })
const STORED = { key: KEY, endpoint: 'coin.buy', params: null, memberId: 'member-1' } as const
const UNKNOWN = success({ state: 'unknown', code: CODES.NOT_FOUND, message: '这笔操作没有入账', data: null })

/** Money calls over a fake caller that returns the given results in order. */
function world(responses: Result<unknown>[], isSecret = true) {
  const time = new FakeTime(1_795_000_000_000)
  const profile = new Profile()
  const sent: { name: EndpointName; params: unknown }[] = []
  const notices: TransportNotice[] = []
  const conditions = new Conditions()
  const signedIn = { id: 'member-1' }
  const call = (name: EndpointName, params: unknown): Promise<Result<unknown>> => {
    sent.push({ name, params })
    conditions.check()
    return Promise.resolve(responses.shift() ?? LOST)
  }
  const storage = profile.storage()
  const pending = new PendingCalls({ exclusive: (_name, task) => task() }, storage, time)
  const money = new Money({
    dependencies: time,
    backend: { random: (length) => new Uint8Array(length) },
    caller: { call } as Pick<Caller, 'call'>,
    pending,
    isSecret: () => isSecret,
    memberId: () => signedIn.id,
    clock: time,
    notify(notice) {
      notices.push(notice)
      conditions.check()
    },
  })
  const buy = (memberId?: string, isRepeat?: boolean) =>
    money.call('coin.buy', { coins: 100 }, new Deadline(time, 30_000), { key: KEY, memberId, isRepeat })
  /** Advances the time until the promise settles. */
  const pass = async <Value>(response: Promise<Value>): Promise<Value> => {
    const state = { isThere: false }
    void response.finally(() => (state.isThere = true))
    while (!state.isThere) {
      time.advance(500)
      await time.settle()
    }
    return response
  }
  return { time, profile, pending, sent, notices, conditions, signedIn, money, buy, pass }
}

describe('money calls with a secret', () => {
  it('settled 7 are stored without parameters and removed when settled', async () => {
    const { profile, pending, sent, buy } = world([success(BOUGHT)])
    const stored: string[] = []
    const { setItem } = profile.local
    profile.local.setItem = (key, value) => {
      stored.push(value)
      setItem(key, value)
    }
    expect(await buy()).toEqual(success(BOUGHT))
    expect(stored).toHaveLength(1)
    expect(JSON.parse(stored[0] ?? '')).toMatchObject([{ key: KEY, endpoint: 'coin.buy', params: null }])
    expect(sent).toHaveLength(1)
    expect(await pending.list()).toEqual([])
  })

  it('settled 7 are sent once, and a lost response is looked up by its key', async () => {
    const { sent, pending, buy, pass } = world([LOST, LOST, settled(0, BOUGHT)])
    expect(await pass(buy())).toMatchObject({ ok: true, data: BOUGHT })
    expect(sent.map((one) => one.name)).toEqual(['coin.buy', 'operation.result', 'operation.result'])
    expect(sent[1]?.params).toEqual({ idempotencyKey: KEY, endpoint: 'coin.buy' })
    expect(await pending.list()).toEqual([])
  })

  it.each([
    ['SEAL_REFUSED', CODES.SEAL_REFUSED],
    ['INTERNAL_ERROR', CODES.INTERNAL_ERROR],
    ['BAD_RESPONSE', CODES.BAD_RESPONSE],
    ['TIMEOUT', CODES.TIMEOUT],
  ])('settled 7 are looked up after %s', async (_, code) => {
    const { sent, buy, pass } = world([failure(code, ''), settled(0, BOUGHT)])
    expect(await pass(buy())).toMatchObject({ ok: true, data: BOUGHT })
    expect(sent.map(({ name }) => name)).toEqual(['coin.buy', 'operation.result'])
  })

  it('settled 7 fail if they were never booked', async () => {
    const { pending, buy, pass } = world([LOST, UNKNOWN])
    expect(await pass(buy())).toEqual(failure(CODES.NOT_FOUND, '这笔操作没有入账'))
    expect(await pending.list()).toEqual([])
  })

  it('settled 7 return the refusal of the first response', async () => {
    const { buy, pass } = world([LOST, settled(CODES.BALANCE_NOT_ENOUGH, null)])
    expect(await pass(buy())).toMatchObject({ ok: false, code: CODES.BALANCE_NOT_ENOUGH, message: '余额不足' })
  })

  it('settled 7 that a reload left pending are looked up and reported, not sent again', async () => {
    for (const [response, result] of [
      [settled(0, BOUGHT), success(BOUGHT)],
      [UNKNOWN, failure(CODES.NOT_FOUND, '这笔操作没有入账')],
    ] as const) {
      const { time, pending, sent, notices, conditions, money } = world([LOST, response])
      await pending.add({ ...STORED, time: time.now() - REQUEST_TIMEOUT_MS })
      money.settle()
      await conditions.until(() => sent.length === 1)
      await time.settle()
      time.advance(2_000)
      await conditions.until(() => notices.length === 1)
      expect(sent.map((one) => one.name)).toEqual(['operation.result', 'operation.result'])
      expect(notices).toMatchObject([{ type: 'settled', endpoint: 'coin.buy', idempotencyKey: KEY, result }])
      expect(await pending.list()).toEqual([])
    }
  })

  it('settled 7 whose lookup fails are looked up again at growing intervals up to a minute, at once on request', async () => {
    const { time, pending, sent, money } = world([])
    await pending.add({ ...STORED, time: time.now() - REQUEST_TIMEOUT_MS })
    const startedAt = time.now()
    const times: number[] = []
    money.settle()
    for (let second = 0; second <= 185; second += 1) {
      if (second > 0) time.advance(1_000)
      const before = sent.length
      await time.settle()
      // The request replaces the pause, and the intervals begin anew.
      if (second === 0) money.settle()
      await time.settle()
      times.push(...sent.slice(before).map(() => (time.now() - startedAt) / 1_000))
    }
    expect(times).toEqual([0, 0, 2, 6, 14, 30, 62, 122, 182])
  })

  it('settled 7 whose network is back during a look-up are looked up again at once', async () => {
    const { time, pending, sent, money } = world([])
    await pending.add({ ...STORED, time: time.now() - REQUEST_TIMEOUT_MS })
    money.settle()
    money.settle()
    await time.settle()
    expect(sent).toHaveLength(2)
  })

  it('settled 7 that another tab may still be sending are not looked up, because that closes their key', async () => {
    const { time, pending, sent, notices, money } = world([settled(0, BOUGHT)])
    await pending.add({ ...STORED, time: time.now() })
    money.settle()
    for (let second = 0; second < 29; second += 1) {
      await time.settle()
      time.advance(1_000)
    }
    await time.settle()
    expect(sent).toEqual([])
    time.advance(60_000)
    await time.settle()
    expect(notices).toMatchObject([{ type: 'settled', idempotencyKey: KEY, result: success(BOUGHT) }])
  })

  it('settled 7 of another member stay stored', async () => {
    const { time, pending, sent, money } = world([])
    await pending.add({ key: KEY, endpoint: 'coin.buy', params: null, memberId: 'member-2', time: time.now() })
    money.settle()
    await time.settle()
    expect(sent).toEqual([])
    expect(await pending.list()).toHaveLength(1)
  })

  it('S4.20 settled 7 do not reopen the safety dialog from the background', async () => {
    const { time, pending, sent, conditions, money } = world([failure(CODES.VERIFICATION_CLOSED, '请求已关闭')])
    const params = { amount: 100, currency: 'CNY' }
    await pending.add({ key: KEY, endpoint: 'coin.buy', params, memberId: 'member-1', time: time.now() })
    money.settle()
    await conditions.until(() => sent.length === 1)
    for (let minute = 0; minute < 10; minute += 1) {
      await time.settle()
      time.advance(60_000)
    }
    expect(sent).toHaveLength(1)
    expect(await pending.list()).toHaveLength(1)
  })
})

describe('money calls while another tab changes the account', () => {
  it('settled 7 are not sent for a member who has signed out', async () => {
    const { pending, sent, buy } = world([success(BOUGHT)], false)
    expect(await buy('member-2')).toMatchObject({ ok: false, message: '账号已切换，没有提交' })
    expect(sent).toEqual([])
    expect(await pending.list()).toEqual([])
  })

  it('settled 7 stay pending under another session until their member is back', async () => {
    const { time, pending, sent, notices, conditions, signedIn, money, buy } = world([LOST, success(BOUGHT)], false)
    const response = buy('member-1')
    await conditions.until(() => sent.length === 1)
    signedIn.id = 'member-2'
    await time.settle()
    time.advance(500)
    expect(await response).toMatchObject({ ok: false, details: { isPending: true, idempotencyKey: KEY } })
    money.settle()
    await time.settle()
    expect(sent).toHaveLength(1)
    expect(await pending.list()).toMatchObject([{ key: KEY, memberId: 'member-1' }])
    signedIn.id = 'member-1'
    money.settle()
    await conditions.until(() => notices.length === 1)
    expect(sent).toHaveLength(2)
    expect(notices).toMatchObject([{ type: 'settled', idempotencyKey: KEY, result: success(BOUGHT) }])
  })

  it('settled 7 that are pending are not settled under another session, not even during a round', async () => {
    const { time, pending, sent, conditions, signedIn, money } = world([LOST], false)
    const open = { endpoint: 'coin.buy' as const, params: { coins: 100 }, memberId: 'member-1', time: time.now() }
    await pending.add({ ...open, key: KEY })
    await pending.add({ ...open, key: `${KEY}-2` })
    money.settle()
    await conditions.until(() => sent.length === 1)
    signedIn.id = 'member-2'
    for (let round = 0; round < 4; round += 1) {
      await time.settle()
      time.advance(60_000)
    }
    expect(sent).toHaveLength(1)
    expect(await pending.list()).toHaveLength(2)
  })
})

describe('money calls that another tab settles', () => {
  /** A pending call in a worker that waits for its next round. */
  async function leftOpen() {
    const responses: Result<unknown>[] = []
    const all = world(responses, false)
    expect(await all.pass(all.buy())).toMatchObject({ details: { isPending: true, idempotencyKey: KEY } })
    await all.time.settle()
    expect(await all.pending.list()).toHaveLength(1)
    const posts = all.sent.length
    return { ...all, responses, since: () => all.sent.slice(posts) }
  }

  it('settled 7 are looked up by the sending tab and reported once', async () => {
    const { time, pending, notices, conditions, responses, since } = await leftOpen()
    await pending.remove(KEY)
    responses.push(LOST, settled(0, BOUGHT))
    time.advance(2_000)
    await conditions.until(() => since().length === 1)
    await time.settle()
    time.advance(60_000)
    await conditions.until(() => notices.length === 1)
    expect(notices).toMatchObject([
      { type: 'settled', endpoint: 'coin.buy', idempotencyKey: KEY, result: success(BOUGHT) },
    ])
    for (let minute = 0; minute < 3; minute += 1) {
      await time.settle()
      time.advance(60_000)
    }
    const query = { name: 'operation.result', params: { idempotencyKey: KEY, endpoint: 'coin.buy' } }
    expect(since()).toEqual([query, query])
  })

  it('settled 7 are not looked up under the session of another member', async () => {
    const { time, pending, notices, conditions, signedIn, money, responses, since } = await leftOpen()
    await pending.remove(KEY)
    signedIn.id = 'member-2'
    time.advance(60_000)
    await time.settle()
    money.settle()
    await time.settle()
    expect(since()).toEqual([])
    signedIn.id = 'member-1'
    responses.push(settled(CODES.BALANCE_NOT_ENOUGH, null))
    money.settle()
    await conditions.until(() => notices.length === 1)
    expect(notices).toMatchObject([{ idempotencyKey: KEY, result: { ok: false, code: CODES.BALANCE_NOT_ENOUGH } }])
  })

  it('settled 7 are not reported if their caller already has the response', async () => {
    const { time, notices, responses, money, buy, pass, since } = await leftOpen()
    responses.push(success(BOUGHT))
    expect(await pass(buy())).toEqual(success(BOUGHT))
    money.settle()
    await time.settle()
    expect(notices).toEqual([])
    expect(since().map(({ name }) => name)).toEqual(['coin.buy'])
  })
})

describe('money calls that are repeated after their worker has died', () => {
  const PENDING = { ok: false, details: { isPending: true, idempotencyKey: KEY } }
  const POSTED = { key: KEY, endpoint: 'coin.buy' as const, params: { coins: 100 }, memberId: 'member-1' }

  it('settled 7 are pending under another account', async () => {
    const { time, pending, sent, signedIn, buy } = world([success(BOUGHT)], false)
    await pending.add({ ...POSTED, time: time.now() })
    signedIn.id = 'member-2'
    expect(await buy('member-1', true)).toMatchObject({ ...PENDING, code: CODES.ABORTED })
    expect(sent).toEqual([])
  })

  it('settled 7 are pending and stored until the replacement has restored the session', async () => {
    for (const memberId of ['member-1', undefined]) {
      const { time, pending, sent, notices, conditions, signedIn, money, buy } = world([success(BOUGHT)], false)
      const posted = { ...POSTED, time: time.now() }
      await pending.add(posted)
      signedIn.id = ''
      expect(await buy(memberId)).toMatchObject(PENDING)
      expect(sent).toEqual([])
      expect(await pending.list()).toEqual([posted])
      signedIn.id = 'member-1'
      money.settle()
      await conditions.until(() => notices.length === 1)
      expect(notices).toMatchObject([{ type: 'settled', idempotencyKey: KEY, result: success(BOUGHT) }])
      expect(await pending.list()).toEqual([])
    }
  })

  it('settled 7 are looked up if another tab has settled them', async () => {
    const { pending, sent, notices, conditions, signedIn, money, buy } = world([settled(0, BOUGHT)], false)
    signedIn.id = ''
    expect(await buy('member-1', true)).toMatchObject(PENDING)
    expect(await pending.list()).toEqual([])
    signedIn.id = 'member-1'
    money.settle()
    await conditions.until(() => notices.length === 1)
    expect(sent.map(({ name }) => name)).toEqual(['operation.result'])
    expect(notices).toMatchObject([{ type: 'settled', idempotencyKey: KEY, result: success(BOUGHT) }])
  })

  it('settled 7 stay pending after refusals that precede the key check', async () => {
    for (const code of [CODES.AUTH_ERROR, CODES.CURRENT_LIMITING_A, CODES.ACTIVITY_BLACKLIST]) {
      const { time, pending, buy } = world([failure(code, '')], false)
      await pending.add({ ...POSTED, time: time.now() })
      expect(await buy('member-1')).toMatchObject({ ...PENDING, code })
      expect(await pending.list()).toHaveLength(1)
    }
  })

  it('settled 7 S6.10 are looked up if the member has got a tag that refuses every repetition', async () => {
    const refused = failure(CODES.ACTIVITY_STATE, '')
    for (const outcome of [settled(0, BOUGHT), settled(CODES.ACTIVITY_STATE, null)]) {
      const { time, pending, sent, notices, conditions, money } = world([refused, outcome], false)
      await pending.add({ ...POSTED, time: time.now() })
      money.settle()
      await conditions.until(() => notices.length === 1)
      expect(sent.map(({ name }) => name)).toEqual(['coin.buy', 'operation.result'])
      expect(notices).toMatchObject([{ result: outcome.data.code === 0 ? success(BOUGHT) : { ok: false } }])
      expect(await pending.list()).toEqual([])
    }
  })
})
