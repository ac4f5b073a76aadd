import type { RouteObject } from 'react-router-dom'
import { createBrowserRouter, Outlet, redirect } from 'react-router-dom'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { OutcomeEffects } from './OutcomeEffects.tsx'
import { PageLoading } from './PageLoading.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { RouteError } from './RouteError.tsx'
import type { RouteHandle } from './route-handle.ts'
import { ShellLayout } from './ShellLayout.tsx'

const isRoom: RouteHandle = { isRoom: true }

/** Screens inside the shell. To add one: a row here, and one in `nav-entries.tsx` if it belongs in the navigation. */
const shellRoutes: RouteObject[] = [
  {
    path: '/app/live',
    lazy: async () => ({ Component: (await import('./pages/LivePage.tsx')).LivePage }),
  },
  {
    path: '/app/live/:eid',
    handle: isRoom,
    lazy: async () => ({ Component: (await import('./pages/RoomPage.tsx')).RoomPage }),
  },
  { path: '*', Component: NotFoundPage },
]

/** Screens that stand alone. */
const bareRoutes: RouteObject[] = [
  { path: '/', loader: () => redirect(DEFAULT_AFTER_SIGN_IN) },
  { path: '/app', loader: () => redirect(DEFAULT_AFTER_SIGN_IN) },
  // The live list is the home screen of this stage.
  { path: DEFAULT_AFTER_SIGN_IN, loader: () => redirect('/app/live') },
  {
    path: '/login',
    lazy: async () => ({ Component: (await import('./pages/LoginPage.tsx')).LoginPage }),
  },
  {
    path: '/entry/login',
    lazy: async () => ({ Component: (await import('./pages/LoginPage.tsx')).EntryLoginPage }),
  },
  {
    path: '/gallery',
    lazy: async () => ({ Component: (await import('./pages/GalleryPage.tsx')).GalleryPage }),
  },
]

const guarded = (route: RouteObject): RouteObject => ({
  ...route,
  errorElement: <RouteError />,
  hydrateFallbackElement: <PageLoading />,
})

/** Around every screen: what response codes ask for is performed here. */
function Root() {
  return (
    <>
      <OutcomeEffects />
      <Outlet />
    </>
  )
}

export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <PageLoading />,
    children: [{ element: <ShellLayout />, children: shellRoutes.map(guarded) }, ...bareRoutes.map(guarded)],
  },
])
