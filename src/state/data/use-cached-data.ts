import { atom, useSetAtom, useStore } from 'jotai'
import { useCallback, useEffect } from 'react'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { useRefetchWhenStale } from './reconnect.ts'
import type { ServerData } from './use-server-data.ts'
import { useServerData } from './use-server-data.ts'

/** Cached responses; beyond it the least recently updated is removed. */
export const MAX_CACHED_RESPONSES = 64

/** Responses of public endpoints by name and parameters, for the life of the page. */
export const cachedResponsesAtom = atom<ReadonlyMap<string, unknown>>(new Map())

/**
 * Like `useServerData`, for public data: a screen that is opened again shows the cached response at once and refetches it
 * after the first paint. A stale response is refetched when the page returns to the foreground. Responses are cached per
 * `owner`.
 */
export function useCachedData<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name> | null,
  owner = '',
): ServerData<ViewOf<Name>> {
  const store = useStore()
  const setCache = useSetAtom(cachedResponsesAtom)
  const paramsKey = JSON.stringify(params)
  const key = `${name} ${paramsKey} ${owner}`
  const isCached = useCallback(() => store.get(cachedResponsesAtom).has(key), [store, key])
  const response = useServerData(name, params, undefined, isCached)
  const { data, retry } = response
  // After a change of the parameters, `data` belongs to the previous ones until the new response arrives.
  const isCurrent = data !== null && response.dataKey === paramsKey
  useEffect(() => {
    if (isCurrent) setCache((cache) => withResponse(cache, key, data))
  }, [isCurrent, data, key, setCache])
  useRefetchWhenStale(isCurrent ? data : null, retry)
  if (isCurrent) return response
  // Read without a subscription: responses of other screens must not render this one.
  const cache = store.get(cachedResponsesAtom)
  if (!cache.has(key)) return response
  // The key begins with the name of the endpoint, so the type is known.
  return { ...response, data: cache.get(key) as ViewOf<Name> }
}

/** Adds a response as the newest; returns the same map if it is cached already. */
export function withResponse(
  cache: ReadonlyMap<string, unknown>,
  key: string,
  data: unknown,
): ReadonlyMap<string, unknown> {
  if (cache.get(key) === data) return cache
  const others = [...cache].filter(([other]) => other !== key)
  return new Map([...others.slice(1 - MAX_CACHED_RESPONSES), [key, data]])
}
