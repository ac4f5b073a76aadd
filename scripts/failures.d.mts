/** Types of failures.mjs for the tests. */
export function closingList(total: {
  readonly failures: readonly string[]
  readonly unsteady: readonly string[]
}): string
export function closingLine(total: {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}): string
