import { ORDER_KINDS } from './order-states.ts'

/** Types of ledger transactions that move money of a member and belong to no order. */
export const POSTING_TYPES = [
  'convert',
  'interest-to',
  'interest-from',
  'interest',
  'gift',
  'coin-buy',
  'coin-grant',
  'coin-adjust',
  'bet',
  'bet-return',
  'bet-correction',
  'rebate',
  'birthday',
  'activity',
  'points-exchange',
  'soccer-lottery',
  'table-bet',
  'table-return',
  'round',
  'round-payout',
  'pool-payout',
] as const
export type PostingType = (typeof POSTING_TYPES)[number]

/**
 * Types of records: kinds of orders, postings without an order, and the fee of an order. `other` is a posting whose type
 * this version does not know.
 */
export const RECORD_TYPES = [...ORDER_KINDS, 'fee', ...POSTING_TYPES, 'other'] as const
export type RecordType = (typeof RECORD_TYPES)[number]
