import { useCallback, useEffect, useState } from 'react'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { call } from '#transport/client.ts'

/** The answer of a reading call as a screen shows it; `data` stays while it is asked for again. */
export interface ServerData<Data> {
  readonly data: Data | null
  readonly failure: Failure | null
  readonly isLoading: boolean
  readonly retry: () => void
}

/**
 * Reads from the server when the screen opens and whenever the parameters change. `null` parameters = not yet. A call
 * whose answer nobody waits for any more is aborted.
 */
export function useServerData<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name> | null,
): ServerData<DataOf<Name>> {
  const [answer, setAnswer] = useState<Answer<DataOf<Name>>>(NOTHING)
  const [attempt, setAttempt] = useState(0)
  const key = params === null ? null : JSON.stringify(params)
  const asked = key === null ? null : `${name} ${key} ${attempt}`

  useEffect(() => {
    if (asked === null || key === null) return
    const waiting = new AbortController()
    const ask = async () => {
      // The parameters were made into the key above: the same text is the same parameters.
      const result = await call(name, JSON.parse(key) as RequestOf<Name>, { signal: waiting.signal })
      if (waiting.signal.aborted) return
      if (result.ok) setAnswer({ asked, data: result.data, failure: null })
      else setAnswer(({ data }) => ({ asked, data, failure: result }))
    }
    void ask()
    return () => waiting.abort()
  }, [name, key, asked])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { data: answer.data, failure: answer.failure, isLoading: answer.asked !== asked, retry }
}

interface Answer<Data> {
  /** Which question this answers. */
  readonly asked: string | null
  readonly data: Data | null
  readonly failure: Failure | null
}

const NOTHING = { asked: null, data: null, failure: null }
