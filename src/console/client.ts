import { wrap } from 'comlink'
import { useCallback, useEffect, useState } from 'react'
import type { ConsoleActionName, ConsoleDataOf, ConsoleRequestOf, ConsoleWorkerApi } from '#protocol/console/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { scriptOfThisOrigin } from '#lib/browser/trusted-script.ts'
import type { BlockData } from '#ui/Block.tsx'
// oxlint-disable-next-line import/default -- Vite replaces the import by the URL of the built worker
import workerAddress from '../../workers/console.worker.ts?worker&url'

/** Comlink's type loses the generics of `call`. */
const worker = wrap<ConsoleWorkerApi>(
  new Worker(scriptOfThisOrigin(workerAddress), { type: 'module', name: 'console' }),
) as unknown as ConsoleWorkerApi

/** Calls an action of the console. Never rejects. */
export function consoleCall<Name extends ConsoleActionName>(
  name: Name,
  params: ConsoleRequestOf<Name>,
): Promise<Result<ConsoleDataOf<Name>>> {
  return worker.call(name, params)
}

/** The result of a read. `data` stays while it is refetched. */
export type ConsoleData<Data> = BlockData<Data>

/** Reads on mount and whenever the parameters change. `retry` reads again. */
export function useConsoleData<Name extends ConsoleActionName>(
  name: Name,
  params: ConsoleRequestOf<Name>,
): ConsoleData<ConsoleDataOf<Name>> {
  const [state, setState] = useState<{ data: ConsoleDataOf<Name> | null; failure: Failure | null; key: string | null }>(
    {
      data: null,
      failure: null,
      key: null,
    },
  )
  const [attempt, setAttempt] = useState(0)
  const text = JSON.stringify(params)
  const key = `${text} ${attempt}`
  useEffect(() => {
    let isCurrent = true
    const request = async () => {
      const result = await consoleCall(name, JSON.parse(text) as ConsoleRequestOf<Name>)
      if (!isCurrent) return
      setState((before) =>
        result.ok ? { data: result.data, failure: null, key } : { data: before.data, failure: result, key },
      )
    }
    void request()
    return () => {
      isCurrent = false
    }
  }, [name, text, key])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { data: state.data, failure: state.failure, isLoading: state.key !== key, retry }
}
