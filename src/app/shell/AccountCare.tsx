import { useAtomValue } from 'jotai'
import { type ComponentType, useEffect, useState } from 'react'
import { sessionAtom } from '#state/session/session.ts'
import type { AccountWindowsProps } from './AccountWindows.tsx'

/**
 * Shows account notices after sign-in (S7.37, S7.38). Rendered once beside the screens. Its code loads when there is a
 * member; if that fails, the next sign-in tries again.
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
