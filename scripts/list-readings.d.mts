/** One line per syllable without tone, ü as v: the syllable, then every character that can be read so. */
export function readingLines(): string[]
