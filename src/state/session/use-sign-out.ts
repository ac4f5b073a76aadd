import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { accountNameAtom } from '#state/session/session.ts'
import { signOut } from '#transport/client.ts'

/** Signs out deliberately: the sign-in page does not suggest this account. */
export function useSignOut(): () => void {
  const setAccountName = useSetAtom(accountNameAtom)
  return useCallback(() => {
    setAccountName('')
    void signOut()
  }, [setAccountName])
}
