/** What of a key press counts here. */
export interface TabKey {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/**
 * Which of `count` tabs gets the focus by a key while number `at` has it: arrows go round, Home and End to the ends; null
 * when the key is not one of these, is pressed with another, or no tab has the focus.
 */
export function tabAfter(press: TabKey, at: number, count: number): number | null {
  if (press.altKey || press.ctrlKey || press.metaKey || press.shiftKey || at < 0 || at >= count) return null
  switch (press.key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
