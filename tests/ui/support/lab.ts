import type { LabSettings } from '#protocol/worker/lab.ts'
import { DEFAULT_SETTINGS } from '#features/perf/engine/summary.ts'

/** A short run with every kind of message, duplicates and withdrawals. */
export const SHORT_RUN: LabSettings = {
  ...DEFAULT_SETTINGS,
  rate: 600,
  seconds: 2,
  duplicates: 10,
  withdrawals: 10,
}
