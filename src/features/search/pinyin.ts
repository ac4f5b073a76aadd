/** Readings of a character in letters without tone: `长` → `chang`, `zhang`. */
export type Readings = ReadonlyMap<string, readonly string[]>

/** Parses lines of a syllable and its characters (`bei北背贝`). Ignores other lines. */
export function parseReadings(lines: string): Readings {
  const readings = new Map<string, string[]>()
  for (const line of lines.split('\n')) {
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
