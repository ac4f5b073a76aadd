import { formatKickoff } from '#lib/format.ts'
import { serverNow } from '#transport/client.ts'

/** A moment near today, as schedules write it. */
export function formatMoment(at: number): string {
  return formatKickoff(at, serverNow())
}
