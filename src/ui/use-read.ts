import { startTransition, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Failure, Result } from '#protocol/result.ts'
import { whenQuiet } from '#lib/browser/when-quiet.ts'
import type { BlockData } from './Block.tsx'

/** The result of a read. `data` stays while it is read again. */
export interface ReadState<Data> extends BlockData<Data> {
  /** True if `data` belongs to the current key, false if to an earlier one. */
  readonly isCurrent: boolean
}

/** Longest delay of a deferred request. */
const MAX_DEFER_MS = 200

/**
 * Reads on mount and whenever the key changes, which names the request; null = not yet. Aborts a request whose response is
 * no longer needed. If `isDeferred` returns true, the request waits until the page is idle, so that the screen is painted
 * first.
 */
export function useRead<Data>(
  key: string | null,
  request: (signal: AbortSignal) => Promise<Result<Data>>,
  isDeferred?: () => boolean,
): ReadState<Data> {
  const [response, setResponse] = useState<Response<Data>>(NO_RESPONSE)
  const [attempt, setAttempt] = useState(0)
  const send = useEffectEvent(request)

  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    const read = async () => {
      const result = await send(controller.signal)
      if (controller.signal.aborted) return
      // Not a response to an input: rendered in small steps, so that input is handled first.
      startTransition(() => {
        if (result.ok) setResponse({ key, attempt, dataKey: key, data: result.data, failure: null })
        else setResponse((before) => ({ ...before, key, attempt, failure: result }))
      })
    }
    const cancel = isDeferred?.() === true ? whenQuiet(() => void read(), MAX_DEFER_MS) : void read()
    return () => {
      cancel?.()
      controller.abort()
    }
  }, [key, attempt, isDeferred])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const { data, dataKey, failure } = response
  const isLoading = response.key !== key || (key !== null && response.attempt !== attempt)
  return { data, failure, isLoading, isCurrent: key !== null && dataKey === key, retry }
}

interface Response<Data> {
  /** The request that was answered last. */
  readonly key: string | null
  readonly attempt: number
  readonly dataKey: string | null
  readonly data: Data | null
  readonly failure: Failure | null
}

const NO_RESPONSE = { key: null, attempt: 0, dataKey: null, data: null, failure: null }
