import { createHash } from 'node:crypto'

/** Hash of the content of a money call. The same key with another hash is a conflict (settled 7). */
export function contentHash(type: string, content: readonly (string | number)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([type, ...content]))
    .digest('hex')
}

/** Clients create keys, so each member has its own key space. */
export function memberKey(memberId: string, idempotencyKey: string): string {
  return `${memberId}:${idempotencyKey}`
}

/** House accounts are striped; a posting uses any stripe. */
export const HOUSE_STRIPES = 16

export function randomStripe(): number {
  return Math.floor(Math.random() * HOUSE_STRIPES)
}
