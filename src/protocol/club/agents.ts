/* Apart from the schemas, because pages use these. */

/** Annex E.10. */
export const AGENT = { none: 0, applied: 1, approved: 2, rejected: 3, frozen: 4 } as const

export const AGENT_CONTACT_MAX = 64
export const AGENT_CHANNEL_MAX = 60
export const AGENT_NOTE_MAX = 200
/** Applications of a member in 30 days. */
export const AGENT_APPLICATIONS_MAX = 3

/** What an operator decides about an agent or an application. */
export const AGENT_DECISIONS = ['approve', 'refuse', 'freeze', 'restore'] as const
export type AgentDecision = (typeof AGENT_DECISIONS)[number]
type AgentEvent = AgentDecision | 'apply'

const STEPS: Readonly<Record<AgentEvent, { readonly from: readonly number[]; readonly to: number }>> = {
  apply: { from: [AGENT.none, AGENT.rejected], to: AGENT.applied },
  approve: { from: [AGENT.applied], to: AGENT.approved },
  refuse: { from: [AGENT.applied], to: AGENT.rejected },
  freeze: { from: [AGENT.approved], to: AGENT.frozen },
  restore: { from: [AGENT.frozen], to: AGENT.approved },
}

/** The status after an event; null if it cannot happen in this status (E.10). */
export function agentStatusAfter(status: number, event: AgentEvent): number | null {
  const { from, to } = STEPS[event]
  return from.includes(status) ? to : null
}
