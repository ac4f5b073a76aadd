import { startTransition, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Failure, Result } from '#protocol/result.ts'
import { whenQuiet } from '#lib/browser/when-quiet.ts'
import type { BlockData } from './Block.tsx'

/** The result of a read. `data` stays while it is read again for the same owner. */
export interface ReadState<Data> extends BlockData<Data> {
  /** True if `data` belongs to the current key, false if to an earlier one. */
  readonly isCurrent: boolean
}

/** Longest delay of a deferred request. */
const MAX_DEFER_MS = 200

/**
 * Reads on mount and whenever the key changes, which names the request; null = not yet. Aborts a request whose response is
 * no longer needed.
 */
export function useRead<Data>(
  key: string | null,
  request: (signal: AbortSignal) => Promise<Result<Data>>,
  { isDeferred, owner = '' }: ReadOptions = {},
): ReadState<Data> {
  const [stored, setResponse] = useState<Response<Data>>(NO_RESPONSE)
  const [attempt, setAttempt] = useState(0)
  const send = useEffectEvent(request)
  const requestKey = key === null ? null : `${owner} ${key} ${attempt}`

  useEffect(() => {
    if (requestKey === null) return
    const controller = new AbortController()
    const read = async () => {
      const result = await send(controller.signal)
      if (controller.signal.aborted) return
      // Not a response to an input: rendered in small steps, so that input is handled first.
      startTransition(() => {
        if (result.ok) setResponse({ owner, requestKey, dataKey: key, data: result.data, failure: null })
        else setResponse((before) => ({ ...responseOf(before, owner), owner, requestKey, failure: result }))
      })
    }
    const cancel = isDeferred?.() ? whenQuiet(() => void read(), MAX_DEFER_MS) : void read()
    return () => {
      cancel?.()
      controller.abort()
    }
  }, [key, requestKey, owner, isDeferred])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const response = responseOf(stored, owner)
  const { data, dataKey, failure } = response
  const isLoading = response.requestKey !== requestKey
  return { data, failure, isLoading, isCurrent: data !== null && dataKey === key, retry }
}

export interface ReadOptions {
  /** If it returns true, the request waits until the page is idle, so that the screen is painted first. */
  readonly isDeferred?: (() => boolean) | undefined
  /** Whose data are read, for example the id of a member. The response to another owner is never returned. */
  readonly owner?: string | undefined
}

interface Response<Data> {
  readonly owner: string
  /** The request that was answered last. */
  readonly requestKey: string | null
  readonly dataKey: string | null
  readonly data: Data | null
  readonly failure: Failure | null
}

const NO_RESPONSE = { owner: '', requestKey: null, dataKey: null, data: null, failure: null }

function responseOf<Data>(response: Response<Data>, owner: string): Response<Data> {
  return response.owner === owner ? response : NO_RESPONSE
}
