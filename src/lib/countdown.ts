import { SECOND_MS } from '#protocol/time.ts'
import { commonText } from '#messages/zh/common.ts'

const DAY_SECONDS = 86_400

const two = (value: number) => String(value).padStart(2, '0')

/** Remaining time, rounded up to seconds: `4:32`, `1:04:32`, from one day `2 天 1:04:32`. */
export function formatLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND_MS))
  const days = Math.floor(seconds / DAY_SECONDS)
  const hours = Math.floor((seconds % DAY_SECONDS) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const tail = `${two(minutes)}:${two(seconds % 60)}`
  if (days > 0) return commonText('time.left', { days, clock: `${hours}:${tail}` })
  return hours > 0 ? `${hours}:${tail}` : `${minutes}:${two(seconds % 60)}`
}
