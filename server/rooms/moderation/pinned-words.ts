import { DELETE_MAX_IDS } from '#protocol/constants.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import type { LogEntry } from '../log/entry.ts'
import { parseEntry, seqOfEntryId } from '../log/entry.ts'
import type { RoomLog } from '../log/log.ts'
import type { AuditRow, EntryRow, StoredAuditRow } from '../log/stores.ts'

const PIN: ReadonlySet<MessageKind> = new Set(['pin'])
const TEXT: ReadonlySet<MessageKind> = new Set(['text'])
/** Of a room, the newest ones: as many as one entry can delete, and more than an administrator is shown acts. */
const PINS_SEARCHED = DELETE_MAX_IDS
/** Further back than an administrator scrolls to pin what somebody said. */
const TEXTS_SEARCHED = 1_000

type Log = Pick<RoomLog, 'head' | 'before' | 'entry'>

/** The words of a text or of the note of a pin; null where there are none. */
export function wordsOf(row: EntryRow): string | null {
  const { data } = parseEntry(row)
  return 'text' in data ? (data.text ?? null) : null
}

/** The newest notes of pins in a room: each repeats the words that were pinned. */
export function pinNotes(log: Log, chatRoomNo: string): Promise<readonly LogEntry[]> {
  return log.before(chatRoomNo, log.head(chatRoomNo).seq + 1, PINS_SEARCHED, PIN)
}

/**
 * What a pin is written down as. Nothing is ever taken out of the trail of acts (S6.7), so words that somebody has said stay
 * where they can be deleted: the trail names their entry.
 */
export async function pinTarget(log: Log, chatRoomNo: string, text: string): Promise<AuditRow['target']> {
  const texts = await log.before(chatRoomNo, log.head(chatRoomNo).seq + 1, TEXTS_SEARCHED, TEXT)
  const said = texts.findLast((row) => wordsOf(row) === text)
  return said ? { id: said.id } : { text }
}

/**
 * The words of pins by the id of their act, as far as they may still be read: those of an entry while it stands, others while
 * a note of them does. A deletion takes both away, and what the room has kept no longer is not brought back from here.
 */
export async function pinnedWords(
  log: Log,
  chatRoomNo: string,
  acts: readonly StoredAuditRow[],
): Promise<ReadonlyMap<string, string>> {
  const pins = acts.filter(({ action }) => action === 'pin')
  const noted = new Set(pins.length === 0 ? [] : (await pinNotes(log, chatRoomNo)).map(wordsOf))
  const words = new Map<string, string>()
  for (const { id, target } of pins) {
    const { text = null, id: entryId } = target as { readonly text?: string | null; readonly id?: string }
    const known = entryId === undefined ? text : await saidIn(log, chatRoomNo, entryId)
    if (known !== null && (entryId !== undefined || noted.has(known))) words.set(id, known)
  }
  return words
}

async function saidIn(log: Log, chatRoomNo: string, id: string): Promise<string | null> {
  const entry = await log.entry(chatRoomNo, seqOfEntryId(id, log.head(chatRoomNo).epoch) ?? 0)
  return entry?.id === id && entry.kind === 'text' ? wordsOf(entry) : null
}
