import { startTransition, useCallback, useEffect, useState } from 'react'
import type { EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { whenQuiet } from '#lib/when-quiet.ts'
import { call } from '#transport/client.ts'
import type { Prefetch } from './prefetch.ts'
import { isConnectionFailure, onReconnect } from './reconnect.ts'

/** The answer of a reading call as a screen shows it; `data` stays while it is asked for again. */
export interface ServerData<Data> {
  readonly data: Data | null
  readonly failure: Failure | null
  readonly isLoading: boolean
  readonly retry: () => void
}

/** The same with what `data` answers: after a change of the parameters it is still the answer to the earlier ones. */
export interface AnsweredData<Data> extends ServerData<Data> {
  /** The parameters of `data` as JSON; null without data. */
  readonly answered: string | null
}

/** A question that the screen can do without for now waits no longer than this for a quiet moment of the page. */
const MOST_PATIENT_MS = 200

/**
 * Reads from the server when the screen opens and whenever the parameters change. `null` parameters = not yet. A call
 * whose answer nobody waits for any more is aborted, one that was cut off is asked again when the network returns. What
 * was asked `ahead` is not asked again. Where there is something to show already, as `isPatient` says when it is time to
 * ask, the question lets the screen be painted first.
 */
export function useServerData<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name> | null,
  ahead?: Prefetch<Name>,
  isPatient?: () => boolean,
): AnsweredData<ViewOf<Name>> {
  const [answer, setAnswer] = useState<Answer<ViewOf<Name>>>(NOTHING)
  const [attempt, setAttempt] = useState(0)
  const key = params === null ? null : JSON.stringify(params)
  const asked = key === null ? null : `${name} ${key} ${attempt}`

  useEffect(() => {
    if (asked === null || key === null) return
    const waiting = new AbortController()
    const ask = async () => {
      // The parameters were made into the key above: the same text is the same parameters.
      const known = JSON.parse(key) as RequestOf<Name>
      const result = await (ahead?.take(known) ?? call(name, known, { signal: waiting.signal }))
      if (waiting.signal.aborted) return
      // Nobody has pressed anything for it: it is drawn in small steps, and the viewer goes first.
      startTransition(() => {
        if (result.ok) setAnswer({ asked, answered: key, data: result.data, failure: null })
        else setAnswer((before) => ({ ...before, asked, failure: result }))
      })
    }
    const callOff = isPatient?.() === true ? whenQuiet(() => void ask(), MOST_PATIENT_MS) : void ask()
    return () => {
      callOff?.()
      waiting.abort()
    }
  }, [name, key, asked, ahead, isPatient])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const { data, answered, failure } = answer
  useEffect(() => (isConnectionFailure(failure) ? onReconnect(retry) : undefined), [failure, retry])
  return { data, answered, failure, isLoading: answer.asked !== asked, retry }
}

interface Answer<Data> {
  /** Which question was answered last. */
  readonly asked: string | null
  /** The parameters that `data` answers. */
  readonly answered: string | null
  readonly data: Data | null
  readonly failure: Failure | null
}

const NOTHING = { asked: null, answered: null, data: null, failure: null }
