import * as z from 'zod/mini'
import type { TransportStats } from './api.ts'
import type { FeedMessage } from './feed.ts'

/** Maximum rate of the lab, messages per second (D.8). */
export const LAB_MAX_RATE = 100_000
/** Longest run of the lab, seconds. */
export const LAB_MAX_SECONDS = 60

const weight = z.int().check(z.minimum(0), z.maximum(100))

/** Relative shares of the generated messages. */
export const LabMix = z
  .object({ text: weight, emoji: weight, reply: weight, sticker: weight, gift: weight, order: weight })
  .check(z.refine((mix) => Object.values(mix).some((share) => share > 0)))
export type LabMix = z.infer<typeof LabMix>

/** Where frames are received: in a worker, or on the main thread (baseline). */
export const LAB_THREADS = ['worker', 'main'] as const
/**
 * How the receiver passes messages to the list: batches under the credit window, batches at a fixed interval, or one
 * state update per message (baseline).
 */
export const LAB_DELIVERIES = ['credit', 'interval', 'each'] as const
/** The room's list, a plain list of the newest rows, or one component tree and context per message (baseline). */
export const LAB_LISTS = ['window', 'plain', 'context'] as const

/** Settings of one run of the lab. */
export const LabSettings = z.object({
  /** Log entries per second. */
  rate: z.int().check(z.minimum(1), z.maximum(LAB_MAX_RATE)),
  seconds: z.int().check(z.minimum(1), z.maximum(LAB_MAX_SECONDS)),
  mix: LabMix,
  /** Share of entries that repeat an earlier one, percent. */
  duplicates: z.int().check(z.minimum(0), z.maximum(50)),
  /** Share of entries that delete an earlier message or revert an earlier order, percent. */
  withdrawals: z.int().check(z.minimum(0), z.maximum(20)),
  thread: z.enum(LAB_THREADS),
  delivery: z.enum(LAB_DELIVERIES),
  list: z.enum(LAB_LISTS),
})
export type LabSettings = z.infer<typeof LabSettings>

/** A room frame that the source has delivered. */
export interface SentFrame {
  readonly lastSeq: number
  readonly entries: number
  /** System time of the delivery, milliseconds. */
  readonly sentAt: number
}

/** Entries that the source has sent, by role. */
export interface LabTotals {
  readonly messages: number
  /** Copies of earlier messages. */
  readonly copies: number
  readonly deletions: number
  readonly reverts: number
}

/** Counters of the receiver's feed. */
export type LabCounts = Omit<TransportStats, 'reconnects' | 'clockOffsetMs' | 'roundTripMs' | 'queueLength'>

/** Source to page. */
export type LabReport =
  | {
      readonly type: 'sent'
      readonly frames: readonly SentFrame[]
      readonly totals: LabTotals
      readonly isLast: boolean
    }
  | { readonly type: 'failed'; readonly message: string }

/** Receiver to page, on the port of the batches. `settled` follows the last batch. */
export type LabBatchMessage =
  | FeedMessage
  | {
      readonly type: 'settled'
      readonly lastSeq: number
      readonly counts: LabCounts
      /** Entries of frames that were not opened because the page took no batches. A server would send them again. */
      readonly notOpened: number
    }
  | { readonly type: 'failed'; readonly message: string }

/** First message to a lab worker: the role that it plays. `Port` and `Log` are types of the browser. */
export type LabRole<Port, Log> =
  | {
      readonly role: 'source'
      readonly settings: LabSettings
      /** Recorded log whose entries are sent; null generates entries. */
      readonly log: Log | null
      readonly key: string
      readonly frames: Port
      readonly reports: Port
    }
  | {
      readonly role: 'receiver'
      readonly delivery: LabSettings['delivery']
      readonly key: string
      readonly frames: Port
      readonly batches: Port
    }
  | { readonly role: 'sampler'; readonly samples: Port }
  /** Reads a log and accounts for it (`LabLogReport`). */
  | { readonly role: 'log'; readonly log: Log; readonly reports: Port }

/** Source to receiver: a sealed frame, or the end of the run. */
export type LabFrame = string | { readonly type: 'end'; readonly lastSeq: number }

/** Room number of the lab's frames. */
export const LAB_ROOM = 'lab'
