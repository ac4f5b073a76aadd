import { hashText } from '#protocol/random.ts'

/** Eight hexadecimal digits that identify an error by message and place. */
export function incidentOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name} ${error.message} ${error.stack ?? ''}` : String(error)
  return hashText(text).toString(16).padStart(8, '0')
}
