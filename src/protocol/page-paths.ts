/** Paths of the single-page application (S2, Annex G). A star at the end matches all paths below. */
export const PAGE_PATHS = [
  '/',
  '/app',
  '/app/*',
  '/login',
  '/entry/login',
  '/register',
  '/forgot',
  '/dev/outbox',
  '/dev/bank',
  '/maintenance',
  '/access-alert',
  '/access-restriction',
  '/robot-check',
  '/cs',
] as const

/** True if the path belongs to the application. */
export function isPagePath(path: string): boolean {
  return PAGE_PATHS.some((known) => (known.endsWith('*') ? path.startsWith(known.slice(0, -1)) : path === known))
}

/** Screens at `/app/<name>` whose placeholder is their title and purpose. */
export const HEAD_SCREENS = [
  'security',
  'vip',
  'rebate',
  'welfare',
  'points',
  'messages',
  'feedback',
  'agent',
  'promos',
] as const

/** Kinds of placeholders that the HTML shows before code is loaded. */
export const FIRST_SCREENS = [
  ...HEAD_SCREENS,
  'home',
  'list',
  'room',
  'login',
  'register',
  'forgot',
  'profile',
  'wallet',
  'activity',
  'page',
] as const
export type FirstScreen = (typeof FIRST_SCREENS)[number]

/** The placeholder for a path. `page` has only the top bar. */
export function firstScreenOf(path: string): FirstScreen {
  if (path === '/' || path === '/app' || path === '/app/home') return 'home'
  if (path === '/app/live') return 'list'
  if (/^\/app\/live\/[^/]+$/.test(path)) return 'room'
  if (path === '/login' || path === '/entry/login') return 'login'
  if (path === '/register') return 'register'
  if (path === '/forgot') return 'forgot'
  if (path === '/app/profile') return 'profile'
  if (path === '/app/wallet') return 'wallet'
  if (/^\/app\/activity\/(?!invite$)[^/]+$/.test(path)) return 'activity'
  return HEAD_SCREENS.find((name) => path === `/app/${name}`) ?? 'page'
}
