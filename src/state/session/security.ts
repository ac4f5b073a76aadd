import { useAtomValue } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useEffect } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { call } from '#transport/client.ts'
import { isConnectionFailure } from '#lib/failures.ts'
import { onReconnect } from '../data/reconnect.ts'
import { cachedResponsesAtom, withResponse } from '../data/use-cached-data.ts'
import { useResponseOfLastVisit } from '../data/old-reads.ts'
import { useLikelyMemberId } from '../data/use-member-data.ts'
import type { ServerData } from '../data/use-server-data.ts'
import { store } from '../store.ts'
import { memberAtom } from './session.ts'

export type SecurityOverview = DataOf<'security.overview'>

interface Security {
  /** Owner of the data. */
  readonly userId: string | null
  readonly data: SecurityOverview | null
  readonly failure: Failure | null
  readonly isLoading: boolean
}

const NOTHING: Security = { userId: null, data: null, failure: null, isLoading: false }

export const securityAtom = atom<Security>(NOTHING)

const keyOf = (userId: string) => `security.overview {} ${userId}`

/** The request for the signed-in member that has no response yet. */
let pending: { readonly userId: string; readonly response: Promise<void> } | null = null

/** Loads the state of the security centre for the signed-in member. Concurrent calls share one request. */
function loadShared(): Promise<void> {
  const userId = store.get(memberAtom)?.userId ?? null
  if (userId === null) return Promise.resolve()
  if (pending?.userId === userId) return pending.response
  const request = {
    userId,
    response: requestOverview(userId).finally(() => {
      if (pending === request) pending = null
    }),
  }
  pending = request
  return request.response
}

/** Loads the state again because the member has changed it. A pending request may have been sent before the change. */
export async function loadSecurity(): Promise<void> {
  if (pending !== null && pending.userId === store.get(memberAtom)?.userId) await pending.response
  return loadShared()
}

async function requestOverview(userId: string): Promise<void> {
  const before = store.get(securityAtom)
  store.set(securityAtom, { ...(before.userId === userId ? before : NOTHING), userId, isLoading: true })
  const result = await call('security.overview', {})
  if (result.ok) store.set(cachedResponsesAtom, (cache) => withResponse(cache, keyOf(userId), result.data))
  store.set(securityAtom, (now) =>
    now.userId === userId
      ? { userId, data: result.ok ? result.data : now.data, failure: result.ok ? null : result, isLoading: false }
      : now,
  )
}

/** The state of the security centre, shared by the screens of this page. Loaded on mount. */
export function useSecurity(): ServerData<SecurityOverview> {
  const userId = useAtomValue(memberAtom)?.userId ?? null
  const security = useAtomValue(securityAtom)
  const owner = useLikelyMemberId()
  const { data, failure, isLoading } = security.userId === userId ? security : NOTHING
  const ofLastVisit = useResponseOfLastVisit(keyOf(owner ?? ''), data === null, { failure, retry })
  useEffect(() => {
    if (userId !== null) void loadShared()
  }, [userId])
  useEffect(() => (isConnectionFailure(failure) ? onReconnect(() => void loadShared()) : undefined), [failure])
  return { data: data ?? (ofLastVisit as SecurityOverview | undefined) ?? null, failure, isLoading, retry }
}

const retry = (): void => void loadShared()
