/** What a route tells the shell about itself (`handle` of its row in the router). */
export interface RouteHandle {
  /** A live room fills the window: the shell does not scroll, and a phone has neither top bar nor bottom tabs. */
  readonly isRoom?: boolean
}
