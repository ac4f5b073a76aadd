import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { loginPath } from '#state/session/login-path.ts'
import { isLikelyMemberAtom, sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { PageLoading } from './PageLoading.tsx'

interface MemberOnlyProps {
  readonly children: ReactNode
  /** The content needs no session: it is shown to a likely member while the session is restored. */
  readonly isEarly?: boolean
}

/** Content for members. A visitor is sent to sign-in and returns here (S6.12). */
export function MemberOnly({ children, isEarly = false }: MemberOnlyProps) {
  const session = useAtomValue(sessionAtom)
  const { skin } = useAtomValue(siteAtom)
  const { pathname, search } = useLocation()
  const isLikely = useAtomValue(isLikelyMemberAtom)
  if (session === undefined) return isEarly && isLikely ? children : <PageLoading />
  if (session === null) {
    return <Navigate to={loginPath(skin, pathname + search)} replace state={{ isForMembers: true }} />
  }
  return children
}
