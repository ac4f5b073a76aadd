import { hashText } from '#protocol/random.ts'

/** Eight hexadecimal digits for a fault of the page: the same fault at the same place has the same, whoever reports it. */
export function incidentOf(error: unknown): string {
  const told = error instanceof Error ? `${error.name} ${error.message} ${error.stack ?? ''}` : String(error)
  return hashText(told).toString(16).padStart(8, '0')
}
