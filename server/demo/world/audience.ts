import type { Member } from '#protocol/endpoints/shapes.ts'
import type { EntryAuthor } from '#protocol/room/feed.ts'
import type { SessionMember } from '../../http/calls/context.ts'
import type { Members } from '../../members/members.ts'
import type { Speaker } from '../../rooms/say.ts'
import { authorOf } from '../../rooms/author.ts'
import { crowdVipLevel, nickname } from './cast.ts'
import type { Random } from './random.ts'
import { hashText } from '#protocol/random.ts'

/** Number of seeded members. Load tools assign messages without an author to them (settled 22). */
export const SEEDED_MEMBERS = 2_000

export interface CrowdMember {
  readonly memberId: string
  readonly member: Member
  readonly author: EntryAuthor
}

/** Creates the seeded members once. The same seed gives the same members. */
export async function gatherAudience(members: Members, random: Random, siteId: number): Promise<CrowdMember[]> {
  const made = await members.ensure(
    Array.from({ length: SEEDED_MEMBERS }, (_, index) => ({
      name: `crowd${index}`,
      password: null,
      nickname: nickname(random),
      vipLevel: crowdVipLevel(random),
      level: random.between(1, 30),
      siteId,
      coins: random.between(500, 20_000),
    })),
  )
  return made.map(({ memberId, member }) => ({ memberId, member, author: authorOf(member) }))
}

/** Returns the member that represents a name of a recorded log; always the same one. */
export function memberForName(audience: readonly CrowdMember[], name: string): CrowdMember {
  const member = audience[hashText(name) % audience.length]
  if (!member) throw new RangeError('the audience is empty')
  return member
}

export function speakerFor(crowdMember: CrowdMember, isUnlimited: boolean): Speaker {
  return {
    memberId: crowdMember.memberId,
    author: crowdMember.author,
    sessionId: null,
    address: 'crowd',
    isUnlimited,
  }
}

/** A session that exists only inside the process. The crowd calls handlers with it. */
export function inProcessSession(crowdMember: CrowdMember): SessionMember {
  return {
    sessionId: `crowd-${crowdMember.memberId}`,
    memberId: crowdMember.memberId,
    expireAt: Number.MAX_SAFE_INTEGER,
    member: crowdMember.member,
  }
}
