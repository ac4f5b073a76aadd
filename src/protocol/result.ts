/**
 * Outcome of a call. It is a value and not an exception, because Comlink transfers only `name` and `message` of errors and a
 * failure has a code.
 */
export type Result<Data> = Success<Data> | Failure

export interface Success<Data> {
  readonly ok: true
  readonly data: Data
  readonly traceId?: string
  /** True if this repeats the first response to an idempotency key. Sent as code 10009 (settled 7). */
  readonly isReplay?: true
  /** True for the last cached value, returned while the server is degraded (INTERFACE_DEGRADE). */
  readonly isStale?: true
}

export interface Failure {
  readonly ok: false
  /** A code of `codes.ts`. Negative codes are created by the client. */
  readonly code: number
  /** Chinese text that can be shown to users. */
  readonly message: string
  readonly traceId?: string
  /** HTTP status, if there was a response. */
  readonly status?: number
  /** Additional data of the server: field errors, `until`, a reason. */
  readonly details?: unknown
}

export function success<Data>(data: Data, traceId?: string): Success<Data> {
  return traceId === undefined ? { ok: true, data } : { ok: true, data, traceId }
}

/** Success of a call with an idempotency key. */
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

/** The JSON inside every sealed response. `time` is the server clock in milliseconds. */
export interface ResponseBody {
  readonly code: number
  readonly msg: string
  readonly data: unknown
  readonly time: number
  readonly traceId: string
}
