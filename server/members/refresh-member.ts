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

/** {@link refreshMember} for many members, most of whom have no session. */
export async function refreshMembers(
  {
    members,
    sessions,
  }: {
    readonly members: Pick<Members, 'forgetProfile' | 'profile'>
    readonly sessions: Pick<Sessions, 'refresh' | 'signedInOf'>
  },
  memberIds: readonly string[],
): Promise<void> {
  for (const memberId of memberIds) members.forgetProfile(memberId)
  // oxlint-disable-next-line no-await-in-loop -- few of them, beside the calls of members
  for (const memberId of await sessions.signedInOf(memberIds)) await refreshMember({ members, sessions }, memberId)
}
