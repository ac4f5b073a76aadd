import * as z from 'zod/mini'
import { CHAT_TEXT_MAX_CHARACTERS, ROOM_TERM_MAX_LENGTH } from '../constants.ts'
import { ReportReason } from '../endpoints/chatroom.ts'
import { chatRoomNo, nothing, shownText, text } from '../endpoints/shapes.ts'
import { consoleAction, itemVersion, nextPage, rowId, reason } from './action.ts'
import { BLOCK_KINDS, BLOCKED_TERMS_PER_CHANGE, REPORT_OUTCOMES } from './constants.ts'

const outcome = z.enum(REPORT_OUTCOMES)

const Message = z.object({
  id: text(64),
  userId: text(64),
  memberName: text(32),
  text: text(CHAT_TEXT_MAX_CHARACTERS * 2),
  at: z.int(),
})

const Report = z.object({
  id: rowId,
  chatRoomNo: text(64),
  /** Title of the room; empty if it is not open. */
  room: text(96),
  entryId: text(64),
  userId: text(64),
  memberName: text(32),
  /** The reported message among those around it, oldest first. */
  context: z.array(Message),
  /** What the reporting members wrote, newest last, without their names. */
  complaints: z.array(z.object({ reason: ReportReason, note: text(100), at: z.int() })),
  reports: z.int(),
  firstAt: z.int(),
  lastAt: z.int(),
  /** Null while nobody has decided. */
  decision: z.nullable(z.object({ outcome, reason: text(100), by: text(32), at: z.int() })),
  version: itemVersion,
})
export type ConsoleReport = z.infer<typeof Report>

const Term = z.object({ term: text(ROOM_TERM_MAX_LENGTH), operator: text(32), at: z.int() })
const term = shownText(1, ROOM_TERM_MAX_LENGTH)
const terms = z.array(term).check(z.maxLength(BLOCKED_TERMS_PER_CHANGE))

const Block = z.object({
  id: rowId,
  kind: z.enum(BLOCK_KINDS),
  value: text(64),
  reason: text(100),
  operator: text(32),
  at: z.int(),
  /** Epoch milliseconds; null blocks until the block is removed. */
  expiresAt: z.nullable(z.int()),
})
export type ConsoleBlock = z.infer<typeof Block>

/** Reported messages, blocked terms, and blocks of addresses and devices. */
export const moderationActions = {
  /** Open reports, or decided ones. Newest first. */
  'report.list': consoleAction({
    access: ['operator', 'moderator', 'auditor'],
    readOnly: true,
    request: z.strictObject({ isOpen: z.boolean(), chatRoomNo: z.optional(chatRoomNo), after: z.optional(rowId) }),
    data: z.object({ list: z.array(Report), next: nextPage }),
  }),
  /** Decides an open report. Refused with EDIT_CONFLICT if another operator was faster. */
  'report.decide': consoleAction({
    access: ['operator', 'moderator'],
    request: z.strictObject({
      id: rowId,
      version: itemVersion,
      outcome,
      /** Deletes the message too; for `mute` and `ban`. */
      deletesMessage: z.optional(z.boolean()),
      /** Minutes of a mute; null mutes for good. */
      minutes: z.optional(z.nullable(z.int().check(z.positive(), z.maximum(525_600)))),
      reason,
    }),
    data: z.object({ report: Report }),
  }),
  'term.list': consoleAction({
    access: ['operator', 'moderator', 'auditor'],
    readOnly: true,
    request: nothing,
    data: z.object({ list: z.array(Term) }),
  }),
  'term.change': consoleAction({
    access: ['operator', 'moderator'],
    request: z.strictObject({ added: terms, removed: terms }),
    data: z.object({ list: z.array(Term) }),
  }),
  /** Says which terms of the site would refuse a text. `isBuiltIn`: a built-in term does. */
  'term.test': consoleAction({
    access: ['operator', 'moderator', 'auditor'],
    readOnly: true,
    request: z.strictObject({ text: text(CHAT_TEXT_MAX_CHARACTERS) }),
    data: z.object({ terms: z.array(text(ROOM_TERM_MAX_LENGTH)), isBuiltIn: z.boolean() }),
  }),
  'block.list': consoleAction({
    access: ['operator', 'moderator', 'auditor'],
    readOnly: true,
    request: nothing,
    data: z.object({ list: z.array(Block) }),
  }),
  /** Blocks an address, a range or a device. Ends the connections of the address, and the sessions of the device. */
  'block.add': consoleAction({
    access: ['operator', 'moderator'],
    request: z.strictObject({
      kind: z.enum(BLOCK_KINDS),
      value: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
      reason,
      /** Null blocks until the block is removed. */
      hours: z.nullable(z.int().check(z.positive(), z.maximum(87_600))),
    }),
    data: z.object({ block: Block }),
  }),
  'block.remove': consoleAction({
    access: ['operator', 'moderator'],
    request: z.strictObject({ id: rowId, reason }),
    data: nothing,
  }),
} as const
