import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { DAY_MS } from '#protocol/time.ts'
import { KindPage, PromoPage } from '#app/pages/activity/KindPage.tsx'
import { PromosPage } from '#app/pages/PromosPage.tsx'
import { announcementsAtom } from '#state/site/announcements.ts'
import { sessionAtom } from '#state/session/session.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { store } from '#state/store.ts'
import {
  CONTINUE_DEPOSIT_CHECK,
  FIRST_DEPOSIT_CHECK,
  NO_RECORDS,
  WEEKLY_DIVIDEND_CHECK,
} from '../support/activity-fixtures.ts'
import axe from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { mount } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

const CHECKS = [FIRST_DEPOSIT_CHECK, CONTINUE_DEPOSIT_CHECK, WEEKLY_DIVIDEND_CHECK]
const PAGES = [
  ['/app/promos', '首存奖励'],
  ['/app/promos/first-deposit-0a1b2c3d', '存款与奖励'],
  ['/app/activity/continue-deposit', '暂无可申请的存款'],
  ['/app/activity/dividend', '分红比例'],
] as const

beforeEach(() => {
  transport.now = NOON
  transport.responses = {
    'activity.records': () => success(NO_RECORDS),
    'activity.list': () => success({ list: [{ ...FIRST_DEPOSIT_CHECK, category: 'deposit' as const }] }),
    'activity.check': ({ name }) => {
      const found = CHECKS.find((one) => one.name === name)
      return found ? success(found) : failure(CODES.NOT_FOUND, '内容不存在')
    },
  }
  store.set(cachedResponsesAtom, new Map())
  store.set(announcementsAtom, { list: [], failure: null, isLoading: false })
  store.set(sessionAtom, { member: MEMBER, expireAt: NOON + DAY_MS })
})

it.each(AXE_SKINS)('S1.17 S7.105 the pages of promotions have no axe finding in the skin %s', async (skin) => {
  for (const [address, text] of PAGES) {
    const router = createMemoryRouter(
      [
        { path: '/app/promos', Component: PromosPage },
        { path: '/app/promos/:id', Component: PromoPage },
        { path: '/app/activity/:kind', Component: KindPage },
      ],
      { initialEntries: [address] },
    )
    const mounted = mount(<RouterProvider router={router} />, skin)
    // oxlint-disable-next-line no-await-in-loop -- one page
    await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible()
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { violations } = await axe.run(mounted.root)
    expect(violations.map(({ id, nodes }) => `${address} ${id} ${nodes[0]?.html}`)).toEqual([])
    mounted.unmount()
  }
})
