import type { Members } from './members.ts'
import type { Sessions } from './sessions/sessions.ts'

/** Runs a change of the profile of a member, of which sessions and sockets have a copy. */
export async function refreshMember(
  {
    members,
    sessions,
  }: { readonly members: Pick<Members, 'forgetProfile' | 'profile'>; readonly sessions: Pick<Sessions, 'refresh'> },
  memberId: string,
): Promise<void> {
  members.forgetProfile(memberId)
  const fresh = await members.profile(memberId)
  if (fresh) await sessions.refresh(memberId, fresh)
}
