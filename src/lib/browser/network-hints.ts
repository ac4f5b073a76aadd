/** The browser's network information; Chromium only. */
export interface NetworkHints {
  readonly saveData?: boolean
  readonly effectiveType?: string
  /** Megabits per second. */
  readonly downlink?: number
}

/** The network information of this browser, which sends `change`; undefined in browsers without it. */
export function networkHints(): (NetworkHints & EventTarget) | undefined {
  return (navigator as Navigator & { readonly connection?: NetworkHints & EventTarget }).connection
}
