import * as z from 'zod/mini'
import { MARKET_KINDS, MAX_PRICE, SELECTION_ID } from './market-keys.ts'

const line = z.int().check(z.minimum(-1_000), z.maximum(2_000))
const outcome = z.string().check(z.regex(/^(?:[a-z]{2,5}|[0-4]-[0-4])$/))

export const SelectionId = z.string().check(z.regex(SELECTION_ID))

/** A market with its prices. A later `version` of the same market replaces an earlier one. */
export const Market = z.object({
  matchId: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)),
  kind: z.enum(MARKET_KINDS),
  line,
  /** Raised by one with each change of state or price, from 1. */
  version: z.int().check(z.minimum(1)),
  /** `closed`: decided, or no longer offered. */
  state: z.enum(['open', 'suspended', 'closed']),
  selections: z.array(
    z.object({
      outcome,
      /** Decimal odds in thousandths (1620 = 1.62). */
      price: z.int().check(z.minimum(1_000), z.maximum(MAX_PRICE)),
      /** Direction of the last change. */
      move: z.enum(['up', 'down', 'same']),
    }),
  ),
})
export type Market = z.infer<typeof Market>
export type Selection = Market['selections'][number]
