import { useSetAtom, useStore } from 'jotai'
import { useCallback } from 'react'
import { accountNameAtom, memberAtom } from '#state/session/session.ts'
import { signOut } from '#transport/client.ts'
import { memberLeft } from './member-storage.ts'

/** Signs out deliberately: the sign-in page does not suggest this account, and the tabs forget the member. */
export function useSignOut(): () => void {
  const setAccountName = useSetAtom(accountNameAtom)
  const store = useStore()
  return useCallback(() => {
    const memberId = store.get(memberAtom)?.userId ?? ''
    setAccountName('')
    void signOut().then(() => memberLeft(memberId))
  }, [setAccountName, store])
}
