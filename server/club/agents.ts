import { desc, eq, sql } from 'drizzle-orm'
import { AGENT, AGENT_APPLICATIONS_MAX, type AgentDecision, agentStatusAfter } from '#protocol/club/agents.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { AgentStatus } from '#protocol/endpoints/account/agent.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { failure, type Failure } from '#protocol/result.ts'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { invitePath } from '#protocol/rules/member/invite.ts'
import { DAY_MS } from '#protocol/time.ts'
import type { Database, Transaction } from '../database/database.ts'
import { agentApplication, member } from '../database/schema/member.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import type { ContactCipher } from '../members/contact.ts'
import { sendPrivateMessage } from '../members/inbox/inbox.ts'
import { InviteCodeRepository } from '../members/invite-codes.ts'

type ApplicationRow = typeof agentApplication.$inferSelect

/** Separates sealed contacts of applications from other sealed texts. */
export const AGENT_CONTACT = 'agent contact'
const PERIOD_MS = 30 * DAY_MS

interface AgentOptions {
  readonly cipher: ContactCipher
  readonly now: () => number
  /** Called when the status of a member has changed. */
  readonly onStatus: (memberId: string) => Promise<void>
}

/** Agents (S1.28, S6.9): applications of members, and what their members see of them. */
export class Agents {
  readonly #database: Database
  readonly #options: AgentOptions
  readonly #codes: InviteCodeRepository

  constructor(database: Database, options: AgentOptions) {
    this.#database = database
    this.#options = options
    this.#codes = new InviteCodeRepository(database)
  }

  async statusOf(memberId: string): Promise<Omit<AgentStatus, 'isOpen'>> {
    const { db } = this.#database
    const [row] = await db.select({ status: member.agentStatus }).from(member).where(eq(member.id, memberId))
    const [last] = await db
      .select()
      .from(agentApplication)
      .where(eq(agentApplication.memberId, memberId))
      .orderBy(desc(agentApplication.createdAt), desc(agentApplication.id))
      .limit(1)
    const status = row?.status ?? AGENT.none
    const codes = status === AGENT.approved ? await this.#codes.of(memberId) : null
    const isShown = status === AGENT.rejected || status === AGENT.frozen
    return {
      status,
      appliedAt: last?.createdAt ?? null,
      decidedAt: last?.decidedAt ?? null,
      reason: isShown ? (last?.reason ?? '') : '',
      link: codes && { url: invitePath(DEFAULT_AFTER_SIGN_IN, codes), i_code: codes.iCode, r_code: codes.rCode },
    }
  }

  /** Stores an application. The contact is sealed and never compared with those of members. Null if it was accepted. */
  async apply(memberId: string, { contact, channel, note }: RequestOf<'agent.apply'>): Promise<Failure | null> {
    const { cipher, now, onStatus } = this.#options
    const at = now()
    const refused = await this.#database.transaction(async (tx) => {
      const [row] = await tx.select().from(member).where(eq(member.id, memberId)).for('no key update')
      const next = row ? agentStatusAfter(row.agentStatus, 'apply') : null
      if (next === null) return failureOf(CODES.ACTIVITY_STATE)
      const since = new Date(at - PERIOD_MS).toISOString()
      const isRecent = sql`member_id = ${memberId} and created_at > ${since}`
      if ((await tx.$count(agentApplication, isRecent)) >= AGENT_APPLICATIONS_MAX) {
        return failure(CODES.LIMIT_EXCEEDED, `30 天内最多申请 ${AGENT_APPLICATIONS_MAX} 次，请稍后再来`)
      }
      const contactSealed = cipher.seal(AGENT_CONTACT, contact)
      const application = { memberId, contactSealed, channel, note, status: next, createdAt: at }
      await tx
        .insert(agentApplication)
        .values({ ...application, id: uuidV7(at), reason: '', operator: '', version: 1, decidedAt: null })
      await tx.update(member).set({ agentStatus: next }).where(eq(member.id, memberId))
      return null
    })
    if (refused === null) await onStatus(memberId)
    return refused
  }

  /** A decision of an operator reaches the sessions of the member. */
  changed(memberId: string): Promise<void> {
    return this.#options.onStatus(memberId)
  }
}

const TITLES: Readonly<Record<AgentDecision, string>> = {
  approve: '代理申请已通过',
  refuse: '代理申请未通过',
  freeze: '代理资格已冻结',
  restore: '代理资格已恢复',
}

interface Decided {
  readonly decision: AgentDecision
  readonly reason: string
  readonly operator: string
}

/**
 * Decides about the last application of a member in the transaction of the caller, who has locked its row, and tells the
 * member. Returns the status, or null if the decision is not possible now.
 */
export async function decideAgent(
  tx: Transaction,
  row: ApplicationRow,
  { decision, reason, operator }: Decided,
  now: number,
): Promise<number | null> {
  const { id, memberId } = row
  const [owner] = await tx.select().from(member).where(eq(member.id, memberId)).for('no key update')
  const status = owner?.agentStatus === row.status ? agentStatusAfter(row.status, decision) : null
  if (status === null) return null
  await tx
    .update(agentApplication)
    .set({ status, reason, operator, decidedAt: now, version: row.version + 1 })
    .where(eq(agentApplication.id, id))
  await tx.update(member).set({ agentStatus: status }).where(eq(member.id, memberId))
  const message = { memberId, title: TITLES[decision], content: reason, jumpUrl: '/app/agent', operator }
  await sendPrivateMessage(tx, message, now)
  return status
}
