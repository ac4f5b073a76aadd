import { hashText } from '#protocol/random.ts'

/** Eight hexadecimal digits that identify an error by message and place. */
export function incidentOf(error: unknown): string {
  const told = error instanceof Error ? `${error.name} ${error.message} ${error.stack ?? ''}` : String(error)
  return hashText(told).toString(16).padStart(8, '0')
}
