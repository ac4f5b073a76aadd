import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import type { Entry, EntryAuthor, EntryData } from '#protocol/room/feed.ts'
import { ENTRY_DATA } from '#protocol/room/feed.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import { kindOf } from '#protocol/room/kinds.ts'
import { isAnnounced } from '#protocol/rules/speaking.ts'

/**
 * The shape check of every entry that comes out of a frame. Envelope, author and text are checked by hand (95 of 100
 * entries are text, and this runs 20,000 times a second); `data` of other kinds goes through its schema.
 * `tests/workers/feed/shape.test.ts` holds the hand-made part against the schemas.
 */
export interface CheckedEntry {
  readonly kind: MessageKind
  readonly entry: Entry
}

const STATE_ONLY: ReadonlySet<MessageKind> = new Set<MessageKind>(['welcome', 'marquee', 'status', 'delete'])

/** True for entries that are no rows of the list: they change the room's state or other rows. */
export function isStateOnly({ kind, entry }: CheckedEntry): boolean {
  if (kind === 'setup') return !isAnnounced(entry.data as EntryData['setup'])
  return STATE_ONLY.has(kind)
}

type Loose = Readonly<Record<string, unknown>>

/** The entry with its kind, or null when it has not the shape. Nothing is copied for text. */
export function checkEntry(value: unknown): CheckedEntry | null {
  if (!isRecord(value)) return null
  const { id, at, content, data, cid } = value
  if (!isText(id, 64) || id === '' || !Number.isSafeInteger(at)) return null
  if (!isRecord(content) || typeof content['msgType'] !== 'number') return null
  if (cid !== undefined && !isText(cid, 64)) return null
  const kind = kindOf(content['msgType'])
  if (kind === undefined || !hasPlausibleAuthor(value)) return null
  // Each branch has checked what the type says.
  if (kind === 'text') return isTextData(data) ? { kind, entry: value as unknown as Entry } : null
  const parsed = ENTRY_DATA[kind].safeParse(data)
  return parsed.success ? { kind, entry: { ...value, data: parsed.data } as unknown as Entry } : null
}

/** The author when all of its fields are there; entries that nobody said have none. */
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

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** Author fields may be absent, but what is there must be right. */
function hasPlausibleAuthor(entry: Loose): boolean {
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
