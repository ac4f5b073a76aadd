import { atom } from 'jotai/vanilla'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { sessionAtom } from '#state/session/session.ts'

/** Shows a nickname or an avatar of the signed-in member that the server has accepted. */
export const changeMemberAtom = atom(null, (get, set, change: Partial<Pick<Member, 'nickname' | 'avatar'>>) => {
  const session = get(sessionAtom)
  if (session) set(sessionAtom, { ...session, member: { ...session.member, ...change } })
})
