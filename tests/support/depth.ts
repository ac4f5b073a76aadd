/** Depth of the deep tests: `none` in `npm test`, `short` in CI, `full` in `npm run test:deep`. */
export const DEPTH = depthOf(process.env['TEST_DEEP'])

/** A count or duration of a deep test, smaller in CI. */
export function scaled({ short, full }: { short: number; full: number }): number {
  return DEPTH === 'full' ? full : short
}

function depthOf(value: string | undefined): 'none' | 'short' | 'full' {
  if (value === undefined) return 'none'
  return value === 'short' ? 'short' : 'full'
}
