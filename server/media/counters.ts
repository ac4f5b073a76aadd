/**
 * Counters of the media server: current FLV viewers, bytes sent since start, viewers closed because they did not read.
 */
export interface MediaCounters {
  viewers: number
  bytes: number
  cut: number
}
