/** Minutes of one half, by the kinds of match that have halves (S3.32); the talk of an anchor has none. */
export const HALF_MINUTES = { football: 45, basketball: 24, esports: 30 } as const
export type HalvedKind = keyof typeof HALF_MINUTES
