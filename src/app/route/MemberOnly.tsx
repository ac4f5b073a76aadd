import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { loginPath } from '#state/session/login-path.ts'
import { sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { PageLoading } from './PageLoading.tsx'

/** Content for members. A visitor is sent to sign-in and returns here (S6.12). */
export function MemberOnly({ children }: { readonly children: ReactNode }) {
  const session = useAtomValue(sessionAtom)
  const { skin } = useAtomValue(siteAtom)
  const { pathname, search } = useLocation()
  if (session === undefined) return <PageLoading />
  if (session === null) return <Navigate to={loginPath(skin, pathname + search)} replace />
  return children
}
