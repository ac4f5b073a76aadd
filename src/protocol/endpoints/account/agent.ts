import * as z from 'zod/mini'
import { AGENT_CHANNEL_MAX, AGENT_CONTACT_MAX, AGENT_NOTE_MAX } from '../../club/agents.ts'
import { endpoint } from '../endpoint.ts'
import { count, nothing, pageNum, shownLines, shownText, text } from '../shapes.ts'

const AgentStatus = z.object({
  /** Whether the site takes applications. */
  isOpen: z.boolean(),
  /** E.10: 0 none, 1 applied, 2 approved, 3 rejected, 4 frozen. */
  status: z.int().check(z.minimum(0), z.maximum(4)),
  /** Of the last application; null without one. Epoch milliseconds. */
  appliedAt: z.nullable(z.int()),
  decidedAt: z.nullable(z.int()),
  /** Why the last application was refused or the agent frozen; else empty. */
  reason: text(100),
  /** The link and codes of an approved agent. */
  link: z.nullable(z.object({ url: text(256), i_code: text(16), r_code: text(16) })),
})
export type AgentStatus = z.infer<typeof AgentStatus>

/** Agents (S1.28, S6.9). An agent has no other rights than a link. */
export const agentEndpoints = {
  'agent.status': endpoint({
    path: '/api/site/group/member/agent/v1/status',
    access: 'member',
    readOnly: true,
    summary: 'The status of this member as an agent (S6.9).',
    request: nothing,
    data: AgentStatus,
  }),
  'agent.apply': endpoint({
    path: '/api/site/group/member/agent/v1/apply',
    access: 'member',
    secret: true,
    summary: 'Applies as an agent. The response does not depend on whose contact it is.',
    request: z.strictObject({
      contact: shownText(3, AGENT_CONTACT_MAX),
      channel: shownText(2, AGENT_CHANNEL_MAX),
      note: shownLines(0, AGENT_NOTE_MAX),
    }),
    data: AgentStatus,
  }),
  'invite.ladder': endpoint({
    path: '/api/site/group/activity/invite/v1/ladder',
    access: 'member',
    refusedTags: ['ACT_BLACK'],
    readOnly: true,
    summary:
      'Numbers of invited and of qualified friends, and the rungs of the ladder (S1.21). A friend is qualified who has ' +
      'reached VIP 1 by settled play.',
    request: nothing,
    data: z.object({
      invited: count,
      qualified: count,
      rungs: z.array(z.object({ count, isReached: z.boolean() })),
    }),
  }),
  'invite.friends': endpoint({
    path: '/api/site/group/activity/invite/v1/friends',
    access: 'member',
    refusedTags: ['ACT_BLACK'],
    readOnly: true,
    summary: 'Invited friends, the newest first, without personal data: only the day and whether they are qualified.',
    request: z.strictObject({ pageNum, pageSize: z.int().check(z.minimum(1), z.maximum(50)) }),
    data: z.object({
      /** `number` counts the friends of this member from the first one. `date`: YYYY-MM-DD. */
      list: z.array(z.object({ number: count, date: text(10), isQualified: z.boolean() })),
      total: count,
      pageNum: z.int(),
      pageSize: z.int(),
    }),
  }),
} as const
