/** A line of a recorded chat log: `t` in milliseconds, the author if known, the text. */
export interface ReplayLine {
  readonly t: number
  readonly user: string | null
  readonly text: string
}

/**
 * Reads JSON lines `{t, user?, text}` (other fields are ignored), in time order, the first at 0. Throws for an invalid
 * line, with its number.
 */
export function parseReplayLog(content: string): ReplayLine[] {
  const lines = content.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index + 1)]))
  if (lines.length === 0) throw new Error('the log is empty')
  const sorted = lines.toSorted((one, other) => one.t - other.t)
  const start = sorted[0]?.t ?? 0
  return sorted.map((line) => ({ ...line, t: line.t - start }))
}

function parseLine(line: string, number: number): ReplayLine {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new Error(`line ${number} is not JSON`)
  }
  const { t, user, text } = (value ?? {}) as Record<string, unknown>
  if (typeof t !== 'number' || !Number.isFinite(t)) throw new Error(`line ${number}: "t" must be milliseconds`)
  if (typeof text !== 'string' || text.trim() === '') throw new Error(`line ${number}: "text" is missing`)
  return { t, user: typeof user === 'string' && user !== '' ? user : null, text }
}
