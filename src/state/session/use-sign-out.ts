import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { accountNameAtom } from '#state/session/session.ts'
import { signOut } from '#transport/client.ts'
import { memberLeft } from './member-storage.ts'

/** Signs out deliberately: the sign-in page does not suggest this account, and the tabs forget the member. */
export function useSignOut(): () => void {
  const setAccountName = useSetAtom(accountNameAtom)
  return useCallback(() => {
    setAccountName('')
    void signOut().then(memberLeft)
  }, [setAccountName])
}
