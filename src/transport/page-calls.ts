import { CODES, failureOf } from '#protocol/codes.ts'
import { isMoneyCall, isRepeatable } from '#protocol/endpoints/repeat.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import { unpacked } from '#protocol/views/view.ts'
import type { WorkerApi, CallOptions, UnresolvedCall, UploadFile, UploadProgress } from '#protocol/worker/api.ts'
import type { WorkerSupervisor } from './worker-supervisor.ts'
import type { PagePlatform } from './page-platform.ts'

export interface CallControls {
  readonly signal?: AbortSignal
  /** Money calls only: give the same key again to repeat a posting whose outcome is unknown. 16-64 base64url characters. */
  readonly idempotencyKey?: string
  /** Money calls only: the `userId` of whose money it is. Under another member's session it fails, and nothing is sent. */
  readonly memberId?: string
  /** Money calls only: this key was used before, and nobody knows yet what became of that posting. */
  readonly isRepeat?: boolean
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
    private readonly keeper: WorkerSupervisor,
  ) {}

  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    controls: CallControls,
  ): Promise<Result<ViewOf<Name>>> {
    const key = controls.idempotencyKey ?? (isMoneyCall(name) ? this.platform.randomId(32) : undefined)
    const repeats = isRepeatable(name) ? MAX_REPEATS : 0
    const { memberId } = controls
    const onOpen = () => {
      if (key !== undefined && memberId !== undefined) this.owe({ endpoint: name, idempotencyKey: key, memberId })
    }
    const result = await this.ask(controls, key, repeats, (api, options) => api.call(name, params, options), onOpen)
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

  /** The next worker that lives finds out, also where nothing is stored: it tells by its `settled` notice. */
  private owe(call: UnresolvedCall): void {
    void this.keeper.request(async (api) => success(await api.trackUnresolvedCall(call)), MAX_REPEATS)
  }

  private async ask<Data>(
    { signal, isGo, memberId, isRepeat }: CallControls,
    idempotencyKey: string | undefined,
    repeats: number,
    question: (api: WorkerApi<MessagePort>, options: CallOptions) => Promise<Result<Data>>,
    onOpen?: () => void,
  ): Promise<Result<Data>> {
    const callId = this.platform.randomId(16)
    const options = {
      callId,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(memberId === undefined ? {} : { memberId }),
      ...(isGo ? { isGo } : {}),
    }
    let isPosted = false
    // The keeper has failures of its own, which say nothing about a posting.
    const answers = new Set<Result<Data>>()
    const abort = () => {
      if (isPosted) this.keeper.notify((api) => api.abort(callId))
    }
    signal?.addEventListener('abort', abort)
    try {
      const result = await this.keeper.request(async (api) => {
        if (signal?.aborted) return aborted()
        const isAgain = isPosted || isRepeat === true
        isPosted = true
        const answer = await question(
          api,
          isAgain && idempotencyKey !== undefined ? { ...options, isRepeat: true } : options,
        )
        answers.add(answer)
        return answer
      }, repeats)
      if (result.ok || answers.has(result) || idempotencyKey === undefined) return result
      if (!isPosted && isRepeat !== true) return result
      onOpen?.()
      return openOutcome(result, idempotencyKey)
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }
}

/** Settled 7: no worker lived long enough to say what became of a posting. */
function openOutcome(unanswered: Failure, idempotencyKey: string): Failure {
  return { ...unanswered, details: { isPending: true, idempotencyKey } }
}

function aborted(): Failure {
  return failureOf(CODES.ABORTED)
}

/** Rejects when the file has gone or changed since it was chosen. */
async function readFile(file: Blob): Promise<UploadFile> {
  const name = 'name' in file && typeof file.name === 'string' ? file.name : ''
  return { name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
}
