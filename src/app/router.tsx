import { useAtomValue } from 'jotai'
import { type ComponentType, useEffect, useEffectEvent, useRef } from 'react'
import { createBrowserRouter, Outlet, redirect, type RouteObject, useLocation, useNavigate } from 'react-router-dom'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { VerificationDialog } from '#features/verification/VerificationDialog.tsx'
import { AccountCare } from './shell/AccountCare.tsx'
import { ActivityGate } from '#features/activity/ActivityGate.tsx'
import { OutcomeEffects } from './outcomes/OutcomeEffects.tsx'
import { PageLoading } from './route/PageLoading.tsx'
import { NotFoundPage } from './pages/access/NotFoundPage.tsx'
import { requestFirstData, startPrefetch } from './route/prefetch.ts'
import { RouteError } from './route/RouteError.tsx'
import { ShownPath, useBareRoute } from './route/use-route-change.ts'
import type { RouteHandle } from './route/route-handle.ts'
import { useSiteInAddress } from './route/site-of-tab.ts'
import { ShellLayout } from './shell/ShellLayout.tsx'
import { liveDetailPrefetch } from '#state/data/prefetch.ts'
import { isOriginRefusedAtom } from '#state/data/connection.ts'
import { call } from '#transport/client.ts'
import { later } from '#ui/state/later.tsx'
import { atOnce } from '#ui/state/part-hook.ts'
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

/** A screen whose code is loaded by the navigation to it. `name` is the export of its module. */
function screen<Name extends string>(
  path: string,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
  handle?: RouteHandle,
): RouteObject {
  return { path, handle, lazy: async () => ({ Component: (await load())[name] }) }
}

const clubPages = () => import('./pages/club/club-pages.ts')
const walletPages = () => import('./pages/wallet/wallet-pages.ts')

/** Screens in the shell. A new one also needs an entry in `nav-entries.tsx` if it belongs to the navigation. */
const shellRoutes: RouteObject[] = [
  screen(DEFAULT_AFTER_SIGN_IN, () => import('./pages/HomePage.tsx'), 'HomePage'),
  screen('/app/live', () => import('./pages/live/LivePage.tsx'), 'LivePage'),
  screen('/app/live/:eid', () => import('./pages/live/RoomPage.tsx'), 'RoomPage', isRoom),
  screen('/app/news', () => import('./pages/news/NewsPage.tsx'), 'NewsPage', firstNews),
  screen('/app/news/:id', () => import('./pages/news/ArticlePage.tsx'), 'ArticlePage'),
  screen('/app/tips', () => import('./pages/news/TipsPage.tsx'), 'TipsPage'),
  screen('/app/tips/:id', () => import('./pages/news/TipPage.tsx'), 'TipPage'),
  screen('/app/expert/:id', () => import('./pages/news/ExpertPage.tsx'), 'ExpertPage'),
  screen('/app/data', () => import('./pages/live/DataPage.tsx'), 'DataPage', firstLeagues),
  screen('/app/team/:id', () => import('./pages/live/TeamPage.tsx'), 'TeamPage'),
  screen('/app/league/:id', () => import('./pages/live/LeaguePage.tsx'), 'LeaguePage'),
  screen('/app/anchor/:id', () => import('./pages/live/AnchorPage.tsx'), 'AnchorPage'),
  screen('/app/help', () => import('./pages/HelpCentrePage.tsx'), 'HelpCentrePage'),
  screen('/app/help/:id', () => import('./pages/HelpArticlePage.tsx'), 'HelpArticlePage'),
  screen('/app/carnivalactivity/:activityId?', () => import('./pages/ActivityPage.tsx'), 'ActivityPage'),
  screen('/app/sports', () => import('./pages/live/SportsPage.tsx'), 'SportsPage'),
  screen('/app/sports/match/:matchId', () => import('./pages/live/SportMatchPage.tsx'), 'SportMatchPage'),
  screen('/app/live-casino', () => import('./pages/games/TableHallPage.tsx'), 'TableHallPage'),
  screen('/app/game/YBZR/:tableId', () => import('./pages/games/TablePage.tsx'), 'TablePage'),
  screen('/app/egame/:venue?', () => import('./pages/games/GameHallPage.tsx'), 'GameHallPage'),
  screen('/app/game/:venue', () => import('./pages/games/VenuePage.tsx'), 'VenuePage'),
  screen('/app/verify/:roundId?', () => import('./pages/games/VerifyPage.tsx'), 'VerifyPage'),
  screen('/app/promos', () => import('./pages/PromosPage.tsx'), 'PromosPage'),
  screen('/app/promos/:id', () => import('./pages/activity/KindPage.tsx'), 'PromoPage'),
  screen('/app/sponsor', () => import('./pages/SponsorsPage.tsx'), 'SponsorsPage'),
  screen('/app/sponsor/:n', () => import('./pages/SponsorPage.tsx'), 'SponsorPage'),
  screen('/app/mine', () => import('./pages/account/MinePage.tsx'), 'MinePage'),
  screen('/app/vip', clubPages, 'VipPage'),
  screen('/app/rebate', clubPages, 'RebatePage'),
  screen('/app/welfare', clubPages, 'WelfarePage'),
  screen('/app/points', clubPages, 'PointsPage'),
  screen('/app/security', () => import('./pages/account/SecurityPage.tsx'), 'SecurityPage'),
  screen('/app/security/:part', () => import('./pages/account/SecurityPartPage.tsx'), 'SecurityPartPage'),
  screen('/app/messages', () => import('./pages/account/MessagesPage.tsx'), 'MessagesPage'),
  screen('/app/messages/:kind/:id', () => import('./pages/account/MessagePage.tsx'), 'MessagePage'),
  screen('/app/feedback', () => import('./pages/feedback/FeedbackPage.tsx'), 'FeedbackPage'),
  screen('/app/feedback/:id', () => import('./pages/feedback/FeedbackThreadPage.tsx'), 'FeedbackThreadPage'),
  screen('/app/agent', () => import('./pages/account/AgentPage.tsx'), 'AgentPage'),
  screen('/app/profile', () => import('./pages/account/ProfilePage.tsx'), 'ProfilePage'),
  screen('/app/wallet', () => import('./pages/wallet/WalletPage.tsx'), 'WalletPage'),
  screen('/app/wallet/deposit', walletPages, 'DepositPage'),
  screen('/app/wallet/deposit/:orderNo', walletPages, 'PaymentPage'),
  screen('/app/wallet/withdraw', walletPages, 'WithdrawPage'),
  screen('/app/wallet/withdraw/:orderNo', walletPages, 'WithdrawOrderPage'),
  screen('/app/wallet/transfer', walletPages, 'WalletTransferPage'),
  screen('/app/wallet/usdt', walletPages, 'WalletUsdtPage'),
  screen('/app/wallet/interest', walletPages, 'WalletInterestPage'),
  screen('/app/wallet/cards', walletPages, 'WalletCardsPage'),
  screen('/app/wallet/records', walletPages, 'RecordsPage'),
  screen('/app/wallet/records/:orderNo', walletPages, 'RecordPage'),
  screen('/app/wallet/statement', walletPages, 'StatementPage'),
  screen('/app/records/games', walletPages, 'GameRecordsPage'),
  screen('/app/records/games/:betId', walletPages, 'BetPage'),
  screen('/app/records/games/:venue/:roundId', walletPages, 'RoundPage'),
  screen('/app/coins', walletPages, 'CoinShopPage'),
  screen('/app/perf', () => import('./pages/PerfPage.tsx'), 'PerfPage'),
  screen('/app/activity/invite', () => import('./pages/account/InvitePage.tsx'), 'InvitePage'),
  screen('/app/activity/:kind', () => import('./pages/activity/KindPage.tsx'), 'KindPage'),
  { path: '*', Component: NotFoundPage },
]

/** Screens without the shell. */
const bareRoutes: RouteObject[] = [
  { path: '/', loader: () => redirect(DEFAULT_AFTER_SIGN_IN) },
  { path: '/app', loader: () => redirect(DEFAULT_AFTER_SIGN_IN) },
  screen('/login', () => import('./pages/account/LoginPage.tsx'), 'LoginPage'),
  screen('/entry/login', () => import('./pages/account/LoginPage.tsx'), 'EntryLoginPage'),
  screen('/register', () => import('./pages/account/RegisterPage.tsx'), 'RegisterPage'),
  screen('/forgot', () => import('./pages/account/ForgotPage.tsx'), 'ForgotPage'),
  screen('/dev/outbox', () => import('./pages/account/OutboxPage.tsx'), 'OutboxPage'),
  screen('/dev/bank', () => import('./pages/wallet/DemoBankPage.tsx'), 'DemoBankPage'),
  screen('/maintenance', () => import('./pages/access/MaintenancePage.tsx'), 'MaintenancePage'),
  screen('/access-alert', () => import('./pages/access/AccessAlertPage.tsx'), 'AccessAlertPage'),
  screen('/access-restriction', () => import('./pages/access/AccessRestrictionPage.tsx'), 'AccessRestrictionPage'),
  screen('/robot-check', () => import('./pages/access/RobotCheckPage.tsx'), 'RobotCheckPage'),
  screen('/cs', () => import('./pages/ServicePage.tsx'), 'ServicePage'),
  screen('/app/game/:venue/:gameId?', () => import('./pages/games/GamePage.tsx'), 'GamePage'),
  screen('/app/responsible', () => import('./pages/account/ResponsiblePage.tsx'), 'ResponsiblePage'),
]

const guarded =
  (isBare: boolean) =>
  (route: RouteObject): RouteObject => ({
    ...route,
    errorElement: <RouteError isBare={isBare} />,
    hydrateFallbackElement: <PageLoading />,
  })

const OriginRefused = later(async () => (await import('./access/OriginRefused.tsx')).OriginRefused, {
  begin: atOnce,
  Placeholder: PageLoading,
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
      <ActivityGate>{useAtomValue(isOriginRefusedAtom) ? <OriginRefused /> : <Outlet />}</ActivityGate>
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

const CLOSED = 0

/**
 * Checks once at start whether the site is open (S7.25). A refusal of this call leads to the maintenance page (S4.26).
 */
function useSiteCheck(): void {
  const navigate = useNavigate()
  const location = useLocation()
  const close = useEffectEvent((maintainEnd: number | null) => {
    if (location.pathname === '/cs' || isAccessPage(location.pathname)) return
    void navigate('/maintenance', { state: { maintainEnd, from: wayBack(location) } })
  })
  useEffect(() => {
    const waiting = new AbortController()
    const ask = async () => {
      const result = await call('site.perInfo', {}, { signal: waiting.signal })
      if (!result.ok || result.data.maintainStatus !== CLOSED || waiting.signal.aborted) return
      close(result.data.maintainEnd)
    }
    void ask()
    return () => waiting.abort()
  }, [])
}
