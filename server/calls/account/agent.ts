import { INVITE_RUNGS, reachedRungs } from '#protocol/club/invitations.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import type { Agents } from '../../club/agents.ts'
import type { Invitations } from '../../club/invitations.ts'
import type { Handlers } from '../../http/context.ts'

type Calls = Pick<Handlers, Extract<keyof Handlers, `agent.${string}` | 'invite.ladder' | 'invite.friends'>>

interface AgentCallServices {
  readonly agents: Agents
  readonly invitations: Invitations
}

/** Agents and the friends of an invitation (S1.21, S1.28). */
export function agentCalls({ agents, invitations }: AgentCallServices): Calls {
  return {
    'agent.status': async (_params, { session, site }) =>
      success({ isOpen: site.agentJoinSwitch === 1, ...(await agents.statusOf(session.memberId)) }),

    'agent.apply': async (params, { session, site }) => {
      if (site.agentJoinSwitch !== 1) return failureOf(CODES.NOT_FOUND)
      const refused = await agents.apply(session.memberId, params)
      return refused ?? success({ isOpen: true, ...(await agents.statusOf(session.memberId)) })
    },

    'invite.ladder': async (_params, { session }) => {
      const counts = await invitations.countsOf(session.memberId)
      const reached = reachedRungs(counts.qualified)
      return success({ ...counts, rungs: INVITE_RUNGS.map((count) => ({ count, isReached: reached.includes(count) })) })
    },

    'invite.friends': async (page, { session }) =>
      success({ ...(await invitations.friendsOf(session.memberId, page)), ...page }),
  }
}
