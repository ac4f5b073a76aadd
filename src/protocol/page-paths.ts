/** Addresses behind which the one page application stands (S2, Annex G). A star at the end stands for all below. */
export const PAGE_PATHS = [
  '/',
  '/app',
  '/app/*',
  '/login',
  '/entry/login',
  '/maintenance',
  '/access-alert',
  '/access-restriction',
  '/robot-check',
  '/cs',
] as const

/** Whether the application answers at this path. */
export function isPagePath(path: string): boolean {
  return PAGE_PATHS.some((known) => (known.endsWith('*') ? path.startsWith(known.slice(0, -1)) : path === known))
}

/** Screens that the HTML draws in grey before any code has come, by the shape they have. */
export const FIRST_SCREENS = ['home', 'list', 'room', 'form', 'page'] as const
export type FirstScreen = (typeof FIRST_SCREENS)[number]

/** The shape of the screen behind a path; `page` has nothing but the bar above. */
export function firstScreenOf(path: string): FirstScreen {
  if (path === '/' || path === '/app' || path === '/app/home') return 'home'
  if (path === '/app/live') return 'list'
  if (/^\/app\/live\/[^/]+$/.test(path)) return 'room'
  if (path === '/login' || path === '/entry/login') return 'form'
  return 'page'
}
