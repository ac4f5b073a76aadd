import * as z from 'zod/mini'
import { AGENT_CHANNEL_MAX, AGENT_CONTACT_MAX, AGENT_DECISIONS, AGENT_NOTE_MAX } from '../club/agents.ts'
import { publicId, text } from '../endpoints/shapes.ts'
import { consoleAction, itemVersion, nextPage, reason, rowId } from './action.ts'

const Application = z.object({
  id: rowId,
  userId: publicId,
  memberName: text(32),
  /** E.10 */
  status: z.int(),
  contact: text(AGENT_CONTACT_MAX),
  channel: text(AGENT_CHANNEL_MAX),
  note: text(AGENT_NOTE_MAX),
  reason: text(100),
  operator: text(32),
  createdAt: z.int(),
  decidedAt: z.nullable(z.int()),
  version: itemVersion,
})
export type ConsoleAgent = z.infer<typeof Application>

/** Agents and their applications (S1.28, E.10). */
export const agentActions = {
  /** The last application of each member: those that wait, the oldest first, or the decided ones, the newest first. */
  'agent.list': consoleAction({
    access: ['operator', 'auditor'],
    readOnly: true,
    request: z.strictObject({ isOpen: z.boolean(), after: z.optional(rowId) }),
    data: z.object({ list: z.array(Application), next: nextPage }),
  }),
  /** Decides an application, or freezes or restores an agent. The member sees the reason. */
  'agent.decide': consoleAction({
    access: ['operator'],
    request: z.strictObject({ id: rowId, version: itemVersion, decision: z.enum(AGENT_DECISIONS), reason }),
    data: z.object({ agent: Application }),
  }),
} as const
