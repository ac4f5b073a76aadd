import { wrap } from 'comlink'
import type { ConsoleActionName, ConsoleDataOf, ConsoleRequestOf, ConsoleWorkerApi } from '#protocol/console/table.ts'
import type { Result } from '#protocol/result.ts'
import { scriptOfThisOrigin } from '#lib/browser/trusted-script.ts'
import type { BlockData } from '#ui/state/Block.tsx'
import { useRead } from '#ui/state/use-read.ts'
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

/** The result of a read. `data` stays while it is refetched; null if a request with other parameters has failed. */
export type ConsoleData<Data> = BlockData<Data>

/** Reads an action on mount and whenever the parameters change. */
export function useConsoleData<Name extends ConsoleActionName>(
  name: Name,
  params: ConsoleRequestOf<Name>,
): ConsoleData<ConsoleDataOf<Name>> {
  const read = useRead(`${name} ${JSON.stringify(params)}`, () => consoleCall(name, params))
  return !read.isCurrent && read.failure !== null ? { ...read, data: null } : read
}
