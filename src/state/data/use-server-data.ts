import { startTransition, useCallback, useEffect, useState } from 'react'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { whenQuiet } from '#lib/browser/when-quiet.ts'
import { call } from '#transport/client.ts'
import { onContentChange } from './content-changes.ts'
import type { Prefetch } from './prefetch.ts'
import { isConnectionFailure, onReconnect } from './reconnect.ts'

/** The response of a read, for a screen. `data` stays while it is refetched. */
export interface ServerData<Data> {
  readonly data: Data | null
  readonly failure: Failure | null
  readonly isLoading: boolean
  readonly retry: () => void
}

/** `ServerData` with the parameters that `data` belongs to. After a change these may be the previous parameters. */
export interface KeyedServerData<Data> extends ServerData<Data> {
  /** JSON of the parameters; null without data. */
  readonly dataKey: string | null
}

/** Longest delay of a deferred request. */
const MAX_DEFER_MS = 200

/**
 * Reads from the server on mount and whenever the parameters change; null parameters = not yet. Aborts a request whose
 * response is no longer needed. Reads again after a change by operators, and after a connection failure when the
 * connection is restored. A matching `prefetch` is used instead of a new request. If `isDeferred` returns true, the request
 * waits until the page is idle, so that the screen is painted first.
 */
export function useServerData<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name> | null,
  prefetch?: Prefetch<Name>,
  isDeferred?: () => boolean,
): KeyedServerData<ViewOf<Name>> {
  const [response, setResponse] = useState<Response<ViewOf<Name>>>(NO_RESPONSE)
  const [attempt, setAttempt] = useState(0)
  const paramsKey = params === null ? null : JSON.stringify(params)
  const requestKey = paramsKey === null ? null : `${name} ${paramsKey} ${attempt}`

  useEffect(() => {
    if (requestKey === null || paramsKey === null) return
    const controller = new AbortController()
    const request = async () => {
      // `paramsKey` was made from the parameters above.
      const parsed = JSON.parse(paramsKey) as RequestOf<Name>
      const result = await (prefetch?.take(parsed) ?? call(name, parsed, { signal: controller.signal }))
      if (controller.signal.aborted) return
      // Not a response to an input: rendered in small steps, so that input is handled first.
      startTransition(() => {
        if (result.ok) setResponse({ requestKey, dataKey: paramsKey, data: result.data, failure: null })
        else setResponse((before) => ({ ...before, requestKey, failure: result }))
      })
    }
    const cancel = isDeferred?.() === true ? whenQuiet(() => void request(), MAX_DEFER_MS) : void request()
    return () => {
      cancel?.()
      controller.abort()
    }
  }, [name, paramsKey, requestKey, prefetch, isDeferred])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const { data, dataKey, failure } = response
  useEffect(() => onContentChange(name, retry), [name, retry])
  useEffect(() => (isConnectionFailure(failure) ? onReconnect(retry) : undefined), [failure, retry])
  return { data, dataKey, failure, isLoading: response.requestKey !== requestKey, retry }
}

interface Response<Data> {
  /** The request that was answered last. */
  readonly requestKey: string | null
  readonly dataKey: string | null
  readonly data: Data | null
  readonly failure: Failure | null
}

const NO_RESPONSE = { requestKey: null, dataKey: null, data: null, failure: null }
