import { expose } from 'comlink'
import { CODES, failureOf } from '#protocol/codes.ts'
import { CONSOLE_HEADER, consolePath } from '#protocol/console/action.ts'
import { CONSOLE_ACTIONS, type ConsoleActionName, type ConsoleWorkerApi } from '#protocol/console/table.ts'
import { REQUEST_TIMEOUT_MS } from '#protocol/constants.ts'
import { failure, type ResponseBody, type Result, successOf } from '#protocol/result.ts'

/** Calls of the operator console. The browser adds the session cookie, which no script can read. */
const api: ConsoleWorkerApi = {
  async call(name, params) {
    let response: Response
    try {
      response = await fetch(consolePath(name), {
        method: 'POST',
        headers: { 'content-type': 'application/json', [CONSOLE_HEADER]: '1' },
        body: JSON.stringify(params),
        credentials: 'same-origin',
        cache: 'no-store',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
    } catch (error) {
      const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
      return failureOf(isTimeout ? CODES.TIMEOUT : CODES.NETWORK_FAILURE)
    }
    return read(name, response)
  },
}

/** Reads a response. One that does not match its schema is refused. */
async function read<Data>(name: ConsoleActionName, response: Response): Promise<Result<Data>> {
  const { status } = response
  const body = (await response.json().catch(() => null)) as Partial<ResponseBody> | null
  const { code, msg = '', data, traceId = '' } = body ?? {}
  if (code === undefined) return failureOf(CODES.BAD_RESPONSE, { status })
  if (code !== CODES.SUCCESS && code !== CODES.DUPLICATE_REQUEST) {
    return failure(code, msg, { traceId, status, details: data })
  }
  const parsed = CONSOLE_ACTIONS[name].data.safeParse(data)
  if (!parsed.success) return failureOf(CODES.BAD_RESPONSE, { traceId, status })
  return successOf(parsed.data as Data, code === CODES.DUPLICATE_REQUEST)
}

expose(api)
