import { useEffect } from 'react'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { isConnectionFailure } from '#lib/failures.ts'
import { call } from '#transport/client.ts'
import type { BlockData } from '#ui/state/Block.tsx'
import { type ReadOptions, type ReadState, useRead } from '#ui/state/use-read.ts'
import { onContentChange } from './content-changes.ts'
import type { Prefetch } from './prefetch.ts'
import { onReconnect } from './reconnect.ts'

/** The response of a read, for a screen. `data` stays while it is read again. */
export type ServerData<Data> = BlockData<Data>

/**
 * Reads an endpoint on mount and whenever the parameters change; null parameters = not yet. Reads again after a change by
 * operators, and after a connection failure when the connection is restored. A matching `prefetch` is used instead of a
 * new request.
 *
 * Data of the member need the member's id as `owner`, unless the component has it in its key. Otherwise they are shown to
 * the next member, and stay without one.
 */
export function useServerData<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name> | null,
  { prefetch, isDeferred, owner }: ReadOptions & { readonly prefetch?: Prefetch<Name> } = {},
): ReadState<ViewOf<Name>> {
  const key = params === null ? null : `${name} ${JSON.stringify(params)}`
  // Without parameters there is no key, so no request.
  const request = (signal: AbortSignal, sent = params as RequestOf<Name>) =>
    prefetch?.take(sent) ?? call(name, sent, { signal })
  const response = useRead(key, request, { isDeferred, owner })
  const { failure, retry } = response
  useEffect(() => onContentChange(name, retry), [name, retry])
  useEffect(() => (isConnectionFailure(failure) ? onReconnect(retry) : undefined), [failure, retry])
  return response
}
