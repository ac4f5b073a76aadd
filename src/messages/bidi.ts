/**
 * Characters that are written from right to left, by the blocks that Unicode reserves for them, and control characters of
 * the bidirectional algorithm. By UTF-16 units, which is the fastest: the last four are the first halves of U+10800 to
 * U+10FFF and U+1E800 to U+1EFFF.
 */
const BIDIRECTIONAL =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/

/** True for a text that may change the order of the text beside it. Such a text needs `<bdi>` or `dir="auto"`. */
export function isBidirectional(text: string): boolean {
  return BIDIRECTIONAL.test(text)
}

/** First strong isolate and pop directional isolate. */
const [ISOLATE, END] = ['\u2068', '\u2069']

/** A text as a part of a longer string, with its own direction. */
export function isolated(text: string): string {
  return isBidirectional(text) ? ISOLATE + text + END : text
}

const ISOLATED = /\u2068[^\u2068\u2069]*\u2069/gu
const FIRST_LETTER = /\p{Letter}/u

/** `rtl` for a text whose first letter is written from right to left, outside of isolated parts. For elements of a text. */
export function directionOf(content: unknown): 'rtl' | undefined {
  if (typeof content !== 'string' || !isBidirectional(content)) return undefined
  const [first] = FIRST_LETTER.exec(content.replace(ISOLATED, '')) ?? []
  return first !== undefined && isBidirectional(first) ? 'rtl' : undefined
}
