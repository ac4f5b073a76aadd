import { ADJUSTMENT_MAX, ADJUSTMENT_STATES } from './constants.ts'
import * as z from 'zod/mini'
import { chatRoomNo, nothing, publicId, shownLines, text } from '../endpoints/shapes.ts'
import { consoleAction, itemVersion, nextPage, rowId, reason } from './action.ts'

const MemberRow = z.object({
  userId: publicId,
  name: text(32),
  nickname: text(32),
  vipLevel: z.int(),
  siteId: z.int(),
  isBanned: z.boolean(),
  createdAt: z.int(),
})
export type MemberRow = z.infer<typeof MemberRow>

/** What operators record about a member. */
const MemberRecord = z.object({ note: text(500), banReason: text(100), version: itemVersion })

const MemberDetail = z.object({
  ...MemberRow.shape,
  agentStatus: z.int(),
  isPasskeyRequired: z.boolean(),
  passkeys: z.int(),
  coins: z.int(),
  record: MemberRecord,
  sessions: z.array(
    z.object({ device: text(64), deviceId: text(64), address: text(64), signedInAt: z.int(), lastSeenAt: z.int() }),
  ),
  mutes: z.array(z.object({ chatRoomNo, until: z.int(), reason: text(100) })),
})
export type MemberDetail = z.infer<typeof MemberDetail>

const member = { userId: publicId }
const edited = { ...member, version: itemVersion }
const Edited = z.object({ record: MemberRecord, isBanned: z.boolean() })

const Adjustment = z.object({
  id: rowId,
  userId: publicId,
  nickname: text(32),
  /** Negative if coins are taken. */
  coins: z.int(),
  reason: text(100),
  state: z.enum(ADJUSTMENT_STATES),
  proposedBy: text(32),
  proposedAt: z.int(),
  decidedBy: z.nullable(text(32)),
  decidedAt: z.nullable(z.int()),
})
export type AdjustmentView = z.infer<typeof Adjustment>
const Adjusted = z.object({ adjustment: Adjustment, balance: z.nullable(z.int()) })

/** Members and their coins. */
export const peopleActions = {
  /** By the beginning of the name, a part of the nickname, or the public id. Newest first. */
  'member.search': consoleAction({
    access: ['operator', 'moderator', 'auditor'],
    readOnly: true,
    request: z.strictObject({ text: text(32), isBanned: z.optional(z.boolean()), after: z.optional(rowId) }),
    data: z.object({ list: z.array(MemberRow), next: nextPage }),
  }),
  'member.get': consoleAction({
    access: ['operator', 'moderator', 'auditor'],
    readOnly: true,
    request: z.strictObject(member),
    data: MemberDetail,
  }),
  'member.setNote': consoleAction({
    access: ['operator', 'moderator'],
    request: z.strictObject({ ...edited, note: shownLines(0, 500) }),
    data: Edited,
  }),
  /** Ends all sessions and sockets of the member (S4.15). */
  'member.ban': consoleAction({
    access: ['operator', 'moderator'],
    request: z.strictObject({ ...edited, reason }),
    data: Edited,
  }),
  'member.unban': consoleAction({
    access: ['operator', 'moderator'],
    request: z.strictObject({ ...edited, reason }),
    data: Edited,
  }),
  /** Mutes in one room. `minutes: null` is permanent. */
  'member.mute': consoleAction({
    access: ['operator', 'moderator'],
    request: z.strictObject({
      ...member,
      chatRoomNo,
      minutes: z.nullable(z.int().check(z.minimum(1), z.maximum(43_200))),
      reason,
    }),
    data: z.object({ until: z.int() }),
  }),
  'member.unmute': consoleAction({
    access: ['operator', 'moderator'],
    request: z.strictObject({ ...member, chatRoomNo }),
    data: nothing,
  }),
  'member.signOut': consoleAction({
    access: ['operator', 'moderator'],
    request: z.strictObject(member),
    data: nothing,
  }),
  /** Removes the passkeys of a member who has lost them. */
  'member.resetFactor': consoleAction({
    access: ['operator'],
    request: z.strictObject({ ...member, reason }),
    data: nothing,
  }),
  /** Grants or takes coins, or asks for a second approval. Idempotent by `key`. */
  'coins.adjust': consoleAction({
    access: ['operator'],
    request: z.strictObject({
      ...member,
      coins: z.int().check(z.minimum(-ADJUSTMENT_MAX), z.maximum(ADJUSTMENT_MAX)),
      reason,
      key: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    }),
    data: Adjusted,
  }),
  /** Approves or refuses an adjustment of another operator. */
  'coins.decide': consoleAction({
    access: ['operator'],
    request: z.strictObject({ id: rowId, isApproved: z.boolean() }),
    data: Adjusted,
  }),
  'coins.list': consoleAction({
    access: ['operator', 'auditor'],
    readOnly: true,
    request: z.strictObject({
      state: z.optional(z.enum(ADJUSTMENT_STATES)),
      userId: z.optional(publicId),
      after: z.optional(rowId),
    }),
    data: z.object({ list: z.array(Adjustment), next: nextPage }),
  }),
} as const
