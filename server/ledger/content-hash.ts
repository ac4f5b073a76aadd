import { createHash } from 'node:crypto'

/** What an idempotency key was used for: the same key with another hash is a conflict (settled 7). */
export function contentHash(type: string, content: readonly (string | number)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([type, ...content]))
    .digest('hex')
}

/** Keys are made by clients, so each member has its own space of them. */
export function memberKey(memberId: string, idempotencyKey: string): string {
  return `${memberId}:${idempotencyKey}`
}

/** Accounts of the house come in stripes; a posting takes any one of them. */
export const HOUSE_STRIPES = 16

export function randomStripe(): number {
  return Math.floor(Math.random() * HOUSE_STRIPES)
}
