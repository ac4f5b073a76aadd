import type { DrizzleDatabase } from '../../database/database.ts'

/** What a limit may refuse (I9). Withdrawals are never refused by a limit (I10). */
export type LimitedKind = 'deposit' | 'transfer'

/**
 * Checks the limits of a member (Annex I) inside the transaction that creates an order. Resolves with 0, or with the
 * response code of the refusal. No limit is defined, so everything is allowed.
 */
export function checkLimits(
  _tx: Pick<DrizzleDatabase, 'execute' | 'select'>,
  _memberId: string,
  _kind: LimitedKind,
  _amount: number,
): Promise<number> {
  return Promise.resolve(0)
}
