export interface Result {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly string[]
}
export function vitestResult(report: unknown, exitCode: number, root: string): Result
export function playwrightResult(report: unknown, exitCode: number): Result
export function summary(results: readonly Result[]): string
