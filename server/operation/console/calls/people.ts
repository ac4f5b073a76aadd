import { eq } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { MemberDetail, peopleActions } from '#protocol/console/people.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { type Result, success } from '#protocol/result.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { member } from '../../../database/schema/member.ts'
import { passkey } from '../../../database/schema/security.ts'
import type { Ledger } from '../../../wallet/ledger/ledger.ts'
import type { Members } from '../../../members/members.ts'
import type { Sessions } from '../../../members/sessions/sessions.ts'
import type { RoomHub } from '../../../rooms/hub.ts'
import { RoomAdmin } from '../../../rooms/moderation/admin.ts'
import type { CoinAdjustments } from '../coin-adjustments.ts'
import { consoleFailure, type ConsoleHandlers, type OperatorCall } from '../console-call.ts'
import { editMember, memberDetail, type MemberEdit, searchMembers } from '../people.ts'
import { roomAction } from '../room-actions.ts'

interface PeopleServices {
  readonly database: Database
  readonly members: Members
  readonly sessions: Sessions
  readonly rooms: RoomHub
  readonly ledger: Ledger
  readonly adjustments: CoinAdjustments
  readonly now: () => number
}

type PeopleHandlers = Pick<ConsoleHandlers, keyof typeof peopleActions>

/** Handlers of members and their coins. */
export function peopleHandlers(services: PeopleServices): PeopleHandlers {
  return { ...recordHandlers(services), ...actHandlers(services), ...coinHandlers(services) }
}

function recordHandlers({ database, ledger, sessions }: PeopleServices) {
  type Subject = { readonly userId: string; readonly version: number }
  const edit = (subject: Subject, change: MemberEdit, call: OperatorCall, reason?: string) =>
    editMember(database, subject, change, async (tx, name, before, after) => {
      const values = reason === undefined ? after : { ...after, reason }
      await call.audit(tx, { target: `member ${name}`, before, after: values })
    })
  const withoutId = (edited: Awaited<ReturnType<typeof edit>>): Result<Pick<MemberDetail, 'record' | 'isBanned'>> =>
    edited.ok ? success({ record: edited.data.record, isBanned: edited.data.isBanned }) : edited
  return {
    'member.search': async (filter) => success(await searchMembers(database, filter)),
    async 'member.get'({ userId }, { now }) {
      const found = await memberDetail(database, ledger, userId, now)
      return found ? success(found) : consoleFailure(CODES.NOT_FOUND)
    },
    'member.setNote': async ({ note, ...subject }, call) => withoutId(await edit(subject, { note }, call)),
    async 'member.ban'({ reason, ...subject }, call) {
      const edited = await edit(subject, { banReason: reason }, call)
      if (edited.ok) await sessions.endAllOf(edited.data.memberId, CODES.ACCOUNT_BLOCKADE)
      return withoutId(edited)
    },
    'member.unban': async ({ reason, ...subject }, call) =>
      withoutId(await edit(subject, { banReason: null }, call, reason)),
  } satisfies Partial<PeopleHandlers>
}

function actHandlers({ database, members, sessions, rooms, now }: PeopleServices) {
  const admin = new RoomAdmin({ hub: rooms, members, now })
  const muteAtWriter = roomAction(rooms, 'console.mute', (room, operator, mute: ConsoleRequestOf<'member.mute'>) =>
    admin.mute(room, operator, mute),
  )
  const unmuteAtWriter = roomAction(rooms, 'console.unmute', (room, operator, { userId }: { userId: string }) =>
    admin.unblock(room, operator, userId),
  )
  const find = async (userId: string) => {
    const [row] = await database.db
      .select({ id: member.id, name: member.name })
      .from(member)
      .where(eq(member.publicId, userId))
    return row ?? null
  }
  return {
    async 'member.mute'(mute, call) {
      const { userId, chatRoomNo, reason } = mute
      const found = await find(userId)
      if (!found) return consoleFailure(CODES.NOT_FOUND)
      const muted = await muteAtWriter({ ...mute, operatorId: call.session.operator.id })
      if (!muted.ok) return muted
      const after = { chatRoomNo, until: muted.data.until, reason }
      await call.audit(database.db, { target: `member ${found.name}`, after })
      return muted
    },
    async 'member.unmute'({ userId, chatRoomNo }, call) {
      const found = await find(userId)
      if (!found) return consoleFailure(CODES.NOT_FOUND)
      const lifted = await unmuteAtWriter({ userId, chatRoomNo, operatorId: call.session.operator.id })
      if (lifted.ok) await call.audit(database.db, { target: `member ${found.name}`, after: { chatRoomNo } })
      return lifted
    },
    async 'member.signOut'({ userId }, call) {
      const found = await find(userId)
      if (!found) return consoleFailure(CODES.NOT_FOUND)
      await call.audit(database.db, { target: `member ${found.name}` })
      await sessions.endAllOf(found.id, CODES.AUTH_ERROR)
      return success({})
    },
    async 'member.resetFactor'({ userId, reason }, call) {
      const found = await find(userId)
      if (!found) return consoleFailure(CODES.NOT_FOUND)
      await database.transaction(async (tx) => {
        const removed = await removePasskeys(tx, found.id)
        await call.audit(tx, { target: `member ${found.name}`, before: { passkeys: removed }, after: { reason } })
      })
      return success({})
    },
  } satisfies Partial<PeopleHandlers>
}

async function removePasskeys(tx: Transaction, memberId: string): Promise<number> {
  const removed = await tx.delete(passkey).where(eq(passkey.memberId, memberId)).returning({ id: passkey.id })
  await tx.update(member).set({ isPasskeyRequired: false }).where(eq(member.id, memberId))
  return removed.length
}

function coinHandlers({ adjustments }: PeopleServices) {
  const audit =
    (call: OperatorCall): Parameters<CoinAdjustments['adjust']>[2] =>
    async (tx, { id, userId, coins, reason, state }) =>
      call.audit(tx, { target: `adjustment ${id}`, after: { userId, coins, reason, state } })
  return {
    'coins.adjust': (request, call) => adjustments.adjust(call.session.operator, request, audit(call)),
    'coins.decide': (request, call) => adjustments.decide(call.session.operator, request, audit(call)),
    'coins.list': async (filter) => success(await adjustments.list(filter)),
  } satisfies Partial<PeopleHandlers>
}
