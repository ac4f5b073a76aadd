import type { Member } from '#protocol/endpoints/shapes.ts'
import type { EntryAuthor } from '#protocol/room/feed.ts'
import { siteSeries } from '#protocol/sites.ts'

/**
 * The author fields of a member's message or gift (S3.22): only public id and nickname (settled 15).
 *
 * @param venueName name code of the venue of the room's match (S3.37); '' outside a match
 */
export function authorOf(member: Member, venueName = ''): EntryAuthor {
  return {
    venueName,
    siteId: member.siteId,
    siteSeries: siteSeries(member.siteId),
    memberId: member.userId,
    memberName: member.nickname,
    vipLevel: member.vipLevel,
    userId: member.userId,
    level: member.level,
  }
}
