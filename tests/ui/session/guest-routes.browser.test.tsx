import { afterEach, describe, expect, it } from 'vitest'
import type { RouteObject } from 'react-router-dom'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createRouter } from '#app/router.tsx'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { failure } from '#protocol/result.ts'
import { sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { mount, type Mounted } from '../support/mount.tsx'

/**
 * The guest column of Annex G: y = open to visitors, n = sign-in. Pages of ours that it does not list follow their calls.
 * A route with a parameter has an example.
 */
const GUESTS: Readonly<Record<string, 'y' | 'n' | readonly ['y' | 'n', example: string]>> = {
  '/': 'y',
  '/app': 'y',
  '/app/home': 'y',
  '/maintenance': 'y',
  '/access-alert': 'y',
  '/access-restriction': 'y',
  '/cs': 'y',
  '/robot-check': 'y',
  '/login': 'y',
  '/entry/login': 'y',
  '/register': 'y',
  '/forgot': 'y',
  '/app/live-casino': 'y',
  '/app/game/YBZR/:tableId': ['y', '/app/game/YBZR/bac1'],
  '/app/egame/:venue?': ['y', '/app/egame/dz'],
  '/app/game/:venue': ['y', '/app/game/HWYX'],
  '/app/game/:venue/:gameId?': ['y', '/app/game/YBDZ/slot'],
  '/app/verify/:roundId?': ['y', '/app/verify/0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a10'],
  '/app/messages': 'n',
  '/app/messages/:kind/:id': ['n', '/app/messages/notice/0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a10'],
  '/app/agent': 'y',
  '/app/feedback': 'n',
  '/app/feedback/:id': ['n', '/app/feedback/0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a10'],
  '/app/vip': 'y',
  '/app/rebate': 'n',
  '/app/welfare': 'n',
  '/app/points': 'n',
  '/app/security': 'n',
  '/app/security/:part': ['n', '/app/security/password'],
  '/app/sports': 'y',
  '/app/live': 'y',
  '/app/live/:eid': ['y', '/app/live/eid-1'],
  '/app/coins': 'n',
  '/app/wallet': 'n',
  '/app/wallet/deposit': 'n',
  '/app/wallet/deposit/:orderNo': ['n', '/app/wallet/deposit/D2611280000000001'],
  '/app/wallet/withdraw': 'n',
  '/app/wallet/withdraw/:orderNo': ['n', '/app/wallet/withdraw/W2611280000000001'],
  '/app/wallet/transfer': 'n',
  '/app/wallet/usdt': 'n',
  '/app/wallet/interest': 'n',
  '/app/wallet/cards': 'n',
  '/app/sports/match/:matchId': ['y', '/app/sports/match/m101'],
  '/app/wallet/records': 'n',
  '/app/records/games': 'n',
  '/app/records/games/:betId': ['n', '/app/records/games/0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a10'],
  '/app/records/games/:venue/:roundId': ['n', '/app/records/games/YBZR/0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a10'],
  '/app/wallet/records/:orderNo': ['n', '/app/wallet/records/D2611280000000001'],
  '/app/wallet/statement': 'n',
  '/app/mine': 'n',
  '/app/profile': 'n',
  '/app/help': 'y',
  '/app/help/:id': ['y', '/app/help/get-coins'],
  '/app/promos': 'y',
  '/app/promos/:id': ['y', '/app/promos/sign-in-0a1b2c3d'],
  '/app/carnivalactivity/:activityId?': ['y', '/app/carnivalactivity/derby'],
  '/app/activity/invite': 'n',
  '/app/activity/:kind': ['n', '/app/activity/sign-in'],
  '/app/sponsor': 'y',
  '/app/sponsor/:n': ['y', '/app/sponsor/0'],
  '/app/news': 'y',
  '/app/news/:id': ['y', '/app/news/a-1'],
  '/app/tips': 'y',
  '/app/tips/:id': ['y', '/app/tips/t-1'],
  '/app/expert/:id': ['y', '/app/expert/e-1'],
  '/app/data': 'y',
  '/app/team/:id': ['y', '/app/team/t-1'],
  '/app/league/:id': ['y', '/app/league/l-1'],
  '/app/anchor/:id': ['y', '/app/anchor/a-1'],
  '/app/responsible': 'y',
  '/app/perf': 'y',
  '/dev/outbox': 'y',
  '/dev/bank': 'n',
  '*': ['y', '/app/nowhere'],
}

/** Pages that send everybody on. */
const REDIRECTS: Readonly<Record<string, string>> = {
  '/': DEFAULT_AFTER_SIGN_IN,
  '/app': DEFAULT_AFTER_SIGN_IN,
}

const linkNamed = (name: string) => [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)

let mounted: Mounted | null = null
afterEach(() => {
  mounted?.unmount()
  mounted = null
  transport.responses = {}
})

function pathsOf(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...pathsOf(children ?? [])])
}

describe('Annex G the guest column', () => {
  it('names every route of the router', () => {
    const known = pathsOf(createRouter().routes)
    expect([...new Set(known)].toSorted()).toEqual(Object.keys(GUESTS).toSorted())
  })

  it.each(Object.entries(GUESTS).map(([route, rule]) => [route, ...[rule].flat()] as [string, string, string?]))(
    '%s: %s',
    async (route, guest, example) => {
      store.set(siteAtom, { siteId: 5009, skin: 'glow', layout: 'edge', currency: 'CNY', isDemo: true })
      store.set(sessionAtom, null)
      transport.responses = new Proxy({}, { get: () => () => failure(10000, '网络异常'), has: () => true })
      const address = example ?? route
      const router = createMemoryRouter(createRouter().routes, { initialEntries: [address] })
      mounted = mount(<RouterProvider router={router} />)
      const here = () => router.state.location.pathname + router.state.location.search
      if (guest === 'n') {
        await expect.poll(here).toBe(`/login?fromPage=${encodeURIComponent(address)}`)
        // Otherwise it would lead to the page and from there to sign-in again.
        await expect.poll(() => linkNamed('暂不登录，先逛逛')?.getAttribute('href')).toBe(DEFAULT_AFTER_SIGN_IN)
        return
      }
      await expect.poll(() => router.state.navigation.state === 'idle' && router.state.initialized).toBe(true)
      await expect.poll(() => document.querySelector('h1, h2, [role="alert"], [role="status"]')).not.toBeNull()
      expect(here()).not.toMatch(/^\/login\?/)
      const target = REDIRECTS[route]
      if (target !== undefined) expect(here()).toBe(target)
    },
  )
})
