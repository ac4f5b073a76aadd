import type { TransportStats } from '#protocol/worker/api.ts'

/**
 * Counters of the feeds of all rooms since the worker started. Invariant: `entriesReceived` = `rowsShown` +
 * `rowsDropped` + `duplicates` + `malformed` + `superseded` + `stateOnly` + `released` + waiting rows.
 */
export type FeedCounters = {
  -readonly [
    Name in Exclude<keyof TransportStats, 'reconnects' | 'clockOffsetMs' | 'roundTripMs' | 'queueLength'>
  ]: number
}

export function newCounters(): FeedCounters {
  return {
    entriesReceived: 0,
    rowsShown: 0,
    rowsDropped: 0,
    rowsDroppedHigh: 0,
    duplicates: 0,
    malformed: 0,
    superseded: 0,
    stateOnly: 0,
    released: 0,
    gaps: 0,
    frames: 0,
    batches: 0,
    openMsTotal: 0,
  }
}
