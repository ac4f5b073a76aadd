import { CODES, codeText } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import type { StorageAdapter } from '#protocol/worker-api.ts'

const DEFAULT_LIMIT = 3

/** S8.15 and S8.16: requests without credentials count their failures against the number of lines. */
export class LineErrors {
  constructor(private readonly storage: () => StorageAdapter) {}

  /** Counts one failure: below the limit the line is being switched, at the limit the network is to blame. */
  async failed(): Promise<Failure> {
    const storage = this.storage()
    const limit = whole(await storage.get('dc')) || DEFAULT_LIMIT
    const count = whole(await storage.get('errCount')) + 1
    const code = count < limit ? CODES.LINE_SWITCHING : CODES.NETWORK_ABNORMAL
    if (code === CODES.LINE_SWITCHING) await storage.set('errCount', String(count))
    else await storage.remove('errCount')
    return failure(code, codeText(code))
  }

  async succeeded(): Promise<void> {
    const storage = this.storage()
    if ((await storage.get('errCount')) !== null) await storage.remove('errCount')
  }
}

function whole(text: string | null): number {
  const value = Number(text ?? '')
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}
