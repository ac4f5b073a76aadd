import { CODES, codeText } from '#protocol/codes.ts'
import { isMoneyCall, isRepeatable } from '#protocol/endpoints/repeat.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { unpacked } from '#protocol/views/view.ts'
import type { WorkerApi } from '#protocol/worker/api.ts'
import type { CallOptions, UploadFile, UploadProgress } from '#protocol/worker/calls.ts'
import type { WorkerKeeper } from './worker-keeper.ts'
import type { PagePlatform } from './worker-line.ts'

export interface CallControls {
  readonly signal?: AbortSignal
  /** Money calls only: give the same key again to repeat a posting whose outcome is unknown. 16-64 base64url characters. */
  readonly idempotencyKey?: string
  /** Money calls only: the `userId` of whose money it is. Under another member's session it fails, and nothing is sent. */
  readonly memberId?: string
  /** S4.23: this call goes on whatever an access caveat says. */
  readonly isGo?: boolean
}

export interface UploadControls extends CallControls {
  /** Bytes of the body that are on the wire, and all of them. */
  readonly onProgress?: (progress: UploadProgress) => void
}

const MAX_REPEATS = 2

/** Calls of the page: given a name that the worker knows them by, abortable until they have ended. */
export class PageCalls {
  constructor(
    private readonly platform: Pick<PagePlatform, 'randomId' | 'proxy'>,
    private readonly keeper: WorkerKeeper,
  ) {}

  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    controls: CallControls,
  ): Promise<Result<ViewOf<Name>>> {
    const key = controls.idempotencyKey ?? (isMoneyCall(name) ? this.platform.randomId(32) : undefined)
    const repeats = isRepeatable(name) ? MAX_REPEATS : 0
    const result = await this.ask(controls, key, repeats, (api, options) => api.call(name, params, options))
    return unpacked(name, result)
  }

  /** Never repeated by itself: the person has seen it fail and decides. */
  async upload<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    files: readonly Blob[],
    controls: UploadControls,
  ): Promise<Result<DataOf<Name>>> {
    const read = await Promise.all(files.map(readFile)).catch(() => null)
    if (!read) return failure(CODES.PARAM_ERROR, '文件读取失败，请重新选择')
    const tell = this.platform.proxy((progress: UploadProgress) => controls.onProgress?.(progress))
    return this.ask(controls, controls.idempotencyKey, 0, (api, options) =>
      api.upload(name, params, read, options, tell),
    )
  }

  private async ask<Data>(
    { signal, isGo, memberId }: CallControls,
    idempotencyKey: string | undefined,
    repeats: number,
    question: (api: WorkerApi<MessagePort>, options: CallOptions) => Promise<Result<Data>>,
  ): Promise<Result<Data>> {
    const callId = this.platform.randomId(16)
    const options = {
      callId,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(memberId === undefined ? {} : { memberId }),
      ...(isGo ? { isGo } : {}),
    }
    let isPosted = false
    const abort = () => {
      if (isPosted) this.keeper.tell((api) => api.abort(callId))
    }
    signal?.addEventListener('abort', abort)
    try {
      return await this.keeper.ask((api) => {
        if (signal?.aborted) return Promise.resolve(aborted())
        isPosted = true
        return question(api, options)
      }, repeats)
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }
}

function aborted(): Failure {
  return failure(CODES.ABORTED, codeText(CODES.ABORTED))
}

/** Rejects when the file has gone or changed since it was chosen. */
async function readFile(file: Blob): Promise<UploadFile> {
  const name = 'name' in file && typeof file.name === 'string' ? file.name : ''
  return { name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
}
