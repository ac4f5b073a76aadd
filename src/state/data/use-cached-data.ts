import { atom, useSetAtom, useStore } from 'jotai'
import { useCallback, useEffect } from 'react'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import type { ReadState } from '#ui/state/use-read.ts'
import { useRefetchWhenStale } from './reconnect.ts'
import { useServerData } from './use-server-data.ts'

/** Cached responses; beyond it the least recently updated is removed. */
export const MAX_CACHED_RESPONSES = 64

/** Responses by name, parameters and owner, for the life of the page. */
export const cachedResponsesAtom = atom<ReadonlyMap<string, unknown>>(new Map())

/**
 * Like `useServerData`, for public data: a screen that is opened again shows the cached response at once and refetches it
 * after the first paint. A stale response is refetched when the page returns to the foreground. Responses are cached per
 * `owner`, and never shown to another one. While `isHeld`, only the cached response is shown.
 */
export function useCachedData<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name> | null,
  owner = '',
  isHeld = false,
): ReadState<ViewOf<Name>> {
  const store = useStore()
  const setCache = useSetAtom(cachedResponsesAtom)
  const key = `${name} ${JSON.stringify(params)} ${owner}`
  const isCached = useCallback(() => store.get(cachedResponsesAtom).has(key), [store, key])
  const response = useServerData(name, isHeld ? null : params, { isDeferred: isCached, owner })
  const { data, isCurrent, retry } = response
  // After a change of the parameters, `data` belongs to the previous ones until the new response arrives.
  useEffect(() => {
    if (isCurrent) setCache((cache) => withResponse(cache, key, data))
  }, [isCurrent, data, key, setCache])
  useRefetchWhenStale(isCurrent ? data : null, retry)
  // Read without a subscription: responses of other screens must not render this one.
  const cached = store.get(cachedResponsesAtom).get(key)
  if (isCurrent) return response
  // The key begins with the name of the endpoint, so the type is known.
  const known = cached as ViewOf<Name> | undefined
  return {
    ...response,
    isLoading: isHeld || response.isLoading,
    ...(known !== undefined && { data: known, isCurrent: true }),
  }
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
