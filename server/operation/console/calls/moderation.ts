import { desc, inArray } from 'drizzle-orm'
import { BLOCKED_TERMS_MAX } from '#protocol/console/constants.ts'
import { CODES } from '#protocol/codes.ts'
import type { moderationActions } from '#protocol/console/moderation.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { HOUR_MS } from '#protocol/time.ts'
import { success, type Result } from '#protocol/result.ts'
import type { Database } from '../../../database/database.ts'
import { accessBlock, blockedTerm } from '../../../database/schema/moderation.ts'
import { uuidV7 } from '../../../database/uuid-v7.ts'
import { addressMatcher, isAddressOrRange } from '../../../config/address-ranges.ts'
import type { Members } from '../../../members/members.ts'
import type { Sessions } from '../../../members/sessions/sessions.ts'
import type { RoomHub } from '../../../rooms/hub.ts'
import { MessageModeration } from '../../../rooms/moderation/message-moderation.ts'
import { bumpModeration, removeBlock, type SiteModeration } from '../../../rooms/moderation/site-moderation.ts'
import { createTermFilter, DEFAULT_TERMS, normalizeText } from '../../../rooms/speech-rules.ts'
import { consoleFailure, refusable, refuse, type ConsoleHandlers, type OperatorCall } from '../console-call.ts'
import { claimReport, decideReport, listReports, releaseReport } from '../reports.ts'
import { roomAction } from '../room-actions.ts'

interface ModerationServices {
  readonly database: Database
  readonly rooms: RoomHub
  readonly members: Members
  readonly sessions: Pick<Sessions, 'endOfDevice'>
  readonly moderation: SiteModeration
  readonly now: () => number
  /** Actions on members, which a decision uses. */
  readonly people: Pick<ConsoleHandlers, 'member.get' | 'member.mute' | 'member.ban'>
}

type ModerationHandlers = Pick<ConsoleHandlers, keyof typeof moderationActions>

/** Handlers of reported messages, blocked terms, and blocks of addresses and devices. */
export function moderationHandlers(services: ModerationServices): ModerationHandlers {
  return { ...reportHandlers(services), ...termHandlers(services), ...blockHandlers(services) }
}

function reportHandlers({ database, rooms, members, now, people }: ModerationServices) {
  const messages = new MessageModeration({ hub: rooms, members, now })
  const deleteAtWriter = roomAction(rooms, 'console.delete', (room, operator, { id }: { id: string }) =>
    messages.operate(room, operator, { type: 'delete', chatRoomNo: room.chatRoomNo, ids: [id] }),
  )
  const titleOf = (chatRoomNo: string): string => rooms.room(chatRoomNo)?.title ?? ''

  type Given = ConsoleRequestOf<'report.decide'>
  type Subject = { readonly chatRoomNo: string; readonly entryId: string; readonly userId: string }

  /** Carries a decision out. */
  const act = async (given: Given, { chatRoomNo, entryId, userId }: Subject, call: OperatorCall) => {
    const { outcome, reason, minutes = null, deletesMessage = false } = given
    const results: (() => Promise<Result<unknown>>)[] = []
    if (outcome === 'mute') results.push(() => people['member.mute']({ userId, chatRoomNo, minutes, reason }, call))
    if (outcome === 'ban') {
      results.push(async () => {
        const found = await people['member.get']({ userId }, call)
        if (!found.ok) return found
        const { version } = found.data.record
        return found.data.isBanned ? found : people['member.ban']({ userId, version, reason }, call)
      })
    }
    if (outcome === 'delete' || (deletesMessage && outcome !== 'dismiss')) {
      const command = { operatorId: call.session.operator.id, chatRoomNo, id: entryId }
      results.push(async () => {
        const deleted = await deleteAtWriter(command)
        // A message that the log does not have any more needs no deletion beside a mute or a ban.
        return outcome !== 'delete' && !deleted.ok && deleted.code === CODES.NOT_FOUND ? success({}) : deleted
      })
    }
    for (const run of results) {
      const result = await run()
      if (!result.ok) return result
    }
    return success({})
  }

  return {
    'report.list': async (filter) => success(await listReports(database, { ...filter, now: now() }, titleOf)),
    async 'report.decide'(given, call) {
      const { id, version, outcome, reason } = given
      const claimed = await claimReport(database, { id, version, at: call.now }, titleOf)
      if (!claimed.ok) return claimed
      try {
        const acted = await act(given, claimed.data, call)
        if (acted.ok) {
          const decision = { outcome, reason, by: call.session.operator.name, at: call.now }
          const decided = await decideReport(database, claimed.data, decision, titleOf, (tx, report) => {
            const { chatRoomNo, entryId, userId } = report
            return call.audit(tx, { target: `report ${chatRoomNo} ${entryId}`, after: { outcome, reason, userId } })
          })
          return decided.ok ? success({ report: decided.data }) : decided
        }
        await releaseReport(database, claimed.data)
        return acted
      } catch (error) {
        await releaseReport(database, claimed.data)
        throw error
      }
    },
  } satisfies Partial<ModerationHandlers>
}

function termHandlers({ database, moderation }: ModerationServices) {
  const list = () => database.db.select().from(blockedTerm).orderBy(desc(blockedTerm.at), blockedTerm.term)
  return {
    'term.list': async () => success({ list: await list() }),
    async 'term.change'({ added, removed }, call) {
      const fresh = [...new Set(added.map(cleanChatText))].filter((term) => normalizeText(term) !== '')
      const changed = await refusable(database, async (tx) => {
        if (removed.length > 0) await tx.delete(blockedTerm).where(inArray(blockedTerm.term, removed))
        const row = { operator: call.session.operator.name, at: call.now }
        const rows = fresh.map((term) => ({ term, ...row }))
        if (rows.length > 0) await tx.insert(blockedTerm).values(rows).onConflictDoNothing()
        if ((await tx.$count(blockedTerm)) > BLOCKED_TERMS_MAX) {
          refuse(consoleFailure(CODES.PARAM_ERROR, { fields: { added: `最多 ${BLOCKED_TERMS_MAX} 个屏蔽词` } }))
        }
        await bumpModeration(tx)
        await call.audit(tx, { target: 'blocked terms', before: { removed }, after: { added: fresh } })
        return success({})
      })
      if (!changed.ok) return changed
      await moderation.reload()
      return success({ list: await list() })
    },
    async 'term.test'({ text }) {
      const plain = normalizeText(text)
      const terms = (await list()).map(({ term }) => term).filter((term) => plain.includes(normalizeText(term)))
      return success({ terms, isBuiltIn: createTermFilter(DEFAULT_TERMS)(plain) })
    },
  } satisfies Partial<ModerationHandlers>
}

/** Shorter prefixes are typing errors: they would block whole countries. */
const MIN_PREFIX = { ipv4: 8, ipv6: 16 } as const

function blockHandlers({ database, sessions, moderation }: ModerationServices) {
  return {
    'block.list': async () =>
      success({ list: await database.db.select().from(accessBlock).orderBy(desc(accessBlock.id)) }),
    async 'block.add'({ kind, value, reason, hours }, call) {
      const problem = kind === 'address' ? addressProblem(value, call.address) : deviceProblem(value)
      if (problem) return consoleFailure(CODES.PARAM_ERROR, { fields: { value: problem } })
      const block = {
        id: uuidV7(call.now),
        kind,
        value,
        reason,
        operator: call.session.operator.name,
        at: call.now,
        expiresAt: hours === null ? null : call.now + hours * HOUR_MS,
      }
      await database.transaction(async (tx) => {
        const { id: _, ...row } = block
        await tx
          .insert(accessBlock)
          .values(block)
          .onConflictDoUpdate({ target: [accessBlock.kind, accessBlock.value], set: row })
        await bumpModeration(tx)
        await call.audit(tx, { target: `${kind} ${value}`, after: { reason, expiresAt: block.expiresAt } })
      })
      await moderation.reload()
      if (kind === 'device') await sessions.endOfDevice(value, CODES.DEVICE_BLOCKADE)
      return success({ block })
    },
    async 'block.remove'({ id, reason }, call) {
      const removed = await refusable(database, async (tx) => {
        const row = await removeBlock(tx, id)
        if (!row) return refuse(consoleFailure(CODES.NOT_FOUND))
        await bumpModeration(tx)
        const { kind, value, expiresAt } = row
        const before = { reason: row.reason, expiresAt }
        await call.audit(tx, { target: `${kind} ${value}`, before, after: { reason } })
        return success({})
      })
      if (removed.ok) await moderation.reload()
      return removed
    },
  } satisfies Partial<ModerationHandlers>
}

function addressProblem(value: string, ownAddress: string): string | null {
  if (!isAddressOrRange(value)) return '请输入 IP 地址或网段，例如 203.0.113.7 或 203.0.113.0/24'
  const [address = '', bits] = value.split('/')
  const min = address.includes(':') ? MIN_PREFIX.ipv6 : MIN_PREFIX.ipv4
  if (bits !== undefined && Number(bits) < min) return `网段太大，至少 /${min}`
  return addressMatcher([value])(ownAddress) ? '不能封锁你自己的地址' : null
}

function deviceProblem(value: string): string | null {
  return /^[\w-]{8,64}$/.test(value) ? null : '设备编号不正确，请从会员的登录设备复制'
}
