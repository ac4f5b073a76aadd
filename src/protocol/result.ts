/**
 * Every outcome that crosses the thread border is a value: Comlink keeps only `name` and `message` of a thrown error,
 * so a refusal that carries a code must not be thrown.
 */
export type Result<Data> = Success<Data> | Failure

export interface Success<Data> {
  readonly ok: true
  readonly data: Data
  readonly traceId?: string
  /** The first answer to an idempotency key, given again: travels as code 10009 (settled 7). */
  readonly isReplay?: true
  /** The last value the worker has kept, because the server is degraded at the moment (INTERFACE_DEGRADE). */
  readonly isStale?: true
}

export interface Failure {
  readonly ok: false
  /** A code of `codes.ts`; negative codes are made by the client. */
  readonly code: number
  /** Chinese text that can be shown to a person. */
  readonly message: string
  readonly traceId?: string
  /** HTTP status, where the failure came from one. */
  readonly status?: number
  /** What the server says besides: field errors, `until`, a reason. */
  readonly details?: unknown
}

export function success<Data>(data: Data, traceId?: string): Success<Data> {
  return traceId === undefined ? { ok: true, data } : { ok: true, data, traceId }
}

/** Success that says whether it repeats the first answer to its idempotency key. */
export function successOf<Data>(data: Data, isReplay: boolean): Success<Data> {
  return isReplay ? { ok: true, data, isReplay } : { ok: true, data }
}

export function failure(
  code: number,
  message: string,
  more: Partial<Omit<Failure, 'ok' | 'code' | 'message'>> = {},
): Failure {
  return { ok: false, code, message, ...more }
}

/** The JSON inside every sealed answer. `time` is the server clock in milliseconds. */
export interface ResponseBody {
  readonly code: number
  readonly msg: string
  readonly data: unknown
  readonly time: number
  readonly traceId: string
}
