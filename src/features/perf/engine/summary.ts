import * as z from 'zod/mini'
import { LabSettings } from '#protocol/worker/lab.ts'
import { LabAccounts } from './accounts.ts'

const figure = z.number().check(z.nonnegative(), z.maximum(1e12))
const known = z.nullable(figure)

/** `timeout`: the page did not show everything in time after the generation ended. */
export const LAB_ENDS = ['complete', 'stopped', 'hidden', 'timeout'] as const

/** Result of one run. Times in milliseconds; null = this browser or this run has no such figure. */
export const LabSummary = z.object({
  settings: LabSettings,
  end: z.enum(LAB_ENDS),
  /** Generated entries per second. Less than the chosen rate if this machine cannot generate more. */
  rate: figure,
  /** From the delivery of a message to the end of the frame that shows it. */
  p50: known,
  p95: known,
  p99: known,
  framesPerSecond: figure,
  /** Frames with an empty end of the list. */
  blankFrames: figure,
  longTasks: known,
  longTaskMs: known,
  /** Busy share of the main thread, 0 to 1. */
  busy: known,
  heapMb: known,
  /** Message elements in the page at the end. */
  rows: figure,
  /** Null if the run was cut off before everything had arrived. */
  accounts: z.nullable(LabAccounts),
})
export type LabSummary = z.infer<typeof LabSummary>

/** One reading during a run, about once per second. */
export interface LabSample {
  /** Milliseconds since the start of the run. */
  readonly at: number
  readonly generatedPerSecond: number
  readonly shownPerSecond: number
  readonly foldedPerSecond: number
  /** Of the messages measured since the last reading. */
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
  readonly framesPerSecond: number
  readonly longTasks: number | null
  readonly busy: number | null
  readonly heapMb: number | null
  readonly rows: number
}

/** A finished run with its readings; those of a link have none. */
export interface LabResult {
  readonly id: number
  readonly summary: LabSummary
  readonly samples: readonly LabSample[]
  /** Name of the log whose entries were measured; null if they were generated, or if the result is that of a link. */
  readonly log: string | null
}

/** The designs that the lab compares. Each differs from the product in one decision, the last in all. */
export const DESIGNS = {
  product: { thread: 'worker', delivery: 'credit', list: 'window' },
  main: { thread: 'main', delivery: 'credit', list: 'window' },
  interval: { thread: 'worker', delivery: 'interval', list: 'window' },
  each: { thread: 'worker', delivery: 'each', list: 'window' },
  plain: { thread: 'worker', delivery: 'credit', list: 'plain' },
  context: { thread: 'worker', delivery: 'credit', list: 'context' },
  naive: { thread: 'main', delivery: 'each', list: 'context' },
} as const satisfies Record<string, Pick<LabSettings, 'thread' | 'delivery' | 'list'>>
export type DesignName = keyof typeof DESIGNS
export const DESIGN_NAMES = Object.keys(DESIGNS) as DesignName[]

/** The name of a design; null for another combination. */
export function designOf({
  thread,
  delivery,
  list,
}: Pick<LabSettings, 'thread' | 'delivery' | 'list'>): DesignName | null {
  return (
    DESIGN_NAMES.find((name) => {
      const design = DESIGNS[name]
      return design.thread === thread && design.delivery === delivery && design.list === list
    }) ?? null
  )
}

export const DEFAULT_SETTINGS: LabSettings = {
  rate: 1_000,
  seconds: 5,
  mix: { text: 80, emoji: 8, reply: 5, sticker: 3, gift: 2, order: 2 },
  duplicates: 2,
  withdrawals: 1,
  ...DESIGNS.product,
}
