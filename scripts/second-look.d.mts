import type { Part } from './reports.mjs'

/** Types of second-look.mjs for the tests. */
export function secondLook(
  parts: readonly Part[],
  runAlone: (alone: NonNullable<Part['alone']>) => Promise<readonly Part[]>,
): Promise<readonly Part[]>
