import { useEffect, useRef } from 'react'
import type { RouteObject } from 'react-router-dom'
import { createBrowserRouter, Outlet, redirect, useLocation, useNavigate } from 'react-router-dom'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { VerificationDialog } from '#features/verification/VerificationDialog.tsx'
import { AccountCare } from './shell/AccountCare.tsx'
import { ActivityGate } from '#features/activity/ActivityGate.tsx'
import { OutcomeEffects } from './outcomes/OutcomeEffects.tsx'
import { PageLoading } from './route/PageLoading.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { requestFirstData, startPrefetch } from './route/prefetch.ts'
import { RouteError } from './route/RouteError.tsx'
import { ShownPath, useBareRoute } from './route/use-route-change.ts'
import type { RouteHandle } from './route/route-handle.ts'
import { ShellLayout } from './shell/ShellLayout.tsx'
import { liveDetailPrefetch } from '#state/data/prefetch.ts'
import { call } from '#transport/client.ts'
import { isAccessPage, wayBack } from './outcomes/way-back.ts'

/**
 * Prefetches the data of a first screen. Only calls whose responses are the same for everybody and are cached by the
 * worker.
 */
const requestNews = (): void => void call('news.list', { category: 'all', pageNum: 1 })
const requestLeagues = (): void => void call('soccer.leagues', {})

/** The match of the room in the URL, which its page needs first. */
const requestRoom = ({ eid }: Readonly<Record<string, string | undefined>>): void => {
  if (eid !== undefined) liveDetailPrefetch.start({ eid })
}

const isRoom: RouteHandle = { isRoom: true, first: requestRoom }
const firstNews: RouteHandle = { prefetch: requestNews }
const firstLeagues: RouteHandle = { prefetch: requestLeagues }

const loadSecurity = () => import('./pages/SecurityPage.tsx')

/** Screens in the shell. A new one also needs an entry in `nav-entries.tsx` if it belongs to the navigation. */
const shellRoutes: RouteObject[] = [
  {
    path: DEFAULT_AFTER_SIGN_IN,
    lazy: async () => ({ Component: (await import('./pages/HomePage.tsx')).HomePage }),
  },
  {
    path: '/app/live',
    lazy: async () => ({ Component: (await import('./pages/LivePage.tsx')).LivePage }),
  },
  {
    path: '/app/live/:eid',
    handle: isRoom,
    lazy: async () => ({ Component: (await import('./pages/RoomPage.tsx')).RoomPage }),
  },
  {
    path: '/app/news',
    handle: firstNews,
    lazy: async () => ({ Component: (await import('./pages/NewsPage.tsx')).NewsPage }),
  },
  {
    path: '/app/news/:id',
    lazy: async () => ({ Component: (await import('./pages/ArticlePage.tsx')).ArticlePage }),
  },
  {
    path: '/app/tips',
    lazy: async () => ({ Component: (await import('./pages/TipsPage.tsx')).TipsPage }),
  },
  {
    path: '/app/tips/:id',
    lazy: async () => ({ Component: (await import('./pages/TipPage.tsx')).TipPage }),
  },
  {
    path: '/app/expert/:id',
    lazy: async () => ({ Component: (await import('./pages/ExpertPage.tsx')).ExpertPage }),
  },
  {
    path: '/app/data',
    handle: firstLeagues,
    lazy: async () => ({ Component: (await import('./pages/DataPage.tsx')).DataPage }),
  },
  {
    path: '/app/team/:id',
    lazy: async () => ({ Component: (await import('./pages/TeamPage.tsx')).TeamPage }),
  },
  {
    path: '/app/league/:id',
    lazy: async () => ({ Component: (await import('./pages/LeaguePage.tsx')).LeaguePage }),
  },
  {
    path: '/app/anchor/:id',
    lazy: async () => ({ Component: (await import('./pages/AnchorPage.tsx')).AnchorPage }),
  },
  {
    path: '/app/help',
    lazy: async () => ({ Component: (await import('./pages/HelpCentrePage.tsx')).HelpCentrePage }),
  },
  {
    path: '/app/help/:id',
    lazy: async () => ({ Component: (await import('./pages/HelpArticlePage.tsx')).HelpArticlePage }),
  },
  {
    path: '/app/carnivalactivity/:activityId?',
    lazy: async () => ({ Component: (await import('./pages/ActivityPage.tsx')).ActivityPage }),
  },
  {
    path: '/app/sports',
    lazy: async () => ({ Component: (await import('./pages/SportsPage.tsx')).SportsPage }),
  },
  {
    path: '/app/promos',
    lazy: async () => ({ Component: (await import('./pages/PromosPage.tsx')).PromosPage }),
  },
  {
    path: '/app/sponsor',
    lazy: async () => ({ Component: (await import('./pages/SponsorsPage.tsx')).SponsorsPage }),
  },
  {
    path: '/app/sponsor/:n',
    lazy: async () => ({ Component: (await import('./pages/SponsorPage.tsx')).SponsorPage }),
  },
  {
    path: '/app/mine',
    lazy: async () => ({ Component: (await import('./pages/MinePage.tsx')).MinePage }),
  },
  {
    path: '/app/security',
    lazy: async () => ({ Component: (await loadSecurity()).SecurityPage }),
  },
  {
    path: '/app/security/:part',
    lazy: async () => ({ Component: (await loadSecurity()).SecurityPartPage }),
  },
  {
    path: '/app/profile',
    lazy: async () => ({ Component: (await import('./pages/ProfilePage.tsx')).ProfilePage }),
  },
  {
    path: '/app/activity/invite',
    lazy: async () => ({ Component: (await import('./pages/InvitePage.tsx')).InvitePage }),
  },
  { path: '*', Component: NotFoundPage },
]

/** Screens without the shell. */
const bareRoutes: RouteObject[] = [
  { path: '/', loader: () => redirect(DEFAULT_AFTER_SIGN_IN) },
  { path: '/app', loader: () => redirect(DEFAULT_AFTER_SIGN_IN) },
  {
    path: '/login',
    lazy: async () => ({ Component: (await import('./pages/LoginPage.tsx')).LoginPage }),
  },
  {
    path: '/entry/login',
    lazy: async () => ({ Component: (await import('./pages/LoginPage.tsx')).EntryLoginPage }),
  },
  {
    path: '/register',
    lazy: async () => ({ Component: (await import('./pages/RegisterPage.tsx')).RegisterPage }),
  },
  {
    path: '/forgot',
    lazy: async () => ({ Component: (await import('./pages/ForgotPage.tsx')).ForgotPage }),
  },
  {
    path: '/dev/outbox',
    lazy: async () => ({ Component: (await import('./pages/OutboxPage.tsx')).OutboxPage }),
  },
  {
    path: '/maintenance',
    lazy: async () => ({ Component: (await import('./pages/MaintenancePage.tsx')).MaintenancePage }),
  },
  {
    path: '/access-alert',
    lazy: async () => ({ Component: (await import('./pages/AccessAlertPage.tsx')).AccessAlertPage }),
  },
  {
    path: '/access-restriction',
    lazy: async () => ({ Component: (await import('./pages/AccessRestrictionPage.tsx')).AccessRestrictionPage }),
  },
  {
    path: '/robot-check',
    lazy: async () => ({ Component: (await import('./pages/RobotCheckPage.tsx')).RobotCheckPage }),
  },
  {
    path: '/cs',
    lazy: async () => ({ Component: (await import('./pages/ServicePage.tsx')).ServicePage }),
  },
  {
    path: '/app/responsible',
    lazy: async () => ({ Component: (await import('./pages/ResponsiblePage.tsx')).ResponsiblePage }),
  },
]

const guarded =
  (isBare: boolean) =>
  (route: RouteObject): RouteObject => ({
    ...route,
    errorElement: <RouteError isBare={isBare} />,
    hydrateFallbackElement: <PageLoading />,
  })

/** Wraps every screen; performs the effects of response codes. */
function Root() {
  useSiteCheck()
  useEffect(() => startPrefetch(routes), [])
  useSiteInAddress()
  return (
    <ShownPath value={useRef(null)}>
      <OutcomeEffects />
      <VerificationDialog />
      <AccountCare />
      <ActivityGate>
        <Outlet />
      </ActivityGate>
    </ShownPath>
  )
}

const rootRoute = {
  element: <Root />,
  errorElement: <RouteError isBare />,
  hydrateFallbackElement: <PageLoading />,
  children: [
    { element: <ShellLayout />, children: shellRoutes.map(guarded(false)) },
    { element: <BareLayout />, children: bareRoutes.map(guarded(true)) },
  ],
}
const routes: RouteObject[] = [rootRoute]

/** The router of the page, with further screens without the shell. Reads the URL at once. */
export function createRouter(moreRoutes: readonly RouteObject[] = []) {
  const more = { element: <BareLayout />, children: moreRoutes.map(guarded(true)) }
  return createBrowserRouter([{ ...rootRoute, children: [more, ...rootRoute.children] }])
}

export type Router = ReturnType<typeof createRouter>

/** Makes the first requests of the initial screen before its code has loaded. */
export const requestFirstScreen = (): void => requestFirstData(routes, window.location.pathname)

/** The layout of screens without the shell. */
export function BareLayout() {
  useBareRoute()
  return <Outlet />
}

const PARAMETER = 'siteId'

/** The site named by the URL at page load (settled 29), or null. */
function namedSite(): string | null {
  const { site, demo } = document.documentElement.dataset
  const asked = new URLSearchParams(window.location.search).get(PARAMETER)
  return demo === 'true' && asked !== null && asked === site ? asked : null
}

const opened = namedSite()

/** `address` with the site in its query. */
export function withSite(address: string, siteId: string): string {
  const url = new URL(address)
  url.searchParams.set(PARAMETER, siteId)
  return url.href
}

/**
 * Settled 29: a site chosen by `?siteId=` in demo mode applies to the tab. The URL keeps it on every screen, so that
 * reloads and copied links request the same site.
 */
export function useSiteInAddress(siteId: string | null = opened): void {
  const location = useLocation()
  useEffect(() => {
    if (siteId === null || new URLSearchParams(location.search).get(PARAMETER) === siteId) return
    // The router stores its own state in the history entry.
    window.history.replaceState(window.history.state, '', withSite(window.location.href, siteId))
  }, [siteId, location])
}

const CLOSED = 0

/**
 * Checks once at start whether the site is open (S7.25). A refusal of this call leads to the maintenance page (S4.26).
 */
export function useSiteCheck(): void {
  const navigate = useNavigate()
  const location = useLocation()
  const place = useRef(location)
  useEffect(() => {
    place.current = location
  }, [location])
  useEffect(() => {
    const waiting = new AbortController()
    const ask = async () => {
      const result = await call('site.perInfo', {}, { signal: waiting.signal })
      const { pathname } = place.current
      if (!result.ok || result.data.maintainStatus !== CLOSED || waiting.signal.aborted) return
      if (pathname === '/cs' || isAccessPage(pathname)) return
      const { maintainEnd } = result.data
      void navigate('/maintenance', { state: { maintainEnd, from: wayBack(place.current) } })
    }
    void ask()
    return () => waiting.abort()
  }, [navigate])
}
