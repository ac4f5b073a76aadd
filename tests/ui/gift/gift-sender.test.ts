import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import { GiftSender } from '#features/gift/gift-sender.ts'
import { GIFT_COUNT_MAX } from '#protocol/constants.ts'
import { affordable, needsPause, packFor } from '#features/gift/spending.ts'

type Response = Result<DataOf<'gift.reward'>>

const gift = (giftId: number, giftPrice: number) => ({
  giftId,
  giftPrice,
  oldId: giftId,
  giftType: 1,
  giftName: `礼物 ${giftId}`,
  giftIcon: '',
  giftIconWeb: '',
  status: '1' as const,
})
const drum = gift(4, 99)
const clap = gift(1, 1)
const rewarded = (total: number, balance: number): Response =>
  success({ giftOrderNo: 'G', total, balance, comboCount: 1 })

/** A sender with a controlled clock, timers and server. */
function start() {
  let now = 1_000
  let timers: { task: () => void; at: number }[] = []
  let ids = 0
  const waiting: ((result: Response) => void)[] = []
  const sent: { params: RequestOf<'gift.reward'>; key: string }[] = []
  const log: string[] = []
  const givers: string[] = []
  let memberId = 'member-1'
  const sender = new GiftSender('anchor-1', {
    reward: (params, { idempotencyKey: key, memberId }) => {
      sent.push({ params, key })
      givers.push(memberId)
      return new Promise((resolve) => waiting.push(resolve))
    },
    memberId: () => memberId,
    now: () => now,
    setTimer: (task, delayMs) => {
      const timer = { task, at: now + delayMs }
      timers.push(timer)
      return () => (timers = timers.filter((other) => other !== timer))
    },
    newId: () => `id-${(ids += 1)}`,
    onTapped: ({ giftId }, comboId, count) => log.push(`tap ${giftId} ${comboId} ${count}`),
    onPosted: ({ count }, { balance }) => log.push(`posted ${count} ${balance}`),
    onRefused: ({ count }, { code }) => log.push(`refused ${count} ${code}`),
    onUnsure: ({ count }) => log.push(`unsure ${count}`),
  })
  return {
    sender,
    sent,
    givers,
    log,
    enter: (next: string) => void (memberId = next),
    pass: (ms: number) => {
      now += ms
      const due = timers.filter((timer) => timer.at <= now)
      timers = timers.filter((timer) => timer.at > now)
      due.forEach((timer) => timer.task())
    },
    settle: async (result: Response) => {
      waiting.shift()?.(result)
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    },
  }
}

describe('settled 21: postings of taps', () => {
  it('makes one posting with its own key of taps within 300 ms', async () => {
    const { sender, sent, log, pass, settle } = start()
    sender.tap(drum, 1)
    pass(120)
    sender.tap(drum, 6)
    expect(sent).toEqual([])
    pass(180)
    expect(sent).toEqual([{ key: 'id-2', params: { giftId: 4, count: 7, anchorRoomId: 'anchor-1', comboId: 'id-1' } }])
    await settle(rewarded(693, 300))
    expect(log).toEqual(['tap 4 id-1 1', 'tap 4 id-1 6', 'posted 7 300'])
  })

  it('keeps the combo while taps continue, and starts another for another gift or after three seconds', async () => {
    const { sender, sent, pass, settle } = start()
    const combos = () => sent.map(({ params }) => params.comboId)
    sender.tap(drum, 1)
    pass(300)
    await settle(rewarded(99, 1))
    pass(2_600)
    sender.tap(drum, 1)
    pass(300)
    await settle(rewarded(99, 1))
    expect(combos()[1]).toBe(combos()[0])
    sender.tap(clap, 1)
    pass(300)
    await settle(rewarded(1, 1))
    expect(combos()[2]).not.toBe(combos()[0])
    pass(3_000)
    sender.tap(clap, 1)
    pass(300)
    expect(combos()[3]).not.toBe(combos()[2])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(4)
  })

  it('posts another gift at once as a separate posting, one at a time', async () => {
    const { sender, sent, pass, settle } = start()
    sender.tap(drum, 2)
    sender.tap(clap, 3)
    pass(300)
    expect(sent.map(({ params }) => [params.giftId, params.count])).toEqual([[4, 2]])
    await settle(rewarded(198, 1))
    expect(sent.map(({ params }) => [params.giftId, params.count])).toEqual([
      [4, 2],
      [1, 3],
    ])
  })

  it('never posts more than 9,999 gifts at once', () => {
    const { sender, sent, pass } = start()
    sender.tap(clap, 9_990)
    sender.tap(clap, 10)
    pass(300)
    expect(sent[0]?.params.count).toBe(9_990)
  })

  it('merges queued taps of a combo into one posting, up to 9,999', async () => {
    const { sender, sent, pass, settle } = start()
    for (const count of [1, 2, 3, 9_990, 9]) {
      sender.tap(clap, count)
      pass(300)
    }
    expect(sent.map(({ params }) => params.count)).toEqual([1])
    await settle(rewarded(1, 20_000))
    await settle(rewarded(9_995, 10_005))
    await settle(rewarded(9, 9_996))
    expect(sent.map(({ params }) => params.count)).toEqual([1, 9_995, 9])
    expect(new Set(sent.map(({ params }) => params.comboId)).size).toBe(1)
  })

  it('refuses more than 20 open postings without a response', () => {
    const { sender, sent, log, pass } = start()
    for (let tap = 0; tap < 60; tap += 1) {
      sender.tap(tap % 2 === 0 ? drum : clap, 1)
      pass(300)
    }
    const refused = log.filter((line) => line.startsWith('refused'))
    expect([sent.length, refused.length]).toEqual([1, 39])
    expect(refused[0]).toBe(`refused 1 ${CODES.CURRENT_LIMITING_A}`)
  })

  it('refuses postings queued behind a refused one, without a call', async () => {
    const { sender, sent, log, pass, settle } = start()
    sender.tap(drum, 1)
    pass(300)
    sender.tap(drum, 2)
    pass(300)
    await settle(failure(20001, '金币不足'))
    expect(sent).toHaveLength(1)
    expect(log.slice(2)).toEqual(['refused 1 20001', 'refused 2 20001'])
  })

  it('settled 7 posts the taps of each member for that member when another tab changes the account', async () => {
    const { sender, givers, sent, log, enter, pass, settle } = start()
    sender.tap(drum, 1)
    pass(300)
    sender.tap(clap, 1)
    enter('member-2')
    sender.tap(clap, 2)
    pass(300)
    await settle(rewarded(99, 1))
    // The transport no longer sends for the first member.
    await settle(failure(CODES.ABORTED, '账号已切换，没有提交'))
    await settle(rewarded(2, 1))
    expect(givers).toEqual(['member-1', 'member-1', 'member-2'])
    expect(sent.map(({ params }) => params.count)).toEqual([1, 1, 2])
    expect(new Set(sent.slice(1).map(({ params }) => params.comboId)).size).toBe(2)
    expect(log.slice(-3)).toEqual(['posted 1 1', `refused 1 ${CODES.ABORTED}`, 'posted 2 1'])
  })

  it('runs the task when no posting is open', async () => {
    const { sender, log, pass, settle } = start()
    sender.whenSettled(() => log.push('nothing open'))
    sender.tap(drum, 1)
    pass(300)
    sender.whenSettled(() => log.push('all done'))
    await settle(failure(-1, '请求超时', { details: { isPending: true, idempotencyKey: 'id-2' } }))
    expect(log).toEqual(['nothing open', 'tap 4 id-1 1', 'unsure 1'])
    sender.settle('id-2', rewarded(99, 5))
    expect(log.slice(3)).toEqual(['posted 1 5', 'all done'])
  })

  it('leaves an unknown outcome to the transport and applies the result once', async () => {
    const { sender, sent, log, pass, settle } = start()
    sender.tap(drum, 1)
    pass(300)
    await settle(failure(-1, '请求超时', { details: { isPending: true, idempotencyKey: 'id-2' } }))
    expect(log.at(-1)).toBe('unsure 1')
    sender.settle('id-other', rewarded(99, 5))
    sender.settle('id-2', rewarded(99, 5))
    sender.settle('id-2', rewarded(99, 5))
    expect(log.slice(2)).toEqual(['posted 1 5'])
    expect(sent).toHaveLength(1)
  })
})

describe('spending', () => {
  const EVERY = 1_000

  it('Annex I gift confirmation: must be confirmed above each further multiple of the chosen sum', () => {
    expect(needsPause(0, 1_000, EVERY)).toBe(false)
    expect(needsPause(990, 11, EVERY)).toBe(true)
    expect(needsPause(1_000, 1, EVERY)).toBe(true)
    expect(needsPause(1_001, 999, EVERY)).toBe(false)
    expect(needsPause(1_001, 1_000, EVERY)).toBe(true)
    expect(needsPause(1_888, 50 * 1_888, EVERY)).toBe(true)
  })

  it('Annex I gift confirmation: never exceeds the chosen sum between two confirmations, which are not repeated within a combo', () => {
    const presses = fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 100 })
    fc.assert(
      fc.property(presses, (totals) => {
        let sent = 0
        let unasked = 0
        let asked = 0
        for (const total of totals) {
          if (needsPause(sent, total, EVERY)) {
            asked += 1
            unasked = 0
          } else unasked += total
          expect(unasked).toBeLessThanOrEqual(EVERY)
          sent += total
        }
        expect(asked).toBeLessThanOrEqual(sent / EVERY)
      }),
    )
  })

  it('Annex I gift confirmation: must be confirmed for every press that costs more than the sum', () => {
    const more = fc.integer({ min: EVERY + 1, max: 10_000_000 })
    const press = fc.property(fc.nat(10_000_000), more, (sent, total) => {
      expect(needsPause(sent, total, EVERY)).toBe(true)
    })
    fc.assert(press)
  })

  it('returns how many gifts a balance pays, at most one press', () => {
    expect([affordable(12_680, 1_888), affordable(10, 99), affordable(10_000_000, 1)]).toEqual([6, 0, GIFT_COUNT_MAX])
  })

  it('offers the smallest pack that covers the missing coins', () => {
    expect([1, 100, 101, 60_000].map(packFor)).toEqual([100, 100, 1_000, 50_000])
  })
})
