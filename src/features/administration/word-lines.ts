/** How many words a room may have of its own, and how long one may be: more the wire does not take. */
const WORDS_MAX = 200
const WORD_MAX_LENGTH = 32

/** One word a line; what is too long for the wire is cut as the server would. */
export function wordsIn(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim().slice(0, WORD_MAX_LENGTH))
    .filter((line) => line !== '')
    .slice(0, WORDS_MAX)
}

/**
 * The words of a room as they are `now`, after the change that somebody made to them as they were `before`: what others
 * have added or taken away meanwhile stays so (S6.7).
 */
export function changedWords(now: readonly string[], before: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(before)
  const added = wanted.filter((word) => !known.has(word))
  const left = new Set(wanted)
  const kept = now.filter((word) => left.has(word) || !known.has(word))
  return [...new Set([...kept, ...added])].slice(0, WORDS_MAX)
}
