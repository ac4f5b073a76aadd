/** The relevant fields of a key event. */
interface TabKey {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/**
 * The tab that gets focus by a key while tab `at` of `count` has it: arrows wrap around, Home and End go to the ends.
 * Null for other keys, for modified keys, or if no tab has focus.
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
