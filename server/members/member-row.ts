import type { Member } from '#protocol/endpoints/shapes.ts'
import type { member } from '../database/schema/member.ts'

/** Converts a row of `member` for the member's own browser (settled 15: without sign-in name and internal id). */
export function memberOf(row: typeof member.$inferSelect): Member {
  return {
    userId: row.publicId,
    nickname: row.nickname,
    avatar: row.avatar,
    vipLevel: row.vipLevel,
    level: row.level,
    currency: row.currency,
    siteId: row.siteId,
    agentStatus: row.agentStatus,
    tags: row.tags,
  }
}
