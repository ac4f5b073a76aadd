/** Five-character SQLSTATE of a failed statement, whichever driver and wrapper threw it; null for other errors. */
export function sqlStateOf(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code
  }
  return null
}

/** Serialisation failure, deadlock: nothing was written and the same statement may be tried again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === '40001' || state === '40P01'
}
