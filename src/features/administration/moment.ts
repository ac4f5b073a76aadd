import { formatKickoff } from '#lib/format.ts'
import { serverNow } from '#transport/client.ts'

/** A date and time near today, in the format of schedules. */
export function formatMoment(at: number): string {
  return formatKickoff(at, serverNow())
}
