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
