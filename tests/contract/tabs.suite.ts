import { describe, expect, it } from 'vitest'
import { CODES, codeText } from '#protocol/codes.ts'
import type { Page } from './support/page.ts'
import { FAN, ROOM } from './support/samples.ts'
import type { Suite } from './support/suite.ts'
import { TabbedBrowser } from './support/tabbed-browser.ts'

const OTHER = { ...FAN, name: 'fan002' }

/** Members that were signed in on a page, in order. */
function members(page: Page): (string | null)[] {
  return page.seen('session').map((notice) => notice.session?.member.userId ?? null)
}

/** Tabs of one browser have the same session. */
export function tabsSuite(suite: Suite): void {
  describe('several tabs', () => {
    async function twoTabs() {
      const browser = new TabbedBrowser()
      return { browser, left: await suite.open(browser.tab()), right: await suite.open(browser.tab()) }
    }

    it('S3.35 sign in with the other tab, with separate keys', async () => {
      const { browser, left, right } = await twoTabs()
      const room = right.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      expect(await left.client.signIn(FAN)).toMatchObject({ ok: true })
      expect((await right.notice('session')).session?.member.userId).toBe('id-fan001')
      expect(await right.client.calls.call('coin.balance', {})).toMatchObject({ ok: true })
      expect(await room.say({ cid: 'cid-tabs-01', text: '两个窗口' })).toMatchObject({ ok: true })
      const tokens = (await suite.control.calls('coin/v1/balance')).map((call) => call.token)
      expect(tokens).toEqual([left.profile.session.getItem('tb-token')])
      expect(right.profile.session.getItem('tb-token')).toBe(tokens[0])
      expect(browser.notifications).toBe(1)
    })

    it('S7.49 S4.15 sign out with the other tab without an alert', async () => {
      const { browser, left, right } = await twoTabs()
      await left.client.signIn(FAN)
      await right.notice('session')
      await left.client.signOut()
      expect((await right.notice('session', 1)).session).toBeNull()
      expect(right.profile.session.getItem('tb-token')).toBeNull()
      expect(await right.client.calls.call('coin.balance', {})).toMatchObject({ ok: false, code: CODES.NEED_LOGIN })
      await right.notice('outcome')
      expect(right.seen('outcome').map((notice) => notice.code)).toEqual([CODES.NEED_LOGIN])
      expect(left.seen('outcome')).toEqual([])
      expect(browser.notifications).toBe(2)
    })

    it('settled 27 follow an account change without mixing the accounts', async () => {
      const { left, right } = await twoTabs()
      await left.client.signIn(FAN)
      await right.notice('session')
      await left.client.signIn(OTHER)
      await right.notice('session', 1)
      expect(members(right)).toEqual(['id-fan001', 'id-fan002'])
      expect(await right.client.calls.call('coin.balance', {})).toMatchObject({ ok: true })
      const [call] = await suite.control.calls('coin/v1/balance')
      expect(call?.token).toBe(left.profile.session.getItem('tb-token'))
      expect(right.seen('outcome')).toEqual([])
    })

    it('settled 7 do not send money calls or messages of one member under the session of another', async () => {
      const { left, right } = await twoTabs()
      const room = right.join(ROOM)
      await suite.control.whenInRoom(ROOM, 1)
      await left.client.signIn(FAN)
      await right.notice('session')
      await left.client.signIn(OTHER)
      await right.notice('session', 1)
      // Calls of the first member while the other tab changes the account.
      const memberId = 'id-fan001'
      const gift = { giftId: 1, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }
      expect(await right.client.calls.call('gift.reward', gift, { memberId })).toMatchObject({
        ok: false,
        message: '账号已切换，没有提交',
      })
      expect(await room.say({ cid: 'cid-tabs-02', text: '我是一号', memberId })).toMatchObject({ ok: false })
      expect(await suite.control.calls('gift/v1/reward')).toEqual([])
      expect(await right.profile.storage().get('pendingTx')).toBeNull()
      expect(await right.client.calls.call('gift.reward', gift, { memberId: 'id-fan002' })).toMatchObject({ ok: true })
      expect(await room.say({ cid: 'cid-tabs-03', text: '我是二号', memberId: 'id-fan002' })).toMatchObject({
        ok: true,
      })
    })

    it('S4.15 report a session that the server has ended once each', async () => {
      const { browser, left, right } = await twoTabs()
      // Outside rooms there is no socket, so this tab gets it from the other tabs only.
      const outside = await suite.open(browser.tab())
      const pages = [left, right, outside]
      await left.client.signIn(FAN)
      await Promise.all([right.notice('session'), outside.notice('session')])
      for (const page of [left, right]) page.join(ROOM)
      await suite.control.whenInRoom(ROOM, 2)
      await suite.control.endSession(CODES.LOGIN_ELSEWHERE_ERROR)
      await Promise.all(pages.map((page) => page.conditions.until(() => members(page).at(-1) === null)))
      const reported = browser.notifications
      for (const page of pages) {
        await page.client.calls.call('gateway.getSysTime', {})
        expect(members(page)).toEqual(['id-fan001', null])
        expect(page.seen('outcome')).toMatchObject([
          { code: CODES.LOGIN_ELSEWHERE_ERROR, message: codeText(CODES.LOGIN_ELSEWHERE_ERROR) },
        ])
      }
      expect(browser.notifications).toBe(reported)
      expect(reported).toBeLessThanOrEqual(3)
    })

    it('S4.15 report a session end that another tab has found, but no sign-out', async () => {
      const { left, right } = await twoTabs()
      await left.client.signIn(FAN)
      await right.notice('session')
      await suite.control.fail('coin/v1/balance', ['status-401'])
      await left.client.calls.call('coin.balance', {})
      expect(await right.notice('outcome')).toMatchObject({ code: CODES.AUTH_ERROR })
      expect((await right.notice('session', 1)).session).toBeNull()
      await left.client.signIn(FAN)
      await right.notice('session', 2)
      await left.client.signOut()
      expect((await right.notice('session', 3)).session).toBeNull()
      for (const page of [left, right]) expect(page.seen('outcome')).toHaveLength(1)
    })

    it('settled 26 restore the session from the cookie', async () => {
      const browser = new TabbedBrowser()
      const left = await suite.openSignedIn(browser.tab())
      const right = suite.make(browser.tab())
      expect(await right.start(suite.control)).toMatchObject({
        ok: true,
        data: { session: { member: { userId: 'id-fan001' } } },
      })
      expect(members(left)).toEqual(['id-fan001'])
      expect(browser.notifications).toBe(1)
    })

    it('follow when the server is reachable again', async () => {
      const { left, right } = await twoTabs()
      await suite.control.fail('member/info/v1/get', ['not-json'])
      await left.client.signIn(FAN)
      expect((await right.notice('session')).session).toBeNull()
      expect((await right.notice('session', 1)).session?.member.userId).toBe('id-fan001')
    })

    it('settled 7 settle a money call once', async () => {
      const { left, right } = await twoTabs()
      await left.client.signIn(FAN)
      await right.notice('session')
      await suite.control.fail('gift/v1/reward', ['lose-answer', 'lose-answer'])
      const gift = { giftId: 1, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }
      const [one, other] = await Promise.all([
        left.client.calls.call('gift.reward', gift),
        right.client.calls.call('gift.reward', gift),
      ])
      expect([one.ok, other.ok]).toEqual([true, true])
      expect(await suite.control.bookings()).toBe(2)
      const keys = (await suite.control.calls('gift/v1/reward')).map((call) => call.idempotencyKey)
      expect(new Set(keys).size).toBe(2)
      expect(await left.profile.storage().get('pendingTx')).toBeNull()
    })
  })
}
