/** Counters since the worker started; everything the stats panel and the benches read. */
export interface TransportStats {
  readonly entriesReceived: number
  readonly rowsShown: number
  readonly rowsFolded: number
  /** Of those the ones in the lane of VIP above 4, the last to go; the rest was in that of everybody else. */
  readonly rowsFoldedHigh: number
  readonly duplicates: number
  readonly malformed: number
  /** Entries that were superseded before the page saw them: deleted, or an order's revert that became part of its row. */
  readonly superseded: number
  /** Entries that are no rows: they changed the room's state only. */
  readonly stateOnly: number
  /** Rows that were let go because the page did not take them (settled 18); the server gives them again. */
  readonly released: number
  readonly gaps: number
  readonly frames: number
  readonly batches: number
  readonly reconnects: number
  readonly openMsTotal: number
  readonly clockOffsetMs: number
  readonly roundTripMs: number
  readonly queueLength: number
}
