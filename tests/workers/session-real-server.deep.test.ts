import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { PendingCall } from '#protocol/worker/pending-calls.ts'
import { type Page, Profile } from '../contract/support/page.ts'
import { RealServerSuite } from '../contract/support/real-server.ts'
import { TabbedBrowser } from '../contract/support/tabbed-browser.ts'

const FAN = { name: 'fan001', password: 'Play2026x' }
const RICH = { name: 'rich001', password: 'Play2026x' }

describe('sessions on the real server', () => {
  const suite = new RealServerSuite()
  const open = (profile?: Profile) => suite.open(profile)

  async function liveMatch(page: Page) {
    const list = await page.client.calls.call('live.popularList', { size: 200, page: 1, kind: 'football' })
    if (!list.ok) throw new Error(`no list: ${JSON.stringify(list)}`)
    return list.data.list.find((match) => match.anchor_status === 1)!
  }

  /** Enters a room as a member. */
  async function inRoom(page: Page) {
    const room = page.join((await liveMatch(page)).chatRoomNo)
    await room.conditions.until(() => room.entered !== null)
    expect(room.entered?.role).toBe('member')
    return room
  }

  it('S4.15 settled 31 end once after a sign-in elsewhere', async () => {
    const here = await open()
    expect(await here.client.signIn(FAN)).toMatchObject({ ok: true })
    const room = await inRoom(here)
    const elsewhere = await open()
    expect(await elsewhere.client.signIn(FAN)).toMatchObject({ ok: true })
    expect(await here.notice('outcome')).toMatchObject({ code: CODES.LOGIN_ELSEWHERE_ERROR })
    expect((await here.notice('session', 1)).session).toBeNull()
    const responses = await Promise.all(Array.from({ length: 20 }, () => here.client.calls.call('coin.balance', {})))
    expect(new Set(responses.map((response) => response.ok || response.code))).toEqual(new Set([CODES.NEED_LOGIN]))
    expect(await room.say({ cid: 'cid-elsewhere', text: '还在吗' })).toMatchObject({ ok: false })
    expect(here.seen('outcome').filter((notice) => notice.code === CODES.LOGIN_ELSEWHERE_ERROR)).toHaveLength(1)
    expect(await elsewhere.client.calls.call('coin.balance', {})).toMatchObject({ ok: true })
  })

  it('S7.49 close the sockets of all tabs on sign-out, without alerts', async () => {
    const browser = new TabbedBrowser()
    const [left, right] = [await open(browser.tab()), await open(browser.tab())]
    expect(await left.client.signIn(FAN)).toMatchObject({ ok: true })
    await right.notice('session')
    const rooms = [await inRoom(left), await inRoom(right)]
    expect(await left.client.signOut()).toMatchObject({ ok: true })
    await right.notice('session', 1)
    for (const [at, room] of rooms.entries()) {
      expect(await room.say({ cid: `cid-signed-out-${at}`, text: '走了' })).toMatchObject({
        ok: false,
        code: CODES.NEED_LOGIN,
      })
    }
    expect([...left.seen('outcome'), ...right.seen('outcome')]).toEqual([])
  })

  it('settled 7 look up a money call with a secret after a reload', async () => {
    const first = await open()
    expect(await first.client.signIn(RICH)).toMatchObject({ ok: true })
    const { session } = await first.notice('session')
    const match = await liveMatch(first)
    const gifts = await first.client.calls.call('gift.list', {})
    const gift = gifts.ok ? gifts.data.list.find((one) => one.status === '1') : undefined
    if (!gift || !session) throw new Error('no gift or nobody signed in')
    const params = { giftId: gift.giftId, count: 1, anchorRoomId: match.anchorRoomId, comboId: 'combo-lookup-1' }
    const booked = 'lookup-booked-0123456789'
    const paid = await first.client.calls.call('gift.reward', params, { idempotencyKey: booked })
    if (!paid.ok) throw new Error(`not paid: ${paid.message}`)
    first.client.close()

    const left = { endpoint: 'gift.reward', params: null, memberId: session.member.userId, time: Date.now() } as const
    const calls: PendingCall[] = [booked, 'lookup-never-0123456789'].map((key) => ({ ...left, key }))
    first.profile.local.setItem('pendingTx', JSON.stringify(calls))
    const second = await open(first.profile)
    expect(await second.notice('settled')).toMatchObject({
      endpoint: 'gift.reward',
      idempotencyKey: booked,
      result: { ok: true, data: { giftOrderNo: paid.data.giftOrderNo, balance: paid.data.balance } },
    })
    expect(await second.notice('settled', 1)).toMatchObject({ result: { ok: false, message: '这笔操作没有入账' } })
    expect(first.profile.local.getItem('pendingTx')).toBeNull()
    // Nothing can be booked with a key that was reported as unknown.
    const late = await second.client.calls.call('gift.reward', params, { idempotencyKey: 'lookup-never-0123456789' })
    expect(late.ok).toBe(false)
    expect(await second.client.calls.call('coin.balance', {})).toMatchObject({ data: { balance: paid.data.balance } })
  })
})
