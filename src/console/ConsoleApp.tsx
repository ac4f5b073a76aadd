import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, Outlet, type RouteObject, RouterProvider } from 'react-router-dom'
import { ToastProvider } from '#ui/overlay/Toast.tsx'
import { ConsoleShell } from './ConsoleShell.tsx'
import { firstPath } from './navigation.ts'
import { SessionProvider, useConsole } from './session.tsx'

/** A screen whose code is loaded by the navigation to it. `name` is the export of its module. */
function screen<Name extends string>(
  path: string,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): RouteObject {
  return { path, lazy: async () => ({ Component: (await load())[name] }) }
}

const router = createBrowserRouter([
  {
    path: '/console',
    element: (
      <SessionProvider>
        <Outlet />
      </SessionProvider>
    ),
    hydrateFallbackElement: <></>,
    children: [
      screen('setup', () => import('./access/SetupPage.tsx'), 'SetupPage'),
      screen('invitation', () => import('./access/InvitationPage.tsx'), 'InvitationPage'),
      screen('sign-in', () => import('./access/SignInPage.tsx'), 'SignInPage'),
      {
        element: <SignedIn />,
        children: [
          { index: true, element: <FirstScreen /> },
          screen('overview', () => import('./pages/OverviewPage.tsx'), 'OverviewPage'),
          screen('stream', () => import('./pages/StreamPage.tsx'), 'StreamPage'),
          screen('rooms', () => import('./pages/LiveRoomsPage.tsx'), 'LiveRoomsPage'),
          screen('rooms/:id', () => import('./pages/LiveRoomPage.tsx'), 'LiveRoomPage'),
          screen('anchors', () => import('./pages/AnchorsPage.tsx'), 'AnchorsPage'),
          screen('matches', () => import('./pages/MatchesPage.tsx'), 'MatchesPage'),
          screen('reports', () => import('./pages/ReportsPage.tsx'), 'ReportsPage'),
          screen('blocks', () => import('./pages/BlocksPage.tsx'), 'BlocksPage'),
          screen('people', () => import('./pages/PeoplePage.tsx'), 'PeoplePage'),
          screen('people/:userId', () => import('./pages/MemberPage.tsx'), 'MemberPage'),
          screen('reviews', () => import('./pages/ReviewsPage.tsx'), 'ReviewsPage'),
          screen('bets', () => import('./pages/BetsPage.tsx'), 'BetsPage'),
          screen('coins', () => import('./pages/CoinsPage.tsx'), 'CoinsPage'),
          screen('content', () => import('./pages/ContentPage.tsx'), 'ContentPage'),
          screen('messages', () => import('./pages/SentMessagesPage.tsx'), 'SentMessagesPage'),
          screen('feedback', () => import('./pages/FeedbackQueuePage.tsx'), 'FeedbackQueuePage'),
          screen('activities', () => import('./pages/ActivitiesPage.tsx'), 'ActivitiesPage'),
          screen('agents', () => import('./pages/AgentsPage.tsx'), 'AgentsPage'),
          screen('gifts', () => import('./pages/GiftsPage.tsx'), 'GiftsPage'),
          screen('config', () => import('./pages/ConfigPage.tsx'), 'ConfigPage'),
          screen('operators', () => import('./pages/OperatorsPage.tsx'), 'OperatorsPage'),
          screen('doctor', () => import('./pages/DoctorPage.tsx'), 'DoctorPage'),
          screen('audit', () => import('./pages/AuditPage.tsx'), 'AuditPage'),
          screen('account', () => import('./pages/AccountPage.tsx'), 'AccountPage'),
        ],
      },
      { path: '*', element: <Navigate to="/console" replace /> },
    ],
  },
])

/** The console: router and toasts. */
export function ConsoleApp() {
  return (
    <ToastProvider>
      <RouterProvider router={router} />
    </ToastProvider>
  )
}

/** Screens of signed-in operators; others are led to the sign-in. */
function SignedIn() {
  const { session } = useConsole()
  return session.state === 'open' ? <ConsoleShell /> : <Navigate to="/console/sign-in" replace />
}

/** The first screen that the role may see. */
function FirstScreen() {
  const { can } = useConsole()
  return <Navigate to={firstPath(can)} replace />
}
