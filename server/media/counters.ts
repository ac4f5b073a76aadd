/** What the media server counts: FLV viewers now, bytes handed out since start, viewers cut because they did not read. */
export interface MediaCounters {
  viewers: number
  bytes: number
  cut: number
}
