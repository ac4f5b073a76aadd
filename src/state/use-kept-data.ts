import { atom, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { withAnswer } from './kept-answers.ts'
import type { ServerData } from './use-server-data.ts'
import { useServerData } from './use-server-data.ts'

/** Answers of public calls by name and parameters, for as long as the page lives. */
export const keptAnswersAtom = atom<ReadonlyMap<string, unknown>>(new Map())

/**
 * Like `useServerData`, for calls that are everybody's: a screen that is opened again shows the last answer at once and
 * the new one when it comes.
 */
export function useKeptData<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name> | null,
): ServerData<ViewOf<Name>> {
  const answer = useServerData(name, params)
  const store = useStore()
  const keep = useSetAtom(keptAnswersAtom)
  const key = `${name} ${JSON.stringify(params)}`
  const { data } = answer
  useEffect(() => {
    if (data !== null) keep((before) => withAnswer(before, key, data))
  }, [data, key, keep])
  if (data !== null) return answer
  // Looked up, not followed: what comes for others is no reason to draw this one again.
  const kept = store.get(keptAnswersAtom)
  if (!kept.has(key)) return answer
  // Under a key that begins with the name of a call lies an answer of that call and of no other.
  return { ...answer, data: kept.get(key) as ViewOf<Name> }
}
