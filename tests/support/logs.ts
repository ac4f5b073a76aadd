import type { DatabaseLog } from '#server/database/database.ts'

/** A log that collects its lines. */
export function testLog(): DatabaseLog & { readonly lines: { level: string; details: unknown; message: unknown }[] } {
  const lines: { level: string; details: unknown; message: unknown }[] = []
  const at = (level: string) => (details: unknown, message?: unknown) => void lines.push({ level, details, message })
  return { lines, info: at('info'), warn: at('warn'), error: at('error') }
}

export const silentLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }
