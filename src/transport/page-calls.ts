import { CODES, failureOf } from '#protocol/codes.ts'
import { MONEY_CALLS, READ_CALLS, SECRET_MONEY_CALLS } from '#protocol/endpoints/call-lists.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { unpacked, type ViewOf } from '#protocol/views/view.ts'
import type { CallOptions, UploadFile, UploadProgress, WorkerApi } from '#protocol/worker/api.ts'
import type { PagePlatform } from './page-platform.ts'
import type { WorkerSupervisor } from './worker-supervisor.ts'

export interface CallControls {
  readonly signal?: AbortSignal
  /** Money calls only: 16-64 base64url characters. Pass the same key again to repeat a call with unknown outcome. */
  readonly idempotencyKey?: string
  /** Money calls only: `userId` of the owner. The call fails and is not sent if another member is signed in. */
  readonly memberId?: string
  /** Money calls only: the key was used before, and the outcome of that call is unknown. */
  readonly isRepeat?: boolean
  /** S4.23: the call continues in spite of an access caveat. */
  readonly isGo?: boolean
}

export interface UploadControls extends CallControls {
  readonly onProgress?: (progress: UploadProgress) => void
}

const MAX_RETRIES = 2

/** Calls of the page. They are abortable, and repeatable calls are sent again if the worker dies. */
export class PageCalls {
  readonly #platform: Pick<PagePlatform, 'randomId' | 'proxy'>
  readonly #worker: WorkerSupervisor

  constructor(platform: Pick<PagePlatform, 'randomId' | 'proxy'>, worker: WorkerSupervisor) {
    this.#platform = platform
    this.#worker = worker
  }

  /** Makes one call. Never rejects. An aborted signal gives code -3. */
  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    controls: CallControls = {},
  ): Promise<Result<ViewOf<Name>>> {
    const isMoneyCall = MONEY_CALLS.includes(name)
    const key = controls.idempotencyKey ?? (isMoneyCall ? this.#platform.randomId(32) : undefined)
    const isRepeatable = (isMoneyCall && !SECRET_MONEY_CALLS.includes(name)) || READ_CALLS.includes(name)
    const retries = isRepeatable ? MAX_RETRIES : 0
    const result = await this.#request(name, controls, key, retries, (api, options) => api.call(name, params, options))
    return unpacked(name, result)
  }

  /** Makes a multipart call. Never rejects, and is not repeated. */
  async upload<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    files: readonly Blob[],
    controls: UploadControls = {},
  ): Promise<Result<DataOf<Name>>> {
    const read = await Promise.all(files.map(readFile)).catch(() => null)
    if (!read) return failure(CODES.PARAM_ERROR, '文件读取失败，请重新选择')
    const onProgress = this.#platform.proxy((progress: UploadProgress) => controls.onProgress?.(progress))
    return this.#request(name, controls, controls.idempotencyKey, 0, (api, options) =>
      api.upload(name, params, read, options, onProgress),
    )
  }

  async #request<Data>(
    endpoint: EndpointName,
    { signal, isGo, memberId, isRepeat }: CallControls,
    idempotencyKey: string | undefined,
    retries: number,
    send: (api: WorkerApi<MessagePort>, options: CallOptions) => Promise<Result<Data>>,
  ): Promise<Result<Data>> {
    const callId = this.#platform.randomId(16)
    const options = {
      callId,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(memberId === undefined ? {} : { memberId }),
      ...(isGo ? { isGo } : {}),
    }
    let isSent = false
    // Failures of the supervisor are not among them: they say nothing about the outcome.
    const responses = new Set<Result<Data>>()
    const abort = () => {
      if (isSent) this.#worker.notify((api) => api.abort(callId))
    }
    signal?.addEventListener('abort', abort)
    try {
      const result = await this.#worker.request(async (api) => {
        if (signal?.aborted) return failureOf(CODES.ABORTED)
        const wasSent = isSent || isRepeat === true
        isSent = true
        const response = await send(
          api,
          wasSent && idempotencyKey !== undefined ? { ...options, isRepeat: true } : options,
        )
        responses.add(response)
        return response
      }, retries)
      if (result.ok || responses.has(result) || idempotencyKey === undefined) return result
      if (!isSent && isRepeat !== true) return result
      this.#trackUnresolved(endpoint, idempotencyKey, memberId)
      // Settled 7: no worker lived long enough to report the outcome.
      return { ...result, details: { isPending: true, idempotencyKey } }
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Lets the next worker find out the outcome, also if nothing is stored. It reports it by a `settled` notice. */
  #trackUnresolved(endpoint: EndpointName, idempotencyKey: string, memberId: string | undefined): void {
    if (memberId === undefined || !MONEY_CALLS.includes(endpoint)) return
    const call = { endpoint, idempotencyKey, memberId }
    void this.#worker.request(async (api) => success(await api.trackUnresolvedCall(call)), MAX_RETRIES)
  }
}

/** Rejects if the file was deleted or changed after it was chosen. */
async function readFile(file: Blob): Promise<UploadFile> {
  const name = 'name' in file && typeof file.name === 'string' ? file.name : ''
  return { name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
}
