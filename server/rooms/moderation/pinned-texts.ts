import { DELETE_MAX_IDS } from '#protocol/constants.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import type { AuditRow, StoredAuditRow } from '../room-repository.ts'
import { type LogEntry, textOf } from '../log/entries.ts'
import type { RoomLog } from '../log/log.ts'

const PIN: ReadonlySet<MessageKind> = new Set(['pin'])
const TEXT: ReadonlySet<MessageKind> = new Set(['text'])
/** Number of pin notes searched: as many as one entry can delete. */
const MAX_PINS_SEARCHED = DELETE_MAX_IDS
/** Number of texts searched for the origin of a pin. */
const MAX_TEXTS_SEARCHED = 1_000

type Log = Pick<RoomLog, 'head' | 'before' | 'entryById'>

/** The newest notes of pins in a room, each with the pinned text. */
export function pinNotes(log: Log, chatRoomNo: string): Promise<readonly LogEntry[]> {
  return log.before(chatRoomNo, log.head(chatRoomNo).seq + 1, MAX_PINS_SEARCHED, PIN)
}

/**
 * The audit target of a pin. The trail is permanent (S6.7), so a pin of a message is recorded by entry id and its text
 * stays deletable.
 */
export async function pinTarget(log: Log, chatRoomNo: string, text: string): Promise<AuditRow['target']> {
  const texts = await log.before(chatRoomNo, log.head(chatRoomNo).seq + 1, MAX_TEXTS_SEARCHED, TEXT)
  const origin = texts.findLast((row) => textOf(row) === text)
  return origin ? { id: origin.id } : { text }
}

/**
 * The texts of pins by action id, if they may still be read: that of an entry while it exists, others while a note of
 * them exists.
 */
export async function pinnedTexts(
  log: Log,
  chatRoomNo: string,
  acts: readonly StoredAuditRow[],
): Promise<ReadonlyMap<string, string>> {
  const pins = acts.filter(({ action }) => action === 'pin')
  const noted = new Set(pins.length === 0 ? [] : (await pinNotes(log, chatRoomNo)).map(textOf))
  const shown = new Map<string, string>()
  for (const { id, target } of pins) {
    const { text = null, id: entryId } = target as { readonly text?: string | null; readonly id?: string }
    const known = entryId === undefined ? text : await textOfEntry(log, chatRoomNo, entryId)
    if (known !== null && (entryId !== undefined || noted.has(known))) shown.set(id, known)
  }
  return shown
}

async function textOfEntry(log: Log, chatRoomNo: string, id: string): Promise<string | null> {
  const entry = await log.entryById(chatRoomNo, id)
  return entry?.kind === 'text' ? textOf(entry) : null
}
