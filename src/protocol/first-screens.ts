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
