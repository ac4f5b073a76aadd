/** Properties of a route for the shell (`handle` in the router). */
export interface RouteHandle {
  /** A live room fills the window: the shell does not scroll, and a phone has neither top bar nor tabs. */
  readonly isRoom?: boolean
  /** Makes the first request of the initial screen while its code loads. */
  readonly first?: (params: Readonly<Record<string, string | undefined>>) => void
  /** Prefetches shared data of the screen if that is cheap (prefetch.ts). */
  readonly prefetch?: (params: Readonly<Record<string, string | undefined>>) => void
}
