import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { AGENT } from '#protocol/club/agents.ts'
import { CODES } from '#protocol/codes.ts'
import type { agentActions, ConsoleAgent } from '#protocol/console/agents.ts'
import { PAGE_ROWS } from '#protocol/console/constants.ts'
import { success } from '#protocol/result.ts'
import { AGENT_CONTACT, type Agents, decideAgent } from '../../../club/agents.ts'
import type { Database, DrizzleDatabase } from '../../../database/database.ts'
import { agentApplication, member } from '../../../database/schema/member.ts'
import type { MemberContacts } from '../../../members/contact.ts'
import type { MessageEvents } from '../../../members/inbox/message-events.ts'
import { pageOf } from '../audit-log.ts'
import { consoleFailure, type ConsoleHandlers, editConflict, refusable, refuse } from '../console-call.ts'

interface AgentServices {
  readonly database: Database
  readonly agents: Pick<Agents, 'changed'>
  readonly contacts: Pick<MemberContacts, 'cipher'>
  readonly messageEvents: Pick<MessageEvents, 'poll'>
}

/** Agents: applications and decisions. */
export function agentHandlers(services: AgentServices): Pick<ConsoleHandlers, keyof typeof agentActions> {
  const { database, agents, contacts, messageEvents } = services

  const select = async (db: Pick<DrizzleDatabase, 'select'>, where: SQL | undefined, isOldestFirst: boolean) => {
    const order = isOldestFirst ? asc : desc
    const rows = await db
      .select({ row: agentApplication, userId: member.publicId, memberName: member.nickname })
      .from(agentApplication)
      .innerJoin(member, eq(member.id, agentApplication.memberId))
      .where(where)
      .orderBy(order(agentApplication.createdAt), order(agentApplication.id))
      .limit(PAGE_ROWS + 1)
    return rows.map(({ row, userId, memberName }): ConsoleAgent => {
      const { memberId: _, contactSealed, ...shown } = row
      return { ...shown, userId, memberName, contact: contacts.cipher.open(AGENT_CONTACT, contactSealed) ?? '' }
    })
  }

  return {
    async 'agent.list'({ isOpen, after }) {
      const state = (isOpen ? eq : ne)(agentApplication.status, AGENT.applied)
      const where = and(state, after === undefined ? undefined : positionAfter(after, isOpen))
      return success(pageOf(await select(database.db, where, isOpen), PAGE_ROWS, ({ id }) => id))
    },

    async 'agent.decide'({ id, version, decision, reason }, call) {
      const own = eq(agentApplication.id, id)
      const decided = await refusable(database, async (tx) => {
        const [row] = await tx.select().from(agentApplication).where(own).for('update')
        if (!row) return refuse(consoleFailure(CODES.NOT_FOUND))
        const [current] = await select(tx, own, false)
        if (row.version !== version) return refuse(editConflict(current ?? null))
        const operator = call.session.operator.name
        const status = await decideAgent(tx, row, { decision, reason, operator }, call.now)
        if (status === null) return refuse(editConflict(current ?? null))
        // The contact stays out of the log.
        const before = { status: row.status }
        await call.audit(tx, { target: `agent ${id}`, before, after: { status, decision, reason } })
        const [agent] = await select(tx, own, false)
        return agent ? success({ agent, memberId: row.memberId }) : refuse(consoleFailure(CODES.NOT_FOUND))
      })
      if (!decided.ok) return decided
      await agents.changed(decided.data.memberId)
      await messageEvents.poll()
      return success({ agent: decided.data.agent })
    },
  }
}

/** The rows after the last one of a page. */
function positionAfter(id: string, isOldestFirst: boolean): SQL {
  const last = sql`(select created_at, id from agent_application where id = ${id})`
  const position = sql`(${agentApplication.createdAt}, ${agentApplication.id})`
  return isOldestFirst ? sql`${position} > ${last}` : sql`${position} < ${last}`
}
