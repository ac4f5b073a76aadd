import { atom, useAtomValue } from 'jotai'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import type { ReadState } from '#ui/state/use-read.ts'
import { memberAtom, sessionAtom } from '../session/session.ts'
import { lastVisit } from './last-visit.ts'
import { oldDataAtom, useResponseOfLastVisit } from './old-reads.ts'
import { useCachedData } from './use-cached-data.ts'

/**
 * Like `useCachedData`, for data of the signed-in member. Another member never sees a cached response. Until the session is
 * known, the data of the last visit are shown and nothing is requested.
 */
export function useMemberData<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name> | null,
): ReadState<ViewOf<Name>> {
  const owner = useLikelyMemberId() ?? ''
  const response = useCachedData(name, params, owner, useAtomValue(sessionAtom) === undefined)
  const old = useResponseOfLastVisit(`${name} ${JSON.stringify(params)} ${owner}`, response.data === null, response)
  // The key begins with the name of the endpoint, so the type is known.
  return old === undefined ? response : { ...response, data: old as ViewOf<Name>, isCurrent: true }
}

/** The member, or the one of the last visit while the session is unknown. */
export function useLikelyMemberId(): string | undefined {
  const userId = useAtomValue(memberAtom)?.userId
  return useAtomValue(sessionAtom) === undefined ? lastVisit?.userId : userId
}

/** True while a screen may show data of the last visit or the session is unknown: nothing may be done with them. */
export const isHeldAtom = atom((get) => get(sessionAtom) === undefined || get(oldDataAtom) !== null)
