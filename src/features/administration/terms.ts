/** Limits of the wire format: number of terms per room and length of a term. */
const MAX_ROOM_TERMS = 200
const TERM_MAX_LENGTH = 32

/** Splits text into terms, one per line. Cuts terms at the length limit, like the server. */
export function termsOf(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim().slice(0, TERM_MAX_LENGTH))
    .filter((line) => line !== '')
    .slice(0, MAX_ROOM_TERMS)
}

/**
 * Applies the difference between `before` and `wanted` to `now`. Terms that others added or removed in between are
 * preserved (S6.7).
 */
export function changedTerms(now: readonly string[], before: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(before)
  const added = wanted.filter((word) => !known.has(word))
  const left = new Set(wanted)
  const kept = now.filter((word) => left.has(word) || !known.has(word))
  return [...new Set([...kept, ...added])].slice(0, MAX_ROOM_TERMS)
}
