const MAX_CAUSES = 5

/** The error and its causes, because both drivers and drizzle wrap errors. */
function* causesOf(error: unknown): Generator<Error> {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1) yield at
}

/** Returns the SQLSTATE of a failed statement, for both drivers and their wrappers; null for other errors. */
export function sqlStateOf(error: unknown): string | null {
  for (const { code } of causesOf(error) as Iterable<Error & { code?: unknown }>) {
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return null
}

/** True if a row with the same values of a unique index exists. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === '23505'
}

/** SQLSTATEs of a database that cannot serve: lost connections, shutdown, start, no free connection, time-outs. */
const UNAVAILABLE_STATE = /^(?:08...|57P0[123]|53300|57014|55P03)$/
const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([
  'POOL_EXHAUSTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** Messages of pg; the errors have no code. */
const UNAVAILABLE_MESSAGE =
  /^(?:Connection terminated|timeout expired|Query read timeout|Client has encountered a conn)/

/** True if the database could not be reached or did not respond in time. A statement may still have been executed. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state !== null && UNAVAILABLE_STATE.test(state)) return true
  for (const { code, message } of causesOf(error) as Iterable<Error & { code?: unknown }>) {
    if (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_MESSAGE.test(message)) return true
  }
  return false
}

/** True for serialization failures and deadlocks: nothing was written and the transaction can be retried. */
export function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === '40001' || state === '40P01'
}

const ATTEMPTS = 4

/** Repeats a statement that the database rolled back because of concurrent ones (deadlock, serialization failure). */
export async function retried<Result>(statement: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await statement()
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error
    }
  }
}
