import { DAY_MS } from '#protocol/time.ts'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import type { Banner } from '#protocol/endpoints/site.ts'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { Venue, VenueType } from '#protocol/endpoints/game.ts'
import { success } from '#protocol/result.ts'
import type { Skin } from '#protocol/sites.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { HomePage } from '#app/pages/HomePage.tsx'
// Deferred code of the screen; imported here to keep the load time out of the tests.
import '#app/home/HomeSide.tsx'
import '#features/follow/FollowedList.tsx'
import '#features/follow/RecentRooms.tsx'
import '#features/home/HotGames.tsx'
import '#ui/art/GameArt.tsx'
import { GALLERY_MATCHES, GALLERY_NOW } from '#gallery/fixtures.ts'
import { remindersAtom } from '#features/live/reminders.ts'
import { liveListsAtom } from '#features/live/use-live-lists.ts'
import type { LiveLists } from '#features/live/use-live-lists.ts'
import { announcementsAtom } from '#state/site/announcements.ts'
import { followsAtom } from '#state/session/follows.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { transport } from './fake-transport.ts'
import type { Mounted } from './mount.tsx'
import { mount } from './mount.tsx'
import { MEMBER } from './room-fixtures.ts'

const NOTHING = { status: 'loading', matches: [], failure: null, updatedAt: null } as const
/** Lists that have not loaded. */
export const NO_LISTS: LiveLists = { football: NOTHING, basketball: NOTHING, esports: NOTHING, anchor: NOTHING }

export function banner(id: string, more: Partial<Banner> = {}): Banner {
  return {
    id,
    title: `横幅 ${id}`,
    img: '/art/banner-derby.svg',
    imgH5: '/art/banner-derby-h5.svg',
    jumpType: 1,
    jumpUrl: '/app/live',
    start: GALLERY_NOW - DAY_MS,
    end: GALLERY_NOW + DAY_MS,
    ...more,
  }
}

export function venue(type: VenueType, status: number, more: Partial<Venue> = {}): Venue {
  return { enName: type, chName: type, channelCode: type, type, status, isDisplay: 1, maintainEnd: null, ...more }
}

export const VENUES = [venue('sport', 0), venue('esports', 0), venue('casino', 2), venue('chess', 1)]

const pageOf = <Item,>(list: readonly Item[]) => ({ list: [...list], total: list.length, pageNum: 1, pageSize: 10 })

/** Match lists by kind. */
export function serveMatches(matches: readonly MatchView[]): void {
  transport.responses['live.popularList'] = ({ kind }: { kind: ContentKind }) =>
    success({ ...pageOf(matches.filter((match) => match.kind === kind)), pageSize: 200 })
}

/** Opens each test on a phone with live lists that have not loaded, and removes the screen after it. */
export function eachOnLiveScreen(screen: () => Mounted | null): void {
  beforeEach(async () => {
    await page.viewport(390, 844)
    transport.now = GALLERY_NOW
    transport.responses = {}
    store.set(liveListsAtom, NO_LISTS)
  })
  afterEach(() => {
    screen()?.unmount()
    transport.responses = {}
  })
}

/** Successful responses for all calls of the home screen. */
export function serveHome(): void {
  transport.now = GALLERY_NOW
  transport.responses = {
    'site.queryBannersNew': () =>
      success({
        home: [
          banner('derby', { title: '周六夜，听一场德比', jumpUrl: '/app/live/g0' }),
          banner('courts'),
          banner('rest'),
        ],
      }),
    'site.announcements': () =>
      success({
        list: [
          {
            id: 'n-1',
            title: '例行维护',
            content: '周一凌晨四点到六点',
            popup: 0,
            start: 0,
            end: GALLERY_NOW + DAY_MS,
          },
          { id: 'n-2', title: '演示说明', content: '只在弹窗里', popup: 1, start: 0, end: GALLERY_NOW + DAY_MS },
          { id: 'n-3', title: '过期了', content: '不该出现', popup: 0, start: 0, end: GALLERY_NOW },
        ],
      }),
    'venue.list': () => success({ list: [...VENUES] }),
    'egame.hotList': () =>
      success({ list: [{ gameId: 'g-1', name: '满座连连看', venueEnName: 'YBDZ', art: 'seats', status: 2 }] }),
    'news.list': () => success(pageOf([article('a-1', '雨战四连胜，北港联做对了什么')])),
    'follow.list': () => success({ list: [] }),
    'visit.list': () => success({ list: [] }),
  }
  serveMatches(GALLERY_MATCHES)
}

function article(id: string, title: string) {
  return {
    id,
    category: 'football' as const,
    kicker: '战报',
    title,
    summary: '',
    img: '',
    publishedAt: GALLERY_NOW - 18 * 60_000,
  }
}

export interface HomeOptions {
  readonly skin?: Skin
  readonly width?: number
  readonly height?: number
  readonly isMember?: boolean
}

let mounted: Mounted | null = null
let router: ReturnType<typeof createMemoryRouter> | null = null

/** The current path. */
export const here = () => `${router?.state.location.pathname}${router?.state.location.search}`

/** Navigates to another screen. */
export const leaveHome = async () => router?.navigate('/elsewhere')
export const comeHome = async () => router?.navigate('/app/home')

/** Opens the home screen without waiting. */
export async function openHome({ skin = 'glow', width = 1280, height = 800, isMember = false }: HomeOptions = {}) {
  await page.viewport(width, height)
  store.set(sessionAtom, isMember ? { member: MEMBER, expireAt: GALLERY_NOW + 3_600_000 } : null)
  router = createMemoryRouter(
    [
      { path: '/app/home', Component: HomePage },
      { path: '*', element: <p>别的页面</p> },
    ],
    { initialEntries: ['/app/home'] },
  )
  mounted = mount(
    <main>
      <RouterProvider router={router} />
    </main>,
    skin,
  )
}

/** Unmounts the page and clears its caches. */
export function closeHome(): void {
  mounted?.unmount()
  mounted = null
  transport.calls.length = 0
  transport.responses = {}
  store.set(sessionAtom, null)
  store.set(liveListsAtom, NO_LISTS)
  store.set(cachedResponsesAtom, new Map())
  store.set(announcementsAtom, { list: null, failure: null, isLoading: true })
  store.set(followsAtom, { userId: null, list: null, failure: null, isLoading: false })
  store.set(remindersAtom, new Map())
}
