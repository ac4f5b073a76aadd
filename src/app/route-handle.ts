/** What a route tells the shell about itself (`handle` of its row in the router). */
export interface RouteHandle {
  /** A live room fills the window: the shell does not scroll, and a phone has neither top bar nor bottom tabs. */
  readonly isRoom?: boolean
  /** Puts the question of the screen that the page begins with, while the screen's code is on its way. */
  readonly first?: (params: Readonly<Record<string, string | undefined>>) => void
  /** Asks ahead for what the screen shows first, where that is cheap and everybody's (prefetch.ts). */
  readonly prefetch?: (params: Readonly<Record<string, string | undefined>>) => void
}
