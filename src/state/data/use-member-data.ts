import { useAtomValue } from 'jotai'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { memberAtom } from '../session/session.ts'
import { useCachedData } from './use-cached-data.ts'
import type { ServerData } from './use-server-data.ts'

/** Like `useCachedData`, for data of the signed-in member. Another member never sees a cached response. */
export function useMemberData<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name> | null,
): ServerData<ViewOf<Name>> {
  return useCachedData(name, params, useAtomValue(memberAtom)?.userId ?? '')
}
