import type { Member } from '#protocol/endpoints/shapes.ts'
import type { member } from '../database/schema/member.ts'

/** A row of `member` as the member's own browser may know it (settled 15: no sign-in name, no inner id). */
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
