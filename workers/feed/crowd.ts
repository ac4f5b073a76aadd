import { FEED_MAX_TEXT_ROWS_PER_BATCH } from '#protocol/constants.ts'
import { isHighVip, MSG_TYPES } from '#protocol/room/kinds.ts'

/**
 * What a flood costs: at 100,000 messages a second a frame holds some 1,600 texts, of which one batch takes the newest
 * few. The others are folded whatever is in them, so they are told by a glance and neither checked nor remembered. One
 * that is given again later has never been shown, and is no duplicate.
 */

type Loose = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null
}

/** Text of the many: of somebody else, below the high VIP levels, to nobody in particular. */
export function isCrowdText(value: unknown, owner: string | null): boolean {
  if (!isRecord(value)) return false
  const { content, data, userId, vipLevel } = value
  if (!isRecord(content) || content['msgType'] !== MSG_TYPES.text) return false
  if (!isRecord(data) || data['mentions'] !== undefined) return false
  if (vipLevel !== undefined && (typeof vipLevel !== 'number' || isHighVip(vipLevel))) return false
  return owner === null || userId !== owner
}

/**
 * Where the newest texts of a frame begin: crowd text before this index is followed by a whole batch of crowd text.
 *
 * @returns an index into `entries`; 0 when nothing is folded for certain.
 */
export function newestCrowd(entries: readonly unknown[], owner: string | null): number {
  if (entries.length <= FEED_MAX_TEXT_ROWS_PER_BATCH) return 0
  let texts = 0
  for (let index = entries.length - 1; index > 0; index -= 1) {
    if (!isCrowdText(entries[index], owner)) continue
    texts += 1
    if (texts === FEED_MAX_TEXT_ROWS_PER_BATCH) return index
  }
  return 0
}
