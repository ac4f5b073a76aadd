import * as z from 'zod/mini'
import { nothing, text } from '../endpoints/shapes.ts'
import { operatorName } from './access.ts'
import { DOCTOR_OUTCOMES } from './constants.ts'
import { consoleAction, itemVersion, nextPage, operatorRole, rowId } from './action.ts'

const Operator = z.object({
  id: rowId,
  name: text(32),
  role: operatorRole,
  isDisabled: z.boolean(),
  /** False until the invitation was accepted. */
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  createdAt: z.int(),
  lastSeenAt: z.nullable(z.int()),
  version: itemVersion,
})
export type OperatorView = z.infer<typeof Operator>

/** An operator as it was read. */
const subject = { id: rowId, version: itemVersion }
const Changed = z.object({ operator: Operator })
/** Path with the token in its fragment. Returned once. */
const Invitation = z.object({ operator: Operator, link: text(256), expiresAt: z.int() })

/** One line of the audit log. */
export const AuditLine = z.object({
  id: rowId,
  at: z.int(),
  /** Name of the operator at that time; empty for the program. */
  actor: text(64),
  address: text(64),
  action: text(64),
  target: text(128),
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditLine = z.infer<typeof AuditLine>

export const operatorActions = {
  'operator.list': consoleAction({
    access: ['operator', 'auditor'],
    readOnly: true,
    request: nothing,
    data: z.object({ list: z.array(Operator) }),
  }),
  /** Creates an operator without a password and returns the link that sets it. */
  'operator.invite': consoleAction({
    access: ['operator'],
    request: z.strictObject({ name: operatorName, role: operatorRole }),
    data: Invitation,
  }),
  /** A new link for an operator who has not accepted the invitation, or has lost the password. Earlier ones become invalid. */
  'operator.renewLink': consoleAction({ access: ['operator'], request: z.strictObject(subject), data: Invitation }),
  'operator.setRole': consoleAction({
    access: ['operator'],
    request: z.strictObject({ ...subject, role: operatorRole }),
    data: Changed,
  }),
  /** Removes second factor and recovery codes, and ends the sessions. The next sign-in sets up a new one. */
  'operator.resetFactor': consoleAction({ access: ['operator'], request: z.strictObject(subject), data: Changed }),
  /** Disabling ends the sessions. */
  'operator.setDisabled': consoleAction({
    access: ['operator'],
    request: z.strictObject({ ...subject, isDisabled: z.boolean() }),
    data: Changed,
  }),
  /** Newest first. `from` and `to` are epoch milliseconds, `from` inclusive and `to` exclusive. */
  'audit.list': consoleAction({
    access: ['operator', 'auditor'],
    readOnly: true,
    request: z.strictObject({
      actor: z.optional(text(64)),
      action: z.optional(text(64)),
      target: z.optional(text(128)),
      from: z.optional(z.int()),
      to: z.optional(z.int()),
      after: z.optional(rowId),
    }),
    data: z.object({ list: z.array(AuditLine), next: nextPage }),
  }),
  /** Runs the checks of `npm run doctor` in this process. Takes some seconds. */
  'doctor.run': consoleAction({
    access: ['operator'],
    readOnly: true,
    request: nothing,
    data: z.object({
      at: z.int(),
      findings: z.array(
        z.object({
          check: text(32),
          outcome: z.enum(DOCTOR_OUTCOMES),
          text: text(500),
          fix: z.nullable(text(500)),
        }),
      ),
    }),
  }),
  /** State of the site and of its ledger. */
  'overview.get': consoleAction({
    access: ['operator', 'editor', 'moderator', 'auditor'],
    readOnly: true,
    request: nothing,
    data: z.object({
      version: text(32),
      database: text(16),
      startedAt: z.int(),
      members: z.int(),
      sessions: z.int(),
      /** Open rooms, most viewers first. Figures of the process that writes the rooms, see `RoomFigures`. */
      rooms: z.array(
        z.object({
          chatRoomNo: text(64),
          title: text(96),
          viewers: z.int(),
          messagesPerSecond: z.number(),
          /** Shortest time between two frames now. */
          intervalMs: z.number(),
          lagMs: z.number(),
          refused: z.int(),
          errors: z.int(),
        }),
      ),
      /** Writing of frames: shares of a core, now and in the last second; longest lateness of that second. */
      frames: z.object({ budget: z.number(), used: z.number(), lateMs: z.number() }),
      /** Open reports of messages. */
      openReports: z.int(),
      /** Warnings and errors of this process, latest first. Texts are those of the log. */
      problems: z.array(
        z.object({
          text: text(300),
          isError: z.boolean(),
          count: z.int(),
          lastAt: z.int(),
          /** Section of docs/operations.md. */
          procedure: text(64),
        }),
      ),
      /** Coin adjustments that wait for a second approval. */
      waitingAdjustments: z.int(),
      /** Sum of all balances per currency; anything but 0 is a defect (I1). */
      ledgerSums: z.array(z.object({ currency: text(8), sum: z.int() })),
    }),
  }),
} as const
