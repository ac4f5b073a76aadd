import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import type { Entry, EntryAuthor, EntryData } from '#protocol/room/feed.ts'
import { ENTRY_DATA } from '#protocol/room/feed.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import { kindOf } from '#protocol/room/kinds.ts'
import { isAnnounced } from '#protocol/rules/speaking.ts'

/**
 * An entry that has passed the shape check. Envelope, author and text are checked by hand for speed: 95 of 100 entries are
 * text, and up to 20,000 are checked per second. `data` of other kinds is checked by its schema.
 * `tests/workers/feed/shape.test.ts` compares the manual checks with the schemas.
 */
export interface CheckedEntry {
  readonly kind: MessageKind
  readonly entry: Entry
}

const STATE_ONLY: ReadonlySet<MessageKind> = new Set<MessageKind>(['welcome', 'marquee', 'status', 'delete'])

/** True for entries that are not rows of the list: they change the room's state or other rows. */
export function isStateOnly({ kind, entry }: CheckedEntry): boolean {
  if (kind === 'setup') return !isAnnounced(entry.data as EntryData['setup'])
  return STATE_ONLY.has(kind)
}

type Loose = Readonly<Record<string, unknown>>

/** Returns the entry with its kind, or null if it is malformed. Texts are not copied. */
export function checkEntry(value: unknown): CheckedEntry | null {
  if (!isRecord(value)) return null
  const { id, at, content, data, cid } = value
  if (!isText(id, 64) || id === '' || !Number.isSafeInteger(at)) return null
  if (!isRecord(content) || typeof content['msgType'] !== 'number') return null
  if (cid !== undefined && !isText(cid, 64)) return null
  const kind = kindOf(content['msgType'])
  if (kind === undefined || !hasValidAuthor(value)) return null
  // Each branch has checked the shape that the cast asserts.
  if (kind === 'text') return isTextData(data) ? { kind, entry: value as unknown as Entry } : null
  const parsed = ENTRY_DATA[kind].safeParse(data)
  return parsed.success ? { kind, entry: { ...value, data: parsed.data } as unknown as Entry } : null
}

/** The author, or null if fields are missing. Entries of the system have no author. */
export function authorOf(entry: Entry): EntryAuthor | null {
  const { venueName, siteId, siteSeries, memberId, memberName, vipLevel, userId, level, role } = entry
  if (
    venueName === undefined ||
    siteId === undefined ||
    siteSeries === undefined ||
    memberId === undefined ||
    memberName === undefined ||
    vipLevel === undefined ||
    userId === undefined ||
    level === undefined
  ) {
    return null
  }
  const author = { venueName, siteId, siteSeries, memberId, memberName, vipLevel, userId, level }
  return role === undefined ? author : { ...author, role }
}

function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** Author fields are optional. Present ones must be valid. */
// oxlint-disable-next-line complexity -- one expression, because it runs for every entry
function hasValidAuthor(entry: Loose): boolean {
  const { venueName, siteId, siteSeries, memberId, memberName, vipLevel, userId, level, role } = entry
  return (
    (venueName === undefined || isText(venueName, 32)) &&
    (siteId === undefined || Number.isSafeInteger(siteId)) &&
    (siteSeries === undefined || Number.isSafeInteger(siteSeries)) &&
    (memberId === undefined || isText(memberId, 64)) &&
    (memberName === undefined || isText(memberName, 32)) &&
    (vipLevel === undefined || isCount(vipLevel)) &&
    (userId === undefined || isText(userId, 64)) &&
    (level === undefined || isCount(level)) &&
    (role === undefined || role === 'anchor' || role === 'admin')
  )
}

function isTextData(data: unknown): boolean {
  if (!isRecord(data) || !isText(data['text'], CHAT_TEXT_MAX_CHARACTERS * 2)) return false
  const { reply, mentions } = data
  if (reply !== undefined) {
    if (!isRecord(reply) || !isText(reply['id'], 64) || !isText(reply['memberName'], 32)) return false
    if (!isText(reply['text'], CHAT_TEXT_MAX_CHARACTERS)) return false
  }
  if (mentions === undefined) return true
  return Array.isArray(mentions) && mentions.length <= 8 && mentions.every((id) => isText(id, 64))
}
