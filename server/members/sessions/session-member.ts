import type { Member } from '#protocol/endpoints/shapes.ts'

/** The caller. `memberId` is internal and never leaves the server; `member.userId` is the public id. */
export interface SessionMember {
  readonly sessionId: string
  readonly memberId: string
  readonly expireAt: number
  readonly member: Member
}
