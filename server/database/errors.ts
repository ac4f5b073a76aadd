/** Returns the SQLSTATE of a failed statement, for both drivers and their wrappers; null for other errors. */
export function sqlStateOf(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code
  }
  return null
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
