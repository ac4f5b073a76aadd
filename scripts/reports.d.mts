/** Types of reports.mjs for the tests. */
export interface Part {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures?: readonly string[]
  readonly unsteady?: readonly string[]
  readonly alone?: { readonly runner: 'vitest' | 'playwright'; readonly file: string; readonly project?: string }
}
export function sum(parts: readonly Part[]): Required<Omit<Part, 'alone'>>
export function partsOfVitest(report: {
  testResults: readonly object[]
  unhandled?: readonly string[]
  unfinished?: readonly { readonly file: string; readonly titles: readonly string[] }[]
}): Part[]
export function partsOfPlaywright(report: {
  config: { rootDir: string }
  suites: readonly object[]
  errors?: readonly { message?: string }[]
}): Part[]
export function withEnding(parts: readonly Part[] | null, code: number, runner: string): readonly Part[]
