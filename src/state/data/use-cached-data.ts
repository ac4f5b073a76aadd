import { atom, useSetAtom, useStore } from 'jotai'
import { useCallback, useEffect } from 'react'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { useRefetchWhenStale } from './reconnect.ts'
import type { ServerData } from './use-server-data.ts'
import { useServerData } from './use-server-data.ts'

/** Answers of public calls by name and parameters, for as long as the page lives. */
export const cachedResponsesAtom = atom<ReadonlyMap<string, unknown>>(new Map())

/**
 * Like `useServerData`, for calls that are everybody's: a screen that is opened again shows the last answer at once and
 * the new one, which is asked for once the screen is painted, when it comes. An answer is kept under the parameters it answers, and under no others; one that has grown
 * old is asked for again when the page is looked at again.
 */
export function useCachedData<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name> | null,
): ServerData<ViewOf<Name>> {
  const store = useStore()
  const keep = useSetAtom(cachedResponsesAtom)
  const asked = JSON.stringify(params)
  const key = `${name} ${asked}`
  const isKept = useCallback(() => store.get(cachedResponsesAtom).has(key), [store, key])
  const answer = useServerData(name, params, undefined, isKept)
  const { data, retry } = answer
  // After a change of the parameters the data of the earlier ones stands until the new answer is there.
  const isOwn = data !== null && answer.answered === asked
  useEffect(() => {
    if (isOwn) keep((before) => withResponse(before, key, data))
  }, [isOwn, data, key, keep])
  useRefetchWhenStale(isOwn ? data : null, retry)
  if (isOwn) return answer
  // Looked up, not followed: what comes for others is no reason to draw this one again.
  const kept = store.get(cachedResponsesAtom)
  if (!kept.has(key)) return answer
  // Under a key that begins with the name of a call lies an answer of that call and of no other.
  return { ...answer, data: kept.get(key) as ViewOf<Name> }
}

/** Of more questions than this the one that was answered longest ago is forgotten. */
export const MAX_CACHED_RESPONSES = 64

/** Adds an answer as the newest; the same map when it is known already. */
export function withResponse(
  kept: ReadonlyMap<string, unknown>,
  key: string,
  data: unknown,
): ReadonlyMap<string, unknown> {
  if (kept.get(key) === data) return kept
  const others = [...kept].filter(([other]) => other !== key)
  return new Map([...others.slice(1 - MAX_CACHED_RESPONSES), [key, data]])
}
