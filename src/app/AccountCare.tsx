import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import { sessionAtom } from '#state/session/session.ts'
import type { AccountWindowsProps } from './AccountWindows.tsx'

/**
 * Looks after the account of whoever signs in (S7.37, S7.38). Put it once beside the screens. Its code is loaded when
 * there is a member; where that fails nothing is said, and the next sign-in tries again.
 */
export function AccountCare() {
  const session = useAtomValue(sessionAtom)
  const [wasVisitor, setVisitor] = useState(false)
  const [loaded, setLoaded] = useState<{ readonly Windows: ComponentType<AccountWindowsProps> } | null>(null)
  if (session === null && !wasVisitor) setVisitor(true)
  const key = session ? `${session.member.userId} ${session.expireAt}` : null

  useEffect(() => {
    if (key === null || loaded) return
    import('./AccountWindows.tsx').then(
      ({ AccountWindows }) => setLoaded({ Windows: AccountWindows }),
      () => undefined,
    )
  }, [key, loaded])

  return key === null || !loaded ? null : <loaded.Windows key={key} isFreshSignIn={wasVisitor} />
}
