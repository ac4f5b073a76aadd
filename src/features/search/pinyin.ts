/** Readings of a character in letters without tone: `长` → `chang`, `zhang`. */
export type Readings = ReadonlyMap<string, readonly string[]>

/**
 * Parses entries of a syllable and its characters (`bei北背贝`, `readings.json`). Ignores other entries. A character with
 * several readings is in several entries; ü is written as v.
 */
export function parseReadings(lines: readonly string[]): Readings {
  const readings = new Map<string, string[]>()
  for (const line of lines) {
    const syllable = /^[a-z]+/.exec(line)?.[0]
    if (syllable === undefined) continue
    for (const character of line.slice(syllable.length)) {
      const known = readings.get(character)
      if (known) known.push(syllable)
      else readings.set(character, [syllable])
    }
  }
  return readings
}
