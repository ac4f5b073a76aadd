import { useEffect, useRef } from 'react'
import type { RouteObject } from 'react-router-dom'
import { createBrowserRouter, Outlet, redirect } from 'react-router-dom'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { VerificationDialog } from '#features/verification/VerificationDialog.tsx'
import { AccountCare } from './shell/AccountCare.tsx'
import { ActivityGate } from '#features/activity/ActivityGate.tsx'
import { requestLeagues, requestNews, requestRoom } from './route/first-data.ts'
import { OutcomeEffects } from './outcomes/OutcomeEffects.tsx'
import { PageLoading } from './route/PageLoading.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { requestFirstData, startPrefetch } from './route/prefetch.ts'
import { RouteError } from './route/RouteError.tsx'
import { BareLayout } from './route/BareLayout.tsx'
import { ShownPath } from './route/use-route-change.ts'
import type { RouteHandle } from './route/route-handle.ts'
import { ShellLayout } from './shell/ShellLayout.tsx'
import { useSiteCheck } from './use-site-check.ts'
import { useSiteInAddress } from './route/use-site-in-url.ts'

const isRoom: RouteHandle = { isRoom: true, first: requestRoom }
const firstNews: RouteHandle = { prefetch: requestNews }
const firstLeagues: RouteHandle = { prefetch: requestLeagues }

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
