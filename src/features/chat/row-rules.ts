import type { FeedRow } from '#protocol/worker/feed.ts'

export type Role = 'anon' | 'member' | 'admin'

/** Whether a row is something that a person said. */
export function isSaid(row: FeedRow): boolean {
  return row.kind === 'text' || row.kind === 'image'
}

/** Whether a row was sent by somebody else: such a person can be addressed and blocked. */
export function isByOther(row: FeedRow): row is FeedRow & { author: NonNullable<FeedRow['author']> } {
  return row.author !== null && !row.isMine
}

/** Members answer what others said. */
export function canBeAnswered(row: FeedRow, role: Role): boolean {
  return role !== 'anon' && isSaid(row) && isByOther(row)
}
